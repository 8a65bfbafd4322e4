#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The arena from outside: the same result with any number of processes and after any break, and external programs
that do all that can go wrong.  Its first argument is the program."""
import concurrent.futures
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from program import expect, finish, run

PROGRAM = sys.argv[1]
TOP = tempfile.mkdtemp(prefix="boneyard-arena-")
GUEST = f"{sys.executable} {TOP}/guest.py"
shutil.copy(pathlib.Path(__file__).resolve().parent.parent / "arena" / "guest.py", TOP)
BLOCK = ["--rules", "block target=15", "--seed", "5"]


def arena(*words, timeout=300, before=()):
    """Runs a match and returns its JSON report, or None."""
    done = subprocess.run([*before, PROGRAM, "arena", *words, "--json", "-"], capture_output=True, text=True,
                          timeout=timeout, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0") if before else None)
    expect(f"it plays: {' '.join(words)}", done.returncode == 0, done.stderr)
    return json.loads(done.stdout) if done.returncode == 0 else None


def processes():
    """The numbers of the guests' processes."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if any(part.startswith(TOP.encode()) and part.endswith(b"guest.py") for part in words):
            found.append(int(path.parent.name))
    return found


# ---- Words ----------------------------------------------------------------------------------

def words():
    for bad, more in [
            (["greedy"], "name 2 to 8 bots"), (["greedy", "grandmaster"], "there is no bot"),
            (["greedy", "cmd:"], "needs a command"), (["greedy:fast", "random"], "is no option of a bot"),
            (["--unit", "day", "greedy", "random"], "match or round"),
            (["--deals", "0", "greedy", "random"], "from 1 to"), (["--seed", "x", "greedy", "random"], "hexadecimal"),
            (["--rules", "chess", "greedy", "random"], "chess"), (["--sprt", "5", "greedy", "random"], "LOW,HIGH"),
            (["--sprt", "5,0", "greedy", "random"], "LOW,HIGH"), (["--jobs", "0", "greedy", "random"], "from 1 to"),
            (["--sprt", "0,5", "greedy", "random", "heaviest"], "two bots"),
            (["--save", "a", "--resume", "b", "greedy", "random"], "name one of them")]:
        status, out, err = run("arena", *bad)
        expect(f"{bad} is not understood", status == 2 and out == "" and more in err, f"{status} {err}")
    status, out, err = run("arena", "--resume", "/nowhere/at/all")
    expect("a file that is not there", status == 1 and "/nowhere/at/all" in err, err)
    status, out, err = run("arena", "--bots", "greedy,random", "--deals", "20", "--seed", "1")
    expect("a table without colours", status == 0 and "\033" not in out and err == "" and "greedy v random" in out, out)
    status, out, err = run("arena", "--bots", "greedy,random", "--deals", "20", "--seed", "1", "--progress")
    expect("progress has a place of its own", status == 0, err)


def without_helpers(folder):
    """A program that has lost the programs beside it names the one it needs."""
    alone = folder / "boneyard"
    shutil.copy(PROGRAM, alone)
    for name, words in (("boneyard-arena-mpi", ["arena", "--mpi", "greedy", "random"]),
                        ("boneyard-print", ["score", "muggins", "--print", folder / "sheet.pdf"])):
        if os.path.exists(f"/usr/local/libexec/boneyard/{name}"):
            continue                    # installed on this machine, and found there
        done = subprocess.run([alone, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        expect(f"without {name}", done.returncode == 1 and f"needs the program {name}, which is not" in done.stderr
               and done.stderr.count("\n") == 1, done.stderr)


# ---- The same result ------------------------------------------------------------------------

def same():
    for more in (["greedy", "random", "--unit", "round"], ["greedy", "random", "heaviest", "--rules", "draw target=20"],
                 ["greedy", "random", "--rules", "mexicantrain players=3 rounds=1"],
                 ["greedy", "random", "--rules", "castlerock"], ["heaviest", "random", "--sprt", "0,20"]):
        match = [*more, "--seed", "abc", "--deals", "60"]
        one = arena(*match)
        for jobs in ("2", "3"):
            expect(f"{jobs} processes play the same", arena(*match, "--jobs", jobs)["result"] == one["result"])
        if shutil.which("mpirun") and os.path.exists(PROGRAM + "-arena-mpi"):
            mpi = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", "2"]
            several = arena("--mpi", *match, before=mpi)
            expect("two ranks play the same", several is not None and several["result"] == one["result"])
            expect("they were two", several is not None and several["run"]["processes"] == 2, str(several)[:500])
    expect("another seed is another match",
           arena("greedy", "random", "--seed", "abd", "--deals", "60", "--unit", "round")["result"]
           != arena("greedy", "random", "--seed", "abc", "--deals", "60", "--unit", "round")["result"])


def levels_repeat():
    """Bots that think play the same moves whoever played before them in the same process, and in the same memory."""
    for rules in ("block", "allfives players=4 teams=on", "mexicantrain players=3", "chickenfoot players=3 hand=7",
                  "castlerock"):
        match = ["hard:count=20", "expert:count=20", "easy", "--rules", rules, "--unit", "round", "--deals", "3",
                 "--seed", "5"]
        expect(f"levels play {rules} again", arena(*match)["result"] == arena(*match, "--jobs", "3")["result"])


def resume(folder):
    match = ["greedy", "random", "easy", "--rules", "block target=20", "--seed", "77", "--deals", "40"]
    whole, half = folder / "whole.jsonl", folder / "half.jsonl"
    one = arena(*match, "--save", str(whole))
    lines = whole.read_bytes().splitlines(keepends=True)
    expect("a line for each item", len(lines) == 1 + 3 * 40, str(len(lines)))
    for cut in (len(lines[0]), len(lines[0]) - 1, 3000, len(b"".join(lines[:50])), len(b"".join(lines[:50])) - 1, whole.stat().st_size):
        half.write_bytes(whole.read_bytes()[:cut])
        again = arena("--resume", str(half), "--jobs", "2")
        expect(f"it goes on after {cut} bytes", again is not None and again["result"] == one["result"])
        expect("and the file is whole again", sorted(map(item, half.read_bytes().splitlines()[1:])) == list(range(120)))
    longer = arena("--resume", str(half), "--deals", "50")
    expect("more deals go on too", longer["result"]
           == arena("greedy", "random", "easy", *match[3:7], "--deals", "50")["result"])
    for other, more in [(["--seed", "78"], "seed"), (["--rules", "draw"], "rules"), (["--unit", "round"], "unit"),
                        (["--bots", "greedy,random"], "bots"), (["--limit", "5"], "limit")]:
        status, _, err = run("arena", "--resume", str(half), *other)
        expect(f"{other} is refused", status == 2 and f"other settings: {more}" in err, err)
    status, _, err = run("arena", *match, "--save", str(whole))
    expect("a file is not overwritten", status == 1 and "--resume" in err, err)
    status, _, err = run("arena", "--resume", PROGRAM)
    expect("a file of another kind", status == 1 and "is no file of" in err, err)


def item(line):
    return json.loads(line).get("item", 0)


def start(*words):
    return subprocess.Popen([PROGRAM, "arena", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            stdin=subprocess.DEVNULL)


def wait_for(what, seconds=60):
    end = time.time() + seconds
    while not what() and time.time() < end:
        time.sleep(0.02)
    return what()


def stopped(folder):
    """Ctrl-C, and a worker that is killed."""
    for jobs in ("1", "3"):
        kept = folder / f"stopped-{jobs}.jsonl"
        going = start("greedy", "greedy", "--deals", "1000000", "--seed", "1", "--jobs", jobs, "--save", str(kept))
        expect("it has begun", wait_for(lambda: kept.exists() and kept.stat().st_size > 5000))
        going.send_signal(signal.SIGINT)
        out, err = going.communicate(timeout=60)
        expect("Ctrl-C ends it", going.returncode == 130 and "greedy v greedy#2" in out and "--resume" in err,
               f"{going.returncode} {out} {err}")
        expect("every line is whole", kept.read_bytes().endswith(b"}\n"))
    kept = folder / "killed.jsonl"
    going = start("greedy", "greedy", "--deals", "20000", "--seed", "1", "--jobs", "3", "--save", str(kept))
    expect("it has begun", wait_for(lambda: kept.exists() and kept.stat().st_size > 5000))
    workers = pathlib.Path(f"/proc/{going.pid}/task/{going.pid}/children").read_text().split()
    expect("there are three workers", len(workers) == 3, str(workers))
    os.kill(int(workers[1]), signal.SIGKILL)
    time.sleep(0.3)
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=60)
    expect("a dead worker is reported", going.returncode == 1 and "died" in err and "greedy" in out,
           f"{going.returncode} {err}")


# ---- External programs ----------------------------------------------------------------------

GUESTS = [       # what it does, forfeits of which kind (None: any), how many at least, does random finish (None: either)
    ("good", None, 0, False), ("illegal", "illegal", 10, False), ("garbled", "garbled", 10, False),
    ("long", "too long", 3, False), ("longest", "too long", 3, False), ("dies 1", "dead", 2, True),
    ("killed 1", "dead", 2, True), ("dead", "dead", 2, True), ("silent", "late", 6, True), ("half", "late", 6, True),
    ("late-once 1", "late", 2, None), ("endless", "dead", 2, True), ("endless-lines 1", None, 2, None),
    ("shuts-in 1", None, 2, True), ("shuts-out 1", "dead", 2, True), ("child 1", "dead", 2, True),
    ("early", None, 1, False), ("twice", None, 2, False), ("stays-on", None, 0, False), ("late 2", "late", 2, None)]


def guest(what, kind, least, finished):
    slow = "late" in what or what in ("silent", "half", "shuts-in 1")
    report = arena(f"cmd:ms=300:name=guest:{GUEST} {what}", "random", *BLOCK, "--deals", "1", "--grace",
                   "0" if slow else "20000")
    if report is None:
        return
    bot = report["result"]["bots"][0]
    count = sum(bot["forfeits"].values()) if kind is None else bot["forfeits"][kind]
    expect(f"{what}: {least} forfeits or more", count >= least and (least > 0 or count == 0), json.dumps(bot))
    if finished is not None:
        expect(f"{what}: does random finish", (bot["finished-by-random"] > 0) == finished, json.dumps(bot))
    expect(f"{what}: every game was played", report["result"]["pairings"][0]["games"] == 2)


def guests():
    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        list(pool.map(lambda one: guest(*one), GUESTS))
    expect("nobody is left behind", wait_for(lambda: not processes(), 10))
    report = arena("cmd:name=guest:/nowhere/a-bot", "random", *BLOCK, "--deals", "1")
    expect("a program that is not there", report["result"]["bots"][0]["finished-by-random"] == 2)


def one_build_plays_another():
    """Ours as an external program plays as it does inside, in every game, and forfeits nothing."""
    for rules in ("block target=20", "draw target=20", "muggins:number target=60", "allfives players=3 target=20",
                  "muggins:classic call=on players=4 target=40", "fiveup target=20", "chickenfoot rounds=1",
                  "mexicantrain rounds=1", "mexicantrain:hub", "castlerock",
                  "mexicantrain:classic rounds=1 knock=on penalty=tile infractions=penalise"):
        match = ["--rules", rules, "--seed", "9", "--deals", "3"]
        chance = arena(f"cmd:{PROGRAM} bot random", "random", *match)["result"]
        expect(f"random plays {rules} to the end", sum(chance["bots"][0]["forfeits"].values()) == 0)
        if "penalty" in rules:          # penalty tiles are in no event, so `boneyard bot` knows less of the past
            continue
        inside = arena("greedy", "random", *match)["result"]
        outside = arena(f"cmd:{PROGRAM} bot greedy", "random", *match)["result"]
        stays = arena(f"cmd:stays:{PROGRAM} bot greedy", "random", *match, "--jobs", "2")["result"]
        for other in (outside, stays):
            expect(f"the same score in {rules}", other["pairings"][0]["deals-by-score"]
                   == inside["pairings"][0]["deals-by-score"] and other["pairings"][0]["points"]
                   == inside["pairings"][0]["points"], json.dumps(other))
            expect(f"no forfeit in {rules}", sum(other["bots"][0]["forfeits"].values()) == 0, json.dumps(other["bots"]))


def what_a_guest_hears(folder):
    """The lines of one match, and a caller who never answers."""
    log = folder / "heard"
    arena(f"cmd:{GUEST} log 0 {log}", "greedy", "--rules", "muggins:number target=60", "--seed", "3", "--deals", "1")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    games = [line["game"] for line in lines if "game" in line]
    expect("two games, the seats swapped", [game["seat"] for game in games] == [0, 1], str(games))
    events = [event for line in lines for event in line.get("events", [])]
    expect("the end of each game is told", sum("game-end" in event for event in events) == 2)
    expect("decks are not", not any("deck" in event for event in events))
    seat, hidden, own = None, 0, 0
    for line in lines:
        seat = line["game"]["seat"] if "game" in line else seat
        for event in line.get("events", []):
            if event.get("move", "").startswith("draw"):
                if event["seat"] == seat:
                    own += event["move"] != "draw"
                else:
                    hidden += event["move"] != "draw"
        if "legal" in line:
            expect("its own hand and the others' sizes", isinstance(line["view"]["hands"][seat], list)
                   and isinstance(line["view"]["hands"][1 - seat], int))
    expect("its own draws are told, those of others without the tile", own > 0 and hidden == 0, f"{own} {hidden}")
    report = arena(f"cmd:ms=300:{GUEST} no-calls", "random", "--rules", "muggins:classic call=on target=20", "--seed", "4",
                   "--deals", "2")
    expect("no answer is no call, and no forfeit", sum(report["result"]["bots"][0]["forfeits"].values()) == 0,
           json.dumps(report["result"]["bots"]))


def stopping_guests(folder):
    kept = folder / "guests.jsonl"
    going = start(f"cmd:{GUEST} silent 3", f"cmd:{GUEST} good", *BLOCK, "--jobs", "2", "--save", str(kept))
    expect("guests play", wait_for(lambda: len(processes()) >= 4))
    time.sleep(0.5)
    going.send_signal(signal.SIGTERM)
    going.communicate(timeout=30)
    expect("they go when the arena is ended", going.returncode == 130 and wait_for(lambda: not processes(), 10),
           str(going.returncode))
    going = start(f"cmd:{GUEST} silent 3", f"cmd:{GUEST} good", *BLOCK, "--jobs", "2")
    expect("guests play", wait_for(lambda: len(processes()) >= 4))
    going.kill()
    going.communicate(timeout=30)
    expect("and when it is killed", wait_for(lambda: not processes(), 10))


try:
    words()
    without_helpers(pathlib.Path(TOP))
    same()
    levels_repeat()
    resume(pathlib.Path(TOP))
    stopped(pathlib.Path(TOP))
    guests()
    one_build_plays_another()
    what_a_guest_hears(pathlib.Path(TOP))
    stopping_guests(pathlib.Path(TOP))
finally:
    shutil.rmtree(TOP)
finish("arena")
