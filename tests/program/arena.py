#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The arena, run as a program: the same result with any number of processes and after any interruption, and external
programs that misbehave in every way.  The first argument is the program.  BONEYARD_LONG=1 plays more deals."""
import concurrent.futures
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from program import ended, expect, finish, run

PROGRAM = sys.argv[1]
LONG = "BONEYARD_LONG" in os.environ
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
    """The process ids of the guests."""
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
            (["greedy", "cmd:"], "needs a command"), (["greedy:fast", "random"], "is not an option of a bot"),
            (["--unit", "day", "greedy", "random"], "match or round"),
            (["--deals", "0", "greedy", "random"], "from 1 to"), (["--seed", "x", "greedy", "random"], "hexadecimal"),
            (["--rules", "chess", "greedy", "random"], "chess"), (["--sprt", "5", "greedy", "random"], "LOW,HIGH"),
            (["--sprt", "5,0", "greedy", "random"], "LOW,HIGH"), (["--jobs", "0", "greedy", "random"], "from 1 to"),
            (["--sprt", "0,5", "greedy", "random", "heaviest"], "two bots"),
            (["--save", "a", "--resume", "b", "greedy", "random"], "use only one of them")]:
        status, out, err = run("arena", *bad)
        expect(f"{bad} is not understood", status == 2 and out == "" and more in err, f"{status} {err}")
    status, out, err = run("arena", "--resume", "/nowhere/at/all")
    expect("a file that is not there", status == 1 and "/nowhere/at/all" in err, err)
    status, out, err = run("arena", "--bots", "greedy,random", "--deals", "20", "--seed", "1")
    expect("a table without colours", status == 0 and "\033" not in out and err == "" and "greedy v random" in out, out)
    status, out, err = run("arena", "--bots", "greedy,random", "--deals", "20", "--seed", "1", "--progress")
    expect("progress has a place of its own", status == 0, err)


def without_helpers(folder):
    """Without its helper programs, boneyard names the one it needs."""
    alone = folder / "boneyard"
    shutil.copy(PROGRAM, alone)
    for name, words in (("boneyard-arena-mpi", ["arena", "--mpi", "greedy", "random"]),
                        ("boneyard-print", ["score", "muggins", "--print", folder / "sheet.pdf"])):
        if os.path.exists(f"/usr/local/libexec/boneyard/{name}"):
            continue                    # installed on this machine, so it is found
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
        expect("3 processes play the same", arena(*match, "--jobs", "3")["result"] == one["result"])
        if "heaviest" in more and shutil.which("mpirun") and os.path.exists(PROGRAM + "-arena-mpi"):
            mpi = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", "2"]
            several = arena("--mpi", *match, before=mpi)
            expect("two ranks play the same", several is not None and several["result"] == one["result"])
            expect("they were two", several is not None and several["run"]["processes"] == 2, str(several)[:500])
    expect("another seed is another match",
           arena("greedy", "random", "--seed", "abd", "--deals", "60", "--unit", "round")["result"]
           != arena("greedy", "random", "--seed", "abc", "--deals", "60", "--unit", "round")["result"])


def levels_repeat():
    """Bots that search play the same moves whichever bot used the same process and memory before."""
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
    expect("a file of another kind", status == 1 and "was not written by" in err, err)


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

GUESTS = [       # its behaviour, the kind of forfeits (None: any), their minimum, whether random finishes (None: either)
    ("good", None, 0, False), ("illegal", "illegal", 10, False), ("garbled", "garbled", 10, False),
    ("long", "too long", 3, False), ("longest", "too long", 3, False), ("dies 1", "dead", 2, True),
    ("killed 1", "dead", 2, True), ("silent 1", "late", 6, True), ("half 1", "late", 6, True), ("ready", None, 0, False),
    ("late-once 1", "late", 2, None), ("endless 1", "dead", 2, True), ("endless-lines 1", None, 2, None),
    ("shuts-in 1", None, 2, True), ("shuts-out 1", "dead", 2, True), ("child 1", "dead", 2, True),
    ("early", None, 1, False), ("twice", None, 2, False), ("stays-on", None, 0, False), ("late 2", "late", 2, None)]


def guest(what, kind, least, finished):
    slow = what.split()[0] in ("late", "late-once", "silent", "half", "shuts-in")
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


def never_starts(folder):
    """A program that sends no line ends the match, without a score."""
    for number, (words, more) in enumerate([
            ("/nowhere/a-bot", "guest ended with status 127 before its first line: no such program"),
            (f"{GUEST} dead", "guest ended with status 3 before its first line"),
            (f"{GUEST} killed", "guest was ended by signal 11 before its first line"),
            (f"{GUEST} silent", "guest sent no line within 2000 ms of its start"),
            (f"{GUEST} half", "guest sent no line within 2000 ms of its start")]):
        report = folder / f"unstarted-{number}.json"
        status, out, err = run("arena", f"cmd:ms=300:name=guest:{words}", "random", *BLOCK, "--deals", "4", "--start", "2000",
                               "--jobs", str(1 + number % 2), "--json", str(report))
        expect(f"{words}: no match", status == 1 and out == "" and more in err and not report.exists()
               and "the match was not played: a program did not start" in err, f"{status} {out} {err}")
    expect("nobody is left behind", wait_for(lambda: not processes(), 10))


def starts_slowly():
    """The time for the first move starts when the program says that it is ready."""
    match = ["random", *BLOCK, "--deals", "1", "--grace", "1400"]
    for what, late in (("slow-ready", 0), ("slow", 2)):
        bot = arena(f"cmd:ms=100:name=guest:{GUEST} {what}", *match)["result"]["bots"][0]
        expect(f"{what}: {late} late", bot["forfeits"]["late"] == late and bot["finished-by-random"] == 0, json.dumps(bot))
    stays = arena(f"cmd:ms=3000:stays:name=guest:{GUEST} ready", "random", *BLOCK, "--deals", "3")["result"]["bots"][0]
    expect("it says so before each game", sum(stays["forfeits"].values()) == 0, json.dumps(stays))


def quoted():
    """Wrong answers are quoted on standard error: escaped, cut, and only the first few."""
    for what, more in (("garbled", ["garbled answer: I play\\x1b[31m \\xc2\\x9b", "and so on", "... (10", "not one well-formed JSON value",
                                    "further errors are only counted"]),
                       ("illegal", ['illegal answer: {"move":"18-18"}\n  18-18 is not in your hand']),
                       ("long", ["an answer longer than 1 MiB:     ", "... (10"])):
        status, out, err = run("arena", f"cmd:name=guest:{GUEST} {what}", "random", *BLOCK, "--deals", "1")
        expect(f"{what} is quoted", status == 0 and all(part in err for part in more), err)
        expect(f"{what}: nothing raw, nothing long", "\x1b" not in err and "\x9b" not in err and len(err) < 3000
               and all("guest, seat " in line or line[0] == " " for line in err.splitlines() if "only counted" not in line), err)


def wire():
    """--show-wire prints every line in both directions, with the seat."""
    status, _, err = run("arena", f"cmd:name=guest:{GUEST} ready", "random", *BLOCK, "--deals", "1", "--show-wire")
    lines = err.splitlines()
    expect("both directions are marked", status == 0 and all(line.startswith(("to guest, seat ", "from guest, seat "))
                                                             for line in lines), err)
    to = [json.loads(line.split(": ", 1)[1]) for line in lines if line.startswith("to ")]
    back = [json.loads(line.split(": ", 1)[1]) for line in lines if line.startswith("from ")]
    expect("every question has its answer", sum("legal" in line for line in to) == sum("move" in line for line in back) > 5, err)
    expect("every game is answered with ready", sum("game" in line for line in to) == back.count({"ready": True}) == 2, err)
    status, _, err = run("arena", f"cmd:name=guest:{GUEST} garbled", "random", *BLOCK, "--deals", "1", "--show-wire")
    expect("a program's line is escaped", "from guest, seat 0: I play\\x1b[31m" in err and "\x1b" not in err, err)


# ---- Records --------------------------------------------------------------------------------

def recorded(folder):
    """--record keeps every game as a record; nothing is overwritten."""
    for rules, more, files in (("muggins target=40", ["greedy"], 12), ("mexicantrain players=3 rounds=1", [], 6),
                               ("castlerock", [], 4), ("muggins:classic call=on target=30", [], 4),
                               ("draw --unit round", [], 4)):
        kept = folder / f"games-{rules[:12]}"
        match = ["--rules", *rules.split(" --unit "), "--seed", "9", "--deals", "2", f"cmd:name=guest:{GUEST} illegal 3", "random", *more]
        if "--unit" in rules:
            match.insert(2, "--unit")
        plain = arena(*match)["result"]
        expect(f"the result in {rules} stays", arena(*match, "--record", str(kept), "--jobs", "2")["result"]["pairings"]
               == plain["pairings"])
        names = sorted(path.name for path in kept.iterdir())
        expect(f"a file for each game of {rules}", len(names) == files, str(names))
        status, out, err = run("check", *map(str, sorted(kept.iterdir())))
        expect(f"check accepts the games of {rules}", status == 0 and out.count(": ok, ") == files, out + err)
    first = json.loads((folder / "games-muggins targ" / "deal-0-pairing-1-game-1.jsonl").read_text().splitlines()[0])
    expect("it names who played", first["players"] == ["guest", "random"], str(first))


def not_recorded(folder):
    match = [*BLOCK, "--deals", "30", "greedy", "random"]
    (folder / "full").mkdir()
    (folder / "full" / "mine").write_text("mine")
    for where, more in ((folder / "full", "is not empty"), (folder / "full" / "mine", "Not a directory"),
                        (folder / "no" / "such", "cannot be created"), (folder / ("x" * 1024), "at most 1023")):
        status, out, err = run("arena", *match, "--record", str(where))
        expect(f"{more}: it says so before it plays", status in (1, 2) and out == "" and more in err, err)
    expect("a file of somebody else stays", (folder / "full" / "mine").read_text() == "mine")
    save, games = folder / "kept.jsonl", folder / "kept"
    arena(*match, "--save", str(save), "--record", str(games))
    save.write_bytes(b"".join(save.read_bytes().splitlines(keepends=True)[:8]))
    before = {path.name: path.read_bytes() for path in games.iterdir()}
    status, out, err = run("arena", "--resume", str(save), "--record", str(games))
    expect("a resumed run overwrites no game", status == 1 and "exists and was not changed" in err and "7 of 30 deals" in out
           and before == {path.name: path.read_bytes() for path in games.iterdir()}, out + err)
    for path in games.iterdir():
        if int(path.name.split("-")[1]) > 6:
            path.unlink()
    arena("--resume", str(save), "--record", str(games))
    expect("it goes on with the missing ones", {path.name for path in games.iterdir()} == set(before))
    small = folder / "small"
    for jobs in ("1", "3"):
        done = subprocess.run([PROGRAM, "arena", *match, "--record", f"{small}-{jobs}", "--jobs", jobs], capture_output=True, text=True,
                              preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                                  resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))))
        expect("a full disk ends the match", done.returncode == 1 and "could not be written: File too large" in done.stderr
               and "the match ended early" in done.stderr and "No deal was finished" in done.stdout, done.stdout + done.stderr)
        expect("and leaves no partial game", not list(pathlib.Path(f"{small}-{jobs}").iterdir()))


def one_build_plays_another():
    """Our bots play the same as external programs as they do inside, in every game, and forfeit nothing."""
    alike = ("draw target=20", "muggins:number target=60", "allfives players=3 target=20", "fiveup target=20", "mexicantrain rounds=1")
    for rules in ("block target=20", "muggins:classic call=on players=4 target=40", "chickenfoot rounds=1", "mexicantrain:hub", "castlerock",
                  "mexicantrain:classic rounds=1 knock=on penalty=tile infractions=penalise", *(alike if LONG else ())):
        match = ["--rules", rules, "--seed", "9", "--deals", "3" if LONG else "1"]
        chance = arena(f"cmd:{PROGRAM} bot random", "random", *match)["result"]
        expect(f"random plays {rules} to the end", sum(chance["bots"][0]["forfeits"].values()) == 0)
        if "penalty" in rules:          # no event contains penalty tiles, so `boneyard bot` knows less of the past
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
    """The lines of one match, and a bot that never answers calls."""
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


def stopped_thought():
    """Ctrl-C ends a bot that may think for an hour; its game is not counted."""
    for jobs in ("1", "2"):
        going = start("expert:ms=3600000", "greedy", "--rules", "mexicantrain", "--deals", "3", "--seed", "1", "--jobs", jobs)
        expect("it thinks", wait_for(lambda: thinks(going.pid)))
        going.send_signal(signal.SIGINT)
        out, err = ended(going)
        expect("Ctrl-C ends a thought", going.returncode == 130 and "0 of 3 deals" in out and "No deal was finished" in out
               and "score" not in out, f"{going.returncode} {out} {err}")


def thinks(pid):
    """Whether a process or one of its children has used half a second of processor time."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return any(int(time_of[13]) > os.sysconf("SC_CLK_TCK") // 2 for time_of in
               (pathlib.Path(f"/proc/{one}/stat").read_text().split() for one in [str(pid), *children]))


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
    if sys.argv[2:] == ["records"]:
        recorded(pathlib.Path(TOP))
        not_recorded(pathlib.Path(TOP))
        finish("arena")
    words()
    without_helpers(pathlib.Path(TOP))
    same()
    levels_repeat()
    resume(pathlib.Path(TOP))
    stopped(pathlib.Path(TOP))
    guests()
    never_starts(pathlib.Path(TOP))
    starts_slowly()
    quoted()
    wire()
    recorded(pathlib.Path(TOP))
    not_recorded(pathlib.Path(TOP))
    stopped_thought()
    one_build_plays_another()
    what_a_guest_hears(pathlib.Path(TOP))
    stopping_guests(pathlib.Path(TOP))
finally:
    shutil.rmtree(TOP)
finish("arena")
