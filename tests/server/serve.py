#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard serve` from outside, through sockets.

    serve.py BONEYARD DIST      DIST is the page embedded in the program; `none`: no page; `another`: unknown
"""
import base64
import concurrent.futures
import contextlib
import functools
import gzip
import hashlib
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/program"))
from program import expect, finish, run     # noqa: E402

SCRIPT = re.compile(rb'<script( data-hash="[^"]*"[^>]*)>(.+?)</script>', re.S)
DIST = pathlib.Path(sys.argv[2]) if sys.argv[2] not in ("none", "another") else None
# The script in the document; the small page has the same one.
EARLY = SCRIPT.search((DIST / "index.html").read_bytes() if DIST else
                      b'<script data-hash="sha256-G2Y/0fpEoq/QMzbid/byF0KE5sX9e6ar19Om2+xoMnU=">early()</script>')
EARLY_HASH = base64.b64encode(hashlib.sha256(EARLY[2]).digest()).decode()
POLICY = (f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{EARLY_HASH}'; style-src 'self'; img-src 'self'; "
          "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
ALWAYS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin"}
OPENER = "cross-origin-opener-policy"   # browsers warn about it on insecure connections
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".png": "image/png",
         ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".json": "application/json"}
# Reads blocks, each after its size in four bytes, and answers each one with its contents in the same form.
UNBROTLI = """let held = Buffer.alloc(0);
process.stdin.on('data', (data) => {
  for (held = Buffer.concat([held, data]); held.length >= 4 && held.length >= 4 + held.readUInt32LE(); ) {
    const end = 4 + held.readUInt32LE(), out = require('zlib').brotliDecompressSync(held.subarray(4, end)), size = Buffer.alloc(4);
    size.writeUInt32LE(out.length);
    process.stdout.write(Buffer.concat([size, out]));
    held = held.subarray(end);
  }
});"""


class Server:
    """A running `boneyard serve`, with its address as it prints it."""

    def __init__(self, *words, files=None):
        limit = None if files is None else lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        plain = {name: value for name, value in os.environ.items() if not name.startswith("BONEYARD_")}      # these are for tests
        self.errors = tempfile.TemporaryFile()
        self.state = tempfile.TemporaryDirectory()      # each has a database of its own
        self.process = subprocess.Popen([sys.argv[1], "serve", *words], stdout=subprocess.PIPE, stderr=self.errors,
                                        preexec_fn=limit, text=True, env=dict(plain, XDG_STATE_HOME=self.state.name))
        self.said = []
        for line in self.process.stdout:
            self.said.append(line)
            found = re.search(r"http://(\S+):(\d+)/", line)
            if found:
                self.host, self.port = found[1].strip("[]"), int(found[2])
                return
        expect("the server starts", False, "".join(self.said) + self.stderr())
        finish("serve")

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.said += self.process.communicate(timeout=20)[0].splitlines(True)
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        expect("the server ends with 0 and says goodbye",
               self.process.returncode == 0 and self.said[-1] == "Boneyard has stopped.\n",
               f"{self.process.returncode} {self.said} {self.stderr()}")
        self.errors.close()
        self.state.cleanup()

    def connect(self, timeout=20):
        s = socket.create_connection((self.host, self.port), timeout)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s


class Reply:
    """One reply read from a socket, strictly."""

    def __init__(self, stream, head_only=False):
        first = stream.readline()
        self.status = int(first.split()[1]) if re.match(rb"HTTP/1\.[01] ", first) else 0
        self.version, self.headers = first.partition(b" ")[0], {}
        for line in iter(stream.readline, b"\r\n"):
            if not line:
                self.status = 0
                break
            name, _, value = line.decode().partition(":")
            self.headers[name.lower()] = value.strip()
        size = int(self.headers.get("content-length", 0)) if self.status != 304 and not head_only else 0
        self.body = stream.read(size)
        if len(self.body) != size:
            self.status = 0


def ask(server, path="/", method="GET", **headers):
    """One request on its own connection.  Header names have _ for -."""
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return raw(server, f"{method} {path} HTTP/1.1\r\nhost: x\r\n{lines}\r\n".encode(), method == "HEAD")


def raw(server, data, head_only=False):
    with server.connect() as s:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            s.sendall(data)
        with s.makefile("rb") as stream:
            try:
                return Reply(stream, head_only)
            except ConnectionResetError:
                return Reply(open(os.devnull, "rb"))


@functools.cache
def node():
    return subprocess.Popen(["node", "-e", UNBROTLI], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def unbrotli(data):
    node().stdin.write(len(data).to_bytes(4, "little") + data)
    node().stdin.flush()
    return node().stdout.read(int.from_bytes(node().stdout.read(4), "little"))


def unpack(reply):
    coding = reply.headers.get("content-encoding", "")
    if coding == "gzip":
        return gzip.decompress(reply.body)
    if coding == "br":
        return unbrotli(reply.body)
    return reply.body


def faults(reply, name, contents, lasting):
    """The errors in a reply with a file."""
    found = [key for key, value in ALWAYS.items() if reply.headers.get(key) != value]
    if OPENER in reply.headers:
        found.append(OPENER)
    if reply.status != 200:
        found.append(f"status {reply.status}")
    if reply.headers.get("content-type") != TYPES.get(pathlib.Path(name).suffix):
        found.append("content-type")
    if reply.headers.get("cache-control") != ("public, max-age=31536000, immutable" if lasting else "no-cache"):
        found.append("cache-control")
    if "content-encoding" in reply.headers and reply.headers.get("vary") != "accept-encoding":
        found.append("vary")
    if not re.fullmatch(r'W/"[0-9a-f]{16,}"', reply.headers.get("etag", "")):
        found.append("etag")
    if unpack(reply) != contents:
        found.append("contents")
    return found


# ---- Files served ----------------------------------------------------------------------------------------------


def files_of(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def check_file(server, name, contents, packed):
    """A file in every encoding, by HEAD, and 304 if it is unchanged."""
    lasting = packed and re.fullmatch(r"assets/.+-[\w-]{8}\.\w+", name) is not None
    path, codings = "/" + name, ["", "gzip"] + (["br", "gzip, deflate, br"] if packed and shutil.which("node") else [])
    sizes = {}
    for coding in codings:
        reply = ask(server, path, accept_encoding=coding)
        found = faults(reply, name, contents, lasting)
        expect(f"{name} as '{coding}'", not found, f"wrong: {found} in {reply.headers}")
        got = reply.headers.get("content-encoding")
        expect(f"{name}: only a coding that was asked for", got is None or got in coding, str(got))
        sizes[coding] = len(reply.body)
        head = ask(server, path, "HEAD", accept_encoding=coding)
        same = {key: value for key, value in head.headers.items() if key != "date"}
        expect(f"HEAD of {name} as '{coding}'", head.status == 200 and head.body == b"" and
               same == {key: value for key, value in reply.headers.items() if key != "date"}, f"{head.headers}")
        again = ask(server, path, accept_encoding=coding, if_none_match=f'"old", {reply.headers.get("etag")}')
        expect(f"{name} is not sent again", again.status == 304 and again.body == b"" and
               again.headers.get("etag") == reply.headers.get("etag"), str(again.headers))
    expect(f"{name} as it is after gzip;q=0", "content-encoding" not in ask(server, path, accept_encoding="gzip;q=0").headers)
    expect(f"{name} is sent when it is another", ask(server, path, if_none_match='"0123456789abcdef"').status == 200)
    if packed:
        expect(f"{name}: the hash is that of the contents", hashlib.sha256(contents).hexdigest()[:32] in reply.headers["etag"])
    if "br" in sizes:
        expect(f"{name}: the smallest that is taken", sizes["gzip, deflate, br"] <= min(sizes.values()), str(sizes))


def check_page(server, files, packed):
    for name, contents in files.items():
        check_file(server, name, contents, packed)
    expect("/ is index.html", ask(server).body == files["index.html"])
    expect("what follows ? is nothing", ask(server, "/?from=home").body == files["index.html"])


def check_refusals(server, files):
    """Short plain pages, and nothing outside the list, in every spelling of an address."""
    for path in ["/nothing", "/index.html/", "/assets", "/assets/", "/assets/..x", "/index.html%00", "/etc/passwd", "/.hidden",
                 "/../.hidden", "/a/..%2f.hidden", "/\\..\\index.html", "/INDEX.HTML", "/" + "a" * 1023, "/index.html.gz", "/~",
                 "/\xc3\xb1", "/pipe", "/link.txt", "/linked/outside.txt", "/..;/index.html", "/index.html;a", "/index&html"]:
        reply = raw(server, f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        expect(f"{path[:30]} is not there", reply.status in (0, 404) and len(reply.body) < 200, f"{reply.status} {reply.body[:200]}")
    climbing = ["/%00", "/../index.html", "//index.html", "/./index.html", "/%2e%2e/index.html", "/..%2findex.html", "/assets/../index.html",
                "/../../../../../../etc/passwd", "//etc/passwd", "/..", "/.", "//", "/assets//..//../outside/outside.txt",
                "/..%2f..%2f..%2fetc/passwd", "/....//....//etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/%252e%252e/index.html"]
    for path in climbing:
        reply = raw(server, f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        expect(f"{path} is of the page or nothing", reply.status in (403, 404) or reply.status == 200 and
               reply.body == files["index.html"], f"{reply.status} {reply.body[:200]}")
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]:
        reply = ask(server, "/", method)
        expect(f"{method} is not allowed", reply.status == 405 and reply.headers.get("allow") == "GET, HEAD", str(reply.status))
    get = b"GET / HTTP/1.1\r\nhost: x\r\n"
    upgrade = get.replace(b"/ ", b"/ws ") + b"connection: upgrade\r\nupgrade: websocket\r\n"
    for request, words in [(b"GET /ws", b"Abre antes"), (b"PUT /", b"usa GET o HEAD"), (b"GET /zz", b"no encontrada"),
                           (b"GET /" + b"a" * 1024, b"1024 caracteres"), (b"POST /session", b"no es v")]:
        head = b"connection: upgrade\r\nupgrade: websocket\r\n" if request == b"GET /ws" else b""
        reply = raw(server, request + b" HTTP/1.1\r\nhost: x\r\naccept-language: es-AR,en;q=0.5\r\n" + head + b"\r\n")
        expect(f"{request[:20]} in Spanish", words in reply.body and reply.headers.get("content-language") == "es", str(reply.body))
    at_once(functools.partial(check_refused, server), [
            (405, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello"), (414, b"GET /" + b"a" * 1024 + b" HTTP/1.1\r\n\r\n"),
            (400, get + b"content-length: 3\r\n\r\nabc"), (400, get + b"content-length: -3\r\n\r\nabc"),
            (400, get + b"content-length: 99999999999999999999\r\n\r\nabc"), (400, get + b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
            (400, get + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"), (400, get + b"transfer-encoding\t: chunked\r\n\r\n"),
            (400, get + b"Content-Length : 3\r\n\r\nabc"), (400, get + b"host: y\r\n\r\n"), (400, get + b"Host: x\r\n\r\n"),
            (400, get[:-9] + b"\r\n"), (401, upgrade + b"\r\n"), (400, upgrade + b"host: y\r\n\r\n"),
            (400, upgrade.replace(b"host: x\r\n", b"") + b"\r\n"), (431, get + b"zz: " + b"a" * 9000 + b"\r\n\r\n"),
            (431, get + b"zz: b\r\n" * 2000 + b"\r\n"), (431, upgrade + b"zz: " + b"a" * 30000 + b"\r\n\r\n"),
            (431, get + b"cookie: " + b"a" * 16000 + b"\r\n\r\n"), (405, b"TRACE / HTTP/1.1\r\nhost: x\r\n\r\n"),
            (405, b"BREW / HTTP/1.1\r\nhost: x\r\n\r\n"), (405, b"G / HTTP/1.1\r\nhost: x\r\n\r\n"),
            (405, b"CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n"), (408, get + b"X: 1\r\n\r\n"), (408, get)])
    expect("4 kB of header are read", raw(server, get + b"zz: " + b"a" * 4096 + b"\r\n\r\n").status == 200)
    expect("HTTP/1.0 needs no host", raw(server, b"GET / HTTP/1.0\r\n\r\n").status == 200)
    check_unreadable(server, get)


def at_once(check, cases):
    """Some refusals come only when the server has waited long enough for the rest."""
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        list(pool.map(check, cases))


def check_refused(server, case):
    status, data = case
    reply = raw(server, data)
    expect(f"HTTP/1.1 for {data[:40]}", reply.version == b"HTTP/1.1", str(reply.version))
    expect(f"{status} for {data[:40]}", reply.status == status and reply.headers.get("connection") == "close" and
           0 < len(reply.body) < 200 and reply.headers.get("content-type", "").startswith("text/plain"), str(reply.status))


def check_unreadable(server, get):
    """Invalid requests get a refusal with the policy or a closed connection, never a file."""
    def check(data):
        reply = raw(server, data)
        expect(f"{data[:60]} gets no file", reply.status in (0, 403, 405, 408, 414, 431) and len(reply.body) < 200, f"{reply.status} {reply.headers}")
        expect(f"{data[:60]}: the policy all the same", reply.status == 0 or reply.headers.get("content-security-policy") == POLICY)
        expect(f"{data[:60]}: the next is served", raw(server, get + b"\r\n").status == 200)

    upgrade = get + b"connection: upgrade, http2-settings\r\nupgrade: "
    at_once(check, [b"TRACE / HTTP/1.1\r\nhost: x\r\n\r\n", b"CONNECT / HTTP/1.1\r\nhost: x\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\n\r\nhello",
                 b"PROPFIND / HTTP/1.1\r\n\r\n", b"G / HTTP/1.1\r\n\r\n", b"\n\n\n", b"\r\n\r\n\r\n",
                 b"GET /" + b"a" * 9000, b"GET /" + b"a" * 90000 + b" HTTP/1.1\r\n\r\n", get + b"x: " + b"a" * 9000 + b"\r\n\r\n",
                 get + b"a: b\r\n" * 2000 + b"\r\n", get + b"host: y\r\n" * 200 + b"\r\n", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" * 20,
                 b"GET http://boneyard.test/ HTTP/1.1\r\n\r\n", b"GET * HTTP/1.1\r\n\r\n", b"GET index.html HTTP/1.1\r\n\r\n",
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /%zz HTTP/1.1\r\n\r\n", b"GET /% HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\nGET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nPOST / HTTP/1.1\r\n\r\n", b"GET /?" + b"&" * 4000 + b" HTTP/1.1\r\n\r\n",
                 upgrade + b"websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n",
                 upgrade + b"h2c\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n", upgrade + b"tls/1.0\r\n\r\n",
                 upgrade + b"nothing\r\n\r\n" + get + b"\r\n", upgrade + b"nothing\r\nconnection: close\r\n\r\n"])


def check_self():
    """Each kind of wrong reply must be detected; a reply is spoiled in one way at a time."""
    def reply(**changes):
        headers = dict(ALWAYS, **{"content-type": TYPES[".txt"], "cache-control": "no-cache", "etag": 'W/"0123456789abcdef"',
                                  "vary": "accept-encoding", "content-encoding": "gzip"})
        r = Reply(open(os.devnull, "rb"))
        r.status, r.headers, r.body = 200, headers, gzip.compress(b"words")
        for key, value in changes.items():
            if key in ("status", "body"):
                setattr(r, key, value)
            else:
                headers[key.replace("_", "-")] = value
        return r
    expect("a good reply is good", faults(reply(), "a.txt", b"words", False) == [])
    for key, value in [("status", 404), ("body", gzip.compress(b"other")), ("content_type", "text/html"), ("etag", "W/x"),
                       ("cache_control", "public"), ("vary", ""), *((name.replace("-", "_"), "") for name in ALWAYS)]:
        expect(f"a wrong {key} is noticed", len(faults(reply(**{key: value}), "a.txt", b"words", False)) == 1)


# ---- Connections -------------------------------------------------------------------------------------------------


def check_connections(server, index):
    get = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
    with server.connect() as s, s.makefile("rb") as stream:
        s.sendall(get * 20)
        expect("twenty requests at once are answered in a row", all(Reply(stream).body == index for _ in range(20)))
        for byte in get:
            s.sendall(bytes([byte]))
        expect("a request byte by byte", Reply(stream).body == index)
        for _ in range(3):
            s.sendall(get[:-2] + b"zz: " + b"a" * 8100 + b"\r\n\r\n")
            expect("heads of almost 8 KiB in a row", Reply(stream).body == index)
        s.sendall(b"GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n" + get)
        expect("a connection outlives 404", Reply(stream).status == 404 and Reply(stream).body == index)
        s.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nConnection: Close\r\n\r\n" + get)
        expect("the last request is answered, and then comes the end", Reply(stream).body == index and stream.read() == b"")
    for last, status in [(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello", 405),
                         (get[:-2] + b"content-length: 5\r\n\r\nhello", 400), (get[:-2] + b"upgrade: nothing\r\n\r\n", 403)]:
        with server.connect() as s, s.makefile("rb") as stream:
            s.sendall(get + last + get * 3)
            expect("between others: the first is answered", Reply(stream).body == index)
            expect(f"{status} between others is the end", Reply(stream).status == status and stream.read() == b"")
        expect("and all goes on", ask(server).body == index)
    with server.connect() as s, s.makefile("rb") as stream:
        s.sendall(get)
        s.shutdown(socket.SHUT_WR)
        expect("a client that has closed its side is answered", Reply(stream).body == index and stream.read() == b"")
    with server.connect() as s, s.makefile("rb") as stream:
        s.sendall(get[:-2])
        s.shutdown(socket.SHUT_WR)
        expect("half a request gets no answer", stream.read() == b"")


def cpu(server):
    """Processor seconds that the server has used so far."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_crowd(server, index, big):
    """200 silent clients, some that do not read and some that keep sending: the page is still served with little work."""
    idle = [server.connect() for _ in range(200)]
    deaf = []
    for _ in range(20):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect((server.host, server.port))
        s.sendall(f"GET {big} HTTP/1.1\r\nhost: x\r\n\r\n".encode() * 60)
        deaf.append(s)
    expect("the page comes while 220 wait", ask(server).body == index)
    time.sleep(0.5)
    before = cpu(server)
    time.sleep(1.5)
    expect("waiting costs nothing", cpu(server) - before < 0.12, f"{cpu(server) - before} s")
    more = []
    for _ in range(60):
        more.append(server.connect())
    ended = 0
    for s in more[-10:]:
        with contextlib.suppress(ConnectionError):
            ended += s.recv(1) == b""
    expect("one address has 256 connections and no more", ended == 10, f"{ended} of the last ten were ended")
    for s in idle + deaf + more:
        s.close()
    wait_for("those who have gone are forgotten", lambda: ask(server).body == index)


def wait_for(what, truth, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if truth():
            return
        time.sleep(0.05)
    expect(what, False)


class Slow:
    """Three clients that never finish a header are dropped after at most 10 seconds."""

    def __init__(self, server):
        self.ended = 0
        self.threads = [threading.Thread(target=self.drip, args=[server], daemon=True) for _ in range(3)]
        for thread in self.threads:
            thread.start()

    def drip(self, server):
        data = b"GET / HTTP/1.1\r\nx: "
        with server.connect() as s, contextlib.suppress(ConnectionError):
            s.settimeout(0.2)
            while True:
                s.sendall(data)
                data = b"a"
                with contextlib.suppress(TimeoutError):
                    if s.recv(1) == b"":
                        break
        self.ended += 1

    def check(self):
        for thread in self.threads:
            thread.join(60)
        expect("a slow head is let go", self.ended == 3, f"{self.ended} of 3")


class Deaf:
    """Two clients that request much and never read are dropped after at most 15 seconds."""

    def __init__(self, server, big):
        self.crowd = []
        for _ in range(2):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.connect((server.host, server.port))
            s.sendall(f"GET {big} HTTP/1.1\r\nhost: x\r\n\r\n".encode() * 60)
            self.crowd.append(s)
        self.server = server

    def check(self):
        # The server has closed its side of the dropped connections.
        ports = {s.getsockname()[1] for s in self.crowd}
        wait_for("who never reads is let go", lambda: not ports & set(self.theirs()), 60)
        for s in self.crowd:
            s.close()

    def theirs(self):
        """The ports at the other end of the server's open sockets."""
        own = set()
        for fd in pathlib.Path(f"/proc/{self.server.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):        # closed since it was listed
                own.add(os.readlink(fd))
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if f"socket:[{fields[9]}]" in own:
                yield int(fields[2].rpartition(":")[2], 16)


def check_few_files(page):
    """With at most 64 open files, new connections replace idle ones."""
    with Server("--listen", "127.0.0.1:0", "--web-root", str(page), files=64) as server:
        crowd = [server.connect() for _ in range(150)]
        expect("the page comes to the 151st", ask(server).status == 200)
        for s in crowd:
            s.close()


def check_noise(server, index, seed):
    """Requests damaged in every way: always a complete reply or a closed connection, and no lasting effect."""
    dice = random.Random(seed)
    words = [b"GET ", b"HEAD ", b"/ ", b"/assets/", b"HTTP/1.1", b"HTTP/1.0", b"\r\n", b"\r\n\r\n", b"host: x\r\n", b":", b" ",
             b"accept-encoding: gzip, br;q=0\r\n", b'if-none-match: W/"', b'"', b"*", b"connection: close, keep-alive\r\n",
             b"content-length: 0\r\n", b"content-length: 5\r\n", b"POST ", b"upgrade: h2c\r\n", b"upgrade: x\r\n", b"\0", b"\n", b"\r", b"%", b"\xff", b"?", b"..", b"\t", b";q=", b"a" * 600]
    for _ in range(10000 if os.environ.get("BONEYARD_LONG") else 500):
        data = b"GET / HTTP/1.1\r\nhost: x\r\n" if dice.random() < 0.5 else b""
        data += b"".join(dice.choice(words) for _ in range(dice.randrange(1, 40)))
        if dice.random() < 0.3:
            data = bytes(byte if dice.random() < 0.98 else dice.randrange(256) for byte in data)
        with server.connect() as s, contextlib.suppress(ConnectionError):
            s.sendall(data)
            if dice.random() < 0.2:
                continue                # disconnects without a word
            s.shutdown(socket.SHUT_WR)
            said = b"".join(iter(lambda: s.recv(65536), b""))
            expect("a reply or nothing", said == b"" or re.match(rb"HTTP/1\.[01] (200|304|400|403|404|405|408|414|431) ", said),
                   f"{data!r} {said[:100]!r}")
    expect("all is as before", ask(server).body == index and server.process.poll() is None)


def check_stop(server, big):
    """Stopped while sending: exits at once, with its last line (which `with` checks)."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.connect((server.host, server.port))
    s.sendall(f"GET {big} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    expect("the reply has begun", s.recv(100).startswith(b"HTTP/1.1 200"))
    server.stop()
    s.close()


# ---- Starting and stopping ---------------------------------------------------------------------------------------


def check_start(page):
    root = ["--web-root", str(page)]
    with Server("--listen", "127.0.0.1:0", *root, "--log", "requests") as first:
        busy = f"127.0.0.1:{first.port}"
        status, said, errors = run("serve", "--listen", busy, *root)
        expect("a taken port is named, and the way out", status == 1 and f"port {first.port} on 127.0.0.1 is in use" in errors and
               "--listen 127.0.0.1:" in errors and said == "", errors)
        ask(first, "/index.html?who=anna")
        ask(first, "/a\x1b[31mb")
        expect("Ctrl-C ends it well", first.stop(signal.SIGINT) == 0)
        log = first.stderr()
        expect("the log has the requests, nobody's address and no tricks", '"status":200,"method":"GET","path":"index.html"' in log and
               "127.0.0.1" not in log and "anna" not in log and "\x1b" not in log, log)
    with Server("--listen", busy, *root) as second:
        expect("the port is free again at once", f"127.0.0.1:{second.port}" == busy)
    with Server(*root) as usual, Server(*root) as next_one:
        expect("the usual port, or the next and a word", next_one.port != usual.port and
               "is in use, so this server uses" in next_one.said[0], str(next_one.said))
    for words, part in [(["--listen", "here"], "use an address and a port"), (["--listen", "127.0.0.1:70000"], "use an address"),
                        (["--listen", "192.0.2.1:8400"], "is not an address of this machine"), (["--listen", "::1:8400"], "use an"),
                        (["--listen", "no.such.invalid:8400"], "unknown address"), (["now"], "takes only options"),
                        (["--listen", "127.0.0.1:0", "--web-root", str(page / "nowhere")], "no index.html in")]:
        status, said, errors = run("serve", *([] if "--web-root" in words else root), *words)
        expect(f"serve {words} is refused with a sentence", status in (1, 2) and part in errors and said == "", errors)
    if os.path.exists("/proc/net/if_inet6") and os.path.getsize("/proc/net/if_inet6"):
        with Server("--listen", "[::1]:0", *root) as six:
            expect("IPv6", ask(six).status == 200 and six.host == "::1", str(six.said))
    with Server("--listen", "0.0.0.0:0", *root) as open_one:
        expect("everywhere is also here", ask(open_one).status == 200, str(open_one.said))
        said = open_one.said[0]
        if "other addresses" not in said:
            said += open_one.process.stdout.readline()
        near = re.findall(r"http://([\d.]+):(\d+)/", said)
        expect("and others are told where, if there is a network", "at this machine's other addresses" in said or near and
               all(int(port) == open_one.port and not host.startswith("127.") for host, port in near), said)


def check_folder(page):
    """A folder is read on each request; links, pipes and hidden files are not served."""
    with Server("--listen", "127.0.0.1:0", "--web-root", str(page)) as server:
        check_page(server, {name: data for name, data in files_of(page).items() if not name.startswith((".", "link"))}, False)
        check_refusals(server, files_of(page))
        before = ask(server, "/sw.js").headers["etag"]
        (page / "sw.js").write_text("// another\n")
        after = ask(server, "/sw.js", if_none_match=before)
        expect("a changed file is seen", after.status == 200 and after.body == b"// another\n" and after.headers["etag"] != before)
        (page / "new.txt").write_text("new")
        expect("a new file is seen", ask(server, "/new.txt").body == b"new")
        (page / "new.txt").unlink()
        expect("a file that has gone is gone", ask(server, "/new.txt").status == 404)


def make_page(folder):
    """A small page with every kind of file in its folder."""
    page, outside = folder / "page", folder / "outside"
    (page / "assets").mkdir(parents=True)
    outside.mkdir()
    (outside / "outside.txt").write_text("not yours")
    (page / "index.html").write_bytes(b"<!doctype html><title>Boneyard</title>" + EARLY[0] + b"<p>words</p>" * 100)
    (page / "assets/app-Abc_12-x.js").write_text("export const a = 1;\n" * 4000)
    (page / "assets/big-Abc_12-y.wasm").write_bytes(random.Random(1).randbytes(500000))
    (page / "sw.js").write_text("// a worker\n" * 50)
    (page / "app.webmanifest").write_text("{}")
    (page / "empty.txt").write_text("")
    (page / ".hidden").write_text("not yours")
    (page / "link.txt").symlink_to(outside / "outside.txt")
    (page / "linked").symlink_to(outside)
    os.mkfifo(page / "pipe")
    return page


def main():
    dist = DIST
    check_self()
    with tempfile.TemporaryDirectory() as folder:
        page = make_page(pathlib.Path(folder))
        files = files_of(dist or page)
        biggest = "/" + max(files, key=lambda name: len(files[name]))
        with Server("--listen", "127.0.0.1:0", *([] if dist else ["--web-root", str(page)])) as server:
            slow, deaf = Slow(server), Deaf(server, biggest)
            check_start(page)
            check_folder(page)
            check_few_files(page)
            if dist:
                check_page(server, files_of(dist), True)
                check_refusals(server, files_of(dist))
            check_connections(server, files["index.html"])
            check_noise(server, files["index.html"], 7)
            check_crowd(server, files["index.html"], biggest)
            slow.check()
            deaf.check()
            check_stop(server, biggest)
        if sys.argv[2] == "none":
            status, said, errors = run("serve")
            expect("no page: a sentence says how to get one", status == 1 and "apt-get install nodejs npm" in errors and
                   said == "", errors)
    finish("serve")


if __name__ == "__main__":
    main()
