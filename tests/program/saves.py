#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Saved games: none overwrites another, all are listed, and the number of finished ones is limited."""
import glob
import os
import pty
import re
import select
import subprocess
import sys
import tempfile

from program import expect, finish, run

FOLDER = tempfile.mkdtemp()
HOME = {"XDG_STATE_HOME": os.path.join(FOLDER, "state"), "COLUMNS": "100"}
GAMES = os.path.join(FOLDER, "state", "boneyard", "games")


def at_terminal(words, typed):
    """Runs the program on its own terminal and types each line when it waits.  Returns its output and status."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME, TERM="dumb", LC_ALL="C")
        os.execv(sys.argv[1], [sys.argv[1], *words])
    seen, lines = b"", list(typed)
    while True:
        if lines and re.search(rb"[:?>] $", seen):
            os.write(terminal, lines.pop(0).encode() + b"\n")
        if select.select([terminal], [], [], 30)[0]:
            try:
                seen += os.read(terminal, 65536)
                continue
            except OSError:
                pass
        break
    os.close(terminal)
    return seen.decode("utf-8", "replace").replace("\r", ""), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kept():
    return sorted(os.path.basename(path) for path in glob.glob(os.path.join(GAMES, "*.jsonl")))


def each_game_has_its_file():
    for game in ("muggins", "block", "muggins"):
        out, status = at_terminal(["play", game, "--plain", "--seed", "5"], ["1", "quit"])
        expect(f"{game} is kept", status == 0 and "games/" in out, out)
    expect("three files", len(kept()) == 3 and sum("muggins" in name for name in kept()) == 2, str(kept()))
    out, _ = at_terminal(["play", "draw", "--plain", "--seed", "5"], ["quit"])
    expect("a game without a move is not kept", len(kept()) == 3 and "kept in" not in out, out + str(kept()))
    status, out, _ = run("games", "--saved", env=HOME)
    expect("all are listed", status == 0 and out.count("round 1: You 0, North 0") == 3 and out.count(GAMES) == 3
           and "newest 50 are kept" in out, out)
    before = open(os.path.join(GAMES, kept()[0]), encoding="utf-8").read()
    status, out, _ = run("play", "--continue", env=HOME, stdin="7\nx\n3\nquit\n")
    expect("--continue asks which", status == 0 and out.count("Which one?") == 3 and "Your move" in out, out)
    expect("nothing was lost", len(kept()) == 3 and open(os.path.join(GAMES, kept()[0]), encoding="utf-8").read() == before, before)
    for leave in ("q", "quit"):
        status, out, err = run("play", "--continue", env=HOME, stdin=f"{leave}\n")
        expect("the question says how to leave", status == 1 and "q to leave" in out and "Your move" not in out, out + err)
    status, out, err = run("play", "--continue", env=HOME, stdin="")
    expect("no answer goes on with none", status == 1 and "Your move" not in out and "no unfinished" not in err, out + err)
    empty = {"XDG_STATE_HOME": os.path.join(FOLDER, "empty")}
    status, out, err = run("play", "--continue", env=empty)
    expect("nothing to go on with", status == 1 and "there is no unfinished game" in err and out == "", out + err)
    expect("nothing to list", "No games are saved." in run("games", "--saved", env=empty)[1])


def games_of_the_first_version():
    folder = os.path.dirname(GAMES)
    for path in glob.glob(os.path.join(GAMES, "*")):
        os.remove(path)
    run("play", "chickenfoot", "--seed", "3", "--save", os.path.join(folder, "game.jsonl"), env=HOME, stdin="1\nquit\n")
    status, out, _ = run("play", "--continue", env=HOME, stdin="quit\n")
    expect("game.jsonl goes on", status == 0 and "Chickenfoot:" in out and "Your move" in out, out)
    os.rename(os.path.join(folder, "game.jsonl"), os.path.join(folder, "earlier.jsonl"))
    expect("so does earlier.jsonl", "Chickenfoot" in run("games", "--saved", env=HOME)[1])
    os.remove(os.path.join(folder, "earlier.jsonl"))


def a_limit_for_finished_games():
    path = os.path.join(GAMES, "over.jsonl")
    status, _, err = run("play", "block", "target=5", "--watch", "--seed", "1", "--bots", "greedy", "--save", path)
    expect("a finished game", status == 0, err)
    record = open(path, encoding="utf-8").read()
    for i in range(55):
        other = os.path.join(GAMES, f"over-{i}.jsonl")
        with open(other, "w", encoding="utf-8") as file:
            file.write(record)
        os.utime(other, (1e9 + i, 1e9 + i))
    at_terminal(["play", "draw", "--plain", "--seed", "5"], ["1", "quit"])
    finished = [name for name in kept() if name.startswith("over")]
    expect("the oldest are gone", len(finished) == 49 and "over.jsonl" in finished and "over-54.jsonl" in finished
           and "over-0.jsonl" not in finished, str(finished))
    out = run("games", "--saved", env=HOME)[1]
    expect("both lists", "Unfinished games" in out and "Finished games" in out, out[:300])


def save_replaces_nothing():
    path, other = os.path.join(FOLDER, "mine.jsonl"), os.path.join(FOLDER, "letter.txt")
    run("play", "muggins", "--seed", "7", "--save", path, env=HOME, stdin="1\nquit\n")
    before = open(path, encoding="utf-8").read()
    status, out, err = run("play", "block", "--save", path, env=HOME, stdin="1\nquit\n")
    expect("another game is not replaced", status == 1 and "Muggins, round 1: You 0, North 0" in err and "--load" in err
           and open(path, encoding="utf-8").read() == before, out + err)
    with open(other, "w", encoding="utf-8") as file:
        file.write("Dear Anna\n")
    status, _, err = run("play", "block", "--save", other, env=HOME, stdin="1\nquit\n")
    expect("nor any other file", status == 1 and "is not a saved game" in err and "--load" not in err and open(other, encoding="utf-8").read() == "Dear Anna\n", err)
    out, status = at_terminal(["play", "block", "--plain", "--save", other], ["n"])
    expect("at a terminal it asks about a letter", status == 1 and "is not a saved game. Replace it?" in out, out)
    out, status = at_terminal(["play", "block", "--plain", "--save", path], ["n"])
    expect("at a terminal it asks", status == 1 and "Replace it?" in out and open(path, encoding="utf-8").read() == before, out)
    out, status = at_terminal(["play", "block", "--plain", "--seed", "5", "--save", path], ["y", f"save {other}", "1", "quit"])
    expect("and replaces after yes", status == 0 and '"block' in open(path, encoding="utf-8").readline(), out)
    expect("the command save replaces nothing", "already exists and is not this game" in out
           and open(other, encoding="utf-8").read() == "Dear Anna\n", out)
    status, out, err = run("play", "--load", path, "--save", path, env=HOME, stdin="quit\n")
    expect("its own file is no question", status == 0 and "Your move" in out, out + err)


def again_is_another_file():
    for name in kept():
        os.remove(os.path.join(GAMES, name))
    out, status = at_terminal(["play", "block", "target=5", "--plain", "--seed", "5", "--speed", "none"], (["1"] * 40 + ["again", "1", "quit"]))
    expect("a finished game and a new one", status == 0 and len(kept()) >= 1, out[-600:])
    _, listed, _ = run("games", "--saved", env=HOME)
    expect("both are listed", "Finished games" in listed, listed + out[-1500:])


def a_finished_game_is_reviewed():
    """At the end, `review` shows the same as `boneyard review FILE`, and the file is named."""
    for name in kept():
        os.remove(os.path.join(GAMES, name))
    typed = ["review"] + ["1"] * 40 + ["review", "", "", ""]
    out, status = at_terminal(["play", "block", "target=5", "--plain", "--seed", "5", "--speed", "none"], typed)
    expect("the end offers a review", status == 0 and "Type review to go through your mistakes" in out, out[-900:])
    expect("but not before the end", "Only finished games can be reviewed." in out, out[:900])
    path = os.path.join(GAMES, kept()[0])
    _, said, _ = run("review", path, env=HOME)
    expect("it is the review of this game", said[said.index("Summary"):said.index("The turning")] in out and "You made" in said, said + out[-900:])
    expect("the file is named", f"boneyard review {path} to go through" in out.replace("\n", " "), out[-300:])
    _, said, _ = run("replay", "--brief", path, env=HOME)
    expect("one name for each player", "Players: You, North (Medium)" in said and "You lay " in said and "North lays " in said, said[:300])


def the_best_are_listed():
    """Castle Rock: fewest pips, then time, for each rule string."""
    best = os.path.join(os.path.dirname(GAMES), "best.txt")
    with open(best, "w", encoding="utf-8") as file:
        file.write("3 90000 2026-11-20 castlerock:number\nnot a result\n200 5 2026-11-21 castlerock:number\n")
    for rules in ("castlerock:number", "castlerock:number", "castlerock:classic set=9"):
        out, status = at_terminal(["play", *rules.split(), "--plain", "--seed", "5"], ["1"] * 200 + [""])
        expect(f"{rules} is over", status == 0 and "Best results with these rules:" in out and "this game" in out, out[-900:])
    lines = open(best, encoding="utf-8").read().splitlines()
    here = [line.split() for line in lines if line.endswith("castlerock:number")]
    expect("sorted", len(here) == 4 and here[0][:2] == ["3", "90000"] and here[3][:2] == ["200", "5"]
           and here[1][0] == here[2][0] and int(here[1][1]) < int(here[2][1]), str(lines))
    expect("each rule string has its own; what is not understood stays", len(lines) == 6 and "not a result" in lines
           and lines[-1].endswith("castlerock:classic set=9"), str(lines))
    path = sorted(glob.glob(os.path.join(GAMES, "*castlerock*")))[0]
    out, _ = at_terminal(["play", "--load", path, "--plain"], [""])
    expect("looking at it again adds nothing", "this game" in out
           and sorted(open(best, encoding="utf-8").read().splitlines()) == sorted(lines), out)


def a_save_that_fails_is_said_until_it_works():
    folder = os.path.join(FOLDER, "gone")
    path = os.path.join(folder, "game.jsonl")
    status, out, err = run("play", "muggins", "--seed", "7", "--save", path, env=HOME, stdin="1\n1\n1\nquit\n")
    expect("without a terminal it is said once", status == 1 and err.count("Could not save the game") == 1, err)
    out, status = at_terminal(["play", "muggins", "--plain", "--seed", "7", "--save", path], ["1", "1", "1", "quit"])
    expect("at a terminal after each move", status == 1 and out.count("Could not save the game") >= 3, out)
    with subprocess.Popen([sys.argv[1], "play", "muggins", "--seed", "7", "--save", path], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, **HOME)) as game:
        seen = b""
        while b"Your move" not in seen:
            seen += game.stdout.read1(4096)
        os.mkdir(folder)
        out = seen + game.communicate(b"1\nquit\n", timeout=60)[0]
    expect("then it works", game.returncode == 0 and out.count(b"The game is saved again.") == 1 and os.path.exists(path), out)


def torn():
    """A game with a truncated file is listed and resumes from what is left; the truncated file stays."""
    for path in glob.glob(os.path.join(GAMES, "*")):
        os.remove(path)
    path = os.path.join(GAMES, "torn.jsonl")
    run("play", "muggins", "--seed", "7", "--save", path, env=HOME, stdin="1\n1\n1\nquit\n")
    with open(path, "rb") as file:
        whole = file.read()
    lines = whole.splitlines(keepends=True)
    for cut in range(len(lines) - 1, 0, -1):
        left = b"".join(lines[:cut]) + lines[cut][:-7]
        for old in glob.glob(os.path.join(GAMES, "*")):
            os.remove(old)
        with open(path, "wb") as file:
            file.write(left)
        said = " ".join(run("games", "--saved", env=HOME)[1].split())
        expect(f"cut in line {cut + 1}: it is listed", f"damaged from line {cut + 1} on" in said and path in said, said)
        status, out, err = run("play", "--continue", env=HOME, stdin="quit\n")
        expect("it goes on", status == 0 and "Your move" in out and f"is damaged from line {cut + 1} on" in err, out + err)
        expect("the cut file stays", open(path + ".damaged", "rb").read() == left)
        expect("the game is whole", open(path, "rb").read().startswith(b"".join(lines[:cut])) and run("check", path)[0] == 0)
    with open(path, "wb") as file:
        file.write(lines[0] + b"garbage\n")
    status, _, err = run("play", "--load", path, env=HOME, stdin="quit\n")
    expect("an earlier cut file stays, too", status == 0 and ".damaged-2" in err
           and open(path + ".damaged", "rb").read() == left, err)
    link, linked = os.path.join(HOME["XDG_STATE_HOME"], "link.jsonl"), os.path.join(HOME["XDG_STATE_HOME"], "linked.jsonl")
    with open(linked, "wb") as file:
        file.write(lines[0] + b"garbage\n")
    os.symlink(linked, link)
    run("play", "--load", link, env=HOME, stdin="quit\n")
    expect("a damaged file behind a link stays", open(linked + ".damaged", "rb").read() == lines[0] + b"garbage\n")
    with open(path, "wb") as file:
        file.write(lines[0][:20])
    said = run("games", "--saved", env=HOME)[1]
    expect("one without a first line is listed", "cannot be read at all" in said and path in said
           and "No games" not in said, said)
    status, out, _ = run("play", "--continue", env=HOME)
    expect("and cannot be chosen", status == 1 and path in out and open(path, "rb").read() == lines[0][:20], out)
    os.remove(path)
    watched = os.path.join(HOME["XDG_STATE_HOME"], "watched.jsonl")     # among the saved games it would not be kept
    run("play", "block", "--watch", "--bots", "easy", "--seed", "7", "--speed", "none", "--save", watched, env=HOME)
    os.replace(watched, path)
    with open(path, "ab") as file:
        file.write(b"garbage\n")
    said = " ".join(run("games", "--saved", env=HOME)[1].split())
    expect("a finished game says how to review it", "after the end of the game: delete those lines" in said, said)
    with open(path, "rb") as file:
        played = file.read().removesuffix(b"garbage\n")
    with open(path, "wb") as file:
        file.write(played)
    expect("and can then be reviewed", run("review", path, env=HOME)[0] == 0)


each_game_has_its_file()
torn()
games_of_the_first_version()
a_limit_for_finished_games()
save_replaces_nothing()
again_is_another_file()
a_finished_game_is_reviewed()
the_best_are_listed()
a_save_that_fails_is_said_until_it_works()
finish("saves")
