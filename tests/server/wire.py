# SPDX-License-Identifier: MIT
"""A client for `boneyard serve`, for tests: sessions, WebSockets, requests, and waiting for messages.  No dependencies.

    with Served(program, "--db", path) as server:
        a = server.person()                      # a session of its own, and a socket that has said hello
        table = a.ask("make", rules="muggins:number players=2")["table"]
        a.ask("join", table=table, from_=0)
        a.wait("event", what="made")

A field whose name is a Python keyword ends with '_' (from_).
"""
import base64
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/program"))
from program import expect      # noqa: E402

PAGE = ["--web-root", str(ROOT / "tests/server/page")]
HASTE = 30
MANY = ["--sockets-per-address", "500", "--credits", "100000"]
PATIENCE = 60          # seconds to wait before giving up


class Gone(Exception):
    """The server closed the connection; `code` is from its close frame, 1006 if there was none."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Refused(Exception):
    def __init__(self, reply):
        super().__init__(json.dumps(reply))
        self.code = reply.get("code")
        self.reply = reply


class Served:
    """A running `boneyard serve` with its own database.  `with` ends it and requires a clean exit, since a sanitizer reports
    then.  `haste`: a factor by which bots and timers are faster."""

    patience = PATIENCE

    def __init__(self, program, *words, listen="127.0.0.1:0", folder=None, haste=1, env=None, prefix=()):
        self.program, self.words, self.listen, self.prefix = program, words, listen, prefix
        for path in (program, (env or {}).get("LD_PRELOAD", program)):
            if not os.path.isfile(path):        # the loader ignores a missing library, and `fails` counts exceptions
                sys.exit(f"{path} has not been built")
        self.own = tempfile.TemporaryDirectory() if folder is None else None
        self.folder = folder or self.own.name
        plain = {name: value for name, value in os.environ.items() if not name.startswith("BONEYARD_")}      # these are for tests
        self.env = dict(plain, XDG_STATE_HOME=self.folder, BONEYARD_HASTE=str(haste), BONEYARD_EAGER="1", **(env or {}))
        self.errors = open(os.path.join(self.folder, "errors.txt"), "a+b")
        self.start()

    def start(self):
        self.killed = False
        self.process = subprocess.Popen([*self.prefix, self.program, "serve", "--listen", self.listen, *self.words], stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, env=self.env)
        said = ""
        for line in self.process.stdout:
            said += line
            found = re.search(r"https?://(\S+):(\d+)/", line)
            if found:
                self.host, self.port = found[1].strip("[]"), int(found[2])
                self.listen = f"{found[1]}:{self.port}"      # a restart is at the same place
                return
        raise RuntimeError(f"the server does not start: {said} {self.stderr()}")

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def kill(self):
        self.killed = True
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        expect("the server ends well", self.process.returncode == (-signal.SIGKILL if self.killed else 0), f"{self.process.returncode} {self.stderr()[-2500:]}")
        self.errors.close()
        if self.own:
            self.own.cleanup()

    @property
    def authority(self):
        return f"{self.host}:{self.port}"

    @property
    def origin(self):
        return f"http://{self.authority}"

    def http(self, method, path, **headers):
        """Status, headers and body of one request; header names have _ for -; a header that is None is left out."""
        headers = {"host": self.authority, "connection": "close", **({"content_length": "0"} if method == "POST" else {}), **headers}
        with socket.create_connection((self.host, self.port), self.patience) as s:
            lines = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items() if v is not None)
            s.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
            data = b""
            with contextlib.suppress(ConnectionResetError):
                while True:
                    more = s.recv(65536)
                    if not more:
                        break
                    data += more
        head, _, body = data.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        found = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in rest)}
        return int(first.split()[1]) if first else 0, found, body

    def token(self, bearer=None):
        """A session for a program: for a new person, or with the secret of a link or login."""
        status, _, body = self.http("POST", "/session", authorization=f"Bearer {bearer}" if bearer else None)
        if status != 200:
            raise RuntimeError(f"POST /session: {status}")
        return json.loads(body)["token"]

    def cookie(self, bearer=None):
        """The same for a browser; returns its Cookie header."""
        status, headers, _ = self.http("POST", "/session", origin=self.origin, authorization=f"Bearer {bearer}" if bearer else None)
        if status != 204:
            raise RuntimeError(f"POST /session: {status}")
        return headers["set-cookie"].split(";")[0]

    def person(self, token=None, view="json"):
        return Client(self, token or self.token(), view)

    def visitor(self, address="192.0.2.1", token=None):
        """A person who comes through a proxy from an address."""
        token = token or json.loads(self.http("POST", "/session", x_forwarded_for=address)[2])["token"]
        one = Client(self, authorization=f"Bearer {token}", x_forwarded_for=address)
        one.token, one.address = token, address
        return one

    def again(self, one):
        """The same visitor on a new connection."""
        one.close()
        return self.visitor(one.address, one.token)

    def member(self, name, word):
        """A person with a new account, on a socket that knows it from the start."""
        person = self.person()
        person.ask("register", name=name, password=word)
        person.close()
        return self.person(person.token)


def upgrade(server, source=None, **headers):
    """Requests a WebSocket from an address of this machine; returns the socket and the bytes after the header, or the status."""
    key = base64.b64encode(os.urandom(16)).decode()
    headers = {"host": server.authority, "connection": "Upgrade", "upgrade": "websocket", "sec_websocket_key": key,
               "sec_websocket_version": "13", **headers}
    more = {"source_address": (source, 0)} if source else {}
    s = socket.create_connection((server.host, server.port), server.patience, **more)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in headers.items() if v is not None)
    s.sendall(f"GET {getattr(server, 'path', '')}/ws HTTP/1.1\r\n{lines}\r\n".encode())
    data = b""
    while b"\r\n\r\n" not in data:
        more = s.recv(4096)
        if not more:
            break
        data += more
    head, _, rest = data.partition(b"\r\n\r\n")
    status = int(head.split()[1]) if head else 0
    if status != 101:
        s.close()
        return status
    expected = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
    assert f"sec-websocket-accept: {expected}".lower() in head.decode().lower(), head
    assert "sec-websocket-extensions" not in head.decode().lower(), head
    return s, rest


def turned_away(server, **headers):
    """The code with which a socket ends whose session does not exist, or the status."""
    try:
        return Client(server, hello=False, **headers).ended()
    except Gone as gone:
        return gone.code


class Client:
    """A socket that has said hello.  Keeps all messages in `came` until they are waited for."""

    def __init__(self, server, token=None, view="json", hello=True, source=None, **headers):
        if token and not headers:
            headers = {"authorization": f"Bearer {token}"}
        self.server, self.token, self.keys = server, token, 0
        self.prefix = base64.urlsafe_b64encode(os.urandom(6)).decode()
        found = upgrade(server, source, **headers)
        if isinstance(found, int):
            raise Gone(found)
        self.socket, self.data = found
        self.came, self.replies, self.closed = collections.deque(), {}, None
        self.table, self.last, self.events = None, 0, {}
        if hello:
            self.hello = self.ask("hello", v=1, view=view)

    # ---- frames

    def send_frame(self, opcode, payload, final=True, masked=True):
        mask = os.urandom(4) if masked else b""
        n, bit = len(payload), 0x80 if masked else 0
        head = bytes([(0x80 if final else 0) | opcode])
        head += bytes([bit | n]) if n < 126 else bytes([bit | 126]) + struct.pack(">H", n) if n < 65536 else \
            bytes([bit | 127]) + struct.pack(">Q", n)
        self.socket.sendall(head + mask + (bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if masked else payload))

    def take_frame(self):
        """(opcode, payload) if a frame is complete, else None."""
        d = self.data
        if len(d) < 2:
            return None
        n, at = d[1] & 127, 2
        if n == 126:
            n, at = (struct.unpack(">H", d[2:4])[0], 4) if len(d) >= 4 else (1 << 60, 0)
        elif n == 127:
            n, at = (struct.unpack(">Q", d[2:10])[0], 10) if len(d) >= 10 else (1 << 60, 0)
        if len(d) < at + n:
            return None
        self.data = d[at + n:]
        return d[0] & 15, d[at:at + n]

    def read(self, seconds):
        """Reads until at least one message arrives; returns False if none arrives in time."""
        until = time.monotonic() + seconds
        while True:
            frame = self.take_frame()
            if frame is None:
                if not select.select([self.socket], [], [], max(0, until - time.monotonic()))[0]:
                    return False
                try:
                    more = self.socket.recv(65536)
                except ConnectionResetError:
                    more = b""
                if not more:
                    self.closed = self.closed or 1006
                    raise Gone(self.closed)
                self.data += more
                continue
            opcode, payload = frame
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode == 8:
                self.closed = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                with contextlib.suppress(OSError):
                    self.send_frame(8, payload[:2])
            elif opcode == 1:
                self.hear(payload.decode())
                return True

    def hear(self, line):
        message = json.loads(line)
        message["size"] = len(line.encode())
        kind = message["is"]
        if kind == "reply":
            self.replies[message["key"]] = message
            return
        if kind == "table":
            self.table = message
        if kind == "event":
            self.events[message["n"]] = message
            self.last = max(self.last, message["n"])
        self.came.append(message)

    # ---- words

    def send(self, do, key=None, **fields):
        """Sends without waiting; returns the key."""
        if key is None:
            self.keys += 1
            key = f"{self.prefix}{self.keys}"
        message = {"do": do, "key": key, **{name.rstrip("_"): value for name, value in fields.items()}}
        self.send_frame(1, json.dumps(message).encode())
        return key

    def reply(self, key, seconds=None):
        until = time.monotonic() + (seconds or self.server.patience)
        while key not in self.replies:
            if not self.read(until - time.monotonic()):
                raise TimeoutError(f"no reply to {key}")
        return self.replies.pop(key)

    def ask(self, do, key=None, **fields):
        """Sends and waits for the reply; raises Refused if it is not ok."""
        reply = self.reply(self.send(do, key, **fields))
        if not reply["ok"]:
            raise Refused(reply)
        return reply

    def code(self, do, key=None, **fields):
        """The code of a refusal, or "ok"."""
        try:
            self.ask(do, key, **fields)
        except Refused as refused:
            return refused.code
        return "ok"

    def wait(self, kind, seconds=PATIENCE, **fields):
        """Waits for the first message of that kind with those fields; drops the ones before it."""
        until = time.monotonic() + seconds
        while True:
            while self.came:
                message = self.came.popleft()
                if message["is"] == kind and all(message.get(name.rstrip("_")) == value for name, value in fields.items()):
                    return message
            if not self.read(until - time.monotonic()):
                raise TimeoutError(f"no {kind} {fields}")

    def ended(self, seconds=PATIENCE):
        """Waits for the close; returns the code of the close frame."""
        try:
            until = time.monotonic() + seconds
            while self.read(until - time.monotonic()):
                pass
        except Gone as gone:
            return gone.code
        raise TimeoutError("the socket does not end")

    def close(self):
        self.socket.close()


# ---- Players ------------------------------------------------------------------------------------------


def unbase64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def part(data):
    return struct.pack("<I", len(data)) + data


def share_hash(table, seat, fair, share):
    """Returns a player's commitment to a share of the shuffle, sent before the share."""
    return to_base64(hashlib.blake2b(part(b"BY1 share") + part(unbase64(table)) + struct.pack("<QI", fair["deal"], seat) +
                                     part(unbase64(fair["commit"])) + part(share), digest_size=32).digest())


class Player:
    """Plays automatically at the table that its client watches: takes part in the shuffle, plays what `choose` takes of its legal
    moves, goes on to the next round.  `share`: False says nothing in the shuffle; "late" says its hash and keeps the rest."""

    def __init__(self, client, table, choose=lambda moves: moves[0], share=True):
        self.client, self.id, self.choose, self.share = client, table, choose, share
        self.commit, self.secret, self.asked, self.over = {}, {}, {}, 0
        self.refused, self.rounds, self.played, self.heard = [], 0, 0, []
        self.sent, self.later = {}, []          # plays by their keys; those to be sent again, and when

    def seats(self):
        return [k for k, seat in enumerate(self.client.table["seats"]) if seat.get("you")]

    def step(self):
        """Acts on the messages received so far."""
        c = self.client
        while c.came:
            message = c.came.popleft()
            if message["is"] == "event":
                self.hear(message)
            elif message["is"] == "table":
                if message["phase"] == "round" and self.seats() and self.asked.get("next") != c.last:
                    self.asked["next"] = c.last
                    c.send("next")
        for key in list(c.replies):
            reply, asked = c.replies.pop(key), self.sent.pop(key, None)
            if not reply["ok"] and reply["code"] in ("not-now", "not-kept", "unknown") and asked:
                self.later.append((time.monotonic() + 0.1, asked))      # others may still call, or the database is away
            elif not reply["ok"]:
                self.refused.append(reply["code"])
        while self.later and self.later[0][0] < time.monotonic():
            asked = self.later.pop(0)[1]
            if asked["seen"] == c.last:
                self.sent[c.send("play", **asked)] = asked

    def hear(self, event):
        c, what, fair = self.client, event["what"], event.get("fair", {})
        self.heard.append(event)
        mine = self.seats()
        if what == "commit" and mine and self.share:
            deal, share = fair["deal"], os.urandom(32)
            self.secret[deal] = share
            c.send("hash", deal=deal, hash=share_hash(self.id, mine[0], fair, share))
        if what == "hashes" and fair.get("deal") in self.secret and self.share != "late":
            c.send("reveal", deal=fair["deal"], share=to_base64(self.secret[fair["deal"]]))
        self.rounds += any("round-end" in e for e in event.get("events", []))
        self.over += any("game-end" in e for e in event.get("events", []))
        for sight in event.get("now", {}).get("seats", []):
            if sight.get("legal") and sight["seat"] in event["now"]["actors"]:
                self.played += 1
                asked = {"seat": sight["seat"], "move": self.choose(sight["legal"]), "seen": event["n"]}
                self.sent[c.send("play", **asked)] = asked


def play(players, done, seconds=PATIENCE):
    """Lets them play until done() is true."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise TimeoutError("the game does not end")
        waiting = [p.client.socket for p in players if not p.client.data]
        select.select(waiting, [], [], 0.2)
        for p in players:
            while p.client.read(0):
                pass
            p.step()


def deal(*players):
    """Lets them take part in the shuffle until the deal; for silent people, the server waits five seconds."""
    play(players, lambda: all(any(e["what"] == "deal" for e in p.client.events.values()) for p in players))


def sit(person, table, seat, name, from_=0):
    """Joins a table and sits down there."""
    person.ask("join", table=table, from_=from_)
    return person.ask("sit", seat=seat, name=name)


def join_again(nodes, token, table):
    """Connects a person to the server that has the table and joins it; returns the client. Waits while none has it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for node in nodes:
            with contextlib.suppress(Gone):
                client = Client(node, token)
                if client.code("join", table=table, from_=0) == "ok":
                    return client
                client.close()
        time.sleep(0.1)
    raise TimeoutError("no server has the table")


PING = json.dumps({"do": "ping", "key": "1"}).encode()
LONG = json.dumps({"do": "ping", "key": "1" * 60, "more": "1" * 300}).encode()
UNMASKED = ([PING], [b""], [LONG], [PING[:5], PING[5:]])


def check_masks(come, cases=UNMASKED):
    """A frame without a mask ends a socket with 1002, also after others; frames with masks never do."""
    for frames in cases:
        c = come()
        for i, part in enumerate(frames):
            c.send_frame(1 if i == 0 else 0, part, i + 1 == len(frames), masked=False)
        with contextlib.suppress(Gone):
            while c.read(5):
                pass
        expect(f"no mask over {len(frames)} frames, the first of {len(frames[0])} bytes: 1002", c.closed == 1002, str(c.closed))
        c.close()
    c = come()
    for _ in range(20):
        c.send_frame(1, PING)
        c.send_frame(1, PING[:5], False)
        c.send_frame(9, b"hail")
        c.send_frame(0, PING[5:])
    for _ in range(40):
        c.wait("pong")
    expect("all with masks", c.closed is None, str(c.closed))
    c.close()


def check_record(server, table, what):
    """The record of the first match is available, and `boneyard check` accepts it."""
    status, headers, body = server.http("GET", f"/record/{table}/1")
    expect(f"{what}: the record", status == 200 and headers.get("content-type") == "application/x-ndjson" and
           headers.get("cache-control") == "no-store", f"{status} {headers}")
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as f:
        f.write(body)
        f.flush()
        for command in ("check", "verify"):
            done = subprocess.run([server.program, command, f.name], capture_output=True, text=True)
            expect(f"{what}: boneyard {command}", done.returncode == 0, done.stdout + done.stderr)
    return body.decode().splitlines()
