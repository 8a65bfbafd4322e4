#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The engine, run as a program: it answers every line in order and survives bad input.  The first argument is the
program.  BONEYARD_LONG=1 sends more."""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

from program import ended, expect, finish, run

LONG = "BONEYARD_LONG" in os.environ


def talk(lines):
    """Sends lines (bytes) and returns one parsed answer per line."""
    status, out, err = run("engine", stdin=b"\n".join(lines) + b"\n", timeout=1200)
    answers = [json.loads(line) for line in out.splitlines()]
    expect("the engine ends well", status == 0 and err == "", err)
    return answers


def one(line):
    return talk([line])[0]


def codes():
    new = b'{"do":"new","rules":"muggins:number","seed":"%064x"}' % 1
    for line, code in [
            (b"", "bad-json"), (b"{", "bad-json"), (b"nonsense", "bad-json"), (b"[1]", "bad-request"),
            (b"7", "bad-request"), (b'{"do":"state"} x', "bad-json"), (b'{"do":"state","do":"state"}', "bad-json"),
            (b'{"do":"state","\x00":1}', "bad-json"), (b'{"do":"\xff\xfe"}', "bad-json"),
            (b'{"do":"st\x00ate"}', "bad-json"), (b'{"do":5}', "bad-request"), (b'{"do":"fly"}', "bad-request"),
            (b"[" * 9 + b"]" * 9, "bad-json"), (b'{"do":"games","x":1}', "bad-request"), (b'{"do":"state"}', "no-game"),
            (b'{"do":"play","seat":0,"move":"draw"}', "no-game"), (b'{"do":"undo"}', "no-game"),
            (b'{"do":"new"}', "bad-request"), (b'{"do":"new","rules":"mugins"}', "bad-rules"),
            (b'{"do":"new","rules":"muggins","seed":"1"}', "bad-request"),
            (b'{"do":"new","rules":"muggins","deck":["6-4"]}', "bad-deck"),
            (b'{"do":"new","rules":"muggins","deck":["6-4"],"seed":"%064x"}' % 1, "bad-request"),
            (b'{"do":"new","rules":"muggins","lead":7}', "bad-seat"),
            (b'{"do":"new","rules":"block","lead":0}', "bad-request")]:
        answer = one(line)
        expect(f"{line[:60]!r} is {code}", answer.get("code") == code, json.dumps(answer))
    for line, words in [
            (b'{"do":"view","seat":2}', "there is no seat 2: the seats of this game are 0 to 1"),
            (b'{"do":"play","seat":-7,"move":"draw"}', "there is no seat -7: the seats of this game are 0 to 1"),
            (b'{"do":"play","seat":0,"move":"5-5"}', "seat 0: 5-5 is not in your hand."),
            (b'{"do":"play","seat":0,"move":"pass"}', "seat 0: You can play 0-0, so you may not pass (C-05)."),
            (b'{"do":"play","seat":1,"move":"4-0"}', "seat 1 may not act now: it is seat 0's turn"),
            (b'{"do":"deal"}', "the round is not over yet")]:
        error = talk([new, line])[1].get("error")
        expect(f"{line!r} is explained", error == words, str(error))
    keys = one(b'{"do":"best","seat":0,"bot":"easy"}')
    expect("the keys are listed", keys.get("error", "").endswith("its keys are do, id, seat, level, ms"), json.dumps(keys))
    for line, code in [
            (b'{"do":"view","seat":2}', "bad-seat"), (b'{"do":"view","seat":-1}', "bad-seat"),
            (b'{"do":"view","seat":"0"}', "bad-request"), (b'{"do":"view","seat":0.5}', "bad-request"),
            (b'{"do":"play","seat":1,"move":"draw"}', "not-your-turn"),
            (b'{"do":"play","seat":0,"move":"draw"}', "illegal-move"),
            (b'{"do":"play","seat":0,"move":"6-6 +12"}', "illegal-move"),
            (b'{"do":"deal"}', "wrong-phase"), (b'{"do":"undo"}', "nothing-to-undo"),
            (b'{"do":"best","seat":0,"level":"perfect"}', "bad-request"),
            (b'{"do":"best","seat":1,"level":"greedy"}', "not-your-turn"),
            (b'{"do":"new","rules":"muggins players=9"}', "bad-rules")]:
        first, before, answer, after = talk([new, b'{"do":"state"}', line, b'{"do":"state"}'])
        expect("a game begins", first["ok"])
        expect(f"{line!r} is {code}", answer.get("code") == code, json.dumps(answer))
        expect(f"{line!r} changes nothing", before == after)


def reasons():
    """A refusal names the tile, the seat, whose turn it is, the phase."""
    new = b'{"do":"new","rules":"muggins:number","seed":"%064x"}' % 1
    deck = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    deal = lambda tiles, rules="muggins": json.dumps({"do": "new", "rules": rules, "deck": tiles}).encode()
    trains = "mexicantrain:number players=4"
    for lines, error in [
            ([deal(deck[:5] + ["6-x"])], "'6-x' in the deck is not a tile"), ([deal([64])], "strings such as"),
            ([deal("6-4")], "list of tiles"), ([deal(["0-0"] * 191)], "list of at most 190 tiles"),
            ([deal(deck[:-1])], "6-6 is missing from the deck"), ([deal(deck[:9] + deck[10:])], deck[9] + " is missing"),
            ([deal(deck[:-1] + ["3-1"])], "3-1 is in the deck twice"), ([deal(deck + ["7-2"])], "7-2 is in the deck but not in the set"),
            ([deal([f"{high}-{low}" for high in range(13) for low in range(high + 1)], trains)], "12-12 is in the deck, but this round begins"),
            ([new, b'{"do":"play","seat":1,"move":"draw"}'], "seat 1 may not act now: it is seat 0's turn"),
            ([new, b'{"do":"best","seat":1,"level":"easy"}'], "seat 1 may not act now: it is seat 0's turn"),
            ([new, b'{"do":"legal","seat":7}'], "the seats of this game are 0 to 1"),
            ([new, b'{"do":"deal"}'], "the round is not over yet")]:
        answer = talk(lines)[-1]
        expect(f"{lines[-1][:60]} says {error}", error in answer.get("error", ""), json.dumps(answer))


def callers():
    """While a call is possible, the seats that may act are named."""
    lines = [b'{"do":"new","rules":"mexicantrain:number players=5 knock=on","seed":"%064x"}' % 0]
    for _ in range(400):
        state, *lists = talk(lines + [b'{"do":"state"}'] + [b'{"do":"legal","seat":%d}' % seat for seat in range(5)])[len(lines):]
        if len(state["actors"]) > 1 or state["phase"] != "play":
            break
        moves = lists[state["turn"]]["moves"]
        move = next((text for text in moves if "!" not in text), moves[0])
        lines.append(json.dumps({"do": "play", "seat": state["turn"], "move": move}).encode())
    other = next(seat for seat in range(5) if seat not in state["actors"])
    error = talk(lines + [b'{"do":"play","seat":%d,"move":"call"}' % other])[-1].get("error", "")
    named = ", ".join(map(str, state["actors"][:-1])) + f" and {state['actors'][-1]}"
    expect("the callers are named", error == f"seat {other} may not act now: only seats {named} may", error)


def bad_lines():
    """Lines that are too long, cut off, or full of bytes that are not text; then a valid one."""
    new = b'{"do":"new","rules":"block","seed":"%064x"}' % 3
    pad = b'{"do":"state","id":"' + b"x" * ((1 << 20) - 22) + b'"}'
    lines = [new, b"x" * (1 << 20), b"y" * ((1 << 20) + 1), pad, pad + b" ", b"z" * (3 << 20), b"\x00" * 1000,
             bytes(range(256)).replace(b"\n", b""), b'{"do":"state"', b'{"do":"state"}']
    answers = talk(lines)
    expect("every line has its answer", len(answers) == len(lines), str(len(answers)))
    expect("1 MiB is read", answers[1]["code"] == "bad-json", str(answers[1])[:200])
    expect("more is too long", answers[2]["code"] == "too-long", str(answers[2])[:200])
    expect("a request of 1 MiB is served", len(pad) == 1 << 20 and answers[3]["ok"] is True, str(len(pad)))
    expect("a longer one is not", answers[4]["code"] == "too-long" and answers[5]["code"] == "too-long")
    expect("the game is still there", answers[-1]["ok"] and answers[-1]["phase"] == "play", str(answers[-1])[:300])
    status, out, _ = run("engine", stdin=b'{"do":"games"}\n{"do":"ga')
    expect("a half line at the end is answered", status == 0 and len(out.splitlines()) == 2, out[-300:])


def many():
    """10^5 requests, most of them wrong in some way."""
    rng = random.Random(5)
    lines = [b'{"do":"new","rules":"mexicantrain:number rounds=1 hand=6","seed":"%064x"}' % 9]
    moves = [b"draw", b"pass", b"call", b"12-5@m", b"5-12@t0", b"", b"6-6 !", b"draw 3-1", b"@", b"12-12@hub"]
    for i in range(100000):
        kind = rng.randrange(8)
        if kind < 4:
            lines.append(b'{"do":"play","seat":%d,"move":"%s"}' % (rng.randrange(5), rng.choice(moves)))
        elif kind == 4:
            lines.append(b'{"do":"legal","seat":%d}' % rng.randrange(4))
        elif kind == 5:
            lines.append(b'{"do":"undo"}')
        elif kind == 6:
            lines.append(bytes(rng.randrange(256) for _ in range(rng.randrange(40))).replace(b"\n", b""))
        else:
            lines.append(b'{"do":"best","seat":%d,"level":"greedy"}' % rng.randrange(4))
    answers = talk(lines)
    expect("100,001 answers", len(answers) == len(lines), str(len(answers)))
    expect("all say ok or why not", all(a.get("ok") is True or a.get("code") for a in answers))


def determinism():
    """The same seed gives the same game; ids are echoed; the engine's record is valid."""
    lines = [b'{"do":"new","rules":"muggins:online","seed":"%064x","id":[1]}' % 77]
    lines += [b'{"do":"record"}']
    first, second = talk(lines), talk(lines)
    expect("the id is echoed", first[0]["id"] == [1])
    expect("the same seed, the same deck", first[0]["events"] == second[0]["events"])
    record = "\n".join(json.dumps(line) for line in first[1]["record"])
    status, out, err = run("check", "-", stdin=record)
    expect("the engine's record is right", status == 0 and out.startswith("ok"), out + err)


def ids():
    """An id is echoed unchanged, or the line is refused without one."""
    for text in ("0.1", "-12345.678901234567", "0.30000000000000004", "1e-320", "9223372036854775807", '"\\u0001é"', "null", "[1,{}]"):
        answer = one(b'{"do":"games","id":%s}' % text.encode())
        expect(f"the id {text} is echoed", answer["ok"] and answer["id"] == json.loads(text), str(answer.get("id")))
    for text in ("9223372036854775808", "-9223372036854775809", "1e999", '"\\u0000"', "1\0"):
        answer = one(b'{"do":"games","id":%s}' % text.encode())
        expect(f"the id {text!r} is refused", answer.get("code") == "bad-json" and "id" not in answer
               and "ALLOW" not in answer["error"], str(answer)[:200])
    for value in (b"0", b"true", b"null"):
        answer = one(b'{"do":"games","id":%s\0}' % value)
        expect(f"a NUL byte after {value} is refused", answer.get("error") == "the line contains a NUL byte", str(answer)[:200])


def searching(pid):
    """Whether the engine has used a quarter of a second of processor time."""
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().split()[13]) > os.sysconf("SC_CLK_TCK") // 4


def ask_for_an_hour():
    """Returns an engine in the middle of a one-hour search."""
    engine = subprocess.Popen([sys.argv[1], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    engine.stdin.write(b'{"do":"new","rules":"mexicantrain","seed":"%064x","lead":0}\n' % 1
                       + b'{"do":"best","seat":0,"level":"expert","ms":3600000,"id":7}\n{"do":"state"}\n')
    engine.stdin.flush()
    end = time.time() + 60
    while not searching(engine.pid) and time.time() < end:
        time.sleep(0.01)
    return engine


def stopped():
    """A signal ends a search with the best move so far; so does a client that disconnects."""
    for number in (signal.SIGINT, signal.SIGTERM):
        engine = ask_for_an_hour()
        engine.send_signal(number)
        out, err = ended(engine)
        lines = [json.loads(line) for line in out.splitlines()]
        expect(f"{number.name}: the best move so far, and the end", engine.returncode == 130 and len(lines) == 2 and err == b""
               and lines[1]["ok"] and lines[1]["id"] == 7 and lines[1]["move"] in [v["move"] for v in lines[1]["values"]], f"{out} {err}")
    engine = ask_for_an_hour()
    engine.stdout.close()
    engine.stdin.close()
    engine.stdin = engine.stdout = None
    _, err = ended(engine)
    expect("a client that has gone", engine.returncode == 1 and b"could not be written" in err, f"{engine.returncode} {err}")
    idle = subprocess.Popen([sys.argv[1], "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    idle.stdin.write(b'{"do":"games"}\n')
    idle.stdin.flush()
    idle.stdout.readline()
    idle.send_signal(signal.SIGINT)
    idle.communicate(timeout=60)
    expect("between requests a signal ends it", idle.returncode == -signal.SIGINT, str(idle.returncode))


codes()
ids()
reasons()
callers()
bad_lines()
many()
determinism()
stopped()
finish("engine")
