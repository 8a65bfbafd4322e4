#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard serve` behind a real nginx with dist/nginx.conf: the page, sessions, WebSockets, addresses.  77: no nginx.

    nginx.py BONEYARD
"""
import contextlib
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import wire
from front import NGINX, free_port, nginx
from program import expect, finish

PAGE = str(wire.ROOT / "tests/server/page")
connect = socket.create_connection


class Behind(wire.Served):
    """The server as seen by visitors: `at` is nginx's port; `come_from` the visitor's address."""
    come_from = "127.0.0.1"

    def visit(self, port, cert):
        self.at, self.trust = port, ssl.create_default_context(cafile=cert)

    @property
    def authority(self):
        return f"dominoes.example:{self.at}"

    @property
    def origin(self):
        return f"https://{self.authority}"


@contextlib.contextmanager
def through(server):
    """Connects to nginx with TLS."""
    def to_nginx(_, timeout):
        s = connect(("127.0.0.1", server.at), timeout, source_address=(server.come_from, 0))
        return server.trust.wrap_socket(s, server_hostname="dominoes.example")

    wire.socket.create_connection = to_nginx
    try:
        yield server
    finally:
        wire.socket.create_connection = connect


def changes(folder, port, to):
    return [("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("server 127.0.0.1:8400", f"server 127.0.0.1:{to}"),
            ("/etc/letsencrypt/live/dominoes.example/fullchain.pem", f"{folder}/cert.pem"),
            ("/etc/letsencrypt/live/dominoes.example/privkey.pem", f"{folder}/key.pem")]


def check(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    folder / "key.pem", "-out", folder / "cert.pem", "-days", "2", "-subj", "/CN=x", "-addext",
                    "subjectAltName=DNS:dominoes.example"], check=True, capture_output=True)
    folder.chmod(0o755)
    port = free_port()
    words = ["--web-root", PAGE, "--sockets-per-address", "2", "--origin", f"https://dominoes.example:{port}"]
    with Behind(sys.argv[1], *words, "--proxy", "127.0.0.1", folder=str(folder / "a")) as server, \
            nginx(folder, "nginx.conf", port, changes(folder, port, server.port)):
        server.visit(port, folder / "cert.pem")
        with through(server):
            check_visits(server)
            check_addresses(server)
    with Behind(sys.argv[1], *words, folder=str(folder / "b")) as bare:
        # The control: addresses outside the list are not trusted.
        bare.visit(bare.port, folder / "cert.pem")
        token = bare.token()
        found = [wire.upgrade(bare, authorization=f"Bearer {token}", x_forwarded_for=f"192.0.2.{i}") for i in range(3)]
        expect("a visitor cannot say where they come from", found[2] == 429 and not isinstance(found[1], int), str(found))


def check_visits(server):
    status, headers, body = server.http("GET", "/index.html")
    expect("the page", status == 200 and b"<title>" in body and "content-security-policy" in headers and
           headers.get("cross-origin-opener-policy") == "same-origin" and headers.get("strict-transport-security") == "max-age=31536000",
           f"{status} {headers}")
    expect("no numbers for visitors", server.http("GET", "/metrics")[0] == 404)
    expect("health is for everybody", server.http("GET", "/healthz")[2].startswith(b"ok\n"))
    expect("a strange page gets no session", server.http("POST", "/session", origin="https://evil.example")[0] == 403)
    status, headers, _ = server.http("POST", "/session", origin=server.origin)
    cookie = headers.get("set-cookie", "")
    expect("ours does, by https only", status == 204 and all(w in cookie for w in ("HttpOnly", "SameSite=Strict", "Secure")), cookie)
    expect("no socket for a strange page", wire.upgrade(server, cookie=cookie.split(";")[0], origin="https://evil.example") == 403)
    c = wire.Client(server, cookie=cookie.split(";")[0], origin=server.origin)
    table = c.ask("make", rules="muggins:number players=2")["table"]
    c.ask("join", table=table, from_=0)
    c.ask("sit", seat=0, name="Ana")
    expect("a table through nginx", c.wait("event", what="sit")["name"] == "Ana")
    c.close()

    def come():
        for _ in range(600):            # until the one of before is gone
            with contextlib.suppress(wire.Gone):
                return wire.Client(server, cookie=cookie.split(";")[0], origin=server.origin)
            time.sleep(0.05)

    wire.check_masks(come)


def check_addresses(server):
    """Two sockets per address, which nginx reports."""
    token = server.token()

    def come(address):
        server.come_from = address
        return wire.upgrade(server, authorization=f"Bearer {token}", x_forwarded_for="192.0.2.9")

    for _ in range(600):                # until the previous one is gone
        first = come("127.0.0.1")
        if not isinstance(first, int):
            break
        time.sleep(0.1)
    held = [first, come("127.0.0.1")]
    expect("two from here", not any(isinstance(f, int) for f in held), str(held))
    expect("not three, whatever they say", come("127.0.0.1") == 429)
    expect("but from elsewhere", not isinstance(come("127.0.0.2"), int))


if NGINX is None or shutil.which("openssl") is None:
    sys.exit(77)
with tempfile.TemporaryDirectory() as where:
    for name in "ab":
        (pathlib.Path(where) / name).mkdir()
    check(pathlib.Path(where))
finish("nginx")
