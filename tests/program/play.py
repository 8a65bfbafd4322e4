#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games in line mode: bots alone, a person through pipes, saving and resuming."""
import os
import re
import subprocess
import sys
import tempfile

from program import expect, finish, run

PLAYERS = {"block:basics": (2, 4), "draw:basics": (2, 4), "muggins:number": (2, 4), "muggins:classic": (2, 4),
           "muggins:basics": (2, 4), "muggins:online": (2, 4), "allfives:online": (2, 4), "fiveup:online": (2, 4),
           "chickenfoot:number": (2, 8), "chickenfoot:classic": (2, 16), "mexicantrain:number": (2, 8),
           "mexicantrain:classic": (2, 16), "mexicantrain:hub": (2, 8), "castlerock:number": None,
           "castlerock:classic": None}
SETS = ["castlerock:classic set=6", "chickenfoot:number set=9 players=2", "mexicantrain:number set=12",
        "chickenfoot:classic set=15 players=10 rounds=3", "mexicantrain:classic set=18 players=16",
        "chickenfoot:number players=16 hand=3 set=9"]


def watched(words):
    status, out, err = run("play", *words, "--watch", "--seed", "1")
    end = "The castle" if words[0].startswith("castle") else " the game."
    expect(f"play {' '.join(words)} --watch has an end", status == 0 and err == "" and end in out, out[-500:] + err)
    return out


def watch_all():
    for preset, players in PLAYERS.items():
        for n in players or [None]:
            watched([preset] + ([f"players={n}"] if n else []))
    for rules in SETS:
        watched(rules.split())
    expect("the same seed, the same game", watched(["muggins"]) == watched(["muggins"]))
    other = run("play", "muggins", "--watch", "--seed", "2")[1]
    expect("another seed, another game", other != watched(["muggins"]))
    mixed = run("play", "muggins", "players=3", "--watch", "--seed", "1", "--bots", "random,greedy,random")
    expect("bots by name", mixed[0] == 0 and " the game." in mixed[1], mixed[2])


def demonstration():
    status, out, err = run("play")
    expect("without a terminal a demonstration", status == 0 and "demonstration" in out and " the game." in out, out[-300:] + err)


def typed():
    """A person types through a pipe; errors are answered with a reason, and the game continues."""
    words = "\n".join(["?", "9-9", "draw", "pass", "hint", "table", "rules", "xyzzy", "undo", "1", "undo", "save", "quit"])
    status, out, err = run("play", "muggins", "--seed", "5", stdin=words + "\n")
    for part in ["You can play", "9-9 is not in your hand", "so you may not draw (C-05)", "so you may not pass",
                 "Hint: ", "The table is empty", "L-13", "Unknown move", "Nothing to undo",
                 "You lay", "Undone", "Type save and a file name"]:
        expect(f"the person reads '{part}'", part in out, out)
    expect("quitting is fine", status == 0 and err == "", err)
    status, out, _ = run("play", "castlerock", "--seed", "5", stdin="draw\n" * 200)
    expect("the end of the input ends the game", status == 0, out[-300:])
    status, out, _ = run("play", "muggins", stdin="x" * 10000 + "\nquit\n")
    expect("a line that is too long is only a wrong line", status == 0 and out.count("too long. Try again") == 1, out[-300:])
    status, out, _ = run("play", "muggins", stdin="x" * 10000)
    expect("a last line that is too long, too", status == 0 and out.count("too long. Try again") == 1, out[-300:])
    for family in ["mexicantrain players=3 knock=on penalty=fifty hand=6 rounds=1", "muggins call=on hand=3 target=30",
                   "chickenfoot players=3 hand=5 rounds=1", "mexicantrain:hub players=2 hand=5", "block", "fiveup"]:
        status, out, err = run("play", *family.split(), "--seed", "3", stdin="1\n" * 3000)
        expect(f"always the first move: {family}", status == 0 and err == "" and " the game." in out, out[-800:] + err)


def names():
    """Names that are another player's, or would be read as another player's from a record."""
    for words, says in [(["--people", "Anna,Anna"], "two players are called 'Anna'"), (["--people", "x" * 24], "too long"),
                        (["--people", "-1"], "from 1 to 2"), (["--people", "Anna,Ben,Cara"], "players=3"),
                        (["--watch", "--people", "2"], "--watch or --people")]:
        status, out, err = run("play", "draw", *words)
        expect(f"{words} is refused", status == 2 and out == "" and says in err, out + err)
    status, out, err = run("play", "draw", "--people", "é" * 11 + "x,Ben", stdin="\nseats\n")
    expect("a name of 23 bytes is whole", status == 0 and "é" * 11 + "x" in out, out + err)
    out = run("play", "draw", "players=4", "--people", "Medium bot,Anna", stdin="\nseats\n")[1]
    expect("no bot is called as a person", re.search(r"Medium\sbot\s1\shas", out), out)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        for people in ["bot:hard,seat 1", "you,bot:"]:
            run("play", "draw", "--people", people, "--seed", "5", "--save", path, stdin="\n1\n\n1\nquit\n")
            out = run("play", "--load", path, stdin="\nquit\n")[1]
            expect(f"{people} are persons still", out.count("Pass the keyboard to") == 1, out)


def saved():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        status, out, err = run("play", "muggins:classic", "--seed", "7", "--save", path, stdin="1\n1\n1\nquit\n")
        expect("a game is kept", status == 0 and os.path.exists(path) and "--load" in out, out[-300:] + err)
        expect("nothing is left beside it", os.listdir(folder) == ["game.jsonl"], str(os.listdir(folder)))
        status, out, err = run("check", path)
        expect("and is right", status == 0 and "not finished" in out, out + err)
        before = open(path, encoding="utf-8").read()
        status, out, err = run("play", "--load", path, "--seed", "7", stdin="1\n" * 2000)
        expect("and goes on to the end", status == 0 and " the game." in out, out[-500:] + err)
        after = open(path, encoding="utf-8").read()
        expect("in the same file", after.startswith(before) and run("check", path)[0] == 0, after[:300])
        status, out, err = run("play", "--load", path)
        expect("a game that is over is shown", status == 0 and "This game is over." in out and "The target is 250." in out,
               out + err)
        with open(path, "w", encoding="utf-8") as out_file:
            out_file.write("{}\n" + after)
        status, out, err = run("play", "--load", path)
        expect("a wrong record is not loaded", status == 1 and out == "" and "game.jsonl:1:" in err, out + err)
        status, _, err = run("play", "--load", os.path.join(folder, "none"))
        expect("a record that is not there", status == 1 and "none" in err, err)
        status, out, err = run("play", "muggins", "--seed", "7", "--save", "/dev/full", stdin="1\n1\nquit\n")
        expect("a full disk is said, the game goes on, the status is 1",
               status == 1 and "Could not save the game" in err and out.count("Your move") == 3, out[-600:] + err)
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)
        status, out, err = run("play", "muggins", "--seed", "7", "--save", pipe, stdin="1\nquit\n", timeout=20)
        expect("a pipe that nobody reads is said, and stays a pipe", status == 1 and "Could not save the game" in err
               and not os.path.isfile(pipe) and out.count("Your move") == 2, out[-300:] + err)
        status, out, err = run("play", "muggins", "--watch", "--seed", "7", "--save", "/no/such/folder/x")
        expect("a folder that is not there", status == 1 and "Could not save the game" in err and " the game." in out, err)
    for words in (["--seed", "xyz"], ["--bots", "clever"], ["--seat", "4"], ["--load", "x", "muggins"], ["muggins", "players=9"]):
        full = ["play"] + words if "muggins" in words else ["play", "muggins"] + words
        status, out, err = run(*full)
        expect(f"{full} is a usage error", status == 2 and err.startswith("boneyard: "), out + err)


def interrupted():
    """Ctrl-C leaves the saved game intact."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        game = subprocess.Popen([sys.argv[1], "play", "muggins", "--seed", "7", "--save", path], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)
        game.stdin.write(b"1\n1\n")
        game.stdin.flush()
        seen = b""
        while seen.count(b"Your move") < 3:
            seen += game.stdout.read1(4096)
        game.send_signal(2)
        rest, _ = game.communicate(timeout=20)
        expect("Ctrl-C ends with 130 and a word", game.returncode == 130 and b"saved in" in rest, str(game.returncode) + str(rest))
        expect("and the game is kept", run("check", path)[0] == 0)
    with subprocess.Popen([sys.argv[1], "play", "mexicantrain", "--watch", "--seed", "1"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as game:
        game.stdout.close()
        said = game.stderr.read()
        expect("a closed pipe ends the show quietly", game.wait() == 0 and said == b"", f"{game.returncode} {said}")


watch_all()
demonstration()
typed()
names()
saved()
interrupted()
finish("play")
