#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard serve` with a certificate of its own.

    tls.py BONEYARD
"""
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import warnings

import wire
from program import expect, finish, run

warnings.simplefilter("ignore", DeprecationWarning)       # old versions are requested on purpose


def certificate(folder, name):
    cert, key = folder / f"{name}.crt", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
                    "-out", cert, "-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"],
                   check=True, capture_output=True)
    return cert, key


def connect(port, cert, alpn=("http/1.1",), oldest=None, newest=None):
    context = ssl.create_default_context(cafile=cert)
    context.set_alpn_protocols(list(alpn))
    if newest is not None:
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version, context.maximum_version = oldest, newest
    return context.wrap_socket(socket.create_connection(("127.0.0.1", port), 60), server_hostname="127.0.0.1")


def get(s, path):
    s.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode())
    data = b""
    while piece := s.recv(65536):
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    return head.decode().lower(), body


def refused(call):
    try:
        call().close()
    except (ssl.SSLError, ConnectionError, OSError):
        return True
    return False


def check(folder):
    page = folder / "page"
    page.mkdir()
    big = os.urandom(1 << 20)
    (page / "index.html").write_text("<p>Here</p>")
    (page / "big.bin").write_bytes(big)
    cert, key = certificate(folder, "first")
    other, other_key = certificate(folder, "second")
    words = ["--listen", "127.0.0.1:0", "--web-root", str(page), "--db", str(folder / "boneyard.db"), "--tls-cert", str(cert)]
    for more, part in [([], "HTTPS needs both"), (["--tls-key", str(other_key)], "do not match"),
                       (["--tls-key", str(folder / "none")], "cannot be read")]:
        for check in [[], ["--check-config"]]:
            status, _, errors = run("serve", *words, *more, *check)
            expect(f"a certificate without its key: {part}", status in (1, 2) and part in errors, errors)
    server = subprocess.Popen([sys.argv[1], "serve", *words, "--tls-key", str(key)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        found = re.search(r"https://127\.0\.0\.1:(\d+)/", line)
        expect("it says https", found is not None, line)
        check_served(server, int(found[1]), cert, big, (cert, key, other, other_key))
    finally:
        server.terminate()
        server.wait(60)
    expect("it ends well", server.returncode == 0, str(server.returncode))


class Safe(wire.Served):
    """The running server, by TLS."""

    def __init__(self, port, cert):
        self.host, self.port, self.cert = "127.0.0.1", port, cert

    @property
    def origin(self):
        return f"https://{self.authority}"


def check_table(port, cert):
    """A session, a socket and a table with a bot; both many small pieces and large messages arrive."""
    plain = socket.create_connection
    context = ssl.create_default_context(cafile=cert)
    wire.socket.create_connection = lambda to, timeout: context.wrap_socket(plain(to, timeout), server_hostname="127.0.0.1")
    try:
        server = Safe(port, cert)
        cookie = server.cookie()
        a = wire.Client(server, cookie=cookie, origin=server.origin)
        table = a.ask("make", rules="chickenfoot", seats=["open"] + ["bot:greedy"] * 3)["table"]
        a.ask("join", table=table, from_=0)
        a.ask("sit", seat=0, name="Ana")
        a.ask("start")
        wire.deal(wire.Player(a, table))
        for byte in b"\x81\x9c\0\0\0\0" + b'{"do":"ping","key":"piece"} ':
            a.socket.sendall(bytes([byte]))
        a.wait("pong")
        # In TLS only a socket's first frame is known to lack its mask: the rest may be more of TLS.
        wire.check_masks(lambda: wire.Client(server, cookie=cookie, origin=server.origin, hello=False), wire.UNMASKED[:3])
        keys = [a.send("look") for _ in range(12)]
        expect("many answers at once, by TLS", all(a.reply(key)["ok"] for key in keys))
        a.close()
        b = wire.Client(server, cookie=cookie, origin=server.origin)
        b.ask("join", table=table, from_=0)
        b.wait("event", what="deal")
        b.close()
    finally:
        wire.socket.create_connection = plain


def check_served(server, port, cert, big, files):
    check_table(port, cert)
    with connect(port, cert, ("h2", "http/1.1")) as s:
        head, body = get(s, "/")
        expect("the page comes by TLS 1.3 and HTTP/1.1", s.version() == "TLSv1.3" and s.selected_alpn_protocol() == "http/1.1" and
               head.startswith("http/1.1 200") and body == b"<p>Here</p>", head)
        expect("and stays so", "strict-transport-security: max-age=31536000" in head and "content-security-policy:" in head and
               "cross-origin-opener-policy: same-origin" in head, head)
    for head, status in ((b"GET / HTTP/1.1\r\nhost: x\r\nzz: " + b"a" * 16000, b"431"), (b"BREW / HTTP/1.1\r\nhost: x", b"405"),
                         (b"GET / HTTP/1.1\r\nhost: x\r\nzz: " + b"a" * 7000, b"200")):
        with connect(port, cert, ("http/1.1",)) as s:
            s.sendall(head + b"\r\n\r\n")
            reply = s.recv(4096)
            expect(f"{head[:20]}, {len(head)} bytes, by TLS: {status}", reply.startswith(b"HTTP/1.1 " + status + b" "), str(reply[:40]))
    with connect(port, cert, oldest=ssl.TLSVersion.TLSv1_2, newest=ssl.TLSVersion.TLSv1_2) as s:
        expect("a large file, by TLS 1.2", get(s, "/big.bin")[1] == big and s.version() == "TLSv1.2")
    expect("nothing older", refused(lambda: connect(port, cert, oldest=ssl.TLSVersion.TLSv1, newest=ssl.TLSVersion.TLSv1_1)))
    silent = [socket.create_connection(("127.0.0.1", port), 60) for _ in range(30)]
    for i in range(30):
        with socket.create_connection(("127.0.0.1", port), 60) as s:
            s.sendall([b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", b"\x16\x03\x01\xff\xff", os.urandom(300), b"\x16\x03\x01\x00\x05\1"][i % 4])
            if i % 4 == 0:
                s.settimeout(60)
                try:
                    expect("no word without TLS", b"HTTP" not in s.recv(1000))
                except ConnectionError:
                    pass
    with connect(port, cert) as s:
        expect("it serves beside the silent and the broken", get(s, "/")[1] == b"<p>Here</p>")
    for s in silent:
        s.close()
    old, old_key, new, new_key = files
    another = old.with_suffix(".before")
    shutil.copy(old, another)
    shutil.copy(new, old)
    shutil.copy(new_key, old_key)
    server.send_signal(signal.SIGHUP)
    for _ in range(600):
        if not refused(lambda: connect(port, new)):
            break
        time.sleep(0.05)
    expect("SIGHUP brings a new certificate", not refused(lambda: connect(port, new)) and server.poll() is None)
    fine = old.read_bytes()
    for name, text in [("a broken one", b"no certificate"), ("another's", another.read_bytes()), ("none", None)]:
        old.unlink()
        if text is not None:
            old.write_bytes(text)
        server.send_signal(signal.SIGHUP)
        said = json.loads(server.stderr.readline())
        expect(f"{name} is refused", said["event"] == "certificate-refused" and said["level"] == "error", str(said))
        with connect(port, new) as s:
            expect(f"{name} changes nothing", get(s, "/")[1] == b"<p>Here</p>" and server.poll() is None)
    old.write_bytes(fine)


if shutil.which("openssl") is None:
    sys.exit(77)
with tempfile.TemporaryDirectory() as where:
    check(pathlib.Path(where))
finish("tls")
