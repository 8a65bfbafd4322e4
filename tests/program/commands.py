#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands, run as programs: help, versions, exit statuses, error messages."""
import json
import os
import subprocess
import sys
import tempfile

from program import expect, finish, run

COMMANDS = ["play", "score", "learn", "games", "rules", "check", "verify", "replay", "engine", "bot", "train", "solve", "bench"]
PRESETS = ("block:basics draw:basics muggins:number muggins:classic muggins:basics muggins:online allfives:online "
           "fiveup:online chickenfoot:number chickenfoot:classic mexicantrain:number mexicantrain:classic "
           "mexicantrain:hub castlerock:number castlerock:classic").split()


def help_everywhere():
    status, out, err = run("--help")
    expect("--help", status == 0 and err == "" and all(c in out for c in COMMANDS), out + err)
    status, out, _ = run("--version")
    expect("--version", status == 0 and out.startswith("boneyard "), out)
    status, out, err = run()
    expect("no command is a usage error", status == 2 and "usage" in err, err)
    status, _, err = run("dance")
    expect("a wrong command too", status == 2 and "dance" in err, err)
    for command in COMMANDS:
        status, out, err = run(command, "--help")
        expect(f"{command} --help", status == 0 and err == "" and out.startswith("usage: boneyard " + command), out + err)
        status, _, err = run(command, "--dance")
        expect(f"{command} --dance", status == 2 and "--dance" in err and "usage" in err, err)


def lists():
    status, out, _ = run("games")
    expect("games lists all presets", status == 0 and all(p in out for p in PRESETS), out)
    for preset in PRESETS:
        status, out, err = run("rules", preset)
        expect(f"rules {preset}", status == 0 and err == "" and preset in out and "C-0" in out, out + err)
        expect(f"rules {preset} fits 80 columns", all(len(line) <= 80 for line in out.splitlines()), out)
    _, out, _ = run("rules", "muggins", env={"COLUMNS": "50"})
    expect("COLUMNS is kept to", all(len(line) <= 50 for line in out.splitlines()), out)
    expect("no escape sequences in a pipe", "\033" not in out)
    status, out, _ = run("rules", "muggins:classic", "players=4", "teams=on", "target=150")
    expect("the canonical string", "muggins:classic players=4 teams=on target=150" in out and "* target=150" in out, out)
    for words, parts in [
            (["mugins"], ["mugins", "muggins?", "castlerock"]), (["muggins:clasic"], ["clasic", "classic?"]),
            (["muggins", "taget=5"], ["taget", "target?"]), (["muggins", "players=5"], ["players=", "5", "2 to 4"]),
            (["muggins", "draw=many"], ["draw", "many", "none, one or until"]), (["draw", "call=on"], ["no option", "call"]),
            (["mexicantrain:hub", "knock=on"], ["knock"]), (["chickenfoot", "set=15"], ["set", "15", "9 or 12"]),
            (["mexicantrain", "double=satisfy"], ["two-doubles=on", "double=satisfy"]),
            (["muggins", "teams=on", "players=3"], ["teams=on", "players=3", "players=4"]),
            (["chickenfoot", "players=9"], ["players=9", "hand="]), (["castlerock", "players=1"], ["players"]),
            (["muggins", "target=0"], ["target=", "0", "1 to 1000000"]), (["muggins", "target=5", "target=6"], ["twice"]),
            (["muggins", "target"], ["target", "option=value"]), (["muggins", "x\033[31m=1"], ["x?[31m"])]:
        status, out, err = run("rules", *words)
        expect(f"rules {words} is refused", status == 2 and out == "" and all(p in err for p in parts), err)
        expect(f"rules {words}: nothing raw", "\033" not in err)


def record():
    """A whole game's record through the engine."""
    lines = [json.dumps({"do": "new", "rules": "muggins:number hand=3 target=20", "seed": "%064x" % 5})]
    out = []
    while True:
        _, text, _ = run("engine", stdin="\n".join(lines + ['{"do":"state"}', '{"do":"record"}']) + "\n")
        answers = [json.loads(line) for line in text.splitlines()]
        state, out = answers[-2], answers[-1]["record"]
        if state["phase"] == "game-over":
            return [json.dumps(event, separators=(",", ":")) for event in out]
        if state["phase"] == "round-over":
            lines.append('{"do":"deal"}')
            continue
        seat = state["actors"][0]
        _, text, _ = run("engine", stdin="\n".join(lines + [json.dumps({"do": "legal", "seat": seat})]) + "\n")
        moves = json.loads(text.splitlines()[-1])["moves"]
        lines.append(json.dumps({"do": "play", "seat": seat, "move": moves[len(lines) % len(moves)]}))


def records(lines):
    good = "\n".join(lines) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.jsonl")
        with open(path, "w", encoding="utf-8") as out:
            out.write(good)
        status, out, err = run("check", path)
        expect("check says ok", status == 0 and out.startswith("ok, round") and "won by Seat" in out, out + err)
        status, out, _ = run("check", path, path)
        expect("check of two names them", status == 0 and out.count(path) == 2, out)
        status, out, err = run("replay", path)
        expect("replay tells it", status == 0 and "Round 1." in out and "win" in out and "[" in out, out + err)
        brief = run("replay", "--brief", path)[1]
        expect("replay --brief is shorter", 0 < len(brief) < len(out))
        status, out, err = run("check", os.path.join(folder, "none"))
        expect("a file that is not there", status == 1 and "cannot be read" in out, out + err)
        status, out, err = run("check", folder)
        expect("a folder", status == 1, out + err)
        status, out, err = run("replay", folder)
        expect("a folder told", status == 1 and out == "", out + err)
    status, out, _ = run("check", "-", stdin=good)
    expect("standard input", status == 0 and out.startswith("ok"), out)
    turn = lines[2].replace('"seat":0', '"seat":1') if '"seat":0' in lines[2] else lines[2].replace('"seat":1', '"seat":0')
    for what, text, line in [
            ("an empty file", "", 1), ("no record", "hello\n", 1), ("another JSON file", '{"a":1}\n', 1),
            ("another version", good.replace('"boneyard":1', '"boneyard":2'), 1),
            ("a move out of turn", "\n".join(lines[:2] + [turn] + lines[3:]), 3),
            ("a cut line", good[:len(good) - 20], len(lines)), ("bytes behind", good + "{}\n", len(lines) + 1),
            ("a cut end", "\n".join(lines[:-1]) + "\n", len(lines)), ("an empty line", lines[0] + "\n\n", 2),
            ("a huge line", lines[0] + "\n" + "x" * (1 << 21) + "\n", 2), ("NUL", lines[0] + "\n\0\n", 2),
            ("rules that are not canonical", good.replace("muggins:number", "muggins", 1), 1)]:
        status, out, err = run("check", "-", stdin=text)
        expect(f"check finds {what}", status == 1 and out.startswith(f"-:{line}: "), out + err)
        status, out, err = run("replay", "-", stdin=text)
        expect(f"replay tells nothing of {what}", status == 1 and out == "" and f"-:{line}: " in err, out + err)
    status, out, _ = run("check", "-", stdin="\n".join(lines[:2] + [turn]) + "\n")
    expect("check says whose turn it is", "may not act now: it is seat " in out, out)
    dealt = json.loads(lines[1])
    for text, error in ((lines[:3] + [lines[1]], "the round is not over yet"), (lines[:-1], "the next line must be {"),
                        (lines[:-1] + [lines[1]], "this line must be {")):
        status, out, _ = run("check", "-", stdin="\n".join(text) + "\n")
        expect(f"check says that {error}", status == 1 and error in out, out)
    for tiles, error in ((dealt["deck"][:-1], f"{dealt['deck'][-1]} is missing"), (dealt["deck"][:-1] + ["x"], "'x' in the deck")):
        status, out, _ = run("check", "-", stdin=lines[0] + "\n" + json.dumps(dict(dealt, deck=tiles)) + "\n")
        expect(f"check says that {error}", status == 1 and error in out, out)
    status, out, _ = run("check", "-", stdin="\n".join(lines[:3]) + "\n")
    expect("a game that is not over is right as far as it goes", status == 0 and "not finished" in out, out)
    hostile = good.replace('"seat 0"', json.dumps("\033[2J\u009b1mEve"))
    _, out, _ = run("replay", "-", stdin=hostile)
    expect("names reach the screen without control bytes", "Eve" in out and "\033" not in out and "\u009b" not in out, out[:500])


def bots():
    game = '{"game":{"rules":"muggins:number","seat":1,"players":2}}'
    ask = '{"events":[],"view":{"hands":[7,["6-4"]],"layout":{"tiles":[],"ends":[],"count":0}},"legal":["6-4"],"ms":9}'
    status, out, err = run("bot", "greedy", stdin=f"{game}\n{ask}\n" + '{"events":[]}\n')
    expect("a bot answers a decision and nothing else", status == 0 and out == '{"move":"6-4"}\n', out + err)
    for text in ["{}x", ask, game + "\n" + '{"legal":["no"],"view":{}}']:
        status, out, err = run("bot", "random", stdin=text + "\n")
        expect("a bot says what it does not understand", status == 1 and out == "" and err.startswith("boneyard: "), out + err)
    expect("a bot needs a level", run("bot")[0] == 2 and run("bot", "perfect")[0] == 2)


def closed_pipe():
    """A reader that stops early, such as `head`, is not an error."""
    for words in (["rules", "muggins"], ["games"], ["games", "block"], ["games", "--saved"], ["replay", "-"], ["check", "-"],
                  ["review", "-"], ["train", "12-12", "12-5"], ["--help"], ["--version"]):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([sys.argv[1], *words], input=GOOD.encode(), stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        expect(f"{words} ends quietly when its reader has gone", done.returncode == 0 and done.stderr == b"", str(done))


def full_disk():
    for words in (["rules", "muggins"], ["games"], ["engine"], ["replay", "-"]):
        with open("/dev/full", "wb") as full:
            stdin = '{"do":"games"}\n' if words == ["engine"] else GOOD
            done = subprocess.run([sys.argv[1], *words], input=stdin.encode(), stdout=full, stderr=subprocess.PIPE)
        expect(f"{words} notices a full disk", done.returncode == 1 and b"written" in done.stderr, str(done))


def help_for_one():
    for command in ("play", "serve", "score"):
        expect(f"help {command}", run("help", command) == run(command, "--help"))
    status, out, err = run("help", "plai")
    expect("no such command", status == 2 and "'plai'" in err and out == "", out + err)


def settings_given_twice():
    status, out, err = run("serve", "--listen", "127.0.0.1:1", "--listen=127.0.0.1:2", timeout=30)
    expect("neither of two values is dropped", status == 2 and "'--listen' is given twice" in err and out == "", out + err)
    first = run("play", "block", "--watch", "--seed", "1", "--seed", "2")
    expect("elsewhere the last one counts", first == run("play", "block", "--watch", "--seed", "2"), str(first))


help_everywhere()
help_for_one()
settings_given_twice()
lists()
LINES = record()
GOOD = "\n".join(LINES) + "\n"
records(LINES)
bots()
closed_pipe()
full_disk()
finish("commands")
