#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests an operator's tasks: settings, metrics, logs, systemd, backups, a damaged database.

    operate.py BONEYARD
"""
import base64
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

from wire import PATIENCE, ROOT, Client, Gone, Player, Served, deal, play     # first: it finds program
from program import expect, finish, run

PAGE = str(ROOT / "tests/server/page")
NAMES = ("Zebulon", "Quirina")
SAMPLE = re.compile(r'^boneyard_[a-z_]+(\{[a-z]+="[a-z0-9.+Inf-]+"\})? -?[0-9.e+-]+$')


def admin(db, *words):
    return run("admin", "--db", str(db), *words)


# ---- Settings ----------------------------------------------------------------------------------------------------


def check_settings(folder):
    status, everything, _ = run("serve", "--default-config")
    keys = re.findall(r"^#([a-z-]+)(?: =| NAME =)", everything, re.M)
    expect("the default config has all settings", status == 0 and len(keys) > 20 and len(set(keys)) == len(keys), everything)
    shown = (ROOT / "docs/serve.md").read_text().partition("<!-- settings -->\n```\n")[2].partition("```\n<!-- /settings -->")[0]
    expect("docs/serve.md shows it as it is", shown == everything, "put the output of --default-config there")
    path = folder / "a.conf"
    for text, part in [("", "are valid"), (everything, "are valid"), ("credits = 50\n# x\n\n retention-days=3", "are valid"),
                       ("credits = 5", "line 1: credits must be a number from 10 to 1000000, not '5'"),
                       ("\n\ncredit = 50", "line 3: unknown setting 'credit'; did you mean credits?"),
                       ("zzz = 1", "--default-config lists all settings"), ("nothing", "line 1: a line must be key = value"),
                       ("credits = 50\ncredits = 60", "line 2: credits is set twice"),
                       ("origin = https://A.example", "in lower case"), ("tls-cert = /x", "HTTPS needs both"),
                       ("bot Fred = /x/y", "lower-case letters"), ("bot a = /x/y\nbot a = /x/z", "two bots are called 'a'"),
                       ("log = loud", "error, warn, info or requests"),
                       ("proxy = nginx", "a numeric address"), ("listen = 8400", "an address and a port"),
                       ("metrics = somewhere", "an address and a port"), ("tls-cert = /x\ntls-key = /y", "'/x' cannot be read"),
                       ("web-root = /nowhere", "no index.html in '/nowhere'"), ("bot a = ./none.py", "begin with a program"),
                       ("bot a = none.py", "begin with a program"), (f"bot a = {path}", "begin with a program"),
                       ("bot easy = /usr/bin/true", "choose a different one"),
                       (f"bot a = ./{os.path.relpath(sys.argv[1])}", "by its full path"), ("\ufeffcredits = 50", "are valid"),
                       ("comers = 5", "connection-rate must be a number from 10"), ("comers = 50\nconnection-rate = 60", "is set twice"),
                       ("proxy = ::1, 127.0.0.1", "are valid"), ("db = \x1b[31m", "not"), ("a\0b = 1", "a NUL byte")]:
        path.write_text(text)
        status, said, errors = run("serve", "--config", str(path), "--check-config")
        expect(f"settings: {text[:40]!r}", part in said + errors and (status == 0) == (part == "are valid") and "\x1b" not in errors,
               said + errors)
    path.write_text("bot c = /usr/bin/true")
    for words, part in [(["--bot", "a = /usr/bin/true", "--bot", "b = /usr/bin/true"], "are valid"),
                        (["--bot", "a = /usr/bin/true", "--bot", "a = /usr/bin/true"], "two bots are called 'a'"),
                        (["--bot", "a = /usr/bin/true"] * 33, "given at most 32 times"),
                        (["--proxy", "127.0.0.1", "--proxy", "nginx"], "a numeric address")]:
        status, said, errors = run("serve", "--config", str(path), "--check-config", *words)
        expect(f"repeated: {words[:4]}", part in said + errors, said + errors)
    path.write_text("retention-days = 5")
    for words, environment, part in [(["--retention-days", "0"], {}, "--retention-days"),
                                     ([], {"BONEYARD_RETENTION_DAYS": "x"}, "BONEYARD_RETENTION_DAYS: retention-days must be a number"),
                                     (["--retention-days", "7"], {"BONEYARD_RETENTION_DAYS": "8"}, "are valid"),
                                     ([], {"BONEYARD_ORIGN": "x"}, "did you mean origin?"),
                                     ([], {"BONEYARD_TABLS": "9"}, "did you mean tables?"),
                                     ([], {f"BONEYARD_{name}": "1" for name in ("SOMETHING_ELSE", "LONG", "SLOW", "SHOTS", "SHOW",
                                      "HASTE", "EAGER", "GOLDEN", "ONLY", "ZOO", "LANGUAGE")}, "are valid")]:
        done = subprocess.run([sys.argv[1], "serve", "--config", path, "--check-config", *words], capture_output=True, text=True,
                              env={**os.environ, **environment})
        expect(f"settings from {words} {environment}", part in done.stdout + done.stderr, done.stdout + done.stderr)


# ---- A server with people ----------------------------------------------------------------------------------------


def play_some(server, tokens):
    """Two people at a table, a few moves; its id."""
    tokens += [server.token(), server.token(), server.cookie().partition("=")[2]]
    a, b = server.person(tokens[-3]), server.person(tokens[-2])
    table = a.ask("make", rules="muggins:number players=2", clock="none")["table"]
    for client, name, seat in ((a, NAMES[0], 0), (b, NAMES[1], 1)):
        client.ask("join", table=table, from_=0)
        client.ask("sit", seat=seat, name=name)
    tokens.append(a.ask("link").get("secret", "-" * 20))
    a.ask("start")
    deal(Player(a, table), Player(b, table))
    for _ in range(4):
        for client, seat in ((a, 0), (b, 1)):
            views = [s for s in client.ask("look")["seats"] if s.get("seat") == seat]
            if views and views[0].get("legal"):
                client.code("play", seat=seat, move=views[0]["legal"][0])
    return table, a, b


def check_numbers(server, table, door):
    text, until = "", time.monotonic() + PATIENCE
    while 'boneyard_tables{state="playing"} 1' not in text and time.monotonic() < until:     # counted once a second
        status, headers, body = server.http("GET", "/metrics")
        text = body.decode()
    samples = [line for line in text.splitlines() if not line.startswith("#")]
    expect("the numbers can be read", status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4") and
           all(SAMPLE.match(line) for line in samples), str([line for line in samples if not SAMPLE.match(line)]))
    value = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in samples}
    expect("they are right", value['boneyard_tables{state="playing"}'] == 1 and value["boneyard_sockets"] == 2 and
           value['boneyard_moves_total{by="person"}'] >= 1 and value["boneyard_commit_seconds_count"] >= 5 and
           value["boneyard_sessions_total"] == 3, text)
    for name in {line.partition("_bucket")[0] for line in samples if "_bucket" in line}:
        steps = [value[line.rpartition(" ")[0]] for line in samples if line.startswith(name + "_bucket")]
        expect(f"{name} counts all of them", name != "boneyard_commit_seconds" or steps[-1] == value["boneyard_commits_total"], text)
        expect(f"{name} rises", steps == sorted(steps) and steps[-1] == value[name + "_count"] and len(steps) == 17, str(steps))
    expect("no table, no name", table not in text and not any(name in text for name in NAMES))
    expect("the server is well", server.http("GET", "/healthz")[0] == 200 and server.http("GET", "/healthz")[2].startswith(b"ok\ntables: 0 % of "))
    for before in ("", "198.51.100.7, " * 60):       # earlier visitors may have filled the log
        expect("a proxy's visitors do not see them", server.http("GET", "/metrics", x_forwarded_for=before + "192.0.2.7")[0] == 404)
    with socket.create_connection(("127.0.0.1", door), PATIENCE) as s:
        s.sendall(b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        expect("the other door has them", s.recv(100).startswith(b"HTTP/1.1 200"))
    with socket.create_connection(("127.0.0.1", door), PATIENCE) as s:
        s.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        expect("and nothing else", s.recv(100).startswith(b"HTTP/1.1 404"))


def check_admin(db, table, folder):
    status, said, errors = admin(db, "tables")
    expect("tables are listed while it runs", status == 0 and table in said and "live" in said, said + errors)
    status, said, errors = admin(db, "check")
    expect("and checked", status == 0 and "1 table" in said and "all intact" in said, said + errors)
    expect("none is set aside", admin(db, "aside")[:2] == (0, "No table is set aside.\n"))
    copy = folder / "copy.db"
    status, said, errors = admin(db, "backup", copy)
    expect("and copied", status == 0 and copy.stat().st_mode & 0o777 == 0o600 and "its key is a separate file" in said, said + errors)
    status, _, errors = admin(db, "backup", copy)
    expect("not over another copy", status == 1 and str(copy) in errors, errors)
    status, _, errors = admin(db, "restore", copy)
    expect("nothing is restored over a database", status == 1 and "still exists" in errors, errors)
    status, _, errors = admin(db, "back", table)
    expect("nothing is put back while it runs", status == 1 and errors != "", errors)
    status, _, errors = admin(db, "record", table, "1")
    expect("no record of a match that is not over", status == 1 and "not over" in errors, errors)
    expect("a wrong table is named", "is not a table" in admin(db, "record", "x", "1")[2])
    expect("no database", "not found: name it with --db" in admin(folder / "none.db", "tables")[2])
    if os.geteuid() == 0:               # without permission, even absence is not revealed
        with tempfile.TemporaryDirectory() as other:
            own, shut = pathlib.Path(other) / "boneyard", pathlib.Path(other) / "shut"
            shutil.copy(sys.argv[1], own)
            shut.mkdir(mode=0o700)
            shutil.copy(db, shut / "boneyard.db")
            os.chmod(other, 0o755)
            said = subprocess.run([own, "admin", "--db", shut / "boneyard.db", "tables"], text=True, capture_output=True, user=65534,
                                  group=65534, extra_groups=[])
            expect("one that may not be read", said.returncode == 1 and "cannot read" in said.stderr and "Permission denied" in said.stderr, said.stderr)
    expect("no such command", admin(db, "explode")[0] == 2)
    return copy


def check_secrets(db, folder, tokens, journal_name):
    """No secret that was handed out is stored anywhere; other words that are stored show that the search works."""
    raw = b"".join(p.read_bytes() for p in folder.iterdir() if p.is_file() and p.name.startswith((db.name, "errors")))
    for token in tokens:
        wanted = {token.encode(), base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)),
                  base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).hex().encode()}
        expect("no token in logs or database", not any(w in raw for w in wanted if len(w) >= 16))
    expect("the search finds what is there", journal_name.encode() in raw)
    log = (folder / "errors.txt").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    asked = {(line.get("method"), line.get("path")) for line in lines if line["event"] == "request"}
    expect("the log tells GET from POST", {("GET", "own"), ("POST", "session")} <= asked and ("GET", "session") not in asked, str(asked))
    expect("the log is lines of JSON, without names and addresses", len(lines) > 5 and all(
        {"at", "level", "event"} <= line.keys() for line in lines) and not any(w in log for w in (*NAMES, "127.0.0.1")), log[:2000])


def check_stop(server, a, db):
    server.process.send_signal(signal.SIGTERM)
    gone = a.wait("gone")
    expect("people are told that it stops", gone["code"] == "stopping", str(gone))
    expect("with 1012", a.ended() == 1012)
    server.process.communicate(timeout=PATIENCE)
    expect("it ends well", server.process.returncode == 0, server.stderr())
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as base:
        expect("the database is whole", base.execute("pragma integrity_check").fetchone() == ("ok",))


def check_running(folder):
    db = folder / "boneyard.db"
    with socket.create_server(("127.0.0.1", 0)) as s:
        door = s.getsockname()[1]
    words = ["--web-root", PAGE, "--db", str(db), "--log", "requests", "--metrics", f"127.0.0.1:{door}"]
    server, tokens = Served(sys.argv[1], *words, folder=str(folder), haste=10), []
    table, a, b = play_some(server, tokens)
    check_numbers(server, table, door)
    copy = check_admin(db, table, folder)
    check_stop(server, a, db)
    check_secrets(db, folder, tokens, NAMES[0])
    before = a.events
    server.start()
    again = server.person(tokens[0])
    again.ask("join", table=table, from_=0)
    again.wait("event", n=max(before))
    expect("after a restart it goes on where it was", all(again.events[n].get("events") == e.get("events") for n, e in before.items()))
    expect("it stops again", server.stop() == 0)
    return db, copy, table, words


def check_files(folder, db, words):
    """An empty or damaged file: the error names the problem and the remedy, and the file is not changed."""
    whole, beside = db.read_bytes(), folder / "aside"
    beside.mkdir()
    for p in (f"{db}.key", f"{db}-wal", f"{db}-shm"):
        if os.path.exists(p):
            shutil.move(p, beside)
    torn = bytearray(whole)
    torn[100:4096] = b"\xff" * 3996        # the header of the first page, after the file header
    for name, contents, wanted in [("empty", b"", ("is empty", "Remove it", "restore FILE")),
                                   ("in pieces", bytes(torn), ("malformed", "is damaged", "restore FILE"))]:
        db.write_bytes(contents)
        for asked in (run("serve", *words), admin(db, "check"), admin(db, "tables")):
            expect(f"a database that is {name}", asked[0] == 1 and all(w in asked[2] for w in wanted) and "key '" not in asked[2], asked[2])
        expect(f"it stays {name}, and gets no key", db.read_bytes() == contents and not pathlib.Path(f"{db}.key").exists())
        for p in (f"{db}-wal", f"{db}-shm"):
            pathlib.Path(p).unlink(missing_ok=True)
    for p in beside.iterdir():
        shutil.move(p, folder)
    db.write_bytes(whole)


def check_damage(folder, db, copy, table, words):
    """A changed byte is detected, the table is set aside, and a backup restores it."""
    with sqlite3.connect(db) as base:
        number, line = base.execute("select number, bytes from events where number > 2 order by number limit 1").fetchone()
        base.execute("update events set bytes = ? where number = ?", (line.replace(b'"', b"'", 1), number))
    status, said, errors = admin(db, "check")
    expect("a change is found", status == 1 and table in said and "1 of 1 tables is damaged" in said, said + errors)
    bad = folder / "bad.db"
    expect("a damaged database can be copied", admin(db, "backup", bad)[0] == 0)
    server = Served(sys.argv[1], *words, folder=str(folder))
    c = server.person()
    expect("the table is set aside", c.code("join", table=table, from_=0) == "set-aside")
    expect("others play", len(c.ask("make", rules="muggins:number players=2")["table"]) == 22)
    server.stop()
    status, said, _ = admin(db, "aside")
    expect("and listed", status == 0 and table in said, said)
    status, _, errors = admin(db, "back", table)
    expect("it is not put back as it is", status == 1 and "damaged" in errors, errors)
    for p in list(folder.glob("boneyard.db*")):
        if not p.name.endswith(".key"):
            p.unlink()
    status, _, errors = admin(db, "restore", bad)
    expect("a damaged copy is not restored", status == 1 and "nothing was restored" in errors and not db.exists(), errors)
    (folder / "empty.db").touch()
    for path, part in (("/dev/null", "is not a copy"), (folder, "is not a copy"), (folder / "empty.db", "is not a copy"),
                       (folder / "nothing.db", "No such file")):
        status, _, errors = admin(db, "restore", path)
        expect(f"{path} is no copy", status == 1 and part in errors and "older" not in errors and not db.exists(), errors)
    status, _, errors = admin("/dev/null", "tables")
    expect("an empty file is no database", status == 1 and "is empty: it is not a Boneyard database" in errors, errors)
    status, said, errors = admin(db, "restore", copy)
    expect("a good one is", status == 0 and "Restored" in said and db.stat().st_mode & 0o777 == 0o600, said + errors)
    server = Served(sys.argv[1], *words, folder=str(folder))
    expect("and the table is there", server.person().code("join", table=table, from_=0) == "ok")
    expect("a crash leaves no secrets in a file", resource.prlimit(server.process.pid, resource.RLIMIT_CORE) == (0, 0))
    server.stop()
    check_files(folder, db, words)
    key = pathlib.Path(f"{db}.key")
    expect("the key is nobody else's", key.stat().st_mode & 0o777 == 0o600 and key.stat().st_size == 32)
    key.chmod(0o644)
    status, _, errors = run("serve", *words)
    expect("a key that others can read is refused", status == 1 and "chmod 600" in errors, errors)
    key.rename(folder / "away")
    status, _, errors = run("serve", *words)
    expect("a missing key is not replaced", status == 1 and "is missing" in errors and not key.exists(), errors)
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    status, _, errors = run("serve", *words)
    expect("another key is not taken", status == 1 and "does not belong to this database" in errors, errors)
    expect("and sets nothing aside", admin(db, "aside")[1] == "No table is set aside.\n")


# ---- systemd -----------------------------------------------------------------------------------------------------


def check_systemd(folder):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as words, socket.create_server(("127.0.0.1", 0)) as door:
        words.bind(str(folder / "notify"))
        words.settimeout(PATIENCE)
        os.set_inheritable(door.fileno(), True)
        script = f'exec 3<&{door.fileno()}; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" "$@"'
        server = subprocess.Popen(["sh", "-c", script, sys.argv[1], "serve", "--web-root", PAGE, "--log", "error"],
                                  pass_fds=[door.fileno()], stdout=subprocess.DEVNULL,
                                  env={**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "10000000",
                                       "STATE_DIRECTORY": str(folder)})
        expect("it says when it is ready", words.recv(1000) == b"READY=1")
        with socket.create_connection(door.getsockname(), PATIENCE) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            expect("it serves at systemd's socket", s.recv(100).startswith(b"HTTP/1.1 200"))
        expect("and that it is alive", words.recv(1000) == b"WATCHDOG=1")
        server.send_signal(signal.SIGTERM)
        said = {words.recv(1000)}
        while b"STOPPING=1" not in said:
            said.add(words.recv(1000))
        server.wait(PATIENCE)
        expect("it keeps its database in its state directory", (folder / "boneyard.db").exists() and server.returncode == 0)


def check_forgotten(folder):
    """A table that ended long ago is deleted; others stay, even if set aside."""
    db = folder / "boneyard.db"
    words = ["--web-root", PAGE, "--db", str(db), "--retention-days", "30"]
    with Served(sys.argv[1], *words, folder=str(folder)) as server:
        a, tables = server.person(), []
        for _ in range(4):
            tables.append(a.ask("make", rules="muggins:number players=2")["table"])
            a.ask("join", table=tables[-1], from_=0)
            if len(tables) < 4:
                a.ask("close")
    with sqlite3.connect(db) as base:
        for table, days in zip(tables, (31, 29, 31)):
            key = base64.urlsafe_b64decode(table + "==")
            line, = base.execute("select value from list where kind = 'table' and key = ?", (key,)).fetchone()
            then = int(time.time()) - days * 86400
            line = re.sub(rb'"over":\d+', b'"over":%d' % then, bytes(line))
            base.execute("update list set value = ?, at = ? where kind = 'table' and key = ?", (line, then, key))
        base.execute("insert into list (kind, key, value) values ('aside', ?, ?)", (base64.urlsafe_b64decode(tables[2] + "=="), b"a test"))
    with Served(sys.argv[1], *words, "--log", "info", folder=str(folder)) as server:
        until = time.monotonic() + PATIENCE
        while "tables-deleted" not in server.stderr() and time.monotonic() < until:
            time.sleep(0.05)
    status, said, errors = admin(db, "tables")
    expect("what was over for too long is deleted, nothing else", status == 0 and [t in said for t in tables] ==
           [False, True, True, True], said + errors)
    expect("and the rest is in order", admin(db, "check")[0] == 0)


def check_account_deleted(folder):
    """An account is deleted with all its personal data; other accounts and games stay."""
    db = folder / "boneyard.db"
    words = ["--web-root", PAGE, "--db", str(db)]
    secret = {"name": "Anna Karenina", "password": "a long secret"}
    with Served(sys.argv[1], *words, folder=str(folder)) as server:
        a, b = server.person(), server.person()
        a.ask("register", **secret)
        b.ask("register", name="Levin", password="a long secret")
        table = a.ask("make", rules="muggins:number players=2")["table"]
        link = a.ask("link")["secret"]
        other = server.person(token=server.token(bearer=b.ask("login", **secret)["secret"]))
        expect("both are the account's", [c.hello.get("account") for c in (b, other)] == [None, "Anna Karenina"])
        status, _, errors = admin(db, "forget", "Levin")
        expect("not while the server runs", status == 1 and errors != "", errors)
    status, _, errors = admin(db, "forget", "Nobody")
    expect("no such account", status == 1 and "no account 'Nobody'" in errors, errors)
    status, said, errors = admin(db, "forget", "ANNA karenina")
    expect("it is deleted, and what stays is said", status == 0 and "Tables keep" in said, said + errors)
    left = b"".join(p.read_bytes() for p in folder.glob("boneyard.db*"))
    expect("no password is left", left.count(b"argon2id") == 1, str(left.count(b"argon2id")))
    with Served(sys.argv[1], *words, folder=str(folder)) as server:
        for c in (a, other):
            expect("its sessions are gone", server.http("POST", "/session", authorization=f"Bearer {c.token}")[0] == 401)
            try:
                server.person(token=c.token)
                expect("nobody is it any more", False)
            except Gone as gone:
                expect("nobody is it any more", gone.code == 1008)
        expect("and its links", server.http("POST", "/session", authorization=f"Bearer {link}")[0] == 401)
        c = server.person(token=b.token)
        expect("another account stays", Client(server, b.token).hello.get("account") == "Levin")
        expect("the password is none", c.code("login", **secret) == "wrong-password")
        expect("the table stays", c.code("join", table=table, from_=0) == "ok")
        expect("the name is free", server.person().code("register", **secret) == "ok")


# ---- Bots of other people ----------------------------------------------------------------------------------------


def check_guests(folder):
    """A table with two of them, one of which dies at once, continues."""
    zoo = f"/usr/bin/python3 {ROOT}/tests/server/zoo/zoo.py"
    (folder / "a.conf").write_text(f"bot last = {zoo} last\nbot gone = {zoo} gone\nbot hoard = {zoo} hoard\nbot-seconds = 8\n")
    with Served(sys.argv[1], "--web-root", PAGE, "--credits", "100000", "--config", str(folder / "a.conf"), folder=str(folder),
                haste=10) as server:
        a = server.person()
        expect("hello names them", a.hello.get("bots") == ["last", "gone", "hoard"], str(a.hello))
        expect("only bots that are there", a.code("make", rules="muggins:number players=2", seats=["bot:nobody"]) == "no-bot")
        table = a.ask("make", rules="muggins:number players=4", seats=["open", "bot:last", "bot:gone", "bot:hoard"])["table"]
        a.ask("join", table=table, from_=0)
        a.ask("sit", seat=0, name="Ana")
        a.ask("start")
        ana = Player(a, table)
        play([ana], lambda: ana.over or '"bot":"hoard"' in server.stderr() and
             {1, 2, 3} <= {e.get("seat") for e in a.events.values() if e["what"] == "play"})
        expect("the operator hears of the dead one", '"event":"guest-dead","bot":"gone"' in server.stderr()
               and '"bot":"gone","why":"memory"' not in server.stderr(), server.stderr())
        expect("and of the one that took too much memory", '"event":"guest-dead","bot":"hoard","why":"memory"' in server.stderr(), server.stderr())
    (folder / "a.conf").write_text(f"bot last = {folder}/none.py\n")
    status, _, errors = run("serve", "--web-root", PAGE, "--db", str(folder / "x.db"), "--config", str(folder / "a.conf"))
    expect("a program that is not there is refused", status == 1 and "bot last" in errors, errors)


def main():
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b, tempfile.TemporaryDirectory() as c, \
            tempfile.TemporaryDirectory() as e, tempfile.TemporaryDirectory() as f:
        check_settings(pathlib.Path(a))
        check_damage(pathlib.Path(b), *check_running(pathlib.Path(b)))
        check_systemd(pathlib.Path(c))
        check_forgotten(pathlib.Path(e))
        check_account_deleted(pathlib.Path(f))
    if shutil.which("bwrap") is not None:
        with tempfile.TemporaryDirectory() as d:
            check_guests(pathlib.Path(d))
    finish("operate")


main()
