#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The terminal, from outside: what is pressed arrives as it should, and however the program ends, the terminal is as
it was before.  Takes the path of screen_demo.

Each case compares what the program noted with what was typed, and the terminal's settings with those found before; a
program that is killed without a chance to tidy up must fail that comparison (the last case)."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

DEMO = sys.argv[1]
MOUSE_ON, MOUSE_OFF = re.compile(rb"\033\[\?[0-9;]*1000h"), re.compile(rb"\033\[\?[0-9;]*1000l")
ALTERNATE_OFF, ALTERNATE_ON = b"\033[?1049l", b"\033[?1049h"


class Terminal:
    def __init__(self, *words, term="xterm-256color", size=(24, 80), **more):
        self.folder = tempfile.TemporaryDirectory()
        self.log = pathlib.Path(self.folder.name) / "log"
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.slave, self.before, self.out = slave, termios.tcgetattr(slave), b""
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for i in range(3):
                os.dup2(slave, i)
            os.closerange(3, 64)
            env = {"TERM": term, "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "ASAN_OPTIONS": "detect_leaks=0", **more}
            os.execve(DEMO, [DEMO, str(self.log), *words], env)
        self.until("open")

    def read(self, seconds=0.02):
        while select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.out += data

    def lines(self):
        self.read()
        return self.log.read_text().splitlines() if self.log.exists() else []

    def until(self, line):
        """Waits for a line of the log; a lost program is noticed, not waited for."""
        for _ in range(1000):
            if line in self.lines():
                return
            if os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)[0] != 0:
                break
        raise AssertionError(f"no {line!r} in {self.lines()}; {self.out[-300:]!r}")

    def type(self, keys, line):
        os.write(self.master, keys)
        self.until(line)

    def send(self, number):
        os.kill(self.pid, number)

    def state(self):
        for _ in range(1000):
            self.read()
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
            if pid != 0:
                return status
        raise AssertionError("still running")

    def tidy(self):
        """Whether the terminal is as it was: its settings, the mouse, the other page."""
        self.read()
        on, off = list(MOUSE_ON.finditer(self.out)), list(MOUSE_OFF.finditer(self.out))
        return (termios.tcgetattr(self.slave) == self.before
                and (not on or (off and off[-1].start() > on[-1].start()))
                and self.out.rfind(ALTERNATE_OFF) >= self.out.rfind(ALTERNATE_ON))

    def end(self, status=0):
        got = self.state()
        assert got == status, f"ended with {got:#x}, not {status:#x}"
        assert self.tidy(), f"the terminal is left broken: {self.out[-200:]!r}"
        os.close(self.master)
        os.close(self.slave)
        self.folder.cleanup()


def keys():
    t = Terminal()
    for typed, line in [(b"a", "sign 97 -1 -1"), ("é".encode(), "sign 233 -1 -1"), ("日".encode(), "sign 26085 -1 -1"),
                        (b"\r", "enter 13 -1 -1"), (b"\t", "tab 9 -1 -1"), (b"\x7f", "erase 0 -1 -1"),
                        (b"\033", "escape 27 -1 -1"), (b"\033OA", "up 0 -1 -1"), (b"\033OB", "down 0 -1 -1"),
                        (b"\033OC", "right 0 -1 -1"), (b"\033OD", "left 0 -1 -1"), (b"\033[Z", "back-tab 0 -1 -1"),
                        (b"\033OH", "home 0 -1 -1"), (b"\033OF", "end 0 -1 -1"), (b"\033[5~", "page-up 0 -1 -1"),
                        (b"\033[6~", "page-down 0 -1 -1"), (b"\033[<0;11;6M\033[<0;11;6m", "click 1 10 5"),
                        (b"\033[<64;3;4M", "wheel-up 0 2 3"),
                        (b"\033[<65;3;4M", "wheel-down 0 2 3"), (b"\x0c", "resize 80 x 24"), (b"?", "sign 63 -1 -1")]:
        t.type(typed, line)
    split = "ü".encode()                # a character that comes in two pieces is one character
    os.write(t.master, split[:1])
    t.read(0.001)
    os.write(t.master, split[1:])
    t.until("sign 252 -1 -1")
    assert len(t.lines()) == 23, t.lines()
    t.type(b"q", "closed")
    t.end()


def resizing():
    t = Terminal()
    fcntl.ioctl(t.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
    t.until("resize 200 x 60")
    fcntl.ioctl(t.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 3, 9, 0, 0))
    t.until("resize 9 x 3")
    fcntl.ioctl(t.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    t.until("resize 80 x 24")
    t.type(b"q", "closed")
    t.end()


def suspending():
    for how in ("key", "signal", "hard"):
        t = Terminal()
        if how == "key":
            os.write(t.master, b"\x1a")
        else:
            t.send(signal.SIGTSTP if how == "signal" else signal.SIGSTOP)
        if how == "hard":
            assert os.WIFSTOPPED(t.state())
        else:
            # A process group without a parent in its session cannot be stopped by the terminal: the kernel goes on.
            t.until("resize 80 x 24")
            assert ALTERNATE_OFF in t.out
        t.out, asked = b"", len(t.lines())
        t.send(signal.SIGCONT)
        for _ in range(500):
            if len(t.lines()) > asked:
                break
        assert b"screen 80 x 24" in t.out and MOUSE_ON.search(t.out), t.out[:200]
        t.type(b"x", "sign 120 -1 -1")
        t.type(b"q", "closed")
        t.end()


def ending():
    for number in (signal.SIGTERM, signal.SIGINT):
        t = Terminal()
        t.send(number)
        t.until("stop 0 -1 -1")
        t.end()
    t = Terminal()
    os.write(t.master, b"\x03")
    t.until("stop 0 -1 -1")
    t.end()
    t = Terminal()
    t.send(signal.SIGHUP)
    t.until("lost 0 -1 -1")
    t.end()
    t = Terminal("0", "exit")           # only exit(): the handler tidies up
    os.write(t.master, b"q")
    t.end()
    t = Terminal()
    os.write(t.master, b"A")
    t.end(signal.SIGABRT)


def hanging_up():
    t = Terminal()
    os.close(t.slave)
    os.close(t.master)                  # the window is closed
    for _ in range(1000):
        if os.waitpid(t.pid, os.WNOHANG)[0] != 0:
            break
        time.sleep(0.01)
    else:
        raise AssertionError("hangs on a terminal that is gone")
    assert "lost 0 -1 -1" in t.log.read_text(), t.log.read_text()


def refusing():
    for term in ("dumb", "", "no-such-terminal"):
        try:
            Terminal(term=term)
        except AssertionError as e:
            assert "refused" in str(e) and "--plain" in str(e), e
        else:
            raise AssertionError(f"took {term!r}")


def colours():
    def painted(*words, **more):
        t = Terminal(*words, **more)
        t.type(b"q", "closed")
        t.end()
        return bool(re.search(rb"\033\[[0-9;]*38;5", t.out)), bool(re.search(rb"\033\[[0-9;]*(3[0-7]|4[0-7])[;m]", t.out))

    assert painted() == (True, True), "256 colours"
    assert painted("2") == (False, True), "16 colours"
    assert painted("1") == (False, False), "none"
    assert painted(NO_COLOR="1") == (False, False), "NO_COLOR"
    assert painted("3", NO_COLOR="1")[0], "asked for beats NO_COLOR"
    assert painted(term="vt100") == (False, False), "a terminal without colours"


def planted():
    t = Terminal()
    t.send(signal.SIGKILL)
    t.state()
    assert not t.tidy(), "a killed program leaves the terminal broken, and this was not noticed"
    termios.tcsetattr(t.slave, termios.TCSANOW, t.before)
    assert not t.tidy(), "the mouse and the other page are still on"


for case in (keys, resizing, suspending, ending, hanging_up, refusing, colours, planted):
    case()
    print("ok", case.__name__, flush=True)
