#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole games at a terminal, with keys only or with the mouse, and what was on the screen at chosen moments.

    games.py PROGRAM FOLDER [NAME]      FOLDER holds the pictures; UPDATE_GOLDEN=1 rewrites them

Each game is played to its end by somebody who only reads the screen: whose turn it is, which tiles are marked, what
Enter would do."""
import os
import re
import sys
import tempfile

from terminal import Terminal

# Short games: the seats others than the person's are greedy, so the same keys see the same screens.
GAMES = {
    "block": "block target=12",
    "draw": "draw players=3 target=25",
    "muggins": "muggins:classic players=4 teams=off target=60",
    "allfives": "allfives target=12",
    "fiveup": "fiveup players=3 target=12",
    "chickenfoot": "chickenfoot players=3 hand=9 rounds=2",
    "mexicantrain": "mexicantrain players=4 hand=8 rounds=2",
    "castlerock": "castlerock rounds=2",
}
SIZES = {"80x24": GAMES, "200x60": ["muggins", "chickenfoot", "mexicantrain", "castlerock"]}      # wide: one game of each family
OVER = r"r plays again|plays again"
MINE = r"Your turn:"
BETWEEN = r"Enter deals the next"
failures = []


def expect(what, truth, more=""):
    if not truth:
        failures.append(what)
        print(f"FAILED: {what}\n{more}")


def quiet(text):
    """A screen without what depends on the clock or the folder; counts the lines of an empty stretch."""
    text = re.sub(r"time +\d+:\d\d", lambda m: "time " + "-:--".rjust(len(m.group()) - 5), text)
    text = re.sub(r"Time: \d+ min \d\d s", "Time: - min -- s", text)
    text = re.sub(r"in \d+ min \d+ s, [\d-]+", "in - min -- s, DATE", text)
    text = "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n") + "\n"
    return re.sub(r"\n{4,}", lambda m: f"\n({len(m.group()) - 1} empty lines)\n", text)


class Album:
    """The pictures of one game: a file a person can read, a heading over each screen."""

    def __init__(self, folder, name):
        self.path = os.path.join(folder, f"game-{name}.txt")
        self.pages = []

    def add(self, title, text):
        self.pages.append(f"==== {title}\n{quiet(text)}")

    def close(self):
        now = "\n".join(self.pages)
        if os.environ.get("UPDATE_GOLDEN"):
            with open(self.path, "w", encoding="utf-8") as out:
                out.write(now)
            return
        before = open(self.path, encoding="utf-8").read() if os.path.exists(self.path) else "(there is no such file)"
        old, new = before.split("\n"), now.split("\n")
        first = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
        there, here = "\n- ".join(old[first:first + 3]), "\n+ ".join(new[first:first + 3])
        expect(f"{os.path.basename(self.path)} as kept (UPDATE_GOLDEN=1 rewrites it)", before == now,
               f"line {first + 1}:\n- {there}\n+ {here}")


def a_home():
    return tempfile.TemporaryDirectory(ignore_cleanup_errors=True)


def open_game(program, rules, size, home, *more, **env):
    words = [program, "play", *rules.split(), "--seed", "20", "--speed", "none", "--bots", "greedy", *more]
    return Terminal(*size, words, {"XDG_STATE_HOME": home, **env}, folder=home)


def choose(t, step, text):
    """One decision, each time another way: Enter alone, an arrow, a number under a tile, a typed tile."""
    mine = text[re.search(MINE, text).start():]
    marked = re.findall(r"\* ?(\d+) ?[│|] ?(\d+) ?\*", mine)
    numbers = re.findall(r"(?<![\d│|*<>\[-])\b([1-9])\b(?![\d│|*<>\]-])", mine.split("\n", 1)[1])
    refused = re.search(r" fits no|fits in several|\([A-Z]-\d\d\)", text) is not None
    way = step % 4
    if refused and numbers:
        t.keys(numbers[-1], "Enter")
    elif way == 1 and not refused:
        t.keys("Right", "Enter")
    elif way == 2 and numbers and not refused:
        t.keys(numbers[-1], "Enter")
    elif marked and (way == 3 or refused):
        t.type(f"{marked[-1][0]}-{marked[-1][1]}")
        t.keys("Enter")
    else:
        t.keys("Enter")


def play(t, album, act, moments=(0, 4, 9), resize=None):
    """Plays until the game is over; `act` makes one decision.  Returns the last screen."""
    steps, sheets, before, same = 0, 0, "", 0
    while True:
        text = t.wait(f"{MINE}|{BETWEEN}|{OVER}|where does|ended \\d", 60)
        expect("the program still runs", "[ended" not in text, text)
        if "[ended" in text or re.search(OVER, text):
            return text
        if re.search(BETWEEN, text):
            if sheets == 0:
                album.add("the first round is over", text)
            sheets += 1
            t.keys("Enter")
        else:
            if steps in moments and re.search(MINE, text):
                album.add(f"decision {steps + 1}", text)
            if resize and steps == resize[0]:
                resize[1](t)
            act(t, steps, text)
            steps += 1
        same = same + 1 if text == before else 0
        if same > 8 or steps > 600:
            raise AssertionError(f"the game does not go on:\n{text}")
        before = text


def whole(program, folder, name, size):
    album = Album(folder, f"{name}-{size[0]}x{size[1]}")
    with a_home() as home, open_game(program, GAMES[name], size, home) as t:
        last = play(t, album, choose)
        album.add("the game is over", last)
        t.keys("s")
        album.add("scores", t.settled())
        t.keys("Escape", "q")
        t.wait(r"\[ended 0\]")
    album.close()


# ---- One with the mouse, one that changes its size, one in ASCII without colours ---


def click_on(t, pattern, which=-1):
    """Clicks the last (or which-th) match in the lines below "Your turn"; false if there is none."""
    lines = t.lines()
    mine = next((y for y, line in enumerate(lines) if re.search(MINE, line)), None)
    spots = [(m.start() + len(m.group()) // 2, y) for y, line in enumerate(lines) if mine is not None and y > mine
             for m in re.finditer(pattern, line)]
    if spots:
        t.click(*spots[which])
    return bool(spots)


def by_mouse(t, step, text):
    """A tile that fits is clicked, then the place that is marked; what stands alone is clicked in the bar of keys."""
    place = t.find(r"┃|>\(|\(\d+\)")
    if "where does" in text and place:
        t.click(place[0] + 1, place[1])
    elif not click_on(t, r"\* ?\d+ ?[│|] ?\d+ ?\*|> ?\d+ ?[│|] ?\d+ ?<"):
        bar = t.find(r"\b(draw|pass)\b(?=.*quit)")
        if bar:
            t.click(*bar)


def mouse(program, folder):
    with a_home() as home, open_game(program, GAMES["draw"], (80, 24), home) as t:
        text = t.wait(MINE)
        steps = 0
        for button in (1, 2):           # the other buttons do nothing, and hold nothing up
            t.press(button, 40, 12)
        while not re.search(OVER, text) and steps < 300:
            if re.search(BETWEEN, text):
                t.click(*t.find(BETWEEN))
            else:
                by_mouse(t, steps, text)
            text, steps = t.wait(f"{MINE}|{BETWEEN}|{OVER}|where does"), steps + 1
        expect("a whole game with the mouse", re.search(OVER, text), text)
        t.keys("Escape")
        quits = t.find(r"\bquit\b")
        t.click(*quits)
        expect("quit by a click", "[ended 0]" in t.wait(r"\[ended", 10), t.text())


def resize(program, folder):
    album = Album(folder, "resize")
    with a_home() as home, open_game(program, GAMES["fiveup"], (80, 24), home) as t:
        for step in range(4):
            choose(t, step, t.wait(MINE))
        before = t.wait(MINE)
        album.add("80 x 24", before)
        for size in [(132, 40), (60, 18), (80, 24)]:
            t.resize(*size)
            album.add(f"{size[0]} x {size[1]}", t.wait(MINE if size != (60, 18) else r"\b24\b"))
        expect("back at its size the screen is the same", t.settled() == before, t.text())
        album.close()


def small_means(program, folder):
    rules, size, coloured = GAMES["muggins"], (80, 24), r"\x1b\[[0-9;]*(3[0-8]|4[0-8])[0-9;]*m"
    for name, more, env in [("ascii", ["--ascii"], {}), ("c-locale", [], {"LC_ALL": "C"})]:
        with a_home() as home, open_game(program, rules, size, home, *more, **env) as t:
            for step in range(3):
                choose(t, step, t.wait(MINE))
            text = t.wait(MINE)
            expect(f"{name}: nothing but ASCII", text.isascii(), text)
            expect(f"{name}: colours", re.search(coloured, t.picture()), repr(t.picture())[:400])
            if name == "ascii":
                album = Album(folder, "ascii")
                album.add("decision 4", text)
                album.close()
    for env in ({"LC_ALL": "", "LANG": "xx_XX.UTF-8"}, {"LC_ALL": "xx_XX.utf8"}):      # no such locale is installed
        with a_home() as home, open_game(program, "block", size, home, "--people", "José,Zoë", **env) as t:
            text = t.wait("José")
            expect(f"{env}: accents and frames", "Zoë" in text and "┌" in text, text)
    with a_home() as home, open_game(program, rules, size, home, NO_COLOR="1") as t:
        t.wait(MINE)
        expect("NO_COLOR: no colours", not re.search(coloured, t.picture()), repr(t.picture())[:400])


def kept(program, folder):
    """A game is open in one window only.  A terminal that goes away and Ctrl-C leave a game that goes on where it was."""
    words = [program, "play", "--continue", "--speed", "none"]
    with a_home() as home:
        with open_game(program, GAMES["muggins"], (80, 24), home) as t:
            for step in range(4):
                choose(t, step, t.wait(MINE))
            before = t.wait(MINE)
            for more in ([], ["--plain"]):
                with Terminal(80, 24, words + more, {"XDG_STATE_HOME": home}, folder=home) as other:
                    said = other.wait(r"\[ended")
                    expect("a second window is refused", re.search(r"open in another\s+window.*\[ended 1\]", said, re.S), said)
            t.keys("C-c")
            left = re.search(r"muggins\.jsonl[^[]*\[ended 130\]", t.wait(r"\[ended"))
            expect("Ctrl-C ends with 130 and says where the game is", left, t.text())
        after = "another window"
        for _ in range(2):              # the first of these terminals is killed, not left
            while "another window" in after:        # until the killed program has ended
                with Terminal(80, 24, words, {"XDG_STATE_HOME": home}, folder=home) as t:
                    after = t.wait(MINE + r"|\[ended")
            body = re.findall(r"Open ends.*|You \d+ tiles?|boneyard \d+", before)
            expect("it goes on where it was", len(body) == 3 and all(words in after for words in body), after)
            after = "another window"


SPECIAL = {"mouse": mouse, "resize": resize, "small-means": small_means, "kept": kept}


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    everything = [f"{name}-{size}" for size, names in SIZES.items() for name in names] + list(SPECIAL)
    for what in sys.argv[3:] or everything:
        if what in SPECIAL:
            SPECIAL[what](program, folder)
        else:
            name, width, height = re.fullmatch(r"(\w+)-(\d+)x(\d+)", what).groups()
            whole(program, folder, name, (int(width), int(height)))
    print(f"{len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
