# SPDX-License-Identifier: MIT
"""boneyard daily from outside: each daily with its answers, two days that differ, and refusals."""
import json
import re
import tempfile

from program import expect, finish, run

DAY = "2026-11-22"


def told(what, date=DAY):
    status, out, err = run("daily", what, "--date", date, "--json")
    expect(f"{what} {date} in JSON", status == 0 and err == "", out + err)
    return json.loads(out)


def days():
    for what in ("castle", "train", "puzzle"):
        one, same, other = told(what), told(what), told(what, "2026-11-23")
        expect(f"{what}: the same on the same day", one == same, str(same))
        expect(f"{what}: another day differs", {**one, "date": ""} != {**other, "date": ""}, str(other))
        for far in ("0001-01-01", "9999-12-31"):
            expect(f"{what}: {far}", told(what, far)["date"] == far)
    castle = told("castle")
    expect("castle as documented", castle["seed"] == "636173746c6520323032362d31312d323200000000000000000000000000000e",
           castle["seed"])
    status, out, _ = run("daily", "--date", DAY)
    expect("the list", status == 0 and DAY in out and all(f"boneyard daily {one}" in out for one in ("castle", "train", "puzzle")), out)
    status, out, _ = run("daily")
    expect("today", status == 0 and re.search(r"\d{4}-\d\d-\d\d", out), out)


def castle():
    home = {"XDG_STATE_HOME": tempfile.mkdtemp()}
    status, out, err = run("daily", "castle", "--date", DAY, stdin="q\n", env=home)
    expect("castle is played", status == 0 and told("castle")["row"][0] in out, out + err)


def train():
    day = told("train")
    best = " ".join(day["best"])
    status, out, err = run("daily", "train", "--date", DAY, stdin=best + "\n\n")
    expect("the best train", status == 0 and err == "" and f"{day['pips']} of {day['pips']} pips" in out, out + err)
    status, out, _ = run("daily", "train", "--date", DAY, stdin=f"{day['best'][0]}\n{day['best'][2]}\n\n")
    expect("a tile that does not fit", status == 0 and "does not fit" in out and f"of {day['pips']} pips" in out, out)
    status, out, _ = run("daily", "train", "--date", DAY, stdin="19-19 \033[31m\n\n")
    expect("a tile that is not there", status == 0 and "not among your tiles" in out and "\033" not in out, out)
    status, out, _ = run("daily", "train", "--date", DAY, stdin="")
    expect("no answer", status == 0 and f"0 of {day['pips']} pips" in out, out)


def puzzle():
    day = told("puzzle")
    tile = day["best"].split("@")[0]
    other = next(move for move in day["moves"] if move.split("@")[0] != tile)
    status, out, err = run("daily", "puzzle", "--date", DAY, stdin=day["best"] + "\n")
    expect("the right answer", status == 0 and err == "" and "You found the best move" in out and "\nSolved\n" in out, out + err)
    share = out[out.rindex("Boneyard:"):]
    expect("the line to share names no tile", not re.search(r"\b\d-\d\b", share.replace(DAY, "")), share)
    status, out, _ = run("daily", "puzzle", "--date", DAY, stdin=f"x\n{other}\n")
    expect("a wrong answer", status == 0 and "not one of these moves" in out and "Another move is better" in out and "Not solved" in out, out)
    status, out, _ = run("daily", "puzzle", "--date", DAY, stdin="")
    expect("no answer", status == 0 and "best move:" not in out.split("Your move")[1], out)
    for number in range(1, 29):         # every kind of game, in both languages
        date = f"2026-02-{number:02}"
        for language in ("en", "es"):
            status, out, err = run("daily", "puzzle", "--date", date, "--language", language, stdin=told("puzzle", date)["best"] + "\n")
            expect(f"{date} in {language}", status == 0 and err == "" and ("Solved" in out or "Resuelto" in out) and "{" not in out
                   and not re.search(r"\b([Yy]ou['’]s|de Tú|Tú tiene|You (lays|keeps|has))\b|: poner ", out), out + err)


def refusals():
    for words, part in [(["nothing"], "castle, train or puzzle"), (["castle", "more"], "'more'"), (["--date", "2026-02-30"], "2026-02-30"),
                        (["castle", "--date", "\033[31m"], "?[31m"), (["puzzle", "--date", "tomorrow"], "tomorrow")]:
        status, out, err = run("daily", *words)
        expect(f"daily {words} is refused", status == 2 and out == "" and part in err and "\033" not in err, out + err)


days()
castle()
train()
puzzle()
refusals()
finish("daily")
