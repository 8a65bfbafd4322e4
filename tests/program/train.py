#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boneyard train: its output, and its error messages."""
import json

from program import expect, finish, run


def halves(tile):
    return [int(half) for half in tile.split("-")]


def joins(start, tiles):
    for tile in tiles:
        first, second = halves(tile)
        if first != start:
            return False
        start = second
    return True


def answers():
    status, out, err = run("train", "12-12", "12-5", "5-3", "9-12")
    expect("a small hand", status == 0 and err == "" and "12-5 5-3 (2 tiles, 25 pips)" in " ".join(out.split())
           and "left in hand 12-9 (1 tile, 21 pips)" in " ".join(out.split()), out + err)
    expect("both trains", "Mexican Train 12-9 (1 tile, 21 pips)" in " ".join(out.split()), out)
    hand = "3-12 3-3 3-7 7-7 7-1 1-0 0-3 9-8 12-8 8-1 6-6".split()
    for options in ([], ["--longest"], ["--no-last-double"]):
        status, out, err = run("train", "--json", *options, "12-12", *hand)
        said = json.loads(out)
        one, two = said["one"], said["two"]
        everything = sorted(sorted(halves(t)) for t in hand)
        expect(f"{options} joins", status == 0 and said["from"] == 12 and joins(12, one["train"]["tiles"])
               and joins(12, two["own"]["tiles"]) and joins(12, two["mexican"]["tiles"]), out + err)
        for part in (one["train"]["tiles"] + one["left"], two["own"]["tiles"] + two["mexican"]["tiles"] + two["left"]):
            expect(f"{options} every tile once", sorted(sorted(halves(t)) for t in part) == everything, out)
        expect(f"{options} pips", one["train"]["pips"] == sum(sum(halves(t)) for t in one["train"]["tiles"])
               and one["left-pips"] == sum(sum(halves(t)) for t in one["left"]), out)
    said = json.loads(run("train", "--json", "--from", "7", "7-7")[1])
    expect("--from alone", said["one"]["train"] == {"tiles": ["7-7"], "pips": 14, "end": 7, "exact": True}, str(said))
    said = json.loads(run("train", "--json", "--no-last-double", "--from", "7", "7-7")[1])
    expect("a double is left out", said["one"]["train"]["tiles"] == [] and said["one"]["left"] == ["7-7"], str(said))
    expect("a double at the end is told", "ends on a double" in run("train", "--from", "7", "7-7")[1])
    heavy = json.loads(run("train", "--json", "--set", "18", "--from", "0", "0-18", "0-1", "1-2", "2-3")[1])
    long = json.loads(run("train", "--json", "--longest", "--set", "18", "--from", "0", "0-18", "0-1", "1-2", "2-3")[1])
    expect("heaviest is not longest", heavy["one"]["train"]["pips"] == 18 and len(long["one"]["train"]["tiles"]) == 3,
           str(heavy) + str(long))
    whole = [f"{high}-{low}" for high in range(19) for low in range(high + 1)]
    said = json.loads(run("train", "--json", "--set", "18", "--from", "4", *whole)[1])
    expect("a whole double-18 set", said["one"]["left"] == [] and said["two"]["left"] == [], str(said)[:300])
    expect("... in words", run("train", "--set", "18", "--from", "4", *whole)[0] == 0)


def refusals():
    for words, parts in [
            ([], ["name the centre double"]), (["12-12"], ["your tiles"]), (["12-5", "5-3"], ["12-5", "not a double", "--from"]),
            (["12-12", "12-12"], ["centre double"]), (["12-12", "5-12", "12-5"], ["twice"]), (["12-12", "5-x"], ["5-x", "not a tile"]),
            (["12-12", "19-1"], ["19-1", "not a tile"]), (["12-12", "\033[31m"], ["?[31m"]),
            (["--set", "12", "12-12", "13-1"], ["13-1", "double-12"]), (["12-12", "5-13"], ["5-13", "double-12", "--set"]),
            (["15-15", "5-13"], ["15-15", "double-12", "--set"]), (["--set", "9", "12-12", "1-1"], ["double-9"]),
            (["--set", "7", "3-3", "1-1"], ["6, 9, 12, 15 or 18"]), (["--from", "x", "1-1"], ["--from"]),
            (["--from", "19", "1-1"], ["--from"]), (["--from", "3"], ["tiles"]), (["--from", "3", ""], ["not a tile"]),
            (["12-12", "5-3-1"], ["not a tile"])]:
        status, out, err = run("train", *words)
        expect(f"train {words} is refused", status == 2 and out == "" and all(p in err for p in parts), out + err)
        expect(f"train {words}: nothing raw", "\033" not in err, err)


answers()
refusals()
finish("train")
