#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the styles of the named players with `boneyard arena`, and prints the table of docs/strength.md.

    tools/styles.py [--build FOLDER] [--deals N] [--jobs N] [NAME...]

Each named player meets its own level without a style, in every seat, on the same deals. The effect is counted in the
records of Block for four: by the player with the style, and by the level at the same tables. The cost is the score.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PEOPLE = {key: (level, style) for key, level, style in
          re.findall(r'^BY_CHARACTER\((\w+), "[^"]*", (\w+), (\w+)\)', (ROOT / "include/boneyard/styles.def").read_text(), re.M)}
GAMES = ["block players=4", "muggins players=4", "mexicantrain players=4", "chickenfoot players=4"]
SEED = "57"


def halves(tile):
    return [int(half) for half in tile.split("-")]


def turns_of(lines):
    """The turns of a round: (seat, the tile laid or None), and the hands that are left."""
    turns, left = [], []
    for line in lines:
        if "move" in line and "seat" in line:
            tile = line["move"].split("@")[0]
            turns.append((line["seat"], tile if tile[0].isdigit() else None))
        if "round-end" in line:
            left = line["hands"]
    return turns, left


def count(style, seat, turns, left):
    """What one seat of a round adds: numbers whose mean is the measure of the style."""
    laid = [tile for who, tile in turns if who == seat and tile]
    if style == "doubles":
        return [nth for nth, tile in enumerate(laid, 1) if len(set(halves(tile))) == 1]
    if style == "blanks":
        return [nth for nth, tile in enumerate(laid, 1) if 0 in halves(tile)]
    if style == "heavy":
        return [sum(halves(tile)) for tile in laid[:2]]
    if style == "variety":
        hand = laid[3:] + left[seat]
        return [len({half for tile in hand for half in halves(tile)})] if len(laid) >= 3 else []
    followed = [(i, after) for i, ((who, tile), (_, after)) in enumerate(zip(turns, turns[1:])) if who == seat and tile]
    if style == "late":
        followed = [(i, after) for i, after in followed if i >= len(turns) / 2]
    return [0 if after else 100 for _, after in followed]


MEASURE = {"doubles": "turn at which a double is laid, mean", "blanks": "turn at which a tile with a blank is laid, mean",
           "heavy": "pips of the first two tiles, mean of each", "variety": "different numbers in hand after three tiles, mean",
           "lacks": "next player cannot follow, % of turns", "late": "next player cannot follow in the second half, % of turns"}


def arena(program, rules, deals, jobs, pair, record=None):
    command = [program, "arena", "--rules", rules, "--unit", "round", "--deals", str(deals), "--seed", SEED, "--jobs", str(jobs),
               "--json", "-", *pair] + (["--record", str(record)] if record else [])
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def effect(folder, style, key):
    sums = {True: [], False: []}
    for path in sorted(folder.glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        players, (turns, left) = lines[0]["players"], turns_of(lines)
        for seat, name in enumerate(players):
            sums[name == key] += count(style, seat, turns, left)
    return [sum(some) / len(some) for some in (sums[True], sums[False])]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", default="build")
    options.add_argument("--deals", type=int, default=300)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("names", nargs="*", choices=[*PEOPLE, []])
    asked = options.parse_args()
    program = str(ROOT / asked.build / "boneyard")
    print("| player | level, style | measure in Block | with | without | " + " | ".join(f"score, {one.split()[0]}" for one in GAMES) + " |")
    print("|---|---|---|---|---|" + "---|" * len(GAMES))
    for name in asked.names or PEOPLE:
        level, style = PEOPLE[name]
        cells = []
        with tempfile.TemporaryDirectory() as folder:
            for i, rules in enumerate(GAMES):
                record = pathlib.Path(folder, "games") if i == 0 else None
                report = arena(program, rules, asked.deals if level in ("easy", "medium") else asked.deals // 3, asked.jobs,
                               [name, level], record)
                score = report["result"]["pairings"][0]["score"]
                cells.append(f"{100 * score['mid']:.1f} % ({100 * score['low']:.1f} to {100 * score['high']:.1f})")
                if record:
                    with_it, without = effect(record, style, name)
        print(f"| {name.capitalize()} | `{level}:style={style}` | {MEASURE[style]} | {with_it:.2f} | {without:.2f} | " + " | ".join(cells) + " |",
              flush=True)


if __name__ == "__main__":
    main()
