#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two servers (nodes) on one PostgreSQL database are one site: lists, quick play, limits, names, links and records are the same at both.

    lobby.py BONEYARD PLANTED [GUARDS.TXT]  ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from wire import HASTE, MANY, PAGE, PATIENCE, Client, Gone, Player, Served, play, sit, to_base64, unbase64, upgrade     # first: it finds program
from program import check_planted, expect, fails, failures, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "/dev/null"
OPEN = {"rules": "draw:basics target=30", "seats": ["open", "open"], "public": True}
LIVE = "select count(*) from boneyard.tables where owner <> '00000000-0000-0000-0000-000000000000' and expires > clock_timestamp()"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Site:
    """Two nodes and their database."""

    def __init__(self, database, folder, program, planted=0, name="lobby", limits=()):
        database.sql(f"create database {name}")
        self.database, self.name, self.nodes = database, name, []
        for letter in "ab":
            port, own = free_port(), pathlib.Path(folder) / f"{name}{letter}"
            own.mkdir()
            self.nodes.append(Served(program, *PAGE, *MANY, *limits, "--db", database.address(name), "--node", letter, "--node-address",
                                     f"http://127.0.0.1:{port}", "--key-file", f"{folder}/key", listen=f"127.0.0.1:{port}", folder=str(own),
                                     haste=HASTE, env={"BONEYARD_PLANTED": str(planted)}))

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        for node in self.nodes:
            self.stack.enter_context(node)
        return self

    def __exit__(self, *wrong):
        return self.stack.__exit__(*wrong)

    def sql(self, question):
        return self.database.sql(question, self.name).strip()

    def person(self):
        """One person, connected to both nodes."""
        token = self.nodes[0].token()
        return [Client(node, token) for node in self.nodes]


def until(what, fact):
    """Waits for a fact."""
    end = time.monotonic() + PATIENCE
    while not fact():
        if time.monotonic() > end:
            expect(what, False)
            return
        time.sleep(0.02)


def ids(reply):
    return [t["table"] for t in reply["tables"]]


def together(*calls):
    """Runs calls at the same moment, and returns their results."""
    results, gate = [None] * len(calls), threading.Barrier(len(calls))

    def run(i):
        gate.wait()
        results[i] = calls[i]()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return results


def raw(client, do, key=None, **fields):
    return client.reply(client.send(do, key, **fields))


def hex_of(table):
    return unbase64(table).hex()


def released(site, table):
    """Waits until the table belongs to no node."""
    until("the table is released", lambda: site.sql(f"select owner from boneyard.tables where table_id = '{hex_of(table)}'").startswith("00000000-0000"))


def lists(site):
    """The other node lists a table of one node, exactly as that node does."""
    (a, b), (x, y) = site.person(), site.person()
    table = a.ask("make", **OPEN)["table"]
    other = b.ask("make", **{**OPEN, "rules": "muggins"})["table"]
    until("both public tables are listed at the other node", lambda: table in ids(y.ask("list")) and other in ids(x.ask("list")))
    for c in (x, y):
        expect("the same lists at both nodes", sorted(ids(c.ask("list"))) == sorted([table, other]))
        expect("and of one game", ids(c.ask("list", game="draw")) == [table])
    sit(a, table, 0, "Ann")
    join = raw(y, "join", table=table, from_=0)
    expect("a table elsewhere is said to be there", join["code"] == "elsewhere" and join["at"] == f"http://{site.nodes[0].authority}", json.dumps(join))
    x.ask("join", table=table, from_=0)
    x.ask("sit", seat=1, name="Xeno")
    until("a full table that waits is not offered", lambda: table not in ids(y.ask("list", game="muggins")))
    a.ask("start")
    players = [Player(a, table), Player(x, table)]
    play(players, lambda: players[0].played + players[1].played >= 1)
    for far, near in ((b, a), (y, x)):
        until("whose turn it is, is the same at both nodes", lambda far=far, near=near:
              [(t["table"], t["turn"], t["phase"]) for t in far.ask("mine")["tables"] if t["table"] == table]
              == [(t["table"], t["turn"], t["phase"]) for t in near.ask("mine")["tables"] if t["table"] == table] != [])
    seen = [t for t in y.ask("mine")["tables"] if t["table"] == table]
    expect("with the person's own seat", [[s["you"] for s in t["seats"]] for t in seen] == [[False, True]], json.dumps(seen))
    expect("a person without a seat has no tables", ids(Client(site.nodes[1], site.nodes[0].token()).ask("mine")) == [])
    a.ask("close")
    until("a closed table is in no list", lambda: table not in ids(b.ask("mine")) + ids(y.ask("list")))


def quick(site):
    """A quick match finds the open table of the other node, and its client goes there once."""
    (a, _), (x, y) = site.person(), site.person()
    first = a.ask("quick", game="block", speed="days", name="Ann")["table"]
    until("the table is listed", lambda: first in ids(y.ask("list", game="block")))
    there = raw(y, "quick", key="one", game="block", speed="days", name="Yann")
    expect("it is at the other node", there["code"] == "elsewhere" and there["table"] == first
           and there["at"] == f"http://{site.nodes[0].authority}", json.dumps(there))
    expect("where the same request takes a seat", raw(x, "quick", key="one", game="block", speed="days", name="Yann", here=True).get("table") == first)
    again = raw(y, "quick", key="one", game="block", speed="days", name="Yann")
    expect("once", again["ok"] and again["table"] == first, json.dumps(again))
    x.ask("join", table=first, from_=0)
    x.wait("table")
    expect("one seat each", [s["you"] for s in x.table["seats"]] == [False, True], json.dumps(x.table))
    (_, d) = site.person()
    own = raw(d, "quick", game="draw", speed="days", name="Dora", here=True)
    expect("a client that was sent here gets a table here", own["ok"], json.dumps(own))
    for k in range(3):
        both = [site.person()[i] for i in range(2)]
        replies = together(*[lambda i=i, k=k: raw(both[i], "quick", game="muggins", players=2 + k, speed="days", name="Eva") for i in range(2)])
        expect("two who ask at the same moment at two nodes meet", replies[0].get("table") == replies[1].get("table")
               and sorted(r.get("code", "ok") for r in replies) == ["elsewhere", "ok"], f"{k} {json.dumps(replies)}")


def makes(site):
    """The same request at both nodes makes one table."""
    for k in range(5):
        both = site.person()
        replies = together(*[lambda c=c, k=k: raw(c, "make", key=f"m{k}", **OPEN) for c in both])
        expect("both nodes name one table", all(r["ok"] for r in replies) and replies[0].get("table") == replies[1].get("table"), json.dumps(replies))
        found = site.sql(f"select count(*) from boneyard.events where table_id = '{hex_of(replies[0]['table'])}' and number = 1")
        expect("which exists once", found == "1", found)


def names(site):
    """The same name at both nodes at the same moment: one gets it. The same link: it works once."""
    for k in range(1):
        both = [site.person()[i] for i in range(2)]
        replies = together(*[lambda c=c, k=k: raw(c, "register", name=f"Anna {k}", password="a long secret") for c in both])
        expect("one of two has the name", sorted(r.get("code", "ok") for r in replies) == ["name-taken", "ok"], json.dumps(replies))
        one = site.person()
        replies = together(*[lambda c=c, k=k, i=i: raw(c, "register", name=f"Both {k} {i}", password="a long secret") for i, c in enumerate(one)])
        expect("a person gets one account", sorted(r.get("code", "ok") for r in replies) == ["not-now", "ok"], json.dumps(replies))
        secret = one[0].ask("link")["secret"]
        answers = together(*[lambda n=n: n.http("POST", "/session", authorization=f"Bearer {secret}")[0] for n in site.nodes])
        expect("a link works once", sorted(answers) == [200, 401], str(answers))


def limits(site):
    """The limits for a person or an address count at both nodes."""
    (a, b), (x, y) = site.person(), site.person()
    made = [c.ask("make", rules="block:basics")["table"] for c in (a, b)]
    until("the tables are known at both nodes", lambda: site.sql("select count(*) from boneyard.list where kind = 'table' and game = 'block'") == "2")
    expect("a person's tables count at both nodes", [c.code("make", rules="block:basics") for c in (a, b)] == ["too-many"] * 2)
    x.ask("make", rules="muggins")
    until("it is known at both nodes", lambda: site.sql("select count(*) from boneyard.list where game = 'muggins'") == "1")
    expect("an address's tables count at both nodes", [c.code("make", rules="muggins") for c in (x, y)] == ["too-many"] * 2)
    a.ask("join", table=made[0], from_=0)
    a.ask("close")
    until("a closed table no longer counts", lambda: b.code("make", rules="block:basics") == "ok")
    stored = site.sql("select string_agg(encode(value, 'escape'), ' ') from boneyard.list where kind = 'table'")
    expect("no address is stored", "127.0.0.1" not in stored and '"from"' in stored, stored)


def moment(site):
    """The limits hold if two nodes make tables at the same moment: at most one of them does."""
    (a, b), (x, y) = site.person(), site.person()
    a.ask("make", rules="block:basics")

    def alone():
        return site.sql("select count(*) from boneyard.list where kind = 'making'") == "0"

    for what, pair, key in (("a person's", (a, b), "person"), ("an address's", (x, y), "address")):
        calls = [lambda c=c, k=k, key=key: raw(c, "make", key=f"{key} {k}", rules="draw:basics").get("code", "ok") for k, c in enumerate(pair)]
        codes = all_wait(site, 2, *calls)
        expect(f"{what} tables at both nodes at the same moment", sorted(codes) in (["ok", "too-many"], ["too-many"] * 2), str(codes))
        if "ok" not in codes:
            until("the refused tables are forgotten", alone)
            expect(f"{what} next table, made alone", pair[0].code("make", rules="draw:basics") == "ok")
        expect(f"{what} tables are as many as allowed", pair[1].code("make", rules="draw:basics") == "too-many")
    until("nothing is being made", alone)


def finished(site):
    """A finished match can be read at any node, and once expired any node deletes it."""
    a, b = site.person()
    table = a.ask("make", rules="draw:basics target=30", seats=["open", "bot:greedy"])["table"]
    sit(a, table, 0, "Ann")
    a.ask("start")
    path = f"/record/{table}/1"
    expect("a match in progress has no record", site.nodes[1].http("GET", path)[0] == 404)
    p = Player(a, table)
    play([p], lambda: p.over)
    at = [node.http("GET", path) for node in site.nodes]
    expect("both nodes serve the record", [r[0] for r in at] == [200, 200] and at[0][2] == at[1][2], str([r[0] for r in at]))
    expect("an unknown match has none", site.nodes[1].http("GET", f"/record/{table}/2")[0] == 404)
    a.ask("close")
    a.close()
    released(site, table)
    site.sql("update boneyard.list set at = 1 where kind = 'table' and status = 'done'")
    site.nodes[1].stop()
    site.nodes[1].start()
    until("an expired table is deleted", lambda: site.sql(f"select count(*) from boneyard.events where table_id = '{hex_of(table)}'") == "0")
    expect("a deleted match has no record", [n.http("GET", path)[0] for n in site.nodes] == [404, 404])


def handed(site):
    """A node that stops releases its tables before their leases end."""
    a, _ = site.person()
    table = a.ask("make", **OPEN)["table"]
    owner = site.sql(f"select owner from boneyard.tables where table_id = '{hex_of(table)}'")
    site.nodes[0].stop()
    held = site.sql(f"{LIVE} and owner = '{owner}'")
    expect("nothing belongs to a node that has stopped", held == "0", held)
    b = Client(site.nodes[1], a.token)
    until("the table goes on at the other node", lambda: b.code("join", table=table, from_=0) == "ok")
    site.nodes[0].start()
    c = Client(site.nodes[0], a.token)
    expect("and is known at the first again", table in ids(c.ask("list")))


def claims(site):
    """Two nodes claim a table at the same moment: one has it, and the other says where it is."""
    a, _ = site.person()
    table = a.ask("make", **OPEN)["table"]
    a.ask("join", table=table, from_=0)
    a.ask("close")
    a.close()
    released(site, table)
    both = [Client(node, a.token) for node in site.nodes]
    shell = site.database.shell(site.name)
    shell.stdin.write("begin; lock table boneyard.tables in exclusive mode;\n")
    shell.stdin.flush()
    locks = "select count(*) from pg_locks where relation = 'boneyard.tables'::regclass and"
    until("claims have to wait", lambda: site.sql(f"{locks} granted and mode = 'ExclusiveLock'") == "1")
    sent = [c.send("join", table=table, from_=0) for c in both]
    until("both nodes claim the table", lambda: site.sql(f"{locks} not granted") == "2")
    shell.stdin.write("commit;\n")
    shell.stdin.close()
    shell.wait()
    shell.stdout.close()
    replies = [c.reply(key) for c, key in zip(both, sent)]
    expect("one node has the table", [r["ok"] for r in replies].count(True) == 1, json.dumps(replies))
    owner, other = (site.nodes, replies[::-1]) if replies[0]["ok"] else (site.nodes[::-1], replies)
    expect("the other says where it is", other[0]["code"] == "elsewhere" and other[0]["at"] == f"http://{owner[0].authority}", json.dumps(replies))


def loads(site):
    """A table that loads while its node stops does not stay claimed."""
    a, _ = site.person()
    table = a.ask("make", **OPEN)["table"]
    a.ask("join", table=table, from_=0)
    a.ask("close")
    other = a.ask("make", **OPEN)["table"]
    a.close()
    released(site, table)
    c = Client(site.nodes[0], a.token)
    shell = site.database.shell(site.name)
    shell.stdin.write("begin; lock table boneyard.events in access exclusive mode;\n")
    shell.stdin.flush()
    locks = "select count(*) from pg_locks where relation = 'boneyard.events'::regclass and"
    until("reads have to wait", lambda: site.sql(f"{locks} granted and mode = 'AccessExclusiveLock'") == "1")
    own = site.sql("select encode(key, 'hex') from boneyard.list where kind = 'node'"
                   " and convert_from(value, 'UTF8')::json->>'name' = 'a'")
    c.send("join", table=table, from_=0)
    until("the node has claimed the table, and reads it", lambda: site.sql(f"{locks} not granted") != "0")
    site.nodes[0].process.send_signal(signal.SIGTERM)
    expect("the node stops", c.wait("gone")["code"] == "stopping")
    held = f"{LIVE} and owner = '{own}' and table_id ="
    until("it hands over its tables", lambda: site.sql(f"{held} '{hex_of(other)}'") == "0")
    shell.stdin.write("commit;\n")
    shell.stdin.close()
    shell.wait()
    shell.stdout.close()
    site.nodes[0].process.wait(PATIENCE)
    expect("also the one that it was loading", site.sql(f"{held} '{hex_of(table)}'") == "0")
    site.nodes[0].start()


def twin(site):
    """A second server with the name of a node does not start."""
    node = site.nodes[0]
    (pathlib.Path(node.folder) / "twin").mkdir()
    process = subprocess.Popen([node.program, "serve", "--listen", "127.0.0.1:0", *node.words], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True,
                               env={**node.env, "BONEYARD_LEASE": "1000", "XDG_STATE_HOME": f"{node.folder}/twin"})
    said = process.stdout.readline()
    if process.poll() is None and said:
        process.kill()
    errors = process.communicate()[1]
    expect("a second node a is refused", process.returncode == 1 and 'another server uses the node name "a"' in errors,
           f"{process.returncode} {said}{errors}")
    expect("the first one runs", node.http("GET", "/healthz")[0] == 200)


def states(site):
    """The operator's page of each node names both, with their leases; the command asks the node that its settings name."""
    site.person()[0].ask("make", rules="block:basics")
    for node, name in zip(site.nodes, "ab"):
        until(f"{name} shows both nodes", lambda node=node: all(f"  {n}: " in node.http("GET", "/admin.txt")[2].decode() for n in "ab"))
        text = node.http("GET", "/admin.txt")[2].decode()
        expect(f"{name} shows states and leases", text.count("  running\n") == 2 and "This server's tables: " in text and "db: set (not shown)" in text, text)
        done = subprocess.run([node.program, "admin", "--db", site.database.address(site.name), "status"], capture_output=True, text=True,
                              env={**node.env, "BONEYARD_NODE": name}, timeout=PATIENCE, check=False)
        expect(f"{name} answers", done.returncode == 0 and f"node: {name}  command line" in done.stdout, done.stdout + done.stderr)


def settings(site):
    """A node needs a name, a database that can be shared, and an address that a client can open."""
    node, file = site.nodes[0], f"{site.nodes[0].folder}/own.db"
    for what, *words in (("a file is no database for several servers", "--db", file, "--node", "c"),
                         ("a name is a word", "--db", site.database.address(site.name), "--node", "c d"),
                         ("an address belongs to a node", "--db", file, "--node-address", "http://127.0.0.1:1"),
                         ("an address has a scheme", "--db", site.database.address(site.name), "--node", "c", "--node-address", "dominoes.example"),
                         ("an address ends without a slash", "--db", site.database.address(site.name), "--node", "c", "--node-address", "http://a/node/")):
        done = subprocess.run([node.program, "serve", *PAGE, "--listen", "127.0.0.1:0", "--key-file", f"{file}.key", "--check-config", *words],
                              capture_output=True, text=True, env=node.env, timeout=PATIENCE, check=False)
        expect(what, done.returncode != 0 and "node" in done.stderr, done.stdout + done.stderr)


def results(site):
    """Matches that end at both nodes at the same time are in one ledger and one history."""
    people, players = [], []
    for name in ("Anna", "Xeno"):
        person = site.person()
        person[0].ask("register", name=name, password="correct horse battery")
        people.append([Client(node, person[0].token) for node in site.nodes])
    (a, b), (x, y) = people
    for one, two in ((a, x), (b, y)):
        table = one.ask("make", rules="block:basics players=2 target=5", seats=["open", "open"], rated=True)["table"]
        sit(one, table, 0, "Anna")
        sit(two, table, 1, "Xeno")
        one.ask("start")
        players += [Player(one, table), Player(two, table)]
    play(players, lambda: all(p.over for p in players))
    for c in (a, b, x, y):
        until("both matches are in the history at each node", lambda c=c: len(c.ask("history")["matches"]) == 2)
        expect("and rated", [r["matches"] for r in c.ask("profile")["profile"]["ratings"]] == [2])
    done = subprocess.run([site.nodes[0].program, "admin", "--db", site.database.address(site.name), "ratings", "--replay"],
                          capture_output=True, text=True, env=site.nodes[0].env, timeout=PATIENCE, check=False)
    expect("replayed", done.returncode == 0 and "2 rated matches, 2 ratings: 2 as stored" in done.stdout, done.stdout + done.stderr)
    a.ask("erase", password="correct horse battery")
    expect("no name is left", site.sql("select count(*) from boneyard.list where kind in ('rating', 'ladder') and"
                                       " convert_from(value, 'UTF8') like '%Anna%'") == "0")


def invites(site):
    """A player who is connected to one node is invited at another, at the same moment twice, and never too often."""
    a, x = site.person(), site.person()
    for one, name in ((a, "Hannah"), (x, "Iris")):
        one[0].ask("register", name=name, password="correct horse battery")
    a, x = ([Client(node, one[0].token) for node in site.nodes] for one in (a, x))
    table = a[0].ask("make", rules="block:basics players=3", seats=["open"] * 3)["table"]
    sit(a[0], table, 0, "Hannah")
    a[0].ask("invite", name="Iris")
    seen = [c.wait("invitations", seconds=10)["invitations"] for c in x]
    expect("the invitation arrives at both nodes", seen[0] == seen[1] and seen[0][0]["name"] == "Hannah", json.dumps(seen))
    own = seen[0][0]["invitation"]
    replies = together(*(lambda c=c: raw(c, "answer", invitation=own, yes=True) for c in x))
    expect("both may accept it", [r.get("table") for r in replies] == [table] * 2, json.dumps(replies))
    expect("the host's node reads the answer", a[0].wait("invited", seconds=10, invited=[{"name": "Iris", "answer": "yes"}]) is not None)
    other = a[1].ask("make", rules="draw:basics players=3", seats=["open"] * 3)["table"]
    sit(a[1], other, 0, "Hannah")
    codes = []
    for i in range(12):
        codes += together(*(lambda c=c, i=i: raw(c, "invite", name=f"nobody {i}").get("code") for c in a))
    expect("both nodes count together", codes.count("no-player") == 19 and codes.count("too-many-invitations") == 5, str(codes))
    expect("one row for each player and table", site.sql("select count(*) from boneyard.list where kind = 'invitation'") == "1")


def silent(site):
    """Clients are not sent to a frozen node, and a node that its database does not answer turns them away."""
    (a, b), (_, idle), frozen = site.person(), site.person(), site.nodes[0]
    table = a.ask("make", **OPEN)["table"]
    sit(a, table, 0, "Ann")
    frozen.process.send_signal(signal.SIGSTOP)
    sent = []
    until("the other node takes the table over", lambda: sent.append(raw(b, "join", table=table, from_=0)) or sent[-1]["ok"])
    expect("before that, it no longer sends clients to the frozen node", "" in [r.get("at") for r in sent], json.dumps(sent[-2:]))
    frozen.process.send_signal(signal.SIGCONT)
    until("the frozen node works again", lambda: site.nodes[0].http("POST", "/session")[0] == 200)
    with site.database.frozen():
        statuses = []
        end = time.monotonic() + 10
        while 503 not in statuses and time.monotonic() < end:
            found = upgrade(site.nodes[1], authorization=f"Bearer {b.token}")
            statuses.append(found if isinstance(found, int) else found[0].close())
            time.sleep(0.1)
        expect("no connection without the database", statuses[-1] == 503, str(statuses[-3:]))
        expect("nor a session", site.nodes[1].http("POST", "/session")[0] == 503)
        expect("nor a table from elsewhere", raw(idle, "join", table=to_base64(unbase64(table)[::-1]), from_=0)["code"] == "unknown")
    until("all of it again with the database", lambda: works(site.nodes[1], b.token))


def guesses(site):
    """Wrong passwords from an address count at both nodes."""
    a, b = site.person()
    codes = [raw(a, "login", name=f"nobody {i}", password="correct horse battery").get("code") for i in range(20)]
    expect("twenty guesses are free", codes == ["wrong-password"] * 20, str(codes))
    found = []
    until("the other node knows", lambda: found.append(raw(b, "login", name=f"nobody {20 + len(found)}", password="correct horse battery")["code"])
          or found[-1] == "too-many-tries")
    expect("before its own twenty", len(found) <= 20, str(found))     # on a busy machine, the first waits are over at once


def waiting(site):
    """How many sessions wait for the lock on the lists."""
    return site.sql("select count(*) from pg_locks where relation = 'boneyard.list'::regclass and not granted")


def all_wait(site, n, *calls):
    """Runs calls, each of which is to write a list, and lets them write once all have read: returns their results."""
    shell = site.database.shell(site.name)
    shell.stdin.write("begin; lock table boneyard.list in exclusive mode;\n")
    shell.stdin.flush()
    until("writes have to wait", lambda: site.sql("select count(*) from pg_locks where relation = 'boneyard.list'::regclass and granted"
                                                  " and mode = 'ExclusiveLock'") == "1")

    def release():
        until("both nodes have read", lambda: waiting(site) == str(n))
        shell.stdin.write("commit;\n")
        shell.stdin.close()
        shell.wait()
        shell.stdout.close()

    return together(release, *calls)[1:]


def arrivals(site):
    """People who register from an address count at both nodes, also at the same moment."""
    come = [lambda n=n: n.http("POST", "/session")[0] for n in site.nodes]
    expect("the first may", come[0]() == 200)
    found = all_wait(site, 2, *come * 3)
    expect("three of the next six may", sorted(found) == [200] * 3 + [429] * 3, str(found))
    expect("then nobody", [c() for c in come] == [429] * 2)
    rows = site.sql("select string_agg(encode(key, 'escape') || encode(value, 'escape'), ' ') from boneyard.list where kind = 'arrivals'")
    expect("no address is stored", rows != "" and "127.0.0.1" not in rows, rows)
    site.sql("update boneyard.list set value = substring(value for 4) || '\\x0100000000000000' where kind = 'arrivals'")
    expect("the next day, others may", [c() for c in come] == [200] * 2)


def starts(site):
    """Nodes that start at the same time on an empty database agree on its keys."""
    for node in site.nodes:
        node.stop()
    site.sql("delete from boneyard.list where kind = 'server' and key = 'ids'")
    all_wait(site, 2, *(node.start for node in site.nodes))
    a, b = site.person()
    tables = [raw(c, "make", key="the same request", rules="block:basics").get("table") for c in (a, b)]
    expect("the same request makes the same table", tables[0] == tables[1], str(tables))
    for node in site.nodes:
        node.stop()
    site.sql("delete from boneyard.list where kind = 'server' and key = 'key'")
    key = pathlib.Path(site.nodes[1].folder) / "other.key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    words = site.nodes[1].words
    site.nodes[1].words = [str(key) if before == "--key-file" else word for before, word in zip(("", *words), words)]
    found = all_wait(site, 2, *(lambda node=node: tries_to_start(node) for node in site.nodes))
    expect("of two keys, one is the database's", sorted(found) == ["no", "yes"], str(found))
    site.nodes[1].words = words
    site.sql("delete from boneyard.list where kind = 'server' and key = 'key'")
    for node in site.nodes:
        if node.process.poll() is not None:
            node.start()


def tries_to_start(node):
    try:
        node.start()
        return "yes"
    except RuntimeError as error:
        node.process.wait()
        return "no" if "does not belong to this database" in str(error) else str(error)


def works(node, token):
    with contextlib.suppress(Gone, OSError):
        Client(node, token).close()
        return True
    return False


TESTS = {test.__name__: test for test in (settings, states, lists, quick, makes, names, limits, moment, guesses, finished, results, claims, invites, handed,
                                            loads, arrivals, starts, silent, twin)}
SLOW = ["silent", "twin"]       # only with guards: they wait until a lease would have ended
LIMITS = {"guesses": [], "starts": [], "arrivals": ["--persons-per-address", "4"], "limits": ["--tables-per-person", "2", "--tables-per-address", "3"]}
LIMITS["moment"] = LIMITS["limits"]


def run(database, folder, number, test, k):
    with Site(database, folder, PLANTED, number, f"planted{number}_{k}", LIMITS.get(test, ())) as site:
        TESTS[test](site)


def found(database, folder, number, test):
    """Two nodes may miss the moment in which a guard matters, so each fault has three tries."""
    return any(fails(run, database, folder, number, test, k, broken=True) for k in range(3))


def main():
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        database = start("p")
        for part in ((), ("limits",), ("moment",), ("arrivals",), ("starts",), *([("guesses",)] if len(sys.argv) > 3 else [])):
            with Site(database, folder, PROGRAM, name="lobby" + "".join(part), limits=LIMITS.get("".join(part), ())) as site:
                for name in part or [n for n in TESTS if n not in LIMITS and (n not in SLOW or len(sys.argv) > 3)]:
                    TESTS[name](site)
        if not failures:
            check_planted(GUARDS, "lobby", lambda number, test: found(database, folder, number, test))
    finish("lobby")


main()
