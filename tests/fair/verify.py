#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks `boneyard verify` and a third implementation:  verify.py PROGRAM FOLDER (valid records) EXAMPLE."""
import json
import pathlib
import subprocess
import sys
import tempfile

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
failed = 0


def run(*words, stdin=None):
    done = subprocess.run([program, "verify", *map(str, words)], input=stdin, text=True, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def expect(what, holds, more=""):
    global failed
    if not holds:
        failed += 1
        print(f"FAILED: {what}: {more}")


def text(lines):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


records = sorted(folder.glob("*.jsonl"))
expect("there are records", len(records) >= 10)
for path in records:
    status, out, err = run(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    fair = [line["fair"] for line in lines if "round" in line]
    expect(path.name, status == 0 and ": proved: " in out and err == "", out + err)
    expect(f"{path.name}: a line for each round", out.count("  round ") == len(fair), out)
    expect(f"{path.name}: the server alone", out.count(": the server alone") == sum(one["alone"] for one in fair), out)
    expect(f"{path.name}: abandoned", out.count(" was abandoned") == sum(len(one.get("aborted", [])) for one in fair), out)

good = [json.loads(line) for line in next(path for path in records if "muggins" in path.read_text()).read_text().splitlines()]
expect("standard input", run("-", stdin=text(good))[0] == 0)
plain = [{key: value for key, value in line.items() if key != "fair"} for line in good]
status, out, _ = run("-", stdin=text(plain))
expect("nothing of shuffles", status == 1 and "does not contain its shuffles" in out, out)
for what, sentence in (
        (lambda r: r[1]["fair"].update(secret="A" * 86), "secret"), (lambda r: r[1].pop("fair"), 'no "fair"'),
        (lambda r: r[1]["deck"].__setitem__(slice(-2, None), r[1]["deck"][:-3:-1]), "deck"),
        (lambda r: r[1]["fair"].update(more=1), "more"), (lambda r: r[0].pop("fair"), "header"),
        (lambda r: r[1]["fair"].update(attempt=5), "attempt"), (lambda r: r[1]["fair"].update(before="A" * 43), "before"),
        (lambda r: r[2].update(move="pass" if r[2]["move"] != "pass" else "6-6"), "")):
    changed = json.loads(json.dumps(good))
    what(changed)
    status, out, _ = run("-", stdin=text(changed))
    expect(f"changed: {sentence}", status == 1 and sentence in out and ": proved" not in out, out)
status, _, err = run()
expect("no file is a usage error", status == 2 and "verify FILE" in err, err)
status, out, _ = run(folder / "none")
expect("a file that is not there", status == 1 and "cannot be read" in out, out)


def opinion(path):
    done = subprocess.run([sys.executable, sys.argv[3], str(path)], text=True, capture_output=True)
    return done.returncode, done.stdout + done.stderr


for path in records:
    expect(f"{path.name}: a third opinion", opinion(path)[0] == 0, opinion(path)[1])
expect("a third opinion on no file", opinion("/nowhere/r.jsonl") == (1, "/nowhere/r.jsonl cannot be read: No such file or directory\n"))
with tempfile.TemporaryDirectory() as place:
    path = pathlib.Path(place) / "r.jsonl"
    for what, content, sentence in (
            ("an ordinary record", text(plain), "this is an ordinary record"),
            ("a round without proof", text([good[0], *plain[1:]]), 'round 1 has no "fair" member'),
            ("another file", "{}\n", "not the record of a game"), ("an empty file", "", "the file is empty"), ("no JSON", "x\n", "malformed")):
        path.write_text(content)
        status, out = opinion(path)
        expect(f"the example about {what}", status == 1 and sentence in out and "KeyError" not in out, out)
    status, out = opinion(path.with_name("none"))
    expect("the example about a missing file", status == 1 and "No such file" in out and "Traceback" not in out, out)
given_up = next(path for path in records if '"aborted"' in path.read_text() and path.read_text().count('"round":') > 1)
lines = [json.loads(line) for line in given_up.read_text().splitlines()]
last = max(k for k, line in enumerate(lines) if "round" in line)
with tempfile.TemporaryDirectory() as place:
    for what, sentence in (
            (lambda r: r[last]["fair"].update(secret="A" * 86), "the secret does not"), (lambda r: r[last]["deck"].reverse(), "the deck does not"),
            (lambda r: r[last]["fair"].update(attempt=7), "the deck does not"), (lambda r: r[last]["fair"].update(shares=[]), ""),
            (lambda r: r.pop(last - 2), "before does not match"), (lambda r: r[0].update(rules=r[0]["rules"] + " x"), "before does not match"),
            (lambda r: [line["fair"].pop("aborted", 0) for line in r if "round" in line], "")):
        changed = json.loads(json.dumps(lines))
        what(changed)
        (pathlib.Path(place) / "r.jsonl").write_text(text(changed))
        status, out = opinion(pathlib.Path(place) / "r.jsonl")
        expect(f"a third opinion of a changed record: {sentence}", status == 1 and "NOT proved" in out and sentence in out, out)
with tempfile.TemporaryDirectory() as place:
    path = pathlib.Path(place) / "r.jsonl"
    tables = [one["record"] for one in json.loads((folder / "duplicate.json").read_text())]
    for record in tables:
        path.write_text(record)
        status, out = opinion(path)
        expect("a third opinion of duplicate deals", status == 0 and "at other tables" in out, out)
    lines = [json.loads(line) for line in tables[0].splitlines()]
    for what, sentence in (
            (lambda r: r[0]["fair"]["duplicate"].update(secret="A" * 86), "the secret does not"), (lambda r: r[1]["deck"].reverse(), "the deck does not"),
            (lambda r: r[0]["fair"]["duplicate"].update(round=2), "the secret does not"), (lambda r: r[0]["fair"]["duplicate"]["shares"].reverse(), "out of order"),
            (lambda r: r[0]["fair"]["duplicate"]["shares"].pop(), "the deck does not"), (lambda r: r[1]["fair"].update(attempt=7), "the deck does not"),
            (lambda r: r[0]["fair"]["duplicate"]["shares"][0].__setitem__(3, "A" * 43), "the share of seat")):
        changed = json.loads(json.dumps(lines))
        what(changed)
        path.write_text(text(changed))
        status, out = opinion(path)
        expect(f"a third opinion of other duplicate deals: {sentence}", status == 1 and "NOT proved" in out and sentence in out, out)
sys.exit(1 if failed else 0)
