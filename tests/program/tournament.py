#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tournaments at real tables, run as a program: the evening of docs/tournament.md, refusals, files, kills and full disks,
printing and the ledger."""
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from program import expect, finish, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = tempfile.mkdtemp()
FILE = os.path.join(FOLDER, "evening.txt")
HOME = {"XDG_STATE_HOME": os.path.join(FOLDER, "state"), "COLUMNS": "100"}
START = ["muggins:number", "--draw", "1", "--file", FILE, "--new"]


def evening(lines, words=(), new=True):
    """Types lines; returns status, output and errors."""
    start = [*START, *words] if new else ["--continue", "--file", FILE]
    return run("tournament", *start, stdin="\n".join(lines) + "\n", env=HOME)


def session(name, lines, parts, status=0, words=(), new=True):
    got, out, err = evening(lines, words, new)
    at = 0
    for part in parts:
        found = out.find(part, at)
        expect(f"{name}: '{part}'", found >= 0, out + err)
        at = found + len(part) if found >= 0 else at
    expect(f"{name}: status {status}", got == status and err == "", f"{got}\n{out}{err}")
    return out


def kept(file=FILE):
    with open(file, encoding="utf-8") as text:
        return text.read()


def the_documented_evening():
    """The lines typed in docs/tournament.md print the output shown there."""
    page = (ROOT / "docs/tournament.md").read_text(encoding="utf-8")
    command, text = re.search(r"```\n\$ (.*)\n((?:.*\n)*?)```", page).groups()
    typed = re.findall(r"^(?:tournament|round \d+)> (.*)$", text, re.M)
    said = re.sub(r"^(?:tournament|round \d+)> .*\n", "", text, flags=re.M)
    done = subprocess.run([sys.argv[1], *command.split()[1:]], input="\n".join(typed) + "\n", capture_output=True, text=True,
                          cwd=FOLDER, env=dict(os.environ, **HOME), check=False)
    expect("the evening in docs/tournament.md", done.returncode == 0 and done.stdout == said, done.stdout + done.stderr)
    expect("its PDF", pathlib.Path(FOLDER, "evening.pdf").read_bytes().startswith(b"%PDF-"))
    own = os.path.join(HOME["XDG_STATE_HOME"], "boneyard/tournament.txt")
    expect("its file", kept(own).count("\nscore ") == 7, kept(own))


def formats():
    session("singles", ["enter A, B, C, D, E, F, G", "pair", "1 10 20 30 40", "2 5 5 9", "standings"],
            ["7 players.", "Table 2", "Round 1 is complete.", "points"])
    session("a word in the plural", ["enter Anna", "pair"], ["1 player.", "1 player is too few"], 1)
    session("fixed partners", ["enter Anna & Ben, Cara+Dora, Emil + Fred", "pair", "1 3 4", "standings"],
            ["3 pairs.", " v ", "Bye", "and"], words=["--format", "partners"])
    session("round robin", ["enter A, B, C"] + ["pair", "1 1 2"] * 3 + ["pair"],
            ["Round 3 is complete.", "Everyone has played everyone."], 1, ["--system", "all", "--table", "2"])
    session("the lowest score wins", ["enter A, B", "pair", "1 7 9", "standings"], ["  1 "], words=["--table", "2"])
    session("until a time that is past", ["enter A, B, C", "pair"], ["3 players."], words=["--until", "23:59"])
    text = kept().replace(re.search(r"until (.*)", kept()).group(1), "2020-01-01 20:00")
    pathlib.Path(FILE).write_text(text, encoding="utf-8")
    session("too late", ["undo", "undo", "undo", "pair"], ["It is past 20:00"], 1, new=False)


def refusals():
    lines = ["pair", "1 3 4", "enter Anna, Ben, anna", "enter Anna, Ben, Cara, Dora", "enter \033[31mX", "enter 7up", "enter ",
             "out Zoe", "pair", "pair", "1 3", "1 3 x 4 5", "9 3 4", "fix 2.1 3 4", "dance", "pair now", "1 1 2 3 4", "undo", "tables"]
    out = session("refusals", lines, [
        "0 players are too few", "No round has been paired", "'anna' is already playing", "4 players.", "not a name", "not a name",
        "A name is missing", "No player is called 'Zoe'", "Round 1", "Enter all scores of round 1 first", "4 sides, not 1", "'x 4 5'",
        "tables 1 to 1", "does not name a table", "'dance' is not a command", "does not belong", "Round 1 is complete.",
        "Undone: score 1.1 1 2 3 4", "Table 1"], 1)
    expect("nothing raw", "\033" not in out, out)
    expect("only what was accepted is kept", kept().count("\nplayer ") == 4 and "score" not in kept(), kept())
    for words, part in [(["chess"], "chess"), (["castlerock"], "one player"), (["muggins", "--format", "doubles"], "doubles"),
                        (["muggins", "--table", "5"], "2 to 4"), (["mexicantrain", "--format", "partners"], "teams"),
                        (["muggins", "--until", "25:00"], "25:00"), (["muggins", "--ties", "luck"], "luck"), ([], "specify a game"),
                        (["muggins", "--draw", "xyz"], "draw"), (["muggins", "--continue"], "--continue")]:
        status, out, err = run("tournament", *words, env=HOME)
        expect(f"{words} is refused", status == 2 and part in err and out == "", f"{status}{out}{err}")


def files():
    evening(["enter A, B, C, D", "pair"])
    status, _, err = run("tournament", "muggins", "--file", FILE, stdin="", env=HOME)
    expect("an existing tournament is not replaced", status == 1 and "--continue" in err, err)
    before = kept()
    evening(["quit"])
    expect("--new keeps the old one", before in [kept(str(path)) for path in pathlib.Path(FOLDER).glob("evening.txt.earlier*")])
    pathlib.Path(FILE).write_text(re.sub(r"table (\w), \w", r"table \1, \1", before), encoding="utf-8")
    status, out, err = evening(["pair"], new=False)
    expect("a pairing spoilt by hand is refused with its line", status == 1 and out == "" and re.search(r"evening.txt:\d+: . is not", err), out + err)
    line = re.search(r"^table (\w), (\w), (.*)$", before, re.M)
    pathlib.Path(FILE).write_text(before.replace(line.group(), f"table {line[2]}, {line[1]}, {line[3]}"), encoding="utf-8")
    session("a pairing edited by hand", ["1 4 3 2 1"], [f"{line[2]} 4, {line[1]} 3"], new=False)
    pathlib.Path(FILE).write_text("my shopping list\n", encoding="utf-8")
    status, _, err = run("tournament", "muggins", "--file", FILE, stdin="", env=HOME)
    expect("another file is not replaced", status == 1 and kept() == "my shopping list\n", err)


def kill_after(lines, answers):
    """Types lines, waits for the answer to each, and kills the program at once."""
    going = subprocess.Popen(["stdbuf", "-oL", sys.argv[1], "tournament", *START], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, env=dict(os.environ, **HOME))
    for line, answer in zip(lines, answers):
        going.stdin.write(line + "\n")
        going.stdin.flush()
        while True:
            said = going.stdout.readline()
            if not said or said.startswith(answer):
                break
        expect(f"'{line}' is answered", said != "")
    going.kill()
    going.communicate()


def nothing_is_lost():
    """Killed at any moment, or with a full disk, the file has every line that was acknowledged."""
    lines = ["enter A, B, C, D", "pair", "1 1 2 3 4", "pair", "1 4 3 2 1"]
    answers = ["4 players.", "Table 1", "Round 1 is", "Table 1", "Round 2 is"]
    marks = ["player D", "table ", "score 1.1 1 2 3 4", "round 2", "score 2.1 4 3 2 1"]
    for n in range(1, len(lines) + 1):
        kill_after(lines[:n], answers)
        expect(f"killed after {n} lines", all("\n" + mark in kept() for mark in marks[:n]), kept())
    full = kept()
    done = subprocess.run([sys.argv[1], "tournament", "--continue", "--file", FILE], input="pair\n1 9 9 9 9\n", text=True,
                          capture_output=True, env=dict(os.environ, **HOME), check=False,
                          preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                              resource.setrlimit(resource.RLIMIT_FSIZE, (len(full), len(full)))))
    expect("a full disk is said", done.returncode == 1 and "could not be saved" in done.stderr, done.stdout + done.stderr)
    expect("a full disk spoils nothing", kept() == full, kept())
    session("it goes on", ["pair", "1 1 2 3 4"], ["Round 3 is complete."], new=False)


def printing():
    evening(["enter Anna, B\u00e9n, Cara, Dora", "pair", "1 250 180 90 90"])
    for language, word in (("en", "points"), ("es", "puntos")):
        text = os.path.join(FOLDER, f"standings-{language}.txt")
        status, out, err = run("--language", language, "tournament", "--file", FILE, "--print", text, env=HOME)
        expect(f"a print in {language}", status == 0 and word in kept(text) and "B\u00e9n" in kept(text), out + err)
    paper = os.path.join(FOLDER, "p.pdf")
    status, out, err = run("tournament", "--file", FILE, "--print", paper, env=HOME)
    expect("a PDF", status == 0 and pathlib.Path(paper).read_bytes().startswith(b"%PDF-"), out + err)
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, text=True, check=False).stdout
        expect("what the PDF says", all(part in text for part in ("Round 1", "B\u00e9n", "250", "Standings", "points")), text)
    status, _, err = run("tournament", "--file", FILE, "--print", FILE, env=HOME)
    expect("not over itself", status == 1 and kept().startswith("boneyard tournament"), err)
    other = os.path.join(FOLDER, "other.pdf")
    pathlib.Path(other).write_text("something else\n", encoding="utf-8")
    status, _, err = run("tournament", "--file", FILE, "--print", other, env=HOME)
    expect("not over another file", status == 1 and kept(other) == "something else\n", err)


def ledger():
    evening(["enter Anna, Ben, Cara, Dora", "pair", "1 250 180", "pair", "1 90 200"], ["--format", "rotating"])
    out = os.path.join(FOLDER, "ledger.jsonl")
    status, _, err = run("tournament", "--file", FILE, "--ledger", out, env=HOME)
    expect("a ledger", status == 0 and kept(out).count("\n") == 2 and '"ranks":[2,1]' in kept(out), kept(out) + err)
    status, text, err = run("ratings", out)
    expect("which can be rated", status == 0 and "Line games: 4 players" in text, text + err)


def in_spanish():
    status, out, err = run("--language", "es", "tournament", *START, env=HOME,
                           stdin="inscribir Ana, Blas, Carla, Diego\nemparejar\n1 4 3 2 1\nclasificación\nbailar\nsalir\n")
    expect("in Spanish", status == 1 and err == "" and all(part in out for part in (
        "4 jugadores.", "Ronda 1", "Mesa 1", "La ronda 1 está completa.", "puntos", "no es una orden")), out + err)


if sys.argv[2:] == ["kill"]:
    nothing_is_lost()
    finish("tournament")
the_documented_evening()
formats()
refusals()
files()
nothing_is_lost()
printing()
ledger()
in_spanish()
shutil.rmtree(FOLDER)
finish("tournament")
