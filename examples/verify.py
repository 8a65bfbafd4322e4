#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the shuffles of a record, from docs/fairness.md alone:  verify.py RECORD.jsonl

A check independent of `boneyard verify` and the page, using only Python: numbers, transcript, commitments, shares
and decks.  It does not know the rules of the games, so it leaves three checks to the other two: the legality of moves, the
leads, and the reasons for repeated deals.
"""
import base64
import hashlib
import json
import struct
import sys

HEARD = ("round", "lead", "round-end", "game-end", "seat", "move", "score", "gains", "winners", "scores", "hands")


class Wrong(Exception):
    pass


def must(holds, what):
    if not holds:
        raise Wrong(what)


def raw(text, size):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    must(len(data) == size and base64.urlsafe_b64encode(data).decode().rstrip("=") == text, f"{text} is not {size} bytes")
    return data


def lp(x):
    return struct.pack("<I", len(x)) + x


def h(*parts, size=32, key=b""):
    return hashlib.blake2b(b"".join(parts), digest_size=size, key=key).digest()


def shuffled(things, key):
    def numbers():
        j = 0
        while True:
            yield from struct.unpack("<8Q", h(struct.pack("<Q", j), size=64, key=key))
            j += 1

    stream, things = numbers(), list(things)
    for i in range(len(things) - 1, 0, -1):
        number = next(n for n in stream if n >= 2 ** 64 % (i + 1))
        j = number % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def tiles(line):
    """Returns the set in canonical order, as large as the deck implies; the round's double may be left out."""
    high = next(n for n in range(30) if (n + 1) * (n + 2) // 2 >= len(line["deck"]))
    every = [f"{a}-{b}" for a in range(high + 1) for b in range(a + 1)]
    if len(every) > len(line["deck"]):
        every.remove("{0}-{0}".format(high - (line["round"] - 1)))
    return every


def check_deck(line, key):
    attempt = h(lp(b"BY1 attempt"), struct.pack("<I", line["fair"]["attempt"]), size=64, key=key)
    must(shuffled(tiles(line), attempt) == line["deck"], "the deck does not match the secret and the shares")


def check_duplicate(table, fair):
    """Checks the shuffle that all tables of a tournament's round share, and returns its key."""
    deal, secret = fair["deal"], raw(fair["secret"], 64)
    of = lp(raw(fair["tournament"], 16)) + struct.pack("<QQ", fair["round"], deal)
    commit = h(lp(b"BY1 round"), of, lp(secret))
    must(commit == raw(fair["commit"], 32), "the secret does not match its commitment")
    shares = [(raw(at, 16), seat, raw(hashed, 32), raw(share, 32)) for at, seat, hashed, share in fair["shares"]]
    places = [(at, seat) for at, seat, _, _ in shares]
    must(places == sorted(set(places)), "the seats are out of order")
    for at, seat, hashed, share in shares:
        must(hashed == h(lp(b"BY1 share"), lp(at), struct.pack("<QI", deal, seat), lp(commit), lp(share)),
             f"the share of seat {seat} does not match its commitment")
    seats = [f"seat {seat}" for at, seat in places if at == table]
    said = ["the server", *seats, f"{len(shares) - len(seats)} at other tables"]
    print(f"duplicate deals, shuffle {deal}: " + ", ".join(said))
    return h(lp(b"BY1 duplicate"), of, lp(commit), struct.pack("<I", len(shares)),
             *(lp(at) + struct.pack("<I", seat) + lp(hashed) + lp(share) for at, seat, hashed, share in shares),
             size=64, key=secret)


def check_round(line, table, rules, before):
    fair = line["fair"]
    deal, secret = fair["deal"], raw(fair["secret"], 64)
    must(raw(fair["before"], 32) == before, "before does not match the moves played before this round")
    commit = h(lp(b"BY1 commit"), lp(table), struct.pack("<Q", deal), lp(rules), lp(before), lp(secret))
    must(commit == raw(fair["commit"], 32), "the secret does not match its commitment")
    shares = [(seat, raw(hashed, 32), raw(share, 32)) for seat, hashed, share in fair["shares"]]
    must([s for s, _, _ in shares] == sorted({s for s, _, _ in shares}), "the seats are out of order")
    must(fair["alone"] == (not shares), "alone does not match the shares")
    for seat, hashed, share in shares:
        must(hashed == h(lp(b"BY1 share"), lp(table), struct.pack("<QI", deal, seat), lp(commit), lp(share)),
             f"the share of seat {seat} does not match its commitment")
    key = h(lp(b"BY1 deck"), lp(table), struct.pack("<Q", deal), lp(commit), struct.pack("<I", len(shares)),
            *(struct.pack("<I", seat) + lp(hashed) + lp(share) for seat, hashed, share in shares), size=64, key=secret)
    check_deck(line, key)
    return f"round {line['round']}, shuffle {deal}: " + ", ".join(["the server", *(f"seat {s}" for s, _, _ in shares)])


def check(lines):
    must(lines != [], "the file is empty")
    header, *rest = lines
    must("boneyard" in header and "rules" in header, "this is not the record of a game")
    must("fair" in header, "this is an ordinary record: it has no \"fair\" members, so its shuffles cannot be checked")
    if "duplicate" in header["fair"]:
        key = check_duplicate(raw(header["fair"]["table"], 16), header["fair"]["duplicate"])
        rounds = [line for line in rest if "round" in line]
        must(rounds != [], "the record has no rounds")
        for line in rounds:
            must("fair" in line, f"round {line['round']} has no \"fair\" member")
            check_deck(line, h(lp(b"BY1 deal"), struct.pack("<I", line["round"]), size=64, key=key))
        return
    table, rules = raw(header["fair"]["table"], 16), header["rules"].encode()
    state, last = h(lp(b"BY1 table"), lp(table), lp(rules)), None
    for line in rest:
        said = []
        if "round" in line:
            must("fair" in line, f"round {line['round']} has no \"fair\" member")
            aborted = line["fair"].get("aborted", [])
            said = [{"abort": d, "seats": seats} for d, seats in aborted]
            numbers = [d for d, _ in aborted] + [line["fair"]["deal"]]
            first = numbers[0] if last is None else last + 1
            must(numbers == list(range(first, first + len(numbers))), "a shuffle is missing")
            last = numbers[-1]
        said = [json.dumps(one, separators=(",", ":")) for one in said]
        for one in said:
            state = h(lp(b"BY1 event"), lp(state), lp(one.encode()))
        if "round" in line:
            print(check_round(line, table, rules, state))
        heard = {name: line[name] for name in HEARD if name in line}
        if str(heard.get("move", "")).startswith("draw"):
            heard["move"] = "draw"
        state = h(lp(b"BY1 event"), lp(state), lp(json.dumps(heard, separators=(",", ":"), ensure_ascii=False).encode()))
    must(last is not None, "the record has no rounds")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            check([json.loads(line) for line in file])
    except OSError as wrong:
        sys.exit(f"{sys.argv[1]} cannot be read: {wrong.strerror}")
    except Wrong as wrong:
        sys.exit(f"NOT proved: {wrong}")
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, struct.error) as wrong:
        sys.exit(f"NOT proved: a line of the record is malformed: {wrong!r}")
