#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The score keeper, run as a program: a whole game of every preset as players would type it, corrections, the file,
printing, and questions."""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
import time

from program import expect, finish, run

FOLDER = tempfile.mkdtemp()
FILE = os.path.join(FOLDER, "score.txt")
HOME = {"XDG_STATE_HOME": os.path.join(FOLDER, "state"), "COLUMNS": "200",
        # fontconfig, below cairo, never frees what it has read
        "LSAN_OPTIONS": "print_suppressions=0:suppressions=" + os.path.join(FOLDER, "leaks")}
with open(os.path.join(FOLDER, "leaks"), "w", encoding="utf-8") as leaks:
    leaks.write("leak:libfontconfig\n")


def play(words, lines, file=FILE, new=True):
    """Runs a score with this command line and typed lines; returns status, output and errors."""
    more = (["--new"] if new else []) + ["--file", file]
    return run("score", *words.split(), *more, stdin="\n".join(lines) + "\n", env=HOME)


def session(name, words, lines, parts, status=0):
    """Types a session; the output must contain each part, in this order."""
    got, out, err = play(words, lines)
    at = 0
    for part in parts:
        found = out.find(part, at)
        expect(f"{name}: '{part}'", found >= 0, out + err)
        at = found + len(part) if found >= 0 else at
    expect(f"{name}: status {status}", got == status, f"{got}\n{out}{err}")
    return out


# One whole game for each preset, with figures worked out by hand from the rules.
GAMES = [
    # L-21: out scores the others' pips unrounded, blocked those less one's own; L-05 the highest double leads.
    ("block:basics", "block:basics target=60 --players Anna,Ben,Cara", [
        "anna out, ben 6-4 3-3, cara 2-1", "blocked, anna 11, ben 17, cara 9", "cara leads", "cara out, anna 5-5, ben 12"],
     ["Round 1: the highest double leads.", "Anna scores 19.", "Cara scores 19.", "Anna 19, Ben 0, Cara 19.",
      "Round 3: Cara leads.", "Cara scores 22.", "Anna 19, Ben 0, Cara 41.", "Round 4: the highest double leads."]),
    # L-22: the lowest single tile decides a tie.
    ("draw:basics", "draw:basics target=30 --players Anna,Ben", [
        "blocked, anna 12, ben 12", "6-5 1-0", "5-4 2-1", "anna out", "20"],
     ["lowest tile decides [L-22]. Which tiles does Anna hold?", "Which tiles does Ben hold?",
      "No one scores.", "What does Ben have left?", "Anna scores 20."]),
    # L-16, L-19, L-03: counts themselves, the bonus in pips rounded once, partners together; L-04.
    ("muggins:number", "muggins:number target=60 --players Anna,Ben,Cara,Dora", [
        "anna 15", "ben 10 20", "cara 5", "anna out, ben 7, cara 11, dora 4", "dora 30"],
     ["Round 1: Anna leads.", "Anna and Cara score 15.", "Ben and Dora 30", "Anna and Cara score 10.",
      "Anna and Cara 30, Ben and Dora 30.", "Round 2: Ben leads.", "Ben and Dora win with 60."]),
    # D-03: 3 + 4 = 7 rounds to 5; L-24: at once, and the rest is refused.
    ("muggins:classic", "muggins:classic target=35 --players Anna,Ben,Cara", [
        "anna out, ben 3, cara 4", "ben 15", "blocked, anna 8, ben 8, cara 9", "anna 20", "anna 10"],
     ["Anna scores 5.", "Ben scores 15. Anna 5, Ben 15, Cara 0.", "The lowest count is tied, so no one scores.",
      "Round 3: Cara leads.", "Anna scores 20.", "Anna scores 10. Anna 35, Ben 15, Cara 0.", "Anna wins with 35."]),
    # L-17: the fewest pips score; L-16, L-19: one point for each five.
    ("muggins:basics", "muggins:basics target=8 --players Anna,Ben,Cara,Dora teams=on", [
        "anna 15", "anna out, ben 3, cara 30, dora 2", "cara +2"],
     ["The ends make 15: Anna and Cara score 3.", "Ben and Dora score 6.", "Anna and Cara score 2.",
      "Anna and Cara 5, Ben and Dora 6."]),
    # L-06, L-20, L-24: by lot, then the winner leads; all hands count; the end after the round, ties play on.
    ("muggins:online", "muggins:online target=25 --players Anna,Ben", [
        "anna 15", "ben 20", "ben out, anna 18", "anna 10", "ben out, anna 5", "anna out, ben 12"],
     ["each player draws a tile, and the one with the most pips leads.", "Ben scores 4.", "Anna 15, Ben 24.", "Round 2: Ben leads.",
      "Anna scores 10. Anna 25, Ben 24.", "The top score is tied, so another round decides.", "Anna wins with 27."]),
    ("allfives:online", "allfives:online target=10 --players Anna,Ben,Cara", [
        "anna 15", "ben 10", "blocked, anna 7, ben 8, cara 3", "cara 20", "cara out, anna 12, ben 18"],
     ["Anna scores 3.", "Ben scores 2.", "Cara scores 4.", "Round 2: Cara leads.", "Cara scores 4.",
      "Cara scores 6.", "Cara wins with 14."]),
    ("fiveup:online", "fiveup:online target=5 --players Anna,Ben", [
        "anna 25", "anna out, ben 5"], ["The ends make 25: Anna scores 5.", "Anna scores 1.", "Anna wins with 6."]),
    # F-03, F-04, F-10, F-11.
    ("chickenfoot:number", "chickenfoot:number rounds=3 --players Anna,Ben,Cara", [
        "anna out, ben 17, cara 23", "ben", "ben out, anna 9-8 0-0, cara 5", "blocked, anna 1-0, ben 8-1, cara 5-4, nobody"],
     ["Round 1 of 3: Anna leads, 9-9 goes in the middle.", "Who holds the 0-0?", "Ben adds 67, 50 of it for the 0-0, Cara adds 23.",
      "Round 2 of 3: Ben leads, 8-8 goes in the middle.", "Anna adds 67", "Round 3 of 3: Cara leads, 7-7 goes in the middle.",
      "Cara adds 9", "Anna 68, Ben 76, Cara 37.", "Cara wins with 37."]),
    ("chickenfoot:classic", "chickenfoot:classic rounds=2 --players Anna,Ben,Cara,Dora,Emil,Fritz,Greta,Hans,Ida", [
        "hans out, a 5, b 5, c 5, d 5, e 5, f 5, g 5, i 100, nobody", "hans out, a 1, b 2, c 3, d 4, e 5, f 6, g 7, i 8, nobody"],
     ["Round 1 of 2: Anna leads, 15-15", "Ida adds 100, Anna adds 5", "Round 2 of 2: Ben leads, 14-14", "Hans wins with 0."]),
    # T-03, T-15, T-17.
    ("mexicantrain:number", "mexicantrain:number penalty=fifty knock=on rounds=2 --players Anna,Ben,Cara,Dora", [
        "anna out, ben 17, cara 23, dora 4", "ben penalty", "blocked, anna 5-1, ben 3, cara 12-11, dora 1-0"],
     ["Round 1 of 2: Anna leads, 12-12 is the engine.", "Cara adds 23, Ben adds 17, Dora adds 4.", "Ben pays 50.",
      "Anna 6, Ben 70, Cara 46, Dora 5.", "Dora wins with 5."]),
    ("mexicantrain:classic", "mexicantrain:classic set=9 rounds=2 --players Anna,Ben", [
        "anna out, ben 17", "ben out, anna 9-8"], ["9-9 is the engine", "Ben leads, 8-8", "Anna and Ben share the win with 17 each."]),
    # T-04, T-15: one round; of equal totals, the player who went out wins.
    ("mexicantrain:hub", "mexicantrain:hub --players Anna,Ben,Cara,Dora", [
        "anna out, ben 17, cara 0-0, dora 4"], ["the highest double in any hand opens the hub", "Anna wins with 0."]),
    #
    ("castlerock:number", "castlerock:number rounds=3 --players Anna", [
        "6-4 3-1, time 4:10", "12", "20"], ["14 pips are left.", "12 pips are left.", "Best result: Anna, with 12 pips left."]),
    ("castlerock:classic", "castlerock:classic set=18 --players Anna", ["cleared"], ["Anna has won: the row is cleared."]),
]


def every_preset():
    for name, words, lines, parts in GAMES:
        session(name, words, lines, parts)
        status, again, err = run("score", "--continue", "--file", FILE, stdin="table\n", env=HOME)
        totals = [line for line in again.splitlines() if re.match(r" +\d+ ", line)]
        expect(f"{name}: goes on where it was", status == 0 and len(totals) >= 1, again + err)


def what_cannot_be():
    out = session("refusals", "muggins:number --players Anna,Ben,Cara", [
        "anna out, ben 6-4 6-4, cara 3", "anna out, ben 6-4, cara 4-6", "anna out, ben 7-1, cara 3", "anna out, ben 169, cara 3",
        "anna 13", "dora 15", "ben 17", "anna out anna 6-4 ben 3 cara 3", "\033[2Jx 15", "anna out, ben 5, cara 5"],
        ["6-4 is listed twice", "Ben and Cara can't both hold it", "7-1 is not in this set", "Ben can't have 169 pips left",
         "13 is not a multiple of five", "'dora' is neither a player", "17 is not a multiple", "went out", "?[2Jx", "Anna scores 10."], status=1)
    expect("nothing raw", "\033" not in out, out)
    for words, part in [
            ("muggins --players Anna", "2 to 4"), ("muggins --players Anna,Ben,Cara,Dora,Emil", "2 to 4"),
            ("muggins --players Anna,anna", "Two players"), ("muggins --players Anna,Out", "can't be a name"),
            ("muggins --players Anna,,Ben", "no name"), ("muggins players=3 --players Anna,Ben", "3 play"),
            ("mugins --players Anna,Ben", "muggins?"), ("muggins", "--players"), ("", "specify a game"),
            ("muggins --players Anna,\033[31mBen\033]0x\007", None)]:
        status, out, err = run("score", *words.split(), env=HOME)
        if part is None:
            expect("hostile names are harmless",
                   status == 0 and "\033" not in out + err and "?[31mBen" in out, out + err)
        else:
            expect(f"'{words}' is refused", status == 2 and part in err and out == "", f"{status}{out}{err}")


def lines_are_taken_whole():
    out = session("who holds the 0-0", "chickenfoot:number --players Anna,Ben,Cara", [
        "cara out, anna 9-8, ben 3", "anna", "ben out, anna 60", "ben anna", "ben has the 0-0", "table"],
        ["Who holds the 0-0?", "Anna's tiles are listed", "'out' does not belong here", "'anna' does not belong here",
         "Ben adds 53, 50 of it for the 0-0", "Anna 17, Ben 53, Cara 0."], status=1)
    expect("only the good line counts", out.count("adds") == 2, out)
    for line, part in [("anna 15, ben", "What did Ben do?"), ("anna 15, ben 13", "13 is not a multiple"), ("anna 15 nobody", "'nobody' belongs"),
                       ("anna leads, ben leads", "one entry per line"), ("anna leads 5", "What did"), ("undo 3", "'3' does not belong here"),
                       ("anna out, ben 5, cara 3, ben 7", "one number"), ("table please", "'please' does not belong here")]:
        session(line, "muggins:number --players Anna,Ben,Cara", [line], [part], status=1)
        expect(f"'{line}' adds nothing", "# round" not in open(FILE).read(), open(FILE).read())
    session("one line, one undo", "muggins:number --players Anna,Ben", ["anna 5, ben 10 15", "undo", "table"],
            ["Anna 5, Ben 10.", "Anna 5, Ben 25.", "Undone. Anna 0, Ben 0."])
    session("an answer about somebody else", "chickenfoot:number --players Anna,Ben,Cara", ["anna out", "cara 5", "ben 5, leads", "5"],
            ["What does Ben have left?", "'cara' does not belong here", "'leads' does not belong here", "What does Cara have left?"], status=1)


def any_set():
    for words in ("mexicantrain:number set=12 --players A,B,C", "chickenfoot:number set=12 --players A,B",
                  "chickenfoot:classic set=18 --players A,B", "mexicantrain:number set=9 --players A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P"):
        status, out, err = play(words, [])
        expect(f"{words}: kept", status == 0 and "Round 1 of" in out, out + err)
        status, out, err = run("score", "--file", FILE, env=HOME)
        expect(f"{words}: goes on", status == 0 and "Round 1 of" in out, out + err)
    status, _, err = run("play", "mexicantrain:number", "set=12", "players=3", env=HOME)
    expect("play still needs a hand", status == 2 and "no hand size" in err, err)


def a_file_that_is_spoilt():
    play("muggins:number --players Anna,Ben", ["anna 5", "ben 10"])
    with open(FILE, "a", encoding="utf-8") as file:
        file.write("anna 15, ben\n")
    status, out, err = run("score", "--file", FILE, env=HOME)
    expect("the file before is named", status == 1 and f"{FILE}:9: What did Ben do?" in err and f"{FILE}.before" in err, out + err)
    status, out, err = run("score", "--file", FILE + ".before", env=HOME)
    expect("and goes on", status == 0 and "Anna 5, Ben 0." in out, out + err)


def editing():
    """At a terminal, Up recalls the previous line, which is corrected."""
    if b"libedit" not in open(sys.argv[1], "rb").read():
        return
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME, TERM="xterm", LC_ALL="C")
        os.execv(sys.argv[1], [sys.argv[1], "score", "muggins", "--new", "--players", "Anna,\u00d6mer", "--file", FILE])
    for keys, wanted in [(b"", "Round 1"), (b"anna 15\r", "Anna 15, "), (b"\x1b[A\x7f0\r", "Anna 25, "),
                         ("\u00d6mer 20\r".encode(), "\u00d6mer 20."), (b"quit\r", "--file")]:
        while keys and termios.tcgetattr(terminal)[3] & termios.ICANON:     # the prompt appears just before the editor starts
            time.sleep(0.01)
        os.write(terminal, keys)
        seen = ""
        while (wanted not in seen or "> " not in seen.split(wanted)[1]) and select.select([terminal], [], [], 20)[0]:
            try:
                seen += os.read(terminal, 4096).decode("utf-8", "replace")
            except OSError:
                break
        expect(f"after {keys} comes {wanted}", wanted in seen, seen)
    expect("it ends", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0)
    os.close(terminal)


def corrections():
    session("undo", "block:basics --players Anna,Ben", ["anna out, ben 5", "undo", "undo", "ben out, anna 7"],
            ["Anna scores 5.", "Undone. Anna 0, Ben 0.", "Nothing to undo", "Ben scores 7."], status=1)
    out = session("fix", "muggins:number --players Anna,Ben", [
        "anna 15", "anna out, ben 12", "ben out, anna 20", "ben 5", "fix 1", "anna 10", "anna out, ben 18", "table", "undo", "table"],
        ["Anna 25", "Round 1 was:", "Anna 15", "Anna out, Ben 12", "Anna 30, Ben 25.", "Undone. Anna 25, Ben 25."])
    expect("the later rounds stand behind a fix", out.count("+20    20") + out.count("+25    25") >= 2, out)
    session("fix of an ending", "muggins:number --players Anna,Ben", ["anna 15", "anna out, ben 12", "fix 1 anna out, ben 18", "fix 9", "fix"],
            ["Anna scores 10.", "Anna scores 20.", "Anna 35, Ben 0.", "Which round?", "Which round?"], status=1)
    session("a refused fix", "block:basics --players Anna,Ben", ["anna out, ben 12", "fix 1 anna out, ben 99", "table"],
            ["can't have 99", "+12    12"], status=1)
    session("a fix that ends the game", "muggins:number target=30 --players Anna,Ben", [
        "anna 15", "ben out, anna 3", "anna 5", "fix 1", "anna 30", "undo", "table"],
        ["Round 1 was:", "Anna wins with 30.", "Dropped: Anna 5.", "'undo' restores the previous sheet", "Undone. Anna 20, Ben 5."])
    play("muggins:number --players Anna,Ben", ["anna out, ben 12", "ben out, anna 7", "fix 1", "anna 20"])
    out = play("", ["table"], new=False)[1]
    expect("a fix that is not ended leaves the old sheet", "+10    10" in out and "+5     5" in out, out)
    session("rename", "block:basics --players Aunt Mary,Ben".replace("Aunt Mary", "Mary"), [
        "mary out, ben 12", "rename mary Aunt Mary", "rename ben Aunt mary", "aunt mary out, ben 5", "rename aunt mary to Mia"],
        ["Aunt Mary 12, Ben 0.", "Two players", "Aunt Mary 17, Ben 0.", "Mia 17, Ben 0."], status=1)
    session("a question is left with undo", "block:basics --players Anna,Ben", ["anna out", "hello", "help", "undo", "anna out", "7"],
            ["What does Ben have left?", "'hello'", "Commands:", "Entry cancelled.", "Anna scores 7."], status=1)


def names_in_any_case():
    """Case and accents do not matter, unless two names differ in nothing else."""
    session("accents", "muggins:number --players José,Ana,Ägidius", ["JOSÉ 15", "jose 10", "Jose\u0301 5", "agi 20", "josé out, ANA 6-4, ägi 3"],
            ["José scores 15.", "José scores 10. José 25", "José scores 5. José 30", "Ägidius scores 20.", "José scores 15.", "José 45"])
    session("two of them", "muggins:number --players José,Jose,Josefa", ["jose 5", "josé 10", "JOSÉ 15", "josef 20"],
            ["José 0, Jose 5", "José 10, Jose 5", "'JOSÉ' could be José or Jose", "Josefa scores 20."], status=1)
    session("two marks on a letter", "muggins:number --players Huế,김,깁", ["hue 5", "HUÊ 5", "Hue\u0302\u0301 5", "기 5"],
            ["Huế scores 5.", "Huế 10", "Huế 15", "'기' is neither"], status=1)
    session("a name like a command", "muggins:number --players Tablé,Ana", ["Tablé 15", "table"], ["Tablé scores 15."])
    for name, part in (("6-4", "'6-4' looks like a number or a tile"), ("+3", "'+3' looks like a number"), ("Ana 2", "'2' looks like")):
        status, _, err = run("score", "muggins", "--players", f"Ana,{name}", env=HOME)
        expect(f"{name} is no name", status == 2 and part in err and "command" not in err, err)


def in_spanish():
    """The commands have Spanish words beside the English ones."""
    for path in (FILE, FILE + ".before"):
        if os.path.exists(path):
            os.remove(path)
    spanish = ("--language", "es", "score", "--file", FILE)
    status, out, err = run(*spanish, "muggins:number", "--players", "Ana,José", env=HOME, stdin="\n".join(
        ["ana 15", "DESHACER", "ana 10", "undo", "ana 5", "ayuda", "hoja", "renombrar jose Pepe", "pepe fuera, ana 6-4", "corregir 1 pepe fuera, ana 6-5",
         "imprimir " + FILE + ".es.txt", "salir", "ana 20"]))
    expect("each command", status == 0 and out.count("Anulado.") == 2 and "corregir RONDA" in out and "Pepe anota 10." in out
           and os.path.exists(FILE + ".es.txt") and "Ana anota 20" not in out, out + err)
    os.remove(FILE)
    _, out, _ = run(*spanish, "muggins:number", "--players", "Salir,Ana", env=HOME, stdin="salir 15\nana 10\nquit\nana 5\n")
    expect("a player's name goes before a Spanish word", "Salir 15, Ana 10" in out and "Ana 15" not in out, out)
    os.remove(FILE)


def an_open_question_is_not_dropped_silently():
    for last in (["quit"], []):
        out = session("an open question", "block:basics --players Anna,Ben", ["anna out", *last],
                      ["What does Ben have left?", "The last entry was not counted"])
        expect("nothing is entered", "anna" not in open(FILE, encoding="utf-8").read().split("Ben", 1)[1], out)


def the_file():
    place = os.path.join(HOME["XDG_STATE_HOME"], "boneyard", "score.txt")
    for name in os.listdir(os.path.dirname(place)) if os.path.isdir(os.path.dirname(place)) else []:
        os.remove(os.path.join(os.path.dirname(place), name))
    status, out, err = run("score", "--continue", env=HOME)
    expect("nothing to go on with", status == 1 and "no saved score" in err, out + err)
    run("score", "block:basics", "--players", "Anna,Ben", stdin="anna out, ben 5\n", env=HOME)
    expect("the usual place", os.path.exists(place))
    status, out, err = run("score", "block:basics", "--players", "Anna,Ben", env=HOME)
    expect("an unfinished score is not written over", status == 1 and "unfinished" in err and "--new" in err, out + err)
    status, out, err = run("score", "block:basics", "--players", "Cara,Dora", "--new", env=HOME)
    expect("--new sets it aside", status == 0 and place + ".earlier" in out and "Anna" not in open(place).read()
           and "Ben 5" in open(place + ".earlier").read(), out + err)
    for number in (2, 3):
        run("score", "--continue", "--file", place, env=HOME, stdin="cara out, dora 7\n")
        status, out, err = run("score", "block:basics", "--players", "Cara,Dora", "--new", "--file", place, env=HOME)
        expect("every earlier score is kept", status == 0 and f"{place}.earlier-{number}" in out and os.path.exists(f"{place}.earlier-{number}")
               and "Ben 5" in open(place + ".earlier").read(), out + err)
    run("score", "--continue", stdin="cara out, dora 9\n", env=HOME)
    status, out, _ = run("score", "--continue", stdin="undo\nundo\n", env=HOME)
    expect("undo goes further back than the session", "Undone. Cara 0, Dora 0" in out and "Nothing to undo" in out, out)
    text = open(place).read()
    for what, was, wrong, line in [("a wrong first line", "score 1", "score 7", 1), ("wrong rules", "block:", "blok:", 2),
                                   ("a wrong entry", "player Dora\n", "player Dora\nEve out, Dora 6\n", 6)]:
        with open(place, "w") as file:
            file.write(text.replace(was, wrong))
        status, out, err = run("score", "--continue", env=HOME)
        expect(f"{what} names its line", status == 1 and f"{place}:{line}: " in err, out + err)
        expect(f"{what}: the file is left as it is", open(place).read() == text.replace(was, wrong))
        status, out, err = run("score", "block:basics", "--players", "Anna,Ben", env=HOME)
        expect(f"{what}: not written over either", status == 1 and "--new" in err and open(place).read() == text.replace(was, wrong))
    with open(place, "w") as file:
        file.write(text.replace("player Dora", "player \033[2JDora"))
    _, out, err = run("score", "--continue", stdin="table\n", env=HOME)
    expect("hostile names in a file are harmless", "\033" not in out + err and "?[2JDora" in out, out + err)
    status, out, err = run("score", "block:basics", "--players", "Anna,Ben", "--new", "--file", FOLDER, env=HOME)
    expect("a folder is no score", status == 1 and "not a regular file" in err and os.path.isdir(FOLDER), out + err)
    status, out, err = play("block:basics --players Anna,Ben", ["x" * 5000, "anna out, ben 5\0", "anna out, ben " + "6-4 " * 900, "anna out, ben 5"])
    expect("long lines and NUL", status == 1 and out.count("too long") >= 2 and "Anna scores 5." in out, out[:2000] + err)
    many = ",".join(f"Wilhelmina-Charlotte-{chr(65 + i)}" for i in range(16))
    status, out, err = play(f"mexicantrain:classic set=18 --players {many}", ["eve out"])
    expect("of many players some are named", re.search(r"players\s+are\s[^.]*Charlotte-[B-O]\s+and\s+[0-9]+\s+more\.", out), out)
    status, out, err = run("score", "block:basics", "--players", "Anna,Ben", "--file", "/nowhere/x.txt", env=HOME)
    expect("a place that is none", status == 1 and "/nowhere/x.txt" in err, out + err)


def printing():
    many = ",".join(f"Grandmother Wilhelmina {chr(65 + i)}" for i in range(16))
    sheet = os.path.join(FOLDER, "sheet.pdf")
    text = os.path.join(FOLDER, "sheet.txt")
    for words, pages, size, parts in [
            (["mexicantrain:classic", "set=18", "--players", many], 2, "841.89 x 595.28 pts (A4)", ["18-18", "0-0", "Mexican Train", "Winner:"]),
            (["chickenfoot"], 1, "595.28 x 841.89 pts (A4)", ["9-9", "0-0", "10 rounds, and the lowest total wins", "Date:"]),
            (["muggins", "--players", "Anna,\u00d6mer"], 1, "595.28 x 841.89 pts (A4)", ["Anna", "\u00d6mer", "first to 250 points wins", "Anna leads"])]:
        status, out, err = run("score", *words, "--print", sheet, env=HOME)
        expect(f"{words} is printed", status == 0 and out == "" and err == "", out + err)
        info = subprocess.run(["pdfinfo", sheet], capture_output=True, text=True, check=False).stdout
        expect(f"{words}: {pages} pages of A4", f"Pages:           {pages}" in info and size in info, info)
        words_on_it = subprocess.run(["pdftotext", "-layout", sheet, "-"], capture_output=True, text=True, check=False).stdout
        expect(f"{words}: what stands on it", all(part in words_on_it for part in parts), words_on_it)
    play("muggins:number target=40 --players Anna,Ben", ["anna 15", "anna out, ben 6-4 3-3", "ben 20", "anna 10", f"print {sheet}", f"print {text}",
                                                         "print", f"print {FILE}"])
    words_on_it = subprocess.run(["pdftotext", "-layout", sheet, "-"], capture_output=True, text=True, check=False).stdout
    expect("a finished game on paper", all(part in words_on_it for part in
           ["Anna wins with 40.", "in play 15", "3-3 6-4"]) and re.search(r"\+30 +30 ", words_on_it)
           and re.search(r"\+10 +40 +\+20 +20", words_on_it), words_on_it)
    written = open(text, encoding="utf-8").read()
    expect("and as text", all(part in written for part in ["+30    30", "+10    40", "Anna wins with 40.", "Anna 15; Anna out, Ben 3-3 6-4"]), written)
    expect("80 columns", all(len(line) <= 80 for line in written.splitlines()), written)
    expect("the score itself is no place to print into", open(FILE).read().startswith("boneyard score 1"))
    link = os.path.join(FOLDER, "link.txt")
    os.symlink(text, link)
    written = open(text, encoding="utf-8").read()
    status, out, err = run("score", "muggins", "--print", link, env=HOME)
    expect("another sheet is not printed over", status == 1 and "not a printout of this score" in err and open(text, encoding="utf-8").read() == written, out + err)
    status, out, err = run("score", "muggins", "--print", os.path.join(FOLDER, "sheet.txt"), "--players", "Cara,Dora", env=HOME)
    expect("nor is it by its own name", status == 1 and open(text, encoding="utf-8").read() == written, out + err)
    open(text, "w", encoding="utf-8").close()
    status, out, err = run("score", "muggins", "--print", link, env=HOME)
    expect("a link stays one", status == 0 and os.path.islink(link) and "_____" in open(text, encoding="utf-8").read(), out + err)
    status, out, err = run("score", "muggins", "--print", "/dev/stdout", env=HOME)
    expect("/dev/stdout stays what it is", status == 0 and "first to 250 points wins" in out and os.path.islink("/dev/stdout"), out + err)
    status, out, err = run("score", "muggins", "--print", "/nowhere/sheet.pdf", env=HOME)
    expect("a place that is none", status == 1 and "/nowhere/sheet.pdf" in err, out + err)


def nothing_is_printed_over():
    """--print replaces an earlier print of the same score, and no other file."""
    sheet = os.path.join(FOLDER, "mine.txt")
    anna = ("score", "muggins", "--players", "Anna,Ben", "--print", sheet)
    expect("a new file", run(*anna, env=HOME)[0] == 0 and run(*anna, env=HOME)[0] == 0)
    for content in ("Dear Anna\n", open(sheet, encoding="utf-8").read()):
        with open(sheet, "w", encoding="utf-8") as file:
            file.write(content)
        status, _, err = run("score", "block", "--players", "Cara,Dora", "--print", sheet, env=HOME)
        expect("another file stays", status == 1 and "not a printout of this score" in err and open(sheet, encoding="utf-8").read() == content, err)


def questions():
    for preset, question, start, number in [
            ("muggins", "may I draw although I can play?", "No. ", "C-05"), ("block", "may I draw?", "That question is not on the list", None),
            ("mexicantrain:hub", "May I start the Mexican Train?", "Yes, but only under this rule: ", "T-21"),
            ("mexicantrain:number", "may I start the Mexican train", "Yes. ", "T-06"),
            ("mexicantrain:number knock=on", "may I say nothing with one tile left?", "No. ", "T-16")]:
        status, out, err = run("score", *preset.split(), "--ask", question, env=HOME)
        expect(f"{preset}: {question}", out.startswith(start) and status == (0 if number else 1) and (number or "may I ") in out, out + err)
    session("a player's name", "mexicantrain:number --players Anna,Ben,Cara", [
        "may I play on Anna's train?", "can I begin ben's train", "may I eat Anna's train?"],
        ["Yes, but only under this rule: Lay one tile", "question is not on the list"], status=1)
    session("asked at the table", "chickenfoot --players May,Ben", [
        "may I end my turn after a double?", "Is it allowed to fly?", "may out, ben 5, nobody"],
        ["Yes. A double must take three tiles", "[F-07", "That question is not on the list", "Ben adds 5."], status=1)


if sys.argv[2:] == ["print"]:
    nothing_is_printed_over()
    finish("score")
every_preset()
what_cannot_be()
lines_are_taken_whole()
any_set()
a_file_that_is_spoilt()
editing()
corrections()
names_in_any_case()
in_spanish()
an_open_question_is_not_dropped_silently()
the_file()
printing()
nothing_is_printed_over()
questions()
finish("score")
