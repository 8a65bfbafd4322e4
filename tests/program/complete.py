#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shell completions (dist/completions) and the manual page (tools/man.py): both are generated from the tables behind --help."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from program import expect, finish, run

PROGRAM = sys.argv[1]
HERE = pathlib.Path(__file__).resolve().parents[2] / "dist/completions"
PATH = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"


def shell(*words):
    done = subprocess.run(words, text=True, capture_output=True, env=dict(os.environ, PATH=PATH), check=False)
    expect(f"{words[0]} runs", done.returncode == 0 and done.stderr == "", done.stderr)
    return done.stdout.split("\n")[:-1]


def by_bash(line):
    """The completions that bash offers after a line."""
    words = (line.split() or [""]) + ([""] if line.endswith(" ") else [])
    return shell("bash", "--norc", "-c", f'. "{HERE}/boneyard.bash"; COMP_WORDS=({" ".join(repr(w) for w in words)}); '
                 f'COMP_CWORD={len(words) - 1}; COMP_LINE={line!r}; COMP_POINT={len(line)}; _boneyard boneyard; '
                 '[ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\\n" "${COMPREPLY[@]}"')


def by_fish(line):
    return [word.split("\t")[0] for word in shell("fish", "--no-config", "-c",
            f'source "{HERE}/boneyard.fish"; complete -C {line!r}')]


def options(command):
    """The output of --help."""
    return re.findall(r"^  (--[a-z-]+)", run(command, "--help")[1], re.M)


commands = re.findall(r"^  ([a-z]+) +[a-z]", run("--help")[1], re.M)
expect("commands are found", {"play", "arena", "score"} <= set(commands), commands)
shells = [by_bash] + ([by_fish] if shutil.which("fish") else [])
for offers in shells:
    expect("all commands", sorted(offers("boneyard ")) == sorted(commands), offers("boneyard "))
    expect("the rest of a command", offers("boneyard ar") == ["arena"], offers("boneyard ar"))
    expect("games", "muggins:number" in offers("boneyard play mug"), offers("boneyard play mug"))
    for command in commands:
        found = [word for word in offers(f"boneyard {command} --") if word.startswith("--")]
        expect(f"options of {command}", sorted(found) == sorted(options(command)), found)
expect("what follows a colon", by_bash("boneyard rules muggins:nu") == ["number"], by_bash("boneyard rules muggins:nu"))
expect("a value is left to the shell", by_bash("boneyard arena --save ") == [], by_bash("boneyard arena --save "))
expect("nothing is not an option", run("complete", "arena", "--save")[1] == "" and "--save" in run("complete", "arena", "x")[1])
if shutil.which("zsh"):
    shell("zsh", "-f", "-n", str(HERE / "_boneyard"))
with tempfile.NamedTemporaryFile() as made:
    root = HERE.parent.parent
    subprocess.run([root / "tools/man.py", PROGRAM, root / "docs/boneyard.6.in", made.name], check=True)
    page = pathlib.Path(made.name).read_text().replace("\\-", "-")
for command in commands:
    found = re.findall(r"^\.It (--[a-z-]+)", page.partition(f"\n.Ss boneyard {command}\n")[2].partition("\n.El")[0], re.M)
    expect(f"the manual page has the options of {command}", found and sorted(found) == sorted(options(command)), found)
expect("the manual page is whole", not re.search("@[a-z]+@", page))
finish("complete")
