#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays at a server's table, using only Python's standard library: takes a seat, joins the shuffle and plays.

    python3 examples/player.py 'http://127.0.0.1:8400/#at=TABLE' [NAME]      # the table link from the page

It plays the heaviest tile it can; replace choose() with something better.  docs/wire.md defines the protocol.
"""
import base64
import collections
import hashlib
import http.client
import json
import os
import re
import secrets
import ssl
import struct
import sys
import time
import urllib.parse


class Line:
    """A WebSocket that sends and receives text frames (RFC 6455)."""

    def __init__(self, address):
        self.at = urllib.parse.urlsplit(address)
        asked = self.open()
        asked.request("POST", "/session", headers={"Content-Length": "0"})
        answer = asked.getresponse()
        if answer.status != 200:
            sys.exit(f"The server gives no session: {answer.status}")
        token = json.load(answer)["token"]
        asked.close()
        asked = self.open()
        asked.putrequest("GET", "/ws")
        for name, value in (("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                            ("Sec-WebSocket-Key", base64.b64encode(os.urandom(16)).decode()), ("Authorization", f"Bearer {token}")):
            asked.putheader(name, value)
        asked.endheaders()
        self.socket, self.came = asked.sock, b""
        while b"\r\n\r\n" not in self.came:
            self.more()
        head, _, self.came = self.came.partition(b"\r\n\r\n")
        if b" 101 " not in head.partition(b"\r\n")[0]:
            sys.exit(f"The server opens no socket: {head.decode().splitlines()[0]}")

    def open(self):
        if self.at.scheme == "https":
            return http.client.HTTPSConnection(self.at.netloc, timeout=60, context=ssl.create_default_context())
        return http.client.HTTPConnection(self.at.netloc, timeout=60)       # the server pings every 20 seconds

    def more(self):
        part = self.socket.recv(65536)
        if not part:
            sys.exit("The server has closed the connection.")
        self.came += part

    def take(self, n):
        while len(self.came) < n:
            self.more()
        part, self.came = self.came[:n], self.came[n:]
        return part

    def send(self, kind, data):
        mask = os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack(">BH", 128 | 126, len(data))
        self.socket.sendall(bytes([128 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def hear(self):
        """Returns the next message."""
        while True:
            first, size = self.take(2)
            if size > 125:
                size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
            data = self.take(size)
            if first & 15 == 1:
                return json.loads(data)
            if first & 15 == 9:
                self.send(10, data)                                         # answer a ping
            elif first & 15 == 8:
                sys.exit(f"The server ends the connection: {int.from_bytes(data[:2], 'big')}")


def lp(*parts):
    return b"".join(struct.pack("<I", len(part)) + part for part in parts)


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "==")


def choose(view, legal):
    """Returns the legal move with the most pips.  `view` is this seat's view."""
    return max(legal, key=lambda move: sum(map(int, re.findall(r"\d+", move.partition("@")[0]))))


class Player:
    def __init__(self, link, name):
        self.table, self.name, self.seat = link.rpartition("#at=")[2], name, None
        self.line, self.keys, self.asked = Line(link), 0, {}
        self.share = self.hash = None                                       # of the current shuffle
        self.times = collections.deque(maxlen=80)

    def ask(self, what, **fields):
        if len(self.times) == 80:                                           # a socket has 100 credits per 20 seconds
            time.sleep(max(0, self.times[0] + 20 - time.monotonic()))
        self.times.append(time.monotonic())
        self.keys += 1
        message = {"do": what, "key": str(self.keys), **fields}
        self.asked[message["key"]] = message
        self.line.send(1, json.dumps(message).encode())

    def play(self):
        """Plays until the match is over."""
        self.ask("hello", v=1, view="json")
        self.ask("join", table=self.table, **{"from": 0})
        while True:
            message = self.line.hear()
            kind = message["is"]
            if kind == "reply":
                self.replied(self.asked.pop(message["key"]), message)
            elif kind == "table" and self.looks(message):
                return
            elif kind == "event":
                self.happens(message)
            elif kind == "gone":
                sys.exit(message["error"])

    def replied(self, asked, reply):
        code = "" if reply["ok"] else reply["code"]
        if asked["do"] == "look":
            self.turn(reply.get("seats", []))
        elif asked["do"] == "play" and code == "not-now":                   # other players may still call
            time.sleep(0.5)
            self.ask("look")
        elif asked["do"] == "sit" and code == "taken":
            self.seat = None
            self.looks(self.stands)
        elif code and asked["do"] in ("hello", "join", "sit"):
            sys.exit(reply["error"])

    def looks(self, table):
        """Handles a table message; returns True if the match is over."""
        self.stands = table
        free = [k for k, seat in enumerate(table["seats"]) if seat["kind"] == "open"]
        if self.seat is None and table["phase"] == "waiting":
            if not free:
                sys.exit("There is no open seat.")
            self.seat = free[0]
            self.ask("sit", seat=self.seat, name=self.name)
        elif table["phase"] == "round" and not table["seats"][self.seat]["ready"]:
            self.ask("next")
        return table["phase"] in ("over", "closed")

    def happens(self, event):
        fair = event.get("fair", {})
        print(event["n"], event["what"], *[json.dumps(e) for e in event.get("events", [])], flush=True)
        if event["what"] == "commit":
            self.commit(fair)
        elif event["what"] == "hashes" and [self.seat, self.hash] in fair["hashes"]:
            self.ask("reveal", deal=fair["deal"], share=b64(self.share))
        now = event.get("now", {"seats": []})
        self.turn([mine for mine in now["seats"] if mine["seat"] in now["actors"]])

    def commit(self, fair):
        """Step 2 of docs/fairness.md: draws a share of this shuffle and sends its hash."""
        self.share = secrets.token_bytes(32)
        self.hash = b64(hashlib.blake2b(
            lp(b"BY1 share") + lp(unb64(self.table)) + struct.pack("<QI", fair["deal"], self.seat) + lp(unb64(fair["commit"])) +
            lp(self.share), digest_size=32).digest())
        self.ask("hash", deal=fair["deal"], hash=self.hash)

    def turn(self, seats):
        for mine in seats:
            if mine["legal"]:
                self.ask("play", seat=mine["seat"], move=choose(mine["view"], mine["legal"]))


if __name__ == "__main__":
    if len(sys.argv) < 2 or "#at=" not in sys.argv[1]:
        sys.exit(__doc__.strip())
    try:
        Player(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Robbie").play()
    except OSError as error:
        sys.exit(f"The server cannot be reached: {error}")
