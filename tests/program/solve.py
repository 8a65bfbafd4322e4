#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boneyard solve: the value of a position follows from the next one; an unsolvable position is reported with a
remedy."""
import json
import os
import re
import tempfile

from program import expect, finish, run


def keep(folder, rules, seed):
    path = os.path.join(folder, rules.split()[0].replace(":", "-") + ".json")
    status, _, err = run("play", *rules.split(), "--watch", "--seed", seed, "--bots", "greedy", "--save", path)
    expect(f"play {rules}", status == 0, err)
    return path


def moves_of_round(path, number):
    """The (seat, text) of each move of a round, and its score."""
    found, current = [], 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            event = json.loads(line)
            if "round" in event:
                current = event["round"]
            elif "move" in event and current == number:
                found.append([event["seat"], event["move"], 0])
            elif "score" in event and current == number:
                found[-1][2] = event["score"]
    return found


def solved(path, *words):
    status, out, err = run("solve", path, "--json", *words)
    expect(f"solve {words}", status == 0 and err == "", err)
    return json.loads(out) if status == 0 else None


def follows(path, first):
    """The value of the played move is the value of the next position, seen from its side."""
    played = moves_of_round(path, 1)
    expect("the record has moves", len(played) > 5, str(played))
    after = None
    for at in range(len(played) - 1, first - 1, -1):
        now = solved(path, "--at", str(at))
        seat, move, points = played[at]
        values = {m["move"]: m["value"] for m in now["moves"]}
        word = move.split()[0] if move.startswith("draw") else move.split(" +")[0]
        expect(f"move {at} is among the legal ones", word in values and now["seat"] == seat, f"{word} {values}")
        expect("the best is the best", values[now["moves"][now["best"]]["move"]] == max(values.values()), str(values))
        expect("the line begins with it", now["complete"] and now["line"][0]["seat"] == seat, str(now["line"]))
        if after is not None:
            sign = 1 if after["seat"] % 2 == seat % 2 else -1
            best = after["moves"][after["best"]]["value"]
            expect(f"{path} at {at}: {move}", values[word] == points + sign * best, f"{values} {points} {best}")
        after = now


def one_numbering(path):
    """Moves count over the whole match, as in `replay`, and players have the same names."""
    told = run("replay", "--brief", path)[1]
    rounds = re.split(r"^Round \d+\.", told, flags=re.M)
    at = int(re.search(r"^ *(\d+)\. ", rounds[2], re.M).group(1)) + 1
    status, out, err = run("solve", path, "--at", str(at))
    expect("--at counts over the match", status == 0 and f"Round 2 after move {at}: " in out, out + err)
    mover, move = re.search(rf"^ *{at + 1}\. (Seat \d): (.*)$", out, re.M).groups()
    expect("the line goes on with the next number", move != "", out)
    expect("the names are those of replay", re.search(rf"^ *{at + 1}\. {mover} ", told, re.M) and "seat" not in out, told + out)
    _, out, _ = run("odds", path, "--at", str(at))
    expect("odds counts the same way", f"Round 2 after move {at}, as seen by {mover}: " in out, out)
    start = solved(path, "--round", "2")
    expect("--round is the start of a round", start["round"] == 2 and start["at"] == at - 2, str(start["at"]))


def refusals(folder, path):
    trains = keep(folder, "mexicantrain rounds=1", "3")
    last = sum(len(moves_of_round(path, r)) for r in range(1, 99))
    for words, parts in [
            ([trains], ["can be solved", "Castle Rock", "boneyard replay"]),
            ([path, "--at", "9999"], ["has %d moves: --at takes 0 to %d" % (last, last)]),
            ([path, "--at", str(last)], ["the round is over after move %d" % last]),
            ([path, "--round", "99999"], ["no such round"]), ([os.path.join(folder, "none")], ["cannot be read"])]:
        status, out, err = run("solve", *words)
        expect(f"solve {words} is refused", status == 1 and out == "" and all(p in err for p in parts), err)
    for words in [[], [path, path], [path, "--at", "x"], [path, "--round", "0"], [path, "--round", "1", "--at", "3"]]:
        status, out, err = run("solve", *words)
        expect(f"solve {words} is not understood", status == 2 and out == "" and err != "", err)
    status, _, err = run("solve", "-", stdin="{}\n")
    expect("a wrong record is named with its line", status == 1 and "-:1: " in err, err)
    teams = keep(folder, "allfives players=4 teams=on hand=7 target=5", "1")
    status, _, err = run("solve", teams, "--at", "1", "--limit", "1")
    expect("the limit is said with two ways out", status == 1 and "--at N" in err and "--limit N" in err, err)


def main():
    with tempfile.TemporaryDirectory() as folder:
        block = keep(folder, "block:basics target=60", "1")
        follows(block, 0)
        follows(keep(folder, "muggins:number target=50", "2"), 3)
        follows(keep(folder, "fiveup:online players=4 teams=on target=20", "2"), 8)
        castle = solved(keep(folder, "castlerock", "9"))
        left = {m["move"]: m["value"] for m in castle["moves"]}
        expect("castle rock", castle["value"] == "left" and left[castle["moves"][castle["best"]]["move"]] == min(left.values()),
               str(left))
        status, out, _ = run("solve", block, "--at", "3", "--wins")
        expect("--wins in words", status == 0 and "the winner of the round" in out and "best" in out, out)
        status, out, _ = run("solve", "-", "--at", "3", stdin=open(block, encoding="utf-8").read())
        expect("standard input", status == 0 and "a best line:" in out, out)
        one_numbering(block)
        refusals(folder, block)
    finish("solve")


main()
