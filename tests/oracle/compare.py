#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Play random games on the real engine and on the referee of this folder, and compare every reply.

    python3 tests/oracle/compare.py [build/boneyard] [--games N] [--seed S] [--preset P] [--only K] [--check] [--trace FILE]
    python3 tests/oracle/compare.py --self [...]          the referee alone: invariants, no engine needed

Ends with 0 when all replies agree, 1 at the first difference (which it prints), 2 when it could not run.
--only K plays game number K of the seed alone; --trace FILE writes the request lines of the last game, to be fed to
`boneyard engine`; --check gives each finished record to `boneyard check` as well.
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import checks                                                                            # noqa: E402
import examples                                                                          # noqa: E402
import mexican                                                                           # noqa: E402
from link import Engine, EngineDied                                                      # noqa: E402
from options import PRESETS, Rules                                                       # noqa: E402
from randoms import (bad_rules, lead_wanted, loose_text, odd_text, pick_move, random_deck, random_rules,  # noqa: E402
                     spoiled_deck)
from referee import Game, Referee                                                        # noqa: E402
from tiles import TALLY, Refusal, note                                                   # noqa: E402

MOST_MOVES = 4000                 # a game that is longer is left unfinished (and counted)


class Difference(Exception):
    def __init__(self, what, request, ours, theirs):
        super().__init__(what)
        self.what, self.request, self.ours, self.theirs = what, request, ours, theirs


def plain(value):
    return json.dumps(value, sort_keys=True)


def without(reply, *keys):
    return {key: value for key, value in reply.items() if key not in keys}


def tidy_event(event):
    """Optional keys of docs/protocol.md are ignored."""
    if isinstance(event, dict) and "round" in event:
        return {key: event.get(key) for key in ("round", "lead", "deck")}
    if isinstance(event, dict):
        return without(event, "t", "clock")
    return event


def tidy_record(reply):
    """The record's array, wherever the reply has it; of the header only what is compared."""
    # reading: docs/protocol.md does not name the key under which the reply to `record` holds its array.
    arrays = [reply] if isinstance(reply, list) else [v for v in reply.values() if isinstance(v, list)]
    if len(arrays) != 1 or not arrays[0] or not isinstance(arrays[0][0], dict):
        return reply
    header = arrays[0][0]
    head = {"boneyard": header.get("boneyard"), "rules": header.get("rules"), "players": len(header.get("players", []))}
    return [head] + [tidy_event(event) for event in arrays[0][1:]]


class Pair:
    """Both sides. Each request goes to both; the replies are compared; ours are returned."""

    def __init__(self, engine):
        self.engine = engine
        self.referee = Referee()
        self.sent = []
        self.soft = collections.Counter()
        self.requests = 0

    def ask(self, requests, soft=False):
        """soft: both have to refuse, the code is a matter of reading and only counted."""
        self.sent += requests
        self.requests += len(requests)
        ours = [self.referee.request(request) for request in requests]
        if self.engine is not None:
            theirs = self.engine.many([dict(request, id=number) for number, request in enumerate(requests)])
            for number, request in enumerate(requests):
                if not isinstance(theirs[number], dict) or theirs[number].get("id") != number:
                    raise Difference("the id is not echoed", request, ours[number], theirs[number])
                self.compare(request, ours[number], without(theirs[number], "id"), soft)
        return ours

    def one(self, soft=False, **request):
        return self.ask([request], soft)[0]

    def compare(self, request, ours, theirs, soft):
        if ours.get("ok") != theirs.get("ok"):
            raise Difference("one side accepts, the other refuses", request, ours, theirs)
        if not ours["ok"]:
            if not isinstance(theirs.get("error"), str) or not theirs["error"]:
                raise Difference("a refusal without a sentence", request, ours, theirs)
            if ours["code"] != theirs.get("code"):
                if not soft:
                    raise Difference("another error code", request, ours, theirs)
                self.soft["%s: referee %s, engine %s" % (request.get("do"), ours["code"], theirs.get("code"))] += 1
            return
        if request["do"] in ("new", "deal", "play"):
            ours = dict(ours, events=[tidy_event(e) for e in ours["events"]])
            theirs = dict(theirs, events=[tidy_event(e) for e in theirs.get("events", [])])
        if request["do"] == "record":
            ours, theirs = tidy_record(ours), tidy_record(theirs)
        if plain(ours) != plain(theirs):
            raise Difference("the replies differ", request, ours, theirs)


class Match:
    """One random game from `new` to its end."""

    def __init__(self, pair, rng, preset):
        self.pair, self.rng, self.preset = pair, rng, preset
        self.rules = None
        self.moves = 0
        self.undone = 0

    def play(self):
        self.refused_strings()
        self.new_game()
        state = self.look()
        while True:
            if state["phase"] == "game-over":
                if self.rng.random() < 0.15 and self.undone < 20:
                    state = self.undo(state)
                    continue
                break
            if state["phase"] == "round-over":
                state = self.between_rounds(state)
                continue
            if self.moves >= MOST_MOVES:
                note("match: left unfinished")
                break
            state = self.step(state)
        self.end(state)

    # ---- the start ------------------------------------------------------------------------------------------
    def refused_strings(self):
        if self.rng.random() < 0.3:
            self.try_rules(bad_rules(self.rng, self.preset))

    def try_rules(self, text):
        """Rules, or None when they are refused (then the engine has to refuse them as well)."""
        try:
            return Rules(text)
        except Refusal:
            note("rules: refused strings")
            self.pair.one(do="new", rules=text, deck=["6-6"])
            return None

    def new_game(self):
        while self.rules is None:
            text = random_rules(self.rng, self.preset)
            self.rules = self.try_rules(text)
        if self.rng.random() < 0.05:
            deck = spoiled_deck(self.rng, random_deck(self.rng, self.rules, 1))
            self.pair.one(do="new", rules=text, deck=deck)
            note("deck: refused")
        self.deal({"do": "new", "rules": text}, 1, None)

    def deal(self, request, number, table):
        wanted = lead_wanted(self.rules, table)
        for attempt in range(200):
            request = dict(request, deck=random_deck(self.rng, self.rules, number))
            self.stray_lead(request, wanted)
            if wanted == "needed" or (wanted == "allowed" and self.rng.random() < 0.5):
                request["lead"] = self.rng.randrange(self.rules["players"])
            reply = self.pair.one(**request)
            if reply["ok"]:
                return
            if reply["code"] != "no-double":
                raise checks.Broken("a deal was refused: " + reply["error"])
        raise checks.Broken("no double in 200 deals")

    def stray_lead(self, request, wanted):
        """A lead that has to be refused."""
        if self.rng.random() >= 0.03:
            return
        if wanted == "refused":
            self.pair.one(soft=True, **dict(request, lead=0))
            note("lead: given where it is refused")
        else:
            self.pair.one(soft=True, **dict(request, lead=self.rules["players"]))
            note("lead: no such seat")

    # ---- one step -------------------------------------------------------------------------------------------
    def look(self):
        """Compare the state, every view and every seat's legal moves; returns the state, with the moves in it."""
        seats = range(self.rules["players"])
        requests = [{"do": "state"}] + [{"do": "view", "seat": s} for s in seats] + [{"do": "legal", "seat": s} for s in seats]
        replies = self.pair.ask(requests)
        state, views, legal = replies[0], replies[1:1 + len(seats)], replies[1 + len(seats):]
        checks.check_state(self.rules, state)
        for seat in seats:
            checks.check_view(state, views[seat], seat)
            checks.require(bool(legal[seat]["moves"]) == (seat in state["actors"]), "actors and legal moves do not agree")
            checks.require(len(set(legal[seat]["moves"])) == len(legal[seat]["moves"]), "a legal move is listed twice")
        checks.check_scores(self.rules, self.pair.referee.game.events, state["scores"])
        if len(state["actors"]) > 1:
            note("position: more than one actor")
        state["legal"] = [reply["moves"] for reply in legal]
        return state

    def step(self, state):
        chance = self.rng.random()
        if chance < 0.05:
            return self.undo(state)
        if chance < 0.20:
            return self.odd_input(state)
        choices = [(seat, text) for seat, texts in enumerate(state["legal"]) for text in texts]
        seat, text = pick_move(self.rng, choices)
        return self.make(state, seat, text)

    def make(self, state, seat, text):
        reply = self.pair.one(do="play", seat=seat, move=text)
        checks.require(reply["ok"], "a legal move was refused: %s" % text)
        self.moves += 1
        self.tally(state, reply["events"])
        return self.look()

    def tally(self, state, events):
        for event in events:
            if "move" in event:
                note("move: " + event["move"].partition(" ")[0] if event["move"][0].isalpha() else "move: play")
            if "game-end" in event:
                note("game: %d winner(s)" % len(event["winners"]))
        if self.rules.values.get("teams") == "on":
            note("move: in a team game")

    def undo(self, state):
        had = bool(self.pair.referee.game.snapshots)
        reply = self.pair.one(do="undo")
        checks.require(reply["ok"] == had, "undo")
        if had:
            self.undone += 1
            note("undo: in play" if state["phase"] == "play" else "undo: of an end, " + state["phase"])
        else:
            note("undo: nothing to undo")
        return self.look()

    def odd_input(self, state):
        """Loose texts, illegal and ambiguous moves, wrong seats: acceptance or the error code has to agree."""
        choices = [(seat, text) for seat, texts in enumerate(state["legal"]) for text in texts]
        seat, text = self.rng.choice(choices)
        kind = self.rng.random()
        if kind < 0.6:
            text = loose_text(self.rng, text)
        elif kind < 0.8:
            text = odd_text(self.rng, self.rules["set"] if self.rules["set"] > 6 and "target" not in self.rules.values else 6)
        elif kind < 0.9:
            seat = self.rng.randrange(self.rules["players"])
        elif kind < 0.95:
            number = self.rules["players"] + self.rng.choice([0, 1, 20])
            for what in ("view", "legal"):
                self.pair.one(do=what, seat=number)
            self.pair.one(do="play", seat=number, move=text)
            return state
        else:
            self.pair.one(do="deal", deck=random_deck(self.rng, self.rules, 1))           # wrong-phase
            return state
        reply = self.pair.one(do="play", seat=seat, move=text)
        if reply["ok"]:
            self.moves += 1
            self.tally(state, reply["events"])
        else:
            note("input: " + reply["code"])
        return self.look()

    def between_rounds(self, state):
        chance = self.rng.random()
        if chance < 0.12 and self.undone < 20:
            return self.undo(state)
        if chance < 0.2:
            self.pair.one(do="play", seat=state["turn"], move="pass")                    # wrong-phase
        table = self.pair.referee.game.table
        if chance > 0.95:
            deck = spoiled_deck(self.rng, random_deck(self.rng, self.rules, state["round"] + 1))
            self.pair.one(do="deal", deck=deck, **({"lead": 0} if lead_wanted(self.rules, table) == "needed" else {}))
            note("deck: refused")
        self.deal({"do": "deal"}, state["round"] + 1, table)
        return self.look()

    def end(self, state):
        note("match: played")
        if state["phase"] == "game-over":
            self.pair.one(do="deal", deck=random_deck(self.rng, self.rules, 1))          # wrong-phase
            self.pair.one(do="play", seat=0, move="pass")                                # wrong-phase
        self.pair.one(do="record")
        checks.replay(Game, self.pair.referee.game.record())


def protocol_probes(engine):
    """Requests that need no game, and malformed lines."""
    pair = Pair(engine)
    for request in ({"do": "state"}, {"do": "view", "seat": 0}, {"do": "legal", "seat": 0}, {"do": "undo"}, {"do": "record"},
                    {"do": "deal", "deck": []}, {"do": "play", "seat": 0, "move": "6-6"}):
        pair.ask([request])
    if engine is None:
        return
    for line, codes in (
            ("nonsense", ["bad-json"]), ("{}", ["bad-request"]), ('{"do":"fly"}', ["bad-request"]), ('{"do":"state"} x', ["bad-json"]),
            ('{"do":"state","x":1}', ["bad-request"]), ('{"do":"play","seat":"0","move":"6-6"}', ["bad-request", "no-game"]),
            ('{"do":"new","rules":5}', ["bad-request"]), ("[" * 40, ["bad-json"]), ('[1]', ["bad-json", "bad-request"]),
            ('{"do":"new","rules":"block","deck":["6-6"],"seed":"' + "0" * 64 + '"}', ["bad-request"]),
            ('{"do":"new","rules":"block","seed":"12"}', ["bad-request"])):
        reply = engine.send_lines([line])[0]
        if reply.get("ok") is not False or reply.get("code") not in codes:
            raise Difference("a malformed line", line, {"ok": False, "code": codes}, reply)


def check_record(path, record, header_players):
    """Give the finished record to `boneyard check`."""
    lines = [dict(record[0], players=header_players, date="2026-01-01T00:00:00Z")] + record[1:]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))
    done = subprocess.run([path, "check", file.name], capture_output=True, text=True)
    if done.returncode != 0 or not re.search(r"(^|: )ok\b", done.stdout):
        raise Difference("boneyard check refuses the record %s" % file.name, "check", {"ok": True}, done.stdout + done.stderr)
    os.unlink(file.name)


def first_difference(ours, theirs, where="reply"):
    """The first difference between two JSON values, in words."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(set(ours) | set(theirs)):
            if key not in ours or key not in theirs:
                return "%s.%s is only in the %s's reply" % (where, key, "referee" if key in ours else "engine")
            if plain(ours[key]) != plain(theirs[key]):
                return first_difference(ours[key], theirs[key], "%s.%s" % (where, key))
    if isinstance(ours, list) and isinstance(theirs, list):
        for number, (a, b) in enumerate(zip(ours, theirs)):
            if plain(a) != plain(b):
                return first_difference(a, b, "%s[%d]" % (where, number))
        return "%s: referee has %d entries, engine %d" % (where, len(ours), len(theirs))
    return "%s: referee %s, engine %s" % (where, plain(ours), plain(theirs))


def report(problem, pair, args, number):
    game = pair.referee.game
    print("\nDIFFERENCE in game %d: %s" % (number, problem))
    if game is not None:
        print("rules:  " + game.rules.canonical)
        for event in game.events:
            if "round" in event:
                print("round:  " + json.dumps(event))
        start = max(i for i, event in enumerate(game.events) if "round" in event)
        print("events of this round so far:")
        for event in game.events[start + 1:]:
            print("    " + json.dumps(event))
    if isinstance(problem, Difference):
        print("request: " + (problem.request if isinstance(problem.request, str) else json.dumps(problem.request)))
        print("referee: " + json.dumps(problem.ours)[:4000])
        print("engine:  " + json.dumps(problem.theirs)[:4000])
        if isinstance(problem.ours, dict) == isinstance(problem.theirs, dict):
            print("first:   " + first_difference(problem.ours, problem.theirs))
    again = ["python3", "tests/oracle/compare.py"] + (["--self"] if args.self else [args.engine])
    again += ["--seed", args.seed] + (["--preset", args.preset] if args.preset else [])
    again += ["--reading", args.reading] if args.reading else []
    again += ["--games", "0"] if number < 0 else ["--only", str(number)]          # before game 0 come the malformed lines
    print("again:   " + " ".join(again) + " --trace failed.jsonl")


def write_trace(args, pair):
    if args.trace:
        with open(args.trace, "w", encoding="utf-8") as file:
            file.write("".join(json.dumps(request) + "\n" for request in pair.sent))


def main():
    parser = argparse.ArgumentParser(description="compare the engine with the independent referee")
    parser.add_argument("engine", nargs="?", default="build/boneyard")
    parser.add_argument("--self", action="store_true", help="the referee alone")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--preset", choices=PRESETS)
    parser.add_argument("--only", type=int)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--trace")
    parser.add_argument("--reading", choices=["late-third"], help="take the other reading of a contested rule")
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    mexican.LATE_MAY_BE_THIRD = args.reading == "late-third"

    engine = None
    if not args.self:
        try:
            engine = Engine(args.engine)
        except OSError as error:
            print("cannot start %s: %s" % (args.engine, error))
            return 2
    started = time.time()
    soft = collections.Counter()
    presets = collections.Counter()
    moves = requests = undone = 0
    numbers = [args.only] if args.only is not None else range(args.games)
    number, pair = -1, Pair(engine)
    try:
        examples.run()
        TALLY.clear()
        protocol_probes(engine)
        for number in numbers:
            rng = random.Random("%s/%s/%d" % (args.seed, args.preset, number))
            pair = Pair(engine)
            match = Match(pair, rng, args.preset)
            match.play()
            presets[match.rules.preset] += 1
            moves, requests, undone = moves + match.moves, requests + pair.requests, undone + match.undone
            soft += pair.soft
            if args.check and engine is not None:
                record = pair.referee.game.record()
                check_record(args.engine, record, record[0]["players"])
    except (Difference, checks.Broken, EngineDied) as problem:
        report(problem, pair, args, number)
        write_trace(args, pair)
        return 1
    finally:
        if engine is not None:
            engine.close()
    write_trace(args, pair)
    if not args.quiet:
        summary(presets, soft)
    print("%d games, %d moves (%d taken back), %d requests, %.0f s: %s" % (
        len(numbers), moves, undone, requests, time.time() - started,
        "the referee agrees with itself" if args.self else "no difference"))
    return 0


def summary(presets, soft):
    print("games by preset:")
    for preset in PRESETS:
        print("  %8d  %s" % (presets[preset], preset))
    print("what happened:")
    for what, count in sorted(TALLY.items()):
        print("  %8d  %s" % (count, what))
    if soft:
        print("error codes that differ where the contract leaves them open:")
        for what, count in sorted(soft.items()):
            print("  %8d  %s" % (count, what))


if __name__ == "__main__":
    sys.exit(main())
