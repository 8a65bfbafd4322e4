#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Replays the games in tests/golden/games, natively, with bots in all seats: tests/golden/make.py build/boneyard

They are records (docs/protocol.md).  To be run only when rules have changed so that the old games cannot be played again.
"""
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "games"
GAMES = {
    "block": "block:basics players=3 target=40", "draw": "draw:basics target=40", "draw-teams": "draw:basics players=4 teams=on target=50",
    "muggins": "muggins:number target=60", "muggins-call": "muggins:classic call=on target=50", "muggins-online": "muggins:online players=4 target=60",
    "allfives": "allfives:online players=3 target=20", "fiveup": "fiveup:online players=4 teams=on target=25",
    "chickenfoot": "chickenfoot:number players=4 rounds=2", "chickenfoot-classic": "chickenfoot:classic players=8 rounds=1",
    "mexicantrain": "mexicantrain:number players=4 rounds=2", "mexicantrain-knock": "mexicantrain:classic players=3 knock=on rounds=2",
    "mexicantrain-hub": "mexicantrain:hub players=5 rounds=1", "castlerock": "castlerock:number", "castlerock-classic": "castlerock:classic",
}
LEVELS = ["easy", "medium", "greedy", "random"]


class Engine:
    def __init__(self, program):
        self.child = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.child.stdin.write(json.dumps(request) + "\n")
        self.child.stdin.flush()
        answer = json.loads(self.child.stdout.readline())
        return answer if answer["ok"] else None

    def must(self, **request):
        answer = self.ask(**request)
        if answer is None:
            sys.exit(f"refused: {request}")
        return answer


def play(engine, rules, seed, levels):
    engine.must(do="new", rules=rules, seed=seed)
    for _ in range(3000):
        view = engine.must(do="state")
        if view["phase"] == "game-over":
            return engine.must(do="record")["record"]
        if view["phase"] == "round-over":
            engine.must(do="deal")
            continue
        seat = view["actors"][-1]
        engine.must(do="play", seat=seat, move=engine.must(do="best", seat=seat, level=levels[seat % len(levels)])["move"])
    sys.exit(f"{rules} does not end")


def main():
    engine = Engine(sys.argv[1])
    for i, (name, rules) in enumerate(GAMES.items()):
        record = play(engine, rules, f"{i + 1:064x}", LEVELS[:2] if "call" in rules else LEVELS)
        text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in record)
        (FOLDER / f"{name}.jsonl").write_text(text)
        print(name, len(record), "lines")


main()
