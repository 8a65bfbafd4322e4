#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Concurrent requests: the second arrives while the disk is saving the first.  There must be one answer and one effect, or one
winner.  Each guard is removed once (PLANTED), and its test must notice.

    races.py BONEYARD STUCK.SO PLANTED GUARDS.TXT
"""
import contextlib
import pathlib
import signal
import socket
import sys
import tempfile

from wire import PAGE, PATIENCE, Client, Player, Served, play     # first: it finds program
from program import check_planted, expect, failures, fails, finish

PROGRAM, STUCK, PLANTED, GUARDS = sys.argv[1:5]
ROUNDS = 6


class Stage:
    """A server whose disk can be blocked."""

    def __init__(self, program, planted=0):
        self.patience = 10 if planted else PATIENCE         # a broken server may never answer
        self.folder = tempfile.TemporaryDirectory()
        self.mark = pathlib.Path(self.folder.name) / "held"
        self.server = Served(program, *PAGE, "--credits", "100000", "--persons-per-address", "1000", "--tables-per-person", "100",
                             folder=self.folder.name, haste=30,
                             env={"LD_PRELOAD": STUCK, "STUCK_WHILE": str(self.mark), "ASAN_OPTIONS": "verify_asan_link_order=0",
                                  "BONEYARD_PLANTED": str(planted)})

    @contextlib.contextmanager
    def held(self):
        self.mark.touch()
        try:
            yield
        finally:
            self.mark.unlink()

    @contextlib.contextmanager
    def frozen(self, really):
        """After `with`, the server finds everything that was sent inside it at once."""
        if really:
            self.server.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.server.process.send_signal(signal.SIGCONT)

    def together(self, *asks, hashes=None, frozen=False):
        """Each (client, do, key, fields), while nothing is kept: the replies.  `hashes`: somebody whose wrong logins wait behind
        passwords that are hashed, so that those are done then."""
        with self.held():
            with self.frozen(frozen):
                keys = [c.send(do, key, **fields) for c, do, key, fields in asks]
            for c, *_ in asks:
                c.send("ping")
            for c, *_ in asks:
                c.wait("pong")          # everything sent before has been read
            wrong = [hashes.send("login", name="Nobody", password="no secret") for _ in asks] if hashes else []
            for key in wrong:
                hashes.reply(key)
        return [c.reply(key, self.patience) for (c, *_), key in zip(asks, keys)]


def said(replies):
    return sorted("ok" if r["ok"] else r["code"] for r in replies)


def seats(stage):
    """Two people sit down in the same seat."""
    a, sat = stage.server.person(), []
    for _ in range(ROUNDS):
        table = a.ask("make", rules="block:basics")["table"]
        both = [stage.server.person() for _ in range(2)]
        for c in both:
            c.ask("join", table=table, from_=0)
        replies = stage.together(*[(c, "sit", None, {"seat": 0, "name": f"Player {k}"}) for k, c in enumerate(both)])
        expect("one of two has the seat", said(replies) == ["ok", "taken"], str(replies))
        winner = both[0 if replies[0]["ok"] else 1]
        sat.append((table, winner.token))
    stage.server.kill()
    stage.server.start()
    for table, token in sat:            # the answer matches what was saved
        winner = Client(stage.server, token)
        winner.ask("join", table=table, from_=0)
        winner.wait("table")
        expect("and it is kept so", [s["you"] for s in winner.table["seats"]] == [True, False], str(winner.table))


def keys(stage):
    """The same command from two sockets of one person: one answer, one effect."""
    a = stage.server.person()
    b = Client(stage.server, a.token)
    table = a.ask("make", rules="draw:basics target=200", seats=["open", "bot:easy"], practice=True)["table"]
    for c in (a, b):
        c.ask("join", table=table, from_=0)
    a.ask("sit", seat=0, name="Ann")
    a.ask("start")
    p, done = Player(a, table), {}
    for k in range(ROUNDS):
        goal = p.played + 3
        play([p], lambda goal=goal: p.played >= goal)
        replies = stage.together((a, "undo", f"back {k}", {}), (b, "undo", f"back {k}", {}))
        expect("both have the same answer", replies[0] == replies[1], str(replies))
        if replies[0]["ok"]:
            done[f"back {k}"] = replies[0]
        b.ask("look")
    expect("something was taken back", len(done) >= 3, str(done))
    again = Client(stage.server, a.token)
    again.ask("join", table=table, from_=0)
    last = max(a.last, b.last)
    again.wait("event", n=last)
    undone = [n for n in range(1, last + 1) if again.events[n]["what"] == "undo"]
    expect("each command once", len(undone) == len(done), f"{len(undone)} {done}")
    stage.server.kill()
    stage.server.start()
    again = Client(stage.server, a.token)
    again.ask("join", table=table, from_=0)
    for key, answer in done.items():
        again.send("undo", key)
        expect("the same answer after a restart", again.reply(key) == answer, str(answer))


class Turn(Exception):
    """Somebody can play."""


def turn(moves):
    raise Turn(moves[0])


def first(stage):
    """One socket is refused, because no move was played yet, while the other plays one and takes it back with the same key."""
    done = 0
    for k in range(3 * ROUNDS):
        a = stage.server.person()
        b = Client(stage.server, a.token)
        table = a.ask("make", rules="draw:basics", seats=["open", "bot:easy"], practice=True)["table"]
        for c in (a, b):
            c.ask("join", table=table, from_=0)
        a.ask("sit", seat=0, name="Ann")
        a.ask("start")
        try:
            play([Player(a, table, turn)], lambda: False)
        except Turn as at:
            move = at.args[0]
        early, late = (b, "undo", f"first {k}", {}), [(a, "play", None, {"seat": 0, "move": move, "seen": a.last}), (a, "undo", f"first {k}", {})]
        if k % 2 == 0:
            undone, played, again = stage.together(early, *late, frozen=True)
        else:       # libev handles the last of several ready sockets first
            played, again, undone = stage.together(*late, early, frozen=True)
        expect("one answer", undone == again, f"{undone} {again}")
        done += played["ok"]
    expect("they have played", done == 3 * ROUNDS, str(done))


def names(stage):
    """Two people register the same name: one gets it, with their password."""
    c = stage.server.person()
    for k in range(ROUNDS):
        both = [stage.server.person() for _ in range(2)]
        replies = stage.together(*[(who, "register", None, {"name": ("Anna", "ANNA")[i] + f" {k}", "password": f"the secret of {i}"})
                                   for i, who in enumerate(both)], hashes=c)
        expect("one of two has the name", said(replies) == ["name-taken", "ok"], str(replies))
        first = [r["ok"] for r in replies].index(True)
        expect("with their password", both[1 - first].code("login", name=f"anna {k}", password=f"the secret of {first}") == "ok")


def accounts(stage):
    """One person creates two accounts on two devices: only one exists."""
    c = stage.server.person()
    for k in range(ROUNDS):
        a = stage.server.person()
        both = [a, Client(stage.server, a.token)]
        replies = stage.together(*[(who, "register", None, {"name": f"Person {k} {i}", "password": "a long secret"})
                                   for i, who in enumerate(both)], hashes=c)
        expect("one account", said(replies) == ["not-now", "ok"], str(replies))
        first = [r["ok"] for r in replies].index(True)
        expect("and it is theirs", c.code("login", name=f"Person {k} {first}", password="a long secret") == "ok")


def bring(server, secret):
    """A request with a link; its answer is read later."""
    s = socket.create_connection((server.host, server.port), PATIENCE)
    s.sendall(f"POST /session HTTP/1.1\r\nHost: {server.authority}\r\nContent-Length: 0\r\nConnection: close\r\n"
              f"Authorization: Bearer {secret}\r\n\r\n".encode())
    return s


def status(s):
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while more := s.recv(4096):
            data += more
    s.close()
    return int(data.split()[1]) if data else 0


def links(stage):
    """Many links, each used twice: each works once."""
    a = stage.server.person()
    for n in (1, 1, 2, 100):
        secrets = [a.ask("link")["secret"] for _ in range(n)]
        with stage.held():
            brought = [[bring(stage.server, s) for s in secrets] for _ in range(2)]
            stage.server.http("GET", "/metrics")            # which comes after them
        answers = list(zip(*[[status(s) for s in row] for row in brought]))
        expect(f"each of {n} links works once", all(sorted(pair) == [200, 401] for pair in answers), str(answers))


TESTS = {test.__name__: test for test in (seats, keys, first, names, accounts, links)}


def run(program, tests, planted=0):
    stage = Stage(program, planted)
    with stage.server:
        for test in tests:
            TESTS[test](stage)


def main():
    run(PROGRAM, TESTS)
    if not failures:
        check_planted(GUARDS, "races", lambda number, test: fails(run, PLANTED, [test], number, broken=True))
    finish("races")


main()
