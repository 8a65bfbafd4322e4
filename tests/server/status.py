#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server's state for its operator: /admin and `boneyard admin status`.

    status.py BONEYARD                         the real program
    status.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import contextlib
import os
import pathlib
import re
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time

from wire import MANY, PAGE, PATIENCE, ROOT, Client, Player, Served, deal     # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
WORD = "correct horse battery"
ODD = "<img src=x onerror=alert(1)>&\"'\u202eevil"
SAFE = "&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;?evil"
SECRET = "zanzibar-secret"


def database(server):
    return str(pathlib.Path(server.folder) / "boneyard/boneyard.db")


def admin(server, *words, **env):
    done = subprocess.run([PROGRAM, "admin", "--db", database(server), *words], capture_output=True, text=True, timeout=60,
                          env={**server.env, **env})
    return done.returncode, done.stdout + done.stderr


def page(server, path="/admin", **headers):
    """The page; None if there is none for this visitor."""
    status, found, body = server.http("GET", path, **headers)
    expect("a page or none", status in (200, 404), str(status))
    return body.decode() if status == 200 else None


def here(server):
    """On the server's own machine it opens, unless anything indicates that the request is someone else's."""
    status, headers, body = server.http("GET", "/admin")
    text = body.decode()
    expect("it opens here", status == 200 and headers["content-type"].startswith("text/html") and "<h1>Server status</h1>" in text)
    expect("no store keeps it", headers["cache-control"] == "no-store")
    expect("no script runs on it", "script-src" not in headers["content-security-policy"] and "default-src 'none'" in headers["content-security-policy"] and
           "<script" not in text and " style=" not in text, headers["content-security-policy"])
    for kind in ("x_forwarded_for", "x_real_ip", "via", "forwarded", "x_forwarded_host"):
        for value in ("127.0.0.1", "::1", "192.0.2.1"):
            expect(f"not with {kind}: {value}", page(server, **{kind: value}) is None)
    for host in ("evil.example", "evil.example:8400", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1"):
        expect(f"not as {host}", page(server, host=host) is None)
    expect("not for another site", page(server, origin="https://evil.example") is None)
    expect("as localhost", page(server, host=f"localhost:{server.port}") is not None)
    expect("nothing to send", server.http("POST", "/admin")[0] == 405)
    expect("nothing below it", server.http("GET", "/admin/x")[0] == 404 and server.http("GET", "/admin.json")[0] == 404)
    expect("in Spanish", "<html lang=\"es\">" in page(server, accept_language="es-MX") and "Estado del servidor" in page(server, accept_language="es"))
    expect("as text", page(server, "/admin.txt").startswith("Load\n  Health: ok\n"))


def account(server, name, **headers):
    """A program's token for an account."""
    one = Client(server, server.token())
    one.ask("register", name=name, password=WORD)
    one.close()
    return one.token


def roles(server):
    """Behind a proxy it opens only for operators; the role can be taken away at any time."""
    expect("the machine itself is not enough", page(server) is None and page(server, host="localhost") is None)
    cookie = server.cookie()
    tokens = {name: account(server, name) for name in ("Olga", "Greta", "Paul")}
    expect("not for a guest", page(server, cookie=cookie) is None)
    expect("nor for a made-up session", page(server, cookie=f"boneyard={'A' * 43}") is None and page(server, authorization=f"Bearer {'A' * 43}") is None)
    server.stop()
    for words, said in ((("operator", "Olga"), "Olga is an operator now."), (("moderator", "Greta"), "Greta is a moderator now."),
                        (("operator", "Olga"), "already has this role"), (("operator", "Nobody"), "no account")):
        expect(" ".join(words), said in admin(server, *words)[1], admin(server, *words)[1])
    server.start()
    expect("an operator sees it", "Server status" in (page(server, authorization=f"Bearer {tokens['Olga']}") or ""))
    expect("a moderator does not", page(server, authorization=f"Bearer {tokens['Greta']}") is None)
    expect("nor does an account", page(server, authorization=f"Bearer {tokens['Paul']}") is None)
    expect("nor another site with the operator's session", page(server, authorization=f"Bearer {tokens['Olga']}", origin="https://evil.example") is None)
    olga = Client(server, tokens["Olga"])
    secret = olga.ask("link")["secret"]
    found = server.http("POST", "/session", origin=server.origin, authorization=f"Bearer {secret}")
    expect("in a browser", found[0] == 204 and page(server, cookie=found[1]["set-cookie"].split(";")[0]) is not None, str(found))
    server.stop()
    status, text = admin(server, "demote", "Olga")
    expect("the role is taken away", status == 0 and "no longer an operator" in text, text)
    server.start()
    expect("then she is a visitor", page(server, authorization=f"Bearer {tokens['Olga']}") is None)
    log = admin(server, "audit")[1]
    expect("the log has it", log.count("  operator  ") == 2 and "3 entries, all intact" in log, log)


def hidden(server):
    """No secret, no table, no name that was typed, no tile; and the figures are there."""
    people = [server.person() for _ in range(2)]
    table = people[0].ask("make", rules="muggins:number players=2", clock="none")["table"]
    for seat, one in enumerate(people):
        one.ask("join", table=table, from_=0)
        one.ask("sit", seat=seat, name=f"Zebulon{seat}")
    people[0].ask("start")
    deal(*(Player(one, table) for one in people))
    for _ in range(3):
        for seat, one in enumerate(people):
            views = [s for s in one.ask("look")["seats"] if s.get("seat") == seat]
            if views and views[0].get("legal"):
                one.code("play", seat=seat, move=views[0]["legal"][0])
    expect("one is refused", people[1].code("join", table="A" * 22, from_=0) == "no-table")
    named = Client(server, account(server, "Anna K"))
    until = time.monotonic() + PATIENCE
    while "In play: 1" not in (text := page(server, "/admin.txt")) and time.monotonic() < until:
        time.sleep(0.1)
    both = text + page(server)
    for secret in (table, "Zebulon", SECRET, *(one.token for one in people)):
        expect(f"nothing of {secret[:7]}", secret not in both, both)
    expect("it says that there is a secret", "key-file: set (not shown)" in text and "bot: set (not shown)" in text, text)
    tiles = re.findall(r"(?<![\w.])\d-\d(?![\w.])", both)
    expect("no tiles", not tiles, str(tiles))
    for line in ("Distinct people: 3", "Muggins: 1", "no-table: 1", "retention-days: 9  environment", "credits: 100000  command line", "log: warn  default"):
        expect(f"it has {line}", line in text, text)
    expect("what was slow", re.search(r"commit: \d+ ms", text) or "Commits: 0" not in text, text)
    named.close()


def escaped(server):
    """Text written by others remains plain text, on the page and in a terminal."""
    text = page(server)
    expect("a name is escaped", SAFE in text and "<img" not in text, text[-1500:])
    expect("in a terminal too", "\u202e" not in admin(server, "status")[1])


def errors(server):
    """The latest errors are shown as in the log, up to a limit."""
    expect("none at first", "Recent errors and warnings\n  None." in page(server, "/admin.txt"))
    a = server.person()
    for _ in range(40):
        table = a.ask("make", rules="block:basics")["table"]
        a.ask("join", table=table, from_=0)
        with contextlib.closing(sqlite3.connect(database(server))) as db, db:
            db.execute("delete from tables")
        expect("it is set aside", a.code("sit", seat=0, name="Ann") == "set-aside")
        a.close()
        a = Client(server, a.token)
    lines = [line.strip() for line in page(server, "/admin.txt").splitlines() if line.strip().startswith('{"at"')]
    logged = server.stderr().splitlines()
    expect("the newest, as they are in the log", len(lines) == 32 and lines == logged[:-33:-1] and "table-aside" in lines[0], f"{lines[:2]} {logged[-2:]}")
    expect("without the tables", table not in "".join(lines))


def command(server):
    """The command prints the same rows, in the language of the terminal, through a socket for the operator only."""
    path = database(server) + ".status"
    expect("only for its user", stat.S_ISSOCK(os.stat(path).st_mode) and os.stat(path).st_mode & 0o777 == 0o600, oct(os.stat(path).st_mode))
    status, said = admin(server, "status")
    labels = [[line.partition(":")[0] for line in text.splitlines() if ":" in line and '"' not in line and " ms " not in line] for text in (said, page(server, "/admin.txt"))]
    expect("the same rows as the page", status == 0 and labels[0] == labels[1] and len(labels[0]) > 60, str(labels))
    expect("in Spanish", admin(server, "status", LANG="es_ES.UTF-8")[1].startswith("Carga\n"))
    expect("no copy yet", "since the last backup: -" in said, said)
    expect("a copy", admin(server, "backup", str(pathlib.Path(server.folder) / "copy.db"))[0] == 0)
    expect("is told", re.search(r"since the last backup: \d+ s", admin(server, "status")[1]))
    server.kill()
    status, said = admin(server, "status")
    expect("no server", status == 1 and "no server is running" in said, said)
    server.start()
    expect("the next one answers", admin(server, "status")[0] == 0)
    server.stop()
    expect("and clears up", not os.path.exists(path))
    server.start()


PROXY = ["--proxy", "127.0.0.1"]
OPEN = ["--key-file", f"{SECRET}.key", "--bots-unsafe", "yes", "--bot", f"fred = /usr/bin/env {SECRET}"]
PARTS = {"here": (here, []), "roles": (roles, PROXY), "public": (lambda s: expect("not by a public name", page(s) is None), ["--origin", "https://dominoes.example"]),
         "hidden": (hidden, OPEN), "escaped": (escaped, []), "errors": (errors, []), "command": (command, [])}


def run(program, part, planted=0):
    test, words = PARTS[part]
    with tempfile.TemporaryDirectory() as folder:
        words = [f"{folder}/{word}" if word.endswith(".key") else word for word in words]
        root = PAGE
        if part == "escaped":
            root = ["--web-root", f"{folder}/{ODD}"]
            os.symlink(ROOT / "tests/server/page", root[1])
        with Served(program, *root, *MANY, *words, folder=folder, haste=30, env={"BONEYARD_PLANTED": str(planted), "BONEYARD_RETENTION_DAYS": "9"}) as server:
            test(server)


def main():
    if not PLANTED:
        for part in PARTS:
            run(PROGRAM, part)
        finish("status")
        return
    for part in PARTS:
        run(PLANTED, part)
    check_planted(GUARDS, "status", lambda number, part: fails(run, PLANTED, part, number))
    finish("status planted")


main()
