#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The list of ratings, run as a program: text and JSON, standard input, wrong ledgers."""
import json
import os
import tempfile

from program import expect, finish, run

LINES = ['{"time":1,"family":"line","sides":[["ann","ben"],["cleo","bot:hard"]],"ranks":[1,2]}',
         '{"time":2,"family":"line","sides":[["ann"],["cleo"],["dan\\u001b[31m\\u202e"]],"ranks":[2,1,2]}',
         '{"time":3,"family":"trains","sides":[["ann"],["bot:mabel"]],"ranks":[1,2]}']
LEDGER = "\n".join(LINES) + "\n"

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "ledger.jsonl")
    with open(path, "w", encoding="utf-8") as out:
        out.write(LEDGER)
    status, text, err = run("ratings", path)
    expect("a list", status == 0 and err == "" and "Line games: 4 players" in text and "Mexican Train: 1 player" in text, text + err)
    expect("bots are not listed", "bot" not in text, text)
    expect("intervals and matches", text.count("±") == 5 and text.count("?") >= 5, text)
    expect("nothing raw", "\033" not in text and "\u202e" not in text, text)
    expect("the same from standard input", run("ratings", "-", stdin=LEDGER)[1] == text)
    status, spanish, _ = run("--language", "es", "ratings", path)
    expect("in Spanish", status == 0 and "Juegos de línea: 4 jugadores" in spanish and "puntuación" in spanish, spanish)

    status, out, _ = run("ratings", "--json", path)
    rows = [json.loads(line) for line in out.splitlines()]
    expect("JSON", status == 0 and len(rows) == 5 and rows[0]["family"] == "line" and rows[0]["mu"] > rows[-2]["mu"], out)
    expect("the same again, byte by byte", run("ratings", path, "--json")[1] == out)
    status, other, _ = run("ratings", "-", "--json", stdin="\n".join([LINES[1], LINES[0], LINES[2]]) + "\n")
    expect("the order of the lines counts", status == 0 and other != out, other)
    expect("an empty ledger", run("ratings", "-") == (0, "No rated matches.\n", ""))

    for what, ledger, parts in [
            ("a wrong family", LEDGER + LINES[0].replace("line", "chess"), [":4:", "family"]),
            ("an unknown member", LINES[0].replace('"time":1', '"time":1,"name":"Ann"'), [":1:", "name"]),
            ("somebody twice", LINES[0].replace("cleo", "ann"), [":1:", "ann", "twice"]),
            ("an unknown bot", LINES[0].replace("bot:hard", "bot:nobody"), ["bot:nobody"]),
            ("half a line", LEDGER + '{"time":4,"fam', [":4:"]), ("an empty line", "\n" + LEDGER, [":1:"]),
            ("a long line", "[" * 5000 + "\n", [":1:", "too long"]), ("a NUL", LINES[0] + "\0\n", [":1:"]),
            ("a name from hell", LINES[0].replace("cleo", "x" * 65), [":1:", "sides"])]:
        status, out, err = run("ratings", "-", stdin=ledger)
        expect(f"{what} is refused", status == 1 and out == "" and all(part in err for part in parts), f"{status}{out}{err}")
    expect("no ledger", run("ratings")[0] == 2 and run("ratings", path, path)[0] == 2)
    status, _, err = run("ratings", os.path.join(folder, "none"))
    expect("a missing ledger", status == 1 and "none" in err, err)
finish("ratings")
