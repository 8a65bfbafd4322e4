#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boneyard picture draws every moment of the golden games as XML with the tiles on the table and the requested hand.  The
first argument is the program."""
import pathlib
import xml.etree.ElementTree as tree

from program import expect, finish, run

GAMES = pathlib.Path(__file__).resolve().parent.parent / "golden/games"
SVG = "{http://www.w3.org/2000/svg}"


def tiles(text):
    """The number of tiles in a picture: each has a brass pin."""
    return sum(circle.get("r") == "1.6" for circle in tree.fromstring(text).iter(f"{SVG}circle"))


def game(path):
    last = 0                                            # the most tiles on the table
    for at in range(0, 400, 19):
        status, table, err = run("picture", str(path), "--at", str(at))
        if status == 1 and "--at takes 0 to" in err:
            break
        expect(f"{path.name} after move {at}", status == 0 and err == "" and tree.fromstring(table).tag == f"{SVG}svg", err)
        hands = [tiles(run("picture", str(path), "--at", str(at), "--seat", "1", *look)[1]) for look in ([], ["--dark", "--places"])]
        expect(f"{path.name} after move {at}: the hand is added", hands[0] == hands[1] >= tiles(table), str(hands))
        last = max(last, tiles(table))
    return last


def main():
    most = [game(path) for path in sorted(GAMES.glob("*.jsonl"))]
    expect("tiles are laid", len(most) > 10 and max(most) > 20, str(most))
    path = str(GAMES / "muggins.jsonl")
    expect("at first there is no tile", tiles(run("picture", path, "--at", "0")[1]) == 0)
    expect("a hand of five", tiles(run("picture", path, "--at", "0", "--seat", "2")[1]) in (5, 7))
    expect("dark is dark", "#17392F" in run("picture", path, "--dark")[1] and "#17392F" not in run("picture", path)[1])
    finish("picture")


if __name__ == "__main__":
    main()
