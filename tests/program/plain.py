#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sentence mode, run as a program: a player who has only the sentences plays every game to its end through a pipe.  On a
terminal: the questions before a game, several people at one keyboard, paging of long texts."""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from program import expect, finish, run

GAMES = ["block target=30", "draw target=30", "muggins:number target=40", "muggins:classic players=4 teams=on target=40",
         "muggins:basics target=10", "muggins:online target=30", "allfives target=10", "fiveup players=3 target=10",
         "muggins:classic call=on target=30", "chickenfoot players=3 hand=7 rounds=2", "chickenfoot:classic hand=5 rounds=1",
         "mexicantrain players=3 hand=6 rounds=2", "mexicantrain:classic players=3 hand=6 rounds=1 knock=on penalty=tile",
         "mexicantrain:hub players=3 hand=6", "castlerock", "castlerock:classic removals=once"]
MEANT_FOR_EYES = re.compile(r"[\[\]{}|<>*\x00-\x09\x0b-\x1f\x7f]")


class Listener:
    """Reads the program's sentences and answers its questions."""

    def __init__(self, *words):
        self.program = subprocess.Popen([sys.argv[1], "play", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=dict(os.environ, COLUMNS="120"))
        self.heard = ""
        self.end = False

    def listen(self):
        """The sentences up to the next question."""
        new = b""
        while not new.endswith(b": ") and not new.endswith(b"Enter. "):
            piece = self.program.stdout.read1(65536)
            if piece == b"":
                self.end = True
                break
            new += piece
        text = new.decode()
        self.heard += text
        return " ".join(text.split())

    def say(self, words):
        try:
            self.program.stdin.write((words + "\n").encode())
            self.program.stdin.flush()
        except BrokenPipeError:
            self.end = True


def answer(told):
    """A move in words: the first tile that is said to fit, on the last place named."""
    if "This play leaves you with one tile" in told:
        return ""
    if "You can call." in told.rsplit("Your", 1)[-1]:
        return "call"
    take = re.findall(r"(take3? \d+-\d+)", told.rsplit("Row,", 1)[-1])
    if take:
        return take[-1]
    if "Nothing can be removed" in told:
        return "draw"
    lead = re.findall(r"You must lead (\d+-\d+)", told)
    if lead:
        return lead[-1]
    hand = told.rsplit("Your hand,", 1)[-1]
    fits = re.findall(r"(?:^|\. )(\d+-\d+)[^.:]*? fits? (.*?)\.", hand)
    if not fits:
        return re.findall(r"tiles?: (\d+-\d+)", hand)[0]
    tile, places = fits[0]
    place = re.split(r", | and (?=on |in |left|right|top|bottom|either)", places)[-1]
    words = f"{tile} {re.sub(' to make .*', '', place)}"
    if "has to be announced" in hand:
        words += " !"
    return words


def by_ear():
    for rules in GAMES:
        listener = Listener(*rules.split(), "--seed", "8")
        answers = 0
        told = listener.listen()
        while not listener.end and answers < 4000:
            words = answer(told)
            listener.say(words)
            answers += 1
            last = told
            told = listener.listen()
            if not listener.end and "Your turn" not in told and "You lead" not in told and "can call" not in told \
                    and "Nothing can be removed" not in told and "This play leaves you with one tile" not in told:
                expect(f"'{words}' is understood in {rules}", False, last[-900:] + "\n-> " + told[-500:])
                break
        if not listener.end:
            listener.program.kill()
        listener.program.communicate()
        end = "castle" if rules.startswith("castle") else " the game."
        expect(f"{rules} is played to its end by ear", end in listener.heard and answers > 1, listener.heard[-800:])
        odd = MEANT_FOR_EYES.search(listener.heard)
        expect(f"{rules}: nothing but sentences", odd is None, repr(odd))


def words():
    """All other commands; errors are answered and cost nothing."""
    talk = "help\nhand\nmoves\nends\ntable\nseats\nscores\nlog\nhint\nrules\nrules spinner\nrules L-16\nrules zebra\x1b[2J\n" \
           "HAND\nhand up\n99\n1\n6-6 nowhere\nundo\nquit\nhand\nquit\nquit\n"
    status, out, err = run("play", "muggins:classic", "players=4", "--seed", "5", stdin=talk)
    expect("talking is fine", status == 0 and err == "", err)
    for part in ["hand: your tiles and where they fit.", "rules WORD: ", "Your hand, 5 tiles: ", "1: ", "The table is empty.",
                 "You have 5 tiles and 0 points and play now.", "The target is 250.", "Round 1. You start.", "Hint: ",
                 "L-01", "L-13: The first double of the round is the spinner", 'No rule of this table mentions "zebra?[2J"',
                 "Move numbers run from 1 to ", "6-6 is not in your hand", "Undone."]:
        expect(f"one hears '{part}'", part in out, out)
    expect("nothing raw", "\033" not in out, out)
    expect("one rule is not all rules", [out.count(f"{n}: ") for n in ("C-04 L-13", "L-16 D-06 D-11", "L-10 C-10")]
           == [2, 2, 1], out)
    expect("leaving asks once, each time", out.count("quit again to leave it") == 2, out[-600:])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        status, out, _ = run("play", "block", "--seed", "5", "--save", path, stdin="1\nquit\n")
        expect("a game that is kept is left at once", "once more" not in out and "The game is saved in " in out, out)
        status, out, _ = run("play", "block", "--seed", "5", stdin=f"save {path}2\nquit\n")
        expect("save names its file", "Saved." in out and "once more" not in out and os.path.exists(path + "2"), out)


def claims():
    """A bare move claims nothing; + claims; a wrong claim is refused."""
    told = run("play", "muggins:classic", "call=on", "--seed", "8", stdin="moves\n")[1]
    expect("how to claim is said", "A score counts only if you claim it" in told, told)
    scoring = None
    for seed in range(40):
        told = run("play", "muggins:classic", "call=on", "--seed", str(seed), stdin="moves\n")[1]
        scoring = re.search(r"\d+: (\d+-\d+) \+(\d+)\.", told)
        if scoring:
            break
    tile, points = scoring.groups()
    game = ["play", "muggins:classic", "call=on", "--seed", str(seed)]
    expect("a claim", f"You score {points} points" in run(*game, stdin=f"{tile} +{points}\n")[1])
    expect("a claim without a blank", f"You score {points} points" in run(*game, stdin=f"{tile}+{points}\n")[1])
    told = run(*game, stdin=f"{tile}\n")[1]
    expect("bare is not claimed, and nothing is asked", "You score" not in told and f"You lay {tile}" in told, told)
    told = run(*game, stdin=f"{tile} +{int(points) + 5}\nscores\n")[1]
    expect("a wrong claim is refused", "You lay" not in told, told)


def announcements():
    """The program says who has one tile left; with knock=on, the first key announces.  "Domino!" by its sheet."""
    told = run("play", "mexicantrain", "players=2", "rounds=1", "--watch", "--seed", "1")[1]
    expect("one tile left is said", re.search(r"Seat 1 lays [^.]*\. Seat 1 has one\stile left\.", told), told)
    expect("why another set is used", "For 2 players this sheet uses a double-9 set." in told, told[:300])
    expect("a set that was chosen needs no reason", "this sheet uses" not in run("play", "chickenfoot", "set=12", "players=3", "hand=5")[1])
    for words in (["draw"], ["block"], ["muggins:basics"]):
        expect(f"Domino! in {words}", 'calls "Domino!" and goes out' in run("play", *words, "--watch", "--seed", "1")[1].replace("\n", " "))
    expect("no Domino! elsewhere", "Domino!" not in run("play", "muggins", "--watch", "--seed", "1")[1])
    last = silent = None
    for seed in range(60):                  # a hand of two tiles, one of which can be laid
        game = ["play", "mexicantrain", "players=2", "hand=2", "knock=on", "penalty=fifty", "rounds=1", "--seed", str(seed)]
        moves = re.search(r"1: (\d+-\d+) on [^.]*\.\n2: \1 on [^.]* !\.", run(*game, stdin="moves\n")[1])
        if moves:
            last, silent = (run(*game, stdin=f"{moves.group(1)} mexican\n{word}\n")[1] for word in ("", "silent"))
            if "This play leaves you with one tile" in last.replace("\n", " "):
                break
    expect("Enter announces", last and "and announce one tile left" in last.replace("\n", " "), last)
    expect("a word stays silent", silent and "You lay" in silent and re.search(r"You\spay\sa\spenalty\sof\s50", silent), silent)
    told = run("play", "draw", "--seed", "2", "--bots", "greedy", stdin="1\n" * 100)[1]
    expect("draws in a row are one line", not re.search(r"draws\.\n\w+ draws\.|You draw [\d-]+\.\nYou draw", told)
           and re.search(r"North draws \d+ tiles\.", told) and re.search(r"You draw [\d-]+( [\d-]+)+\.", told), told)


class Terminal:
    """The program on its own terminal."""

    def __init__(self, *words, rows=24, home=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = dict(os.environ, TERM="xterm", LINES=str(rows), COLUMNS="80", XDG_STATE_HOME=home or "/dev/null")
            os.execve(sys.argv[1], [sys.argv[1], "play", *words], env)
        self.seen = self.rest = ""

    def until(self, *words, seconds=20):
        """Returns the output up to one of these words; the rest waits for the next call."""
        limit = time.monotonic() + seconds
        while not any(w in self.rest for w in words) and time.monotonic() < limit:
            if not select.select([self.fd], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(self.fd, 65536)
            except OSError:
                break
            if piece == b"":
                break
            self.rest += piece.decode("utf-8", "replace")
        expect(f"{words} comes", any(w in self.rest for w in words), self.rest[-600:])
        ends = [self.rest.index(w) + len(w) for w in words if w in self.rest] or [len(self.rest)]
        new, self.rest = self.rest[:min(ends)], self.rest[min(ends):]
        self.seen += new
        return new

    def say(self, text):
        os.write(self.fd, text.encode() + b"\n")

    def close(self):
        os.close(self.fd)
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)


def hot_seat():
    """The next person cannot read anything of the previous person's hand, neither on the screen nor above it."""
    game = Terminal("muggins:classic", "players=3", "--people", "Anna,Ben", "--plain", "--seed", "5", "--bots", "greedy")
    told = game.until("Pass the keyboard to Anna. Anna, press Enter: ")
    expect("nobody's hand before that", "Your hand" not in told, told)
    game.say("hand")
    told = game.until("press Enter: ")
    expect("no hand for a curious one", "Your hand" not in told and "only do that on your turn" in told, told)
    game.say("")
    told = game.until("Your move: ")
    expect("Anna's hand", "Your hand, 5 tiles" in told, told)
    game.say("1")
    told = game.until("Pass the keyboard to Ben. Ben, press Enter: ")
    shown = told[told.rindex("\033[3J"):] if "\033[3J" in told else told
    expect("the screen is wiped", "\033[2J" in told and "\033[3J" in told and "Your hand" not in shown
           and told.count("\n") >= 100, repr(told[-400:]))
    game.say("")
    told = game.until("Your move: ")
    expect("Ben hears what Anna did", "Anna lays" in told and "Your hand, 5 tiles" in told, told)
    game.close()


def questions():
    """The questions before a game, and the remembered choice."""
    with tempfile.TemporaryDirectory() as home:
        game = Terminal("--plain", "--seed", "5", home=home)
        for question, words in [("Enter for Block: ", "mugins"), ("Enter for Block: ", "muggins"), ("the first: ", "classic"),
                                ("Enter for 2: ", "9"), ("Enter for 2: ", "3"), ("watch bots: ", "2"),
                                ("so on: ", "Anna, Ben"), ("for Medium: ", "clever"), ("for Medium: ", "greedy"),
                                ("to deal: ", "teams=on"), ("to deal: ", ""), ("to deal: ", "teams=off"),
                                ("to deal: ", "target=150"), ("to deal: ", "")]:
            game.until(question)
            game.say(words)
        game.until("Pass the keyboard to Anna")
        for part in ["There is no mugins here", "Type a number from 2 to 4", "There is no clever here",
                     "teams=on is not allowed with players=3", "muggins:classic players=3 target=150"]:
            expect(f"the questions say '{part}'", part in game.seen, game.seen)
        game.close()
        game = Terminal("--plain", "--seed", "5", home=home)
        if "A game is saved" in game.until("type new to start another: ", "as last time: "):
            game.say("new")
            game.until("as last time: ")
        expect("it remembers the last choice", "Enter for muggins:classic players=3 target=150, as last" in game.seen,
               game.seen)
        game.say("")
        game.until("Pass the keyboard to Anna")
        game.close()


def broken_choice():
    """A damaged remembered choice is ignored; its bytes never reach the screen unescaped."""
    for text, asked in [(b"", "Block"), (b"muggins:number\tme:", "Block"), (b"\xff\x00\x1b[2J\n", "Block"),
                        (b"muggins:number\tme:\tbot:cheat:\n", "Block"), (b"block:basics\tme:\x1b[2JEve\tbot:easy:\n",
                                                                         "block:basics, as last time")]:
        with tempfile.TemporaryDirectory() as home:
            os.mkdir(os.path.join(home, "boneyard"))
            with open(os.path.join(home, "boneyard", "setup"), "wb") as out:
                out.write(text)
            game = Terminal("--plain", "--seed", "5", home=home)
            game.until(f"Enter for {asked}: ")
            game.say("")
            game.until(": ")
            expect(f"{text} is harmless", "\033[2J" not in game.seen, game.seen)
            game.close()


def beside():
    """A new game never overwrites another, even an unreadable one."""
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, "boneyard", "games")
        kept = []
        for n in range(3):
            game = Terminal("muggins", "--plain", "--seed", "5", home=home)
            game.until("Your move: ")
            game.say("1")
            game.until("Your move: ")
            game.close()
            new = [os.path.join(folder, name) for name in os.listdir(folder)
                   if name.endswith(".jsonl") and os.path.join(folder, name) not in kept]
            expect(f"game {n} has a file of its own", len(new) == 1 and os.path.getsize(new[0]) > 7, str(os.listdir(folder)))
            with open(new[0], "ab") as out:
                out.write(b"no game\n")
            kept += new
        expect("what cannot be read stays", all(open(path, "rb").read().endswith(b"no game\n") for path in kept), str(kept))


def pages():
    """A long text pauses at the height of the screen."""
    game = Terminal("muggins", "--plain", "--seed", "5")
    game.until("Your move: ")
    game.say("rules")
    told = game.until("Press Enter for more: ")
    expect("a page", 15 < told.count("\n") < 26, str(told.count("\n")))
    game.say("")
    game.until("Press Enter for more: ")
    game.say("stop")
    game.until("Your move: ")
    game.close()


by_ear()
words()
claims()
announcements()
if "--plain" in run("play", "--help")[1]:
    hot_seat()
    questions()
    broken_choice()
    beside()
    pages()
finish("plain")
