#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard serve` and a standby on PostgreSQL by TLS and with a password, set up by the lines in docs/cluster.md.

    postgres_tls.py BONEYARD PLANTED        ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

from wire import HASTE, MANY, PAGE, PATIENCE, ROOT, Player, Served, check_record, play, sit     # first: it finds program
from front import free_port
from program import expect, fails, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED = sys.argv[1:3]
PASSWORD = "Wal%ross@7/ge:heim"
QUOTED = 18         # planted: an invalid address is quoted (backend.h)
UNSAID = 428        # planted: the log does not give the reason for an outage of the database (tests/faults/guards.txt)
WORDS = ("Wal", "ross", "heim")      # parts of the password, as it may be quoted
ENV = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "BONEYARD_"))}
said_so_far = []


def documented(*starts):
    """The lines of examples in docs/cluster.md that begin with these words; a backslash continues a line."""
    text = (ROOT / "docs/cluster.md").read_text().replace("\\\n", "")
    lines = [line.strip() for line in re.findall(r"^    (\S.*)$", text, re.M) if line.strip().startswith(starts)]
    if not lines:
        raise ValueError(f"docs/cluster.md has no example that begins with {starts}")
    return lines


class Site:
    """A PostgreSQL server named db1.example, with the certificate and the access rules of docs/cluster.md."""

    def __init__(self, start):
        self.folder = pathlib.Path(start.folder)
        for folder in ("certificates", "other"):
            self.authority(folder)
        certificates, self.port = self.folder / "certificates", free_port()
        rules = [line.replace("10.0.0.0/24", "127.0.0.1/32").split() for line in documented("hostssl")]
        hba = self.folder / "hba.conf"      # the helpers' own user comes through the socket
        hba.write_text("local all boneyard trust\n" + "".join(f"{kind} {db} {user.replace('boneyard', 'site')} {where} {how}\n"
                                                           for kind, db, user, where, how in rules))
        settings = [line.replace("'*'", "'127.0.0.1'").replace("'db1", f"'{certificates}/db1")
                    for line in documented("listen_addresses", "ssl = ", "ssl_cert_file", "ssl_key_file", "password_encryption")]
        os.environ["PGPORT"] = str(self.port)       # for the helpers' psql
        os.environ["HOME"] = start.folder           # where PostgreSQL's own user may look for a certificate of a client
        self.database = start("a", *settings, f"port = {self.port}", f"hba_file = '{hba}'")
        self.database.sql(f"create role site login password '{PASSWORD}'")
        self.database.sql(f"create role replicator replication login password '{PASSWORD}'")
        self.database.sql("create database boneyard owner site")

    def authority(self, folder):
        """Runs the documented commands, which make an authority and a certificate of it for db1.example."""
        place, who = self.folder / folder, cluster.servant()
        place.mkdir()
        for line in documented("openssl req"):
            subprocess.run(["sh", "-c", line], cwd=place, check=True, capture_output=True)
        os.chmod(place / "db1.key", 0o600)
        for path in (place, place / "db1.key") if who else ():
            os.chown(path, who.pw_uid, who.pw_gid)
        place.chmod(0o755)

    def address(self, hosts="db1.example,db2.example,db3.example", password=PASSWORD, ca="certificates", **changed):
        """The documented connection string; the names lead to this machine, and only db1.example answers."""
        line = next(line for line in documented("db = "))
        line = line.removeprefix("db = ").replace("boneyard:PASSWORD", f"site:{urllib.parse.quote(password, safe='')}" if password else "site")
        line = line.replace("db1.example,db2.example,db3.example", hosts).replace("/etc/boneyard-db.crt", f"{self.folder}/{ca}/ca.crt")
        for name, value in changed.items():
            line = re.sub(f"(?<={name}=)[^&]*", value, line)
        n = hosts.count(",")
        return line + f"&hostaddr=127.0.0.1{',127.0.0.1' * n}&port={self.port}{',1' * n}"

    def source(self, user="replicator", **changed):
        """The connection string for a standby of db1.example."""
        return self.address("db1.example", **changed).replace("//site:", f"//{user}:").replace("/boneyard?", "/?")

    def handed(self):
        """The options and the environment of the documented service.  systemd passes the settings as a credential, which a group may read."""
        folder = self.folder / "credentials"
        folder.mkdir()
        (folder / "boneyard.conf").write_text(f"db = {self.address()}\n")
        (folder / "boneyard.conf").chmod(0o440)
        line, = documented("ExecStart=/usr/local/bin/boneyard serve")
        return line.replace("${CREDENTIALS_DIRECTORY}", str(folder)).split()[2:], {"CREDENTIALS_DIRECTORY": str(folder)}

    def config(self, address):
        path = self.folder / "boneyard.conf"
        path.write_text(f"db = {address}\n")
        path.chmod(0o600)
        return str(path)


def run(*words, program=PROGRAM, env=None):
    """Runs the program to its end; returns its status, or 0 if it was still running, and what it said."""
    try:
        done = subprocess.run([program, *words], capture_output=True, text=True, env={**ENV, **(env or {})}, timeout=60, check=False)
        status, said = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        status, said = 0, str(late.stdout) + str(late.stderr)
    said_so_far.append(said)
    return status, said


def psql(site, address, password=None):
    """What PostgreSQL says to a client that is no server of ours."""
    env = {**ENV, **({"PGPASSWORD": password} if password else {})}
    done = subprocess.run([os.path.join(cluster.binaries(), "psql"), "-w", "-X", "-A", "-t", "-c", "select 'in'", address], capture_output=True,
                          text=True, env=env, check=False)
    return done.stdout + done.stderr


def outage(site, server, seconds=PATIENCE):
    """Changes the role's password, so the server's next connections are refused, and restores it once the log gives the reason, at the latest
    after this time."""
    def refusals():
        return (site.folder / "a.log").read_text().count("password authentication failed")

    before = refusals()
    site.database.sql("alter role site password 'another'")
    site.database.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'site'")
    while refusals() == before:
        server.http("POST", "/session")
    while server.http("GET", "/healthz")[0] != 503:     # once a write has failed, too
        server.http("POST", "/session")
    end = time.monotonic() + seconds
    while '"still-not-kept"' not in server.stderr() and time.monotonic() < end:
        time.sleep(0.05)
    said_so_far.append(server.http("GET", "/admin.txt")[2].decode())
    site.database.sql(f"alter role site password '{PASSWORD}'")
    while server.http("GET", "/healthz")[0] != 200:
        pass
    why = [line for line in server.stderr().splitlines() if '"still-not-kept"' in line]
    expect("it has logged the reason, once", len(why) == 1 and "password authentication failed" in why[0], server.stderr())
    expect("and that it is back", '"event":"kept-again"' in server.stderr(), server.stderr())


def unsaid(site, folder):
    """Repeats the outage with the guard removed and the first server's key."""
    key = next(pathlib.Path(folder).rglob("*.key"))
    with Served(PLANTED, *PAGE, *MANY, "--config", site.config(site.address()), "--key-file", str(key), env={"BONEYARD_PLANTED": str(UNSAID)}) as server:
        outage(site, server, 3)


def works(site, folder):
    words, env = site.handed()
    with Served(PROGRAM, *PAGE, *MANY, *words, folder=folder, haste=HASTE, env={"HOME": folder, **env}) as server:
        a = server.person()
        table = a.ask("make", rules="draw:basics target=10", seats=["open", "bot:greedy"])["table"]
        sit(a, table, 0, "Ann")
        a.ask("start")
        p = Player(a, table)
        play([p], lambda: p.over)
        check_record(server, table, "by TLS")
        links = site.database.sql("select count(*), bool_and(ssl), min(version) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'site'")
        n, safe, version = links.split("|")
        expect("all its connections use TLS", int(n) > 1 and safe == "t" and version >= "TLSv1.2", links)
        outage(site, server)
        expect("it plays on", server.person(a.token).code("join", table=table, from_=0) == "ok")
        said_so_far.extend((server.http("GET", "/admin.txt")[2].decode(), server.stderr()))
        for words in (["tables"], ["check"], ["status"]):
            status, said = run("admin", "--config", site.config(site.address()), *words, env=server.env)
            expect(f"admin {words[0]}", status == 0, said)


def refused(site, what, part, **how):
    """The server does not start, and says why."""
    words = ["--config", site.config(site.address(**how))]
    for command in (["serve", *PAGE, "--listen", "127.0.0.1:0", *words], ["admin", *words, "tables"]):
        status, said = run(*command)
        expect(f"{what}: boneyard {command[0]}", status == 1 and part in said and said.count("\n") <= 2, said)


def copies(site, start):
    """A standby follows over TLS; connections without TLS, or as another user, are refused."""
    standby = start("b", f"port = {site.port}", source=site.source())
    site.database.sql("create table copied as select 1 as n", "boneyard")
    end = time.monotonic() + PATIENCE
    while standby.sql("select count(*) from pg_tables where tablename = 'copied'", "boneyard") != "1" and time.monotonic() < end:
        time.sleep(0.05)
    expect("the standby follows", standby.sql("select n from copied", "boneyard") == "1")
    safe = site.database.sql("select usename, ssl, version >= 'TLSv1.2' from pg_stat_ssl join pg_stat_replication using (pid)")
    expect("over TLS", safe == "replicator|t|t", safe)
    expect("it checks the server's certificate", re.search("sslmode='?verify-full", standby.sql("show primary_conninfo")))
    for what, part, source in (
            ("without TLS", "no pg_hba.conf entry for replication connection", site.source(sslmode="disable")),
            ("as the nodes' user", "no pg_hba.conf entry for replication connection", site.source(user="site")),
            ("with a wrong password", "password authentication failed", site.source(password="guess")),
            ("from another authority", "certificate verify failed", site.source(ca="other"))):
        said = psql(site, source + "&replication=true")
        expect(f"no copies {what}", part in said, said)


def strangers(site):
    """Without the password, or without TLS, nobody gets in."""
    inside = psql(site, site.address("db1.example", None), PASSWORD)
    expect("a client with the password gets in", inside == "in\n", inside)
    for what, part, address, password in (
            ("without a password", "no password supplied", site.address("db1.example", None), None),
            ("with a wrong password", "password authentication failed", site.address("db1.example", None), "guess"),
            ("without TLS", "no pg_hba.conf entry", site.address("db1.example", None, sslmode="disable"), PASSWORD),
            ("as another user", "no pg_hba.conf entry", site.address("db1.example", None).replace("site@", "boneyard@"), PASSWORD)):
        said = psql(site, address, password)
        expect(f"a stranger {what}", part in said and "in\n" != said, said)


def impostors(site):
    """Servers that only verify-full detects: with the weaker mode, the same database is accepted."""
    refused(site, "another authority", "certificate verify failed", ca="other", hosts="db1.example")
    refused(site, "another host", 'does not match host name "db2.example"', hosts="db2.example")
    for what, how in (("another authority", {"ca": "none"}), ("another host", {"hosts": "db2.example"})):
        status, said = run("admin", "--config", site.config(site.address(**{"hosts": "db1.example", **how, "sslmode": "require"}).replace("sslrootcert=", "application_name=")), "tables")
        expect(f"{what} is accepted without verify-full", status == 0, said)


def passwords(site):
    refused(site, "a wrong password", "password authentication failed", hosts="db1.example", password="ge:heim")
    refused(site, "no password", "no password supplied", hosts="db1.example", password=None)
    for wrong, quoted in ((PASSWORD, True), ("ge%heim", True), ("ross@heim", True), ("heim/7", False), ("7/heim", False), ("Wal@7/heim", False)):
        words = ["admin", "--config", site.config(site.address("db1.example").replace(urllib.parse.quote(PASSWORD, safe=""), wrong)), "tables"]
        status, said = run(*words)
        expect(f"a password that is not escaped: {wrong}", status == 1 and "@ is %40" in said, said)
        if quoted:
            status, said = run(*words, program=PLANTED, env={"BONEYARD_PLANTED": str(QUOTED)})
            expect(f"planted {QUOTED} is found: {wrong}", status == 1 and shows(said_so_far.pop()), said)


    for part, typed in (("postgresql://", "postgresql:/"), ("postgresql://", "postgresq://")):
        status, said = run("admin", "--config", site.config(site.address("db1.example").replace(part, typed)), "tables")
        expect(f"an address that begins with {typed}", status == 1 and "address is invalid" in said, said)


def shows(said):
    return any(word in said for word in WORDS)


def main():
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        cluster.need()
        site = Site(start)
        status, said = run("admin", "--config", site.config(site.address()), "tables")
        if "built without PostgreSQL" in said:
            print(f"skipped: {said}")
            sys.exit(cluster.SKIPPED)
        works(site, folder)
        expect(f"planted {UNSAID} is found", fails(unsaid, site, folder))
        copies(site, start)
        strangers(site)
        impostors(site)
        passwords(site)
        said_so_far.append((site.folder / "a.log").read_text())
        for said in said_so_far:
            expect("the password is not shown", not shows(said), said)
    finish("postgres tls")


main()
