#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every command in README.md and docs/ as written, in a folder with a build, the examples and some records.  The first
argument is the program.  A new command must run, too, or be listed in ELSEWHERE."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from program import expect, finish

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
PAGE = ROOT / "tests" / "server" / "page"
STARTS = re.compile(r"(build/|boneyard |examples/|make [a-z]|tools/|mpirun |sudo |systemctl )")
# Commands that are not run here, by their first words, and what covers them.
ELSEWHERE = {
    "make abi": "the test `library abi`", "tools/npm ": "the test `npm node`", "make python": "the test `python tour`",
    "make run": "it installs packages", "make test": "it runs this test", "make quick": "it runs this test", "sudo ": "it needs root",
    "systemctl ": "it needs systemd", "tools/new-game ": "the test `new game`", "build/boneyard play matador": "the test `new game`",
    "build/boneyard rules matador": "the test `new game`", "boneyard admin --db /var/": "the test `server recovery`",
    "boneyard admin migrate ": "the test `server migrate`", "boneyard admin --config ": "the test `server upgrade`", "make cluster": "the test `server sites`",
    "examples/player.py ": "the test `example player`", "build/boneyard bench": "it measures; the test `contract-signatures`",
    "boneyard serve --default-config | sudo": "it needs root", "mpirun ": "the test `program arena`",
    "build/boneyard play --continue": "the test `program saves`"}
# Changes to a command before it runs: fewer deals, less thought, a free port, a record with a proof.
CHANGES = [(r"^((build/)?boneyard arena (?!--resume).*)$", r"\1 --deals 2"), (r"(boneyard arena .*?\bexpert)(?=[ ,]|$)", r"\1:count=50"),
           (r"(?<=boneyard serve).*", f" --listen 127.0.0.1:0 --web-root {PAGE}"),
           (r"(verify(\.py)?) game\.jsonl", r"\1 fair.jsonl"), (r"play draw --save game\.jsonl", "play draw --save new.jsonl")]


def commands(page):
    """The commands of a page: lines of code that begin like one, with their here-documents."""
    fenced, end, found = False, None, []
    for line in page.splitlines():
        if end is not None:
            found[-1] += "\n" + line
            end = None if line == end else end
        elif line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            bare = line.strip().removeprefix("$ ")
            if STARTS.match(bare):
                found.append(bare)
                end = bare.rsplit("<<", 1)[1] if "<<" in bare else None
    return found


def changed(command):
    for old, new in CHANGES:
        command = re.sub(old, new, command)
    return command


def prepare(folder):
    """Makes the files that the commands expect."""
    (folder / "build").symlink_to(pathlib.Path(sys.argv[1]).parent)
    (folder / "examples").symlink_to(ROOT / "examples")
    shutil.copy(ROOT / "examples" / "bot.py", folder / "mybot")
    shutil.copy(ROOT / "tests" / "golden" / "games" / "muggins.jsonl", folder / "game.jsonl")
    shutil.copy(ROOT / "tests" / "golden" / "fair" / "0.jsonl", folder / "fair.jsonl")


def serve(command, env):
    """Starts a server, waits for the address it prints, and ends it."""
    server = subprocess.Popen(["sh", "-c", "exec " + command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **env)
    lines = []
    for line in server.stdout:
        lines.append(line)
        if "http" in line:
            break
    server.send_signal(signal.SIGTERM)
    server.communicate(timeout=60)
    return server.returncode, "".join(lines), any("http" in line for line in lines)


def run_one(command, folder):
    """Runs a command with an empty input, from a new state.  Returns its status, what it printed, and whether that is enough."""
    state = tempfile.mkdtemp(dir=folder)
    env = {"cwd": folder, "env": dict(os.environ, XDG_STATE_HOME=state, HOME=state, PYTHONDONTWRITEBYTECODE="1",
                                      PATH=f"{pathlib.Path(sys.argv[1]).parent}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}")}
    if "boneyard serve" in command:
        return serve(command, env)
    done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900, **env)
    wrong = '"ok":false' in done.stdout or "forfeited" in done.stdout
    return done.returncode, done.stdout[-2000:] + done.stderr[-2000:], not wrong


def documented(pages):
    """Runs the commands of the pages, each once.  Returns those that did not work."""
    failed, seen, skipped = [], set(), set()
    with tempfile.TemporaryDirectory(prefix="boneyard-documented-") as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for where, text in pages:
            for command in commands(text):
                key = next((start for start in ELSEWHERE if command.startswith(start)), None)
                line = changed(re.sub(r"\s+# .*", "", command))
                if key is not None:
                    skipped.add(key)
                elif line not in seen:
                    seen.add(line)
                    status, said, fine = run_one(line, folder)
                    if status != 0 or not fine:
                        failed.append(f"{where}: {line}\n{status} {said}")
    return failed, seen, skipped


if __name__ == "__main__":
    failed, seen, skipped = documented([(page.name, page.read_text(encoding="utf-8")) for page in PAGES])
    for one in failed:
        expect("a command that the pages show does not work", False, one)
    expect("the pages show commands", len(seen) > 30, str(seen))
    expect("what is not run is in the pages", skipped == set(ELSEWHERE), str(set(ELSEWHERE) - skipped))
    planted = ["    build/boneyard check game.jsonl\n    build/boneyard odds game.jsonl --at 900",
               "```\nbuild/boneyard engine <<END\n{\"do\":\"new\",\"rules\":\"chess\"}\nEND\n```", "    boneyard arena greedy cmd:false"]
    for text in planted:                # controls: failing commands are detected
        expect("a wrong command is noticed", len(documented([("planted", text)])[0]) == 1, text)
    print(f"{len(seen)} commands run, {len(skipped)} kinds left to others")
    finish("documented")
