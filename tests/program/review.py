#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boneyard review, boneyard odds and boneyard picture: planted blunders are found and explained, best play is not criticised, hidden tiles
change nothing, and hostile names are harmless."""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from program import expect, finish, run


def whole_set():
    return [f"{h}-{l}" for h in range(7) for l in range(h + 1)]


def engine_record(rules, hands, moves, names):
    """A record made by hand: these hands, the other tiles as the boneyard, and these moves."""
    deck = [t for hand in hands for t in hand]
    deck += [t for t in whole_set() if t not in deck]
    lines = [{"do": "new", "rules": rules, "deck": deck}]
    lines += [{"do": "play", "seat": seat, "move": move} for seat, move in moves] + [{"do": "record"}]
    status, out, err = run("engine", stdin="".join(json.dumps(line) + "\n" for line in lines))
    answers = [json.loads(line) for line in out.splitlines()]
    expect("the moves are legal", status == 0 and all(a["ok"] for a in answers), out[-2000:] + err)
    record = answers[-1]["record"]
    record[0]["players"] = names
    return record


def text_of(record):
    return "".join(json.dumps(event, ensure_ascii=True) + "\n" for event in record)


def review(record, *words):
    status, out, err = run("review", "-", "--json", *words, stdin=text_of(record))
    expect(f"review {words}", status == 0 and err == "", err)
    return json.loads(out) if status == 0 else None


def decision(found, move):
    return next((d for d in found["decisions"] if d["move"] == move), None)


# ---- Planted blunders ---------------------------------------------------------------------------

MUGGINS = [["6-3", "4-2", "5-2", "1-1", "5-1"], ["6-6", "6-1", "5-4", "4-1", "2-0"]]


def missed_score():
    """After 6-3, the 6-6 makes 12 + 3 = 15; the 6-1 makes nothing."""
    for move, missed in [("6-1@6-3", True), ("6-6@6-3", False)]:
        record = engine_record("muggins:classic", MUGGINS, [(0, "6-3"), (1, move)], ["bot:medium", "you"])
        found = review(record)
        d = decision(found, 2)
        expect(f"{move}: only the person is graded", {x["seat"] for x in found["decisions"]} == {1}, str(found))
        expect("what was best", d["best"] == "6-6@6-3" and d["played"] == move, str(d))
        if missed:
            expect("a missed 15 is found", d["grade"] in ("loose", "blunder") and 0.03 < d["cost"] < 0.3, str(d))
            expect("a missed 15 is explained", "it scores 15" in d["why"], str(d))
            status, out, _ = run("review", "-", stdin=text_of(record))
            out = out.replace("\n      ", " ")
            expect("in words", status == 0 and "Better: lay 6-6 on 6-3: it scores 15" in out
                   and "   2. You lay 6-1 on 6-3." in out and "is not over" in out, out)
            expect("the hand and the ends", "Your hand: 2-0 4-1 5-4 6-1 6-6. Ends: 6 and 3" in out, out)
            expect("what it cost", re.search(r"(Loose|A blunder): your chance to win fell from about \d+ % to \d+ %\.", out), out)
            expect("totals in words", "You made 1 decision: 1 " in out
                   and re.search(r"loses about one in \d+ of the games that the best moves would win\.", out.replace("\n", " ")), out)
            spanish = run("--language", "es", "review", "-", stdin=text_of(record))[1].replace("\n      ", " ")
            expect("in Spanish", "Tu mano: 2-0 4-1 5-4 6-1 6-6. Extremos: 6 y 3" in spanish and "Tomaste 1 decisión: 1 " in spanish
                   and "Mejor: " in spanish, spanish)
        else:
            expect("a taken 15 is best", d["grade"] == "best" and d["why"] == "", str(d))
            out = run("review", "-", stdin=text_of(record))[1]
            expect("a good game in words", "You made 1 decision: it was the best move." in out and "Round" not in out, out)


BLOCK = [["6-5", "4-1", "5-3", "5-0", "6-1", "3-2", "4-3"], ["5-4", "5-1", "3-0", "5-5", "5-2", "2-1", "4-2"]]
UP_TO = [(0, "5-6"), (1, "5-4@5-6"), (0, "4-1@4-5"), (1, "1-5@1-4"), (0, "5-3@5-1"), (1, "3-0@3-5"), (0, "0-5@0-3")]


def late_double():
    """Five 5s are laid; the 5-5 and the 5-2 are in one hand: laying the 5-2 on the last open 5 strands the double."""
    for move, late in [("5-2@5-0", True), ("5-5@5-0", False)]:
        record = engine_record("block:basics blanks=suit lead=seat", BLOCK, UP_TO + [(1, move)], ["bot:hard", "Anna"])
        d = decision(review(record, "--seat", "Anna"), 8)
        if late:
            expect("a double dumped too late is found", d["best"] == "5-5@5-0" and d["grade"] in ("loose", "blunder"),
                   str(d))
            expect("... and explained", "it plays 5-5 before that tile gets stuck" in d["why"] and "no one else has a 5" in d["why"],
                   str(d))
        else:
            expect("the double in time is best", d["grade"] == "best", str(d))


def claims():
    """With call=on, an unclaimed score costs as much as the call."""
    for move, grade in [("6-6@6-3 +15", ("best",)), ("6-6@6-3", ("blunder",))]:
        record = engine_record("muggins:classic call=on", MUGGINS, [(0, "6-3"), (1, move)], ["bot:medium", "you"])
        d = decision(review(record), 2)
        expect(f"claims: {move}", d["grade"] in grade and d["best"] == "6-6@6-3 +15", str(d))
        expect("an unclaimed score is explained", d["grade"] == "best" or "claimed" in d["why"], str(d))
    for move, grade in [("call", "best"), ("2-6@6-6", None)]:
        hands = [MUGGINS[0][:2] + ["6-2", "1-1", "5-1"], MUGGINS[1]]
        record = engine_record("muggins:classic call=on", hands, [(0, "6-3"), (1, "6-6@6-3"), (0, move)],
                               ["you", "bot:medium"])
        d = decision(review(record), 3)
        expect("a call is best", d["best"] == "call" and (d["grade"] == "best") == (grade == "best"), str(d))
        expect("a call is explained", grade == "best" or "did not claim" in d["why"], str(d))


# ---- Hidden tiles ---------------------------------------------------------------------------------

def watched(folder, rules, bots, seed):
    path = os.path.join(folder, "watched.jsonl")
    if os.path.exists(path):
        os.remove(path)         # no game overwrites another
    status, _, err = run("play", *rules.split(), "--watch", "--seed", seed, "--bots", bots, "--save", path)
    expect(f"play {rules}", status == 0, err)
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def first_round(record, moves):
    """The record up to this many moves of its first round."""
    kept, n = [], 0
    for event in record:
        if "round-end" in event or ("round" in event and event["round"] > 1):
            break
        n += "move" in event
        if n > moves:
            break
        kept.append(event)
    return kept


def seen_by(seat, record, hand, players):
    deck = record[1]["deck"]
    seen = set(deck[seat * hand:(seat + 1) * hand]) if players > 1 else set(deck[:3])
    for event in record[2:]:
        words = event.get("move", "").split()
        if words and words[0] == "draw" and (event["seat"] == seat or players == 1):
            seen |= set(words[1:])
        elif words and words[0] not in ("draw", "pass", "call", "take", "take3"):
            a, b = words[0].split("@")[0].split("-")
            seen.add(f"{max(int(a), int(b))}-{min(int(a), int(b))}")
    return seen


def exchange(record, a, b):
    def name(text):
        return b if text == a else a if text == b else text
    new = [record[0], dict(record[1], deck=[name(t) for t in record[1]["deck"]])]
    for event in record[2:]:
        words = event.get("move", "").split()
        new.append(dict(event, move=" ".join(["draw"] + [name(t) for t in words[1:]])) if words[:1] == ["draw"] else event)
    return new


def blind(folder, rules, bots, hand, players, chance):
    """Swaps tiles that a seat cannot see, without changing any event told to it: neither the review nor the odds may change by a
    byte."""
    record = first_round(watched(folder, rules, bots, str(chance.randrange(1, 999))), chance.randrange(6, 14))
    seat = chance.randrange(players)
    hidden = sorted(set(record[1]["deck"]) - seen_by(seat, record, hand, players))
    other, exchanged = record, 0
    for _ in range(60):
        if len(hidden) < 2 or exchanged == 4:
            break
        tried = exchange(other, *chance.sample(hidden, 2))
        path = os.path.join(folder, "exchanged.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text_of(tried))
        if tried != other and run("check", path)[0] == 0:
            other, exchanged = tried, exchanged + 1
    expect(f"{rules}: something was exchanged", exchanged > 0 and other[1]["deck"] != record[1]["deck"], str(hidden))
    words = ["--seat", str(seat + 1), "--count", "300"]
    expect(f"{rules}: the same grades", review(record, *words) == review(other, *words), text_of(record))
    a, b = (run("odds", "-", "--json", *words[:2], stdin=text_of(r)) for r in (record, other))
    expect(f"{rules}: the same odds", a[0] == 0 and a == b, a[2])
    a, b = (run("picture", "-", "--places", *words[:2], stdin=text_of(r)) for r in (record, other))
    expect(f"{rules}: the same picture", a[0] == 0 and a == b and "<svg" in a[1], a[2])
    words[1] = str((seat + 1) % players + 1)
    return review(record, *words) != review(other, *words)


def hidden_tiles(folder):
    chance, differs = random.Random(5), 0
    for rules, hand, players in [("muggins:number", 7, 2), ("draw:basics", 7, 2), ("block:basics players=4", 5, 4),
                                 ("fiveup:online players=3", 5, 3), ("mexicantrain rounds=1", 18, 4),
                                 ("chickenfoot rounds=1", 11, 4), ("castlerock", 0, 1), ("muggins:number", 7, 2)]:
        differs += blind(folder, rules, "greedy", hand, players, chance)
    expect("another seat, whose tiles were exchanged, is graded otherwise", differs > 2, str(differs))


# ---- Best play, wording, odd input --------------------------------------------------------------

def best_play(folder):
    """Expert play is hardly criticised; random play is."""
    counts = {}
    for rules, bots in [("muggins:number target=60", "expert"), ("muggins:number target=60", "random"),
                        ("block:basics target=30", "expert"), ("mexicantrain players=2 rounds=1", "expert"),
                        ("chickenfoot players=3 rounds=1", "expert")]:
        count = "3200" if "chickenfoot" in rules else "800"     # 800 playouts misjudge a move by up to four points
        found = review(watched(folder, rules, bots, "3"), "--count", count)
        n = {g: sum(p[g] for p in found["players"]) for g in ("decisions", "best", "fine", "loose", "blunder")}
        counts[rules, bots] = n
        expect("the sums are right", n["decisions"] == n["best"] + n["fine"] + n["loose"] + n["blunder"]
               == len(found["decisions"]), str(n))
        if bots == "expert":
            expect(f"best play is not blamed: {rules}", n["blunder"] == 0 and n["loose"] * 10 <= n["decisions"],
                   str(n))
        else:
            expect("play at random is blamed", n["blunder"] * 20 > n["decisions"], str(n))
        turning = found["turning"]
        expect("the turning point is a move of the record", turning is None or 0 < turning["move"] <= 9999
               and turning["said"] != "" and turning["from"] != turning["to"], str(turning))
    return counts


HOSTILE = ["\u001b[31mred\u001b[0m", "you\n\u202eright\u009b2J"]


def hostile():
    record = engine_record("muggins:classic", MUGGINS, [(0, "6-3"), (1, "6-1@6-3")], HOSTILE)
    for words in (["review", "-"], ["odds", "-"], ["review", "-", "--seat", "\u001b[2Jnobody"],
                  ["odds", "-", "--seat", "\u001b[2Jnobody"], ["review", "\u001b[2J.jsonl"]):
        _, out, err = run(*words, stdin=text_of(record))
        bad = [c for c in out + err if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 or c in "\u202e\u2028"]
        expect(f"{words}: no byte reaches the terminal raw", not bad and out + err != "", repr(out + err))
    expect("a hostile name is told, harmless", "?[31mred" in run("review", "-", "--seat", "1", stdin=text_of(record))[1])


def odds():
    """Late in a small game of Block: a player who passed on a number has none of it."""
    moves = UP_TO + [(1, "5-5@5-0"), (0, "6-1@6-5")]
    record = engine_record("block:basics blanks=suit lead=seat", BLOCK, moves, ["East", "you"])
    status, out, err = run("odds", "-", "--json", stdin=text_of(record))
    found = json.loads(out)
    expect("odds", status == 0 and err == "" and found["seat"] == 1 and found["exact_numbers"] and found["at"] == 9, err)
    unseen = set(whole_set()) - {t for t in BLOCK[1]} - {"6-5", "4-1", "5-3", "5-0", "6-1"}
    expect("the unseen tiles", {t["tile"] for t in found["tiles"]} == unseen, str(found["tiles"]))
    expect("each lies somewhere", all(abs(t["seats"][0] + t["boneyard"] - 1) < 1e-5 and t["seats"][1] is None
                                      for t in found["tiles"]), str(found["tiles"]))
    expect("a hand of two", abs(sum(t["seats"][0] for t in found["tiles"]) - 2) < 1e-4, str(found["tiles"]))
    expect("no 5 is out", all(n["number"] != 5 for n in found["numbers"]), str(found["numbers"]))
    status, out, _ = run("odds", "-", "--at", "3", "--seat", "East", stdin=text_of(record))
    expect("in words", status == 0 and "seen by East" in out and "Exact: all" in out and "boneyard" in out, out)


def another_seat(folder):
    """In a review of another seat the reader is still "you", with the verb to match; the seat is named, never "they"."""
    english = spanish = ""
    for rules, seed in (("draw:basics blanks=suit target=30", "5"), ("mexicantrain players=3 rounds=1", "5"), ("chickenfoot players=3 rounds=1", "7")):
        record = watched(folder, rules, "greedy", seed)
        record[0]["players"] = ["you", "West", "North"][:len(record[0]["players"])]
        english += " ".join(run("review", "-", "--seat", "West", stdin=text_of(record))[1].split())
        spanish += " ".join(run("--language", "es", "review", "-", "--seat", "West", stdin=text_of(record))[1].split())
    expect("you have no 5", "You have no" in english and "No tienes" in spanish, english + spanish)
    expect("verbs agree", not re.search(r"\b[Yy]ou (has|is|holds|does|then has)\b|\bYou's", english), english)
    expect("in Spanish", not re.search(r"\bTú (no )?(tiene|puede|está)\b|\b[Dd]e Tú\b|\ba Tú\b", spanish), spanish)
    expect("the seat is named", " they " not in english and "West" in english, english)
    expect("an end is not read as a seat", "(" in spanish.split("Trenes abiertos: ")[1].split(".")[0], spanish)


def hurried(folder):
    """A judgement that was cut short is marked, in JSON and in words; an ordinary one is not."""
    record = watched(folder, "castlerock:number set=12 removals=once", "easy", "3")
    found = review(record)
    marked = sum(d["hurried"] for d in found["decisions"])
    expect("double-12 with removals=once takes more than the budget", 0 < marked, str(found))
    english, spanish = (" ".join(run(*words, "review", "-", stdin=text_of(record))[1].split()) for words in ((), ("--language", "es")))
    expect("the summary counts them", f" The analysis of {marked} of them was cut short." in english, english)
    expect("in Spanish", f" El análisis de {marked} de ellas se interrumpió." in spanish, spanish)
    mistakes = sum(d["hurried"] and d["grade"] in ("loose", "blunder") for d in found["decisions"])
    expect("each mistake among them says it", english.count("The analysis of this move was cut short.") == mistakes, english)
    record = engine_record("muggins:classic", MUGGINS, [(0, "6-3"), (1, "6-1@6-3")], ["bot:medium", "you"])
    expect("an ordinary one is not marked", not any(d["hurried"] for d in review(record)["decisions"])
           and "cut short" not in run("review", "-", stdin=text_of(record))[1])


def refusals(folder):
    record = engine_record("muggins:classic", MUGGINS, [(0, "6-3")], ["you", "East"])
    for words, status, part in [
            (["review"], 2, "specify one record"), (["review", "-", "--level", "greedy"], 2, "expert or hard"),
            (["review", "-", "--seat", "7"], 2, "1 to 2 or a name (You, East)"), (["review", "-", "--count", "0"], 2, "--count"),
            (["review", "-", "--ms", "0"], 2, "--ms"),
            (["review", "none"], 1, "cannot be read"), (["odds"], 2, "specify one record"),
            (["odds", "-", "--at", "2"], 1, "has 1 move: --at takes 0 to 1"), (["odds", "-", "--seat", "0"], 2, "1 to 2 or a name (You, East)"),
            (["picture"], 2, "specify one record"), (["picture", "-", "--at", "2"], 1, "has 1 move: --at takes 0 to 1"),
            (["picture", "-", "--seat", "0"], 2, "1 to 2 or a name (You, East)"), (["picture", "none"], 1, "cannot be read")]:
        got, out, err = run(*words, stdin=text_of(record))
        expect(f"{words} is refused", got == status and out == "" and part in err, f"{got} {out} {err}")
    over = watched(folder, "castlerock", "greedy", "1")
    got, out, err = run("odds", "-", stdin=text_of(over))
    expect("after the end nothing is hidden", got == 1 and "--at N" in err and out == "", err)
    got, out, _ = run("review", "-", stdin=text_of([record[0]]))
    expect("a record without a deal", got == 0 and "nothing to decide" in out, out)
    for command in ("review", "odds"):
        got, out, _ = run(command, "--help")
        expect(f"{command} --help", got == 0 and "--seat" in out and "--json" in out, out)


def shown_in_docs():
    """The review in docs/play.md equals the output of its commands; UPDATE_GOLDEN=1 replaces it."""
    path = pathlib.Path(__file__).resolve().parents[2] / "docs" / "play.md"
    page = path.read_text(encoding="utf-8")
    block = re.search(r"```\n(\$ build/boneyard play .*)\n(\$ build/boneyard review .*)\n([^`]*)```", page)
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.dirname(os.path.abspath(sys.argv[1])), os.path.join(folder, "build"))
        for line in block[1], block[2]:
            said = subprocess.run(["bash", "-c", line[2:]], cwd=folder, capture_output=True, text=True, timeout=600,
                                  env=dict(os.environ, LC_ALL="C", COLUMNS="80")).stdout
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(page[:block.start(3)] + said + page[block.end(3):], encoding="utf-8")
    else:
        expect("the review in docs/play.md", block[3] == said, said)


def wait_for_handler(pid):
    """Waits until the program handles Ctrl-C itself."""
    caught, end = 0, time.monotonic() + 60
    while not caught >> (signal.SIGINT - 1) & 1 and time.monotonic() < end:
        time.sleep(0.01)
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            caught = int(next(line for line in status if line.startswith("SigCgt:")).split()[1], 16)


def stopped(folder):
    watched(folder, "muggins:number", "greedy", "7")
    child = subprocess.Popen([sys.argv[1], "review", os.path.join(folder, "watched.jsonl"), "--count", "60000"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for_handler(child.pid)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    expect("Ctrl-C stops a review cleanly", child.returncode == 130 and out == b"" and b"stopped" in err, str(err))


def main():
    with tempfile.TemporaryDirectory() as folder:
        missed_score()
        late_double()
        claims()
        hidden_tiles(folder)
        best_play(folder)
        hostile()
        odds()
        another_seat(folder)
        hurried(folder)
        refusals(folder)
        stopped(folder)
        shown_in_docs()
    finish("review")


main()
