#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The starting points for bot authors: examples/bot.py plays every game, and docs/protocol.md shows a real session.  The
first argument is the program."""
import ast
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from program import expect, finish, run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BOT = ROOT / "examples" / "bot.py"
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
GAMES = ("block", "draw", "muggins", "allfives", "fiveup", "chickenfoot", "mexicantrain", "castlerock")
HARDER = ("muggins:classic call=on players=4 target=60", "mexicantrain:classic knock=on infractions=penalise rounds=2",
          "chickenfoot:classic players=6 rounds=2", "castlerock:classic")


def forfeits(bot, rules):
    """Plays a match against a built-in bot; returns the example bot's part of the report."""
    status, out, err = run("arena", f"cmd:name=bot:{sys.executable} {bot}", "greedy", "--rules", rules, "--deals", "2", "--seed", "14",
                           "--grace", "20000", "--json", "-", timeout=600)
    expect(f"a match of {rules}", status == 0, err)
    return json.loads(out)["result"]["bots"][0] if status == 0 else {"forfeits": {}, "finished-by-random": 0}


def example_bot():
    source = BOT.read_text(encoding="utf-8")
    expect("it has at most 40 lines", len(source.splitlines()) <= 40)
    names = {name.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for name in node.names}
    expect("it needs only the standard library", names and names <= sys.stdlib_module_names and "from " not in source.split('"""')[2])
    listed = set(re.findall(r"^  (\w+):", run("games")[1], re.M))
    expect("these are all the games", listed == set(GAMES), str(listed))
    for rules in GAMES + HARDER:
        mine = forfeits(BOT, rules)
        expect(f"no fault in {rules}", sum(mine["forfeits"].values()) == 0 and mine["finished-by-random"] == 0, json.dumps(mine))
    with tempfile.TemporaryDirectory() as folder:       # planted: it plays an illegal move
        planted = pathlib.Path(folder) / "bot.py"
        planted.write_text(source.replace('max(line["legal"], key=worth)', '"6-6"'), encoding="utf-8")
        expect("a fault is counted", forfeits(planted, "block")["forfeits"]["illegal"] > 5)


def listing(page):
    """The session on the page, one item per line: [(prefix, JSON value)]; indented lines continue the line above."""
    block = page.split("### A whole session", 1)[1].split("```")[1]
    lines = re.sub(r"\n +", "", block).strip().splitlines()
    return [(line.split(": ", 1)[0], json.loads(line.split(": ", 1)[1])) for line in lines]


def played(command):
    """The lines of the first game printed by the page's command."""
    words = shlex.split(command)
    at = next(i for i, word in enumerate(words) if word.startswith("cmd:"))
    words[at] = words[at].replace("examples/bot.py", f"{sys.executable} {BOT}")
    done = subprocess.run([sys.argv[1], *words[1:], "--grace", "20000"], capture_output=True, text=True, timeout=120)
    expect("the page's command works", done.returncode == 0, done.stderr)
    lines = [(line.split(": ", 1)[0], json.loads(line.split(": ", 1)[1])) for line in done.stderr.splitlines()]
    second = [i for i, line in enumerate(lines) if "game" in line[1]][1]
    return lines[:second]


def unready(lines):
    """Without the ready line: the first question may be sent before or after it arrives."""
    return [line for line in lines if line[1] != {"ready": True}]


def session():
    command = re.search(r"^    (boneyard arena .*--show-wire .*)$", PAGE, re.M).group(1)
    shown, now = listing(PAGE), played(command)
    expect("the page shows the session as it is", unready(shown) == unready(now) and len(shown) == len(now),
           "\n".join(f"{a}\n{b}" for a, b in zip(unready(shown), unready(now)) if a != b))
    expect("the bot says that it is ready", ("from bot, seat 0", {"ready": True}) in shown[1:4])
    spoilt = listing(PAGE.replace('"move":"draw 5-1"', '"move":"draw 5-2"'))
    expect("a changed page is noticed", unready(spoilt) != unready(now))
    told = [event for way, line in shown if way.startswith("to ") for event in line.get("events", [])]
    moves = [(event["seat"], event["move"]) for event in told if "move" in event]
    for what, there in (("its own draw", any(s == 0 and m.startswith("draw ") for s, m in moves)), ("a draw of another", (1, "draw") in moves),
                        ("a pass of each", {(0, "pass"), (1, "pass")} <= set(moves)), ("two rounds", sum("round" in e for e in told) == 2),
                        ("a blocked round and one that is won", {"blocked", "out"} == {e["round-end"] for e in told if "round-end" in e}),
                        ("the end", "game-end" in told[-1])):
        expect(f"the session shows {what}", there, str(moves))
    asked = "\n".join(json.dumps(line) for way, line in shown if way.startswith("to ")) + "\n"
    done = subprocess.run([sys.executable, BOT], input=asked, capture_output=True, text=True, timeout=60)
    expect("the bot answers the page's lines as shown", [json.loads(line) for line in done.stdout.splitlines()]
           == [{"ready": True}] + [line for way, line in unready(shown) if way.startswith("from ")], done.stdout + done.stderr)


os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
example_bot()
session()
finish("authors")
