# SPDX-License-Identifier: MIT
"""A terminal to drive: tmux holds the program, keys go in, screens come out.

Each Terminal is a tmux server of its own, so that nothing of the user's is touched, and it is ended by its own name.
What is on the screen is read only when it has stopped changing."""
import itertools
import os
import re
import shlex
import subprocess
import time

counter = itertools.count()
MOUSE = "\x1b[<{button};{x};{y}{end}"       # the SGR form, which xterm-256color has


class Terminal:
    """with Terminal(80, 24, [program, "play"], env) as t: t.keys("Enter"); t.wait("Your turn"); t.lines()"""

    def __init__(self, width, height, command, env=None, term="xterm-256color", folder=None):
        self.server = f"boneyard-{os.getpid()}-{next(counter)}"
        self.env = {"TERM": term, "LC_ALL": "C.UTF-8", **(env or {})}
        words = " ".join(shlex.quote(word) for word in command)
        sets = " ".join(f"{name}={shlex.quote(value)}" for name, value in self.env.items())
        # What the program ended with stays readable: its status, after the screen has been given back.
        inner = f"env {sets} {words}; echo \"[ended $?]\"; exec cat"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height),
                  "-c", folder or os.getcwd(), inner, ";", "set-option", "-g", "status", "off", ";",
                  "resize-window", "-x", str(width), "-y", str(height))

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        subprocess.run(["tmux", "-L", self.server, "kill-server"], capture_output=True, check=False)

    def tmux(self, *words):
        run = subprocess.run(["tmux", "-L", self.server, *words], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise RuntimeError(f"tmux {words[0]}: {run.stderr.strip()}")
        return run.stdout

    def keys(self, *names):
        """tmux's names of keys: "Enter", "Left", "h", "C-c"."""
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def press(self, button, x, y):
        """A button pressed and let go: 0 the left one, 1 the middle, 2 the right."""
        for end in "Mm":
            self.type(MOUSE.format(button=button, x=x + 1, y=y + 1, end=end))

    def click(self, x, y):
        self.press(0, x, y)

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def picture(self):
        """The screen with its colours, as escape sequences."""
        return self.tmux("capture-pane", "-p", "-e", "-N")

    def lines(self):
        return [line.rstrip() for line in self.tmux("capture-pane", "-p").split("\n")]

    def text(self):
        return "\n".join(self.lines()).rstrip("\n")

    def waits(self):
        """Whether the program waits for input: it sleeps, and a key that had come would have woken it."""
        try:
            pane = self.tmux("display-message", "-p", "#{pane_pid}").strip()
            with open(f"/proc/{pane}/task/{pane}/children", encoding="ascii") as children:
                for child in children.read().split():
                    with open(f"/proc/{child}/stat", encoding="utf-8", errors="replace") as stat:
                        if stat.read().rsplit(")", 1)[1].split()[0] in "RD":      # D: a file is being kept
                            return False
        except OSError:
            pass                        # it has just ended
        return True

    def settled(self, seconds=20):
        """The screen once the program waits and it has been the same three times, a thirtieth of a second apart."""
        end, same, before = time.monotonic() + seconds, 0, None
        while time.monotonic() < end and same < 2:
            now = self.text()
            same = same + 1 if self.waits() and now == before else 0
            before = now
            time.sleep(0.03)
        return before

    def wait(self, pattern, seconds=60):
        """The settled screen once it matches; a screen that never does is an error that shows it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.settled()
            if re.search(pattern, text):
                return text
            time.sleep(0.02)
        raise AssertionError(f"no {pattern!r} on the screen:\n{self.text()}")

    def find(self, pattern):
        """Column and row of the first match on the screen, or None."""
        for y, line in enumerate(self.lines()):
            match = re.search(pattern, line)
            if match:
                return match.start(), y
        return None
