# SPDX-License-Identifier: MIT
"""Players who play on through any fault, the messages they received, and a checker that compares these with the journal.

Each entry that a reply acknowledged must be in the journal once, at the number that the reply named.  Numbers have no gaps.  Each event that
was received equals the entry with its number, and never changes.  An epoch has one owner, and epochs never decrease.  Once another node has
replaced a table's owner, the former owner sends nothing more about the table.

A reconnect is a connection that a player opens to go on at a table: because the earlier one was closed, given up or moved, or because the server
named another one.
"""
import collections
import concurrent.futures
import contextlib
import json
import os
import random
import select
import time

from wire import Client, Gone, Refused, share_hash, to_base64, unbase64

LONG = 90               # seconds after which a table counts as stuck
SILENT = 6              # seconds without an answer after which a player tries another node
SOON, LATER = 0.1, 1    # seconds until a player asks again on the same connection, and until another attempt to connect
AGAIN = ("unknown", "not-kept", "set-aside", "stopping", "paused", "too-fast", "full", "elsewhere", "not-here", "no-table")

AUDIT = """
create table public.owners (n bigserial, table_id uuid, epoch bigint, owner uuid, at float8);
create table public.nodes (id bytea primary key, name text);
create function public.note_owner() returns trigger language plpgsql as $$ begin
  insert into public.owners (table_id, epoch, owner, at) values (new.table_id, new.epoch, new.owner, extract(epoch from clock_timestamp()));
  return null; end $$;
create function public.note_node() returns trigger language plpgsql as $$ begin
  insert into public.nodes values (new.key, convert_from(new.value, 'UTF8')::jsonb ->> 'name') on conflict do nothing; return null; end $$;
create trigger owners after update on boneyard.tables for each row
  when (old.owner is distinct from new.owner or old.epoch is distinct from new.epoch) execute function public.note_owner();
create trigger nodes after insert on boneyard.list for each row when (new.kind = 'node') execute function public.note_node();
insert into public.nodes select key, convert_from(value, 'UTF8')::jsonb ->> 'name' from boneyard.list where kind = 'node';
"""


class Stuck(Exception):
    pass


class Table:
    """The messages that players received about a table."""

    def __init__(self):
        self.told, self.acked, self.tellers, self.changed = {}, {}, [], []

    def hear(self, client, message):
        if message["is"] in ("event", "table", "said") or (message["is"] == "reply" and message["ok"]):
            self.tellers.append((client.empty, time.time(), client.server.name))
        if message["is"] == "event":
            told = {name: message.get(name) for name in ("what", "t", "seat", "events")}
            if self.told.setdefault(message["n"], told) != told:
                self.changed.append(f"{message['n']}: {self.told[message['n']]}, then {told}")


Verdict = collections.namedtuple("Verdict", "lost doubled different former details")


def differs(told, entry):
    if told["what"] != entry["what"] or told["t"] != entry["t"] or told["seat"] != entry.get("seat"):
        return True
    moves = [e["move"] for e in told["events"] or () if "move" in e]
    return told["what"] == "play" and moves != [] and moves[0].split(" ")[0] != entry["move"].split(" ")[0]


def check_journal(told, journal):
    """`journal`: {number: (key, entry)}"""
    lost, doubled, different = [], [], list(told.changed)
    if sorted(journal) != list(range(1, len(journal) + 1)):
        different.append(f"numbers with gaps: {sorted(journal)[-5:]} of {len(journal)}")
    places = collections.defaultdict(list)
    for number, (key, _) in journal.items():
        places[key].append(number)
    for key, number in told.acked.items():
        if number not in places[key]:
            lost.append(f"{key} was acknowledged as {number}, and is at {places[key]}")
        if len(places[key]) > 1:
            doubled.append(f"{key} is at {places[key]}")
    for number, event in told.told.items():
        if number not in journal:
            lost.append(f"{number} was told, and is not there: {event}")
        elif differs(event, journal[number][1]):
            different.append(f"{number} was told as {event} and is {journal[number][1]}")
    return lost, doubled, different


def check_owners(told, claims):
    """`claims`: [(epoch, owner or None, its node, when)] in order."""
    different, former, owners, before = [], [], {}, 0
    for epoch, owner, _, _ in claims:
        if epoch < before:
            different.append(f"epoch {epoch} follows {before}")
        before = max(before, epoch)
        if owner is not None and owners.setdefault(epoch, owner) != owner:
            different.append(f"epoch {epoch} has two owners")
    claims = [(name, at) for _, owner, name, at in claims if owner is not None]
    for after, until, name in told.tellers:
        held = [other for other, at in claims if at <= after][-1:]
        if held and held != [name] and name not in [other for other, at in claims if after < at <= until]:
            former.append(f"{name} told something after {after:.3f}, when {held[0]} had the table: {claims[-4:]}")
    return different, former


def connect(node, token):
    began = time.time()
    client = Client(node, token)
    client.empty = client.emptied = began       # nothing had come by then
    return client


class Seat:
    """A player at a table, with a bot as opponent."""

    def __init__(self, world, number):
        self.world, self.number, self.table, self.client, self.coming = world, number, None, None, None
        self.token, self.finished, self.reset = None, False, None
        self.fresh, self.still, self.heard_at = None, False, time.monotonic()
        self.reconnects, self.try_at, self.moving, self.moved_at, self.longest, self.refused = 0, 0, None, None, 0, None
        self._forget()

    def _forget(self):
        """Takes the state of a table that was joined again."""
        self.last, self.turn, self.phase, self.pending, self.next_at, self.said_next = 0, None, None, None, 0, 0
        self.shares = {}        # of the shuffles
        self.thrown, self.again = {}, []        # parts of shares: those without an answer, by key; those to be sent again, and when

    # ---- In other threads, since they wait

    def _begin(self, node):
        client = None
        try:
            client = connect(node, node.token())
            table = client.ask("make", rules="draw:basics target=200", seats=["open", "bot:greedy"])["table"]
            client.ask("join", table=table, from_=0)
            client.ask("sit", seat=0, name=f"Player {self.number}")
            client.ask("start")
            return client, table
        except (Gone, Refused, OSError, RuntimeError, ValueError):
            if client is not None:
                client.close()
            return None

    def _come(self, node, last):
        """Joins the table at a node, or where that node says it is.  While no node has the table, stays and asks again."""
        client, until = None, time.monotonic() + LONG
        while time.monotonic() < until:
            try:
                if client is None:
                    self.reconnects += 1
                    client = connect(node, self.token)
                client.empty = client.emptied = time.time()
                reply = client.reply(client.send("join", table=self.table, from_=max(0, last - 5)))
            except (Gone, Refused, OSError, RuntimeError, ValueError) as error:
                reply = {"ok": False, "code": repr(error)}
            if reply["ok"]:
                return client, self.table
            self.refused = reply["code"]
            where = [n for n in self.world.nodes if reply.get("at") == f"http://{n.authority}" and n.alive]
            if where:
                node = where[0]
                client.close()
                client = None
            elif reply.get("at"):       # a node that cannot be reached: a failed attempt
                self.reconnects += 1
                time.sleep(LATER)
            elif reply["code"] in ("elsewhere", "unknown", "paused"):
                time.sleep(self.world.soon)
            else:
                break
        if client is not None:
            client.close()
        return None

    # ---- In the loop

    def leave(self):
        """Connects elsewhere, and keeps reading the old socket."""
        if self.client is not None and self.client.closed is None:
            self.world.ghosts.append((self.client, self.table))
        elif self.client is not None:
            self.world.forget(self.client)
        self.client, self.try_at = None, time.monotonic() + random.uniform(*self.world.away)

    def _move(self):
        """Goes where the server has sent the player."""
        nodes = [n for n in self.world.nodes if n.alive and self.moving == f"http://{n.authority}"]
        self.moving, self.moved_at = None, time.monotonic()
        self.leave()
        if nodes:
            self.coming = self.world.pool.submit(self._come, nodes[0], self.last)

    def _connect(self):
        if self.coming is None:
            nodes = [n for n in self.world.nodes if n.alive and n.well]
            if nodes and time.monotonic() >= self.try_at:
                node = random.choice(nodes)
                self.coming = self.world.pool.submit(self._come, node, self.last) if self.table else self.world.pool.submit(self._begin, node)
            return
        if not self.coming.done():
            return
        found, self.coming = self.coming.result(), None
        if found is None:
            self.try_at = time.monotonic() + LATER
            return
        self.client, self.heard_at, self.said_next = found[0], time.monotonic(), 0
        if self.moved_at is not None:
            self.longest, self.moved_at = max(self.longest, self.heard_at - self.moved_at), None
        if self.table is None:
            self._forget()
            self.table, self.token = found[1], self.client.token
            self.world.tables[self.table] = Table()
        self.world.watch(self.client)
        if self.pending is not None:
            self.pending["at"] = 0      # retries with the same key

    def _hear(self, message):
        if message["is"] == "table":
            self.phase = message["phase"]
        elif message["is"] == "moved" and message["table"] == self.table:
            self.moving = message["at"]
        elif message["is"] == "event" and message["n"] >= self.last:
            self.last, self.turn = message["n"], None
            self._shuffle(message)
            for sight in message.get("now", {}).get("seats", []):
                if sight.get("legal") and sight["seat"] in message["now"]["actors"]:
                    self.turn = {"seat": sight["seat"], "move": random.choice(sight["legal"]), "seen": message["n"]}

    def _shuffle(self, event):
        fair = event.get("fair", {})
        if event["what"] == "commit":
            share = self.shares.setdefault(fair["deal"], os.urandom(32))
            self._throw("hash", deal=fair["deal"], hash=share_hash(self.table, 0, fair, share))
        elif event["what"] == "hashes" and fair["deal"] in self.shares:
            self._throw("reveal", deal=fair["deal"], share=to_base64(self.shares[fair["deal"]]))

    def _throw(self, do, **fields):
        self.thrown[self.client.send(do, **fields)] = do, fields

    def _answered(self, reply):
        now, asked = time.monotonic(), self.pending
        if reply["key"] in self.thrown:
            do, fields = self.thrown.pop(reply["key"])
            if not reply["ok"] and reply["code"] in AGAIN:
                self.again.append((now + 0.1, do, fields))
        if asked is None or reply["key"] != asked["key"]:
            return
        if reply["ok"]:
            self.world.tables[self.table].acked[asked["key"]] = reply["n"]
            self.world.acked += 1
            self.longest = max(self.longest, now - asked["wanted"])
            if self.fresh is None and asked["sent"] >= self.world.since:
                self.fresh = now - self.world.since
        elif reply["code"] in AGAIN:
            asked["at"] = now + 0.1
            return
        # A move that was refused since the table had moved on is followed by another at once.
        self.pending, self.next_at = None, now + (self.world.pace * random.uniform(0.5, 1.5) if reply["ok"] else 0)

    def _want(self):
        """Chooses a move, even while there is no connection."""
        now = time.monotonic()
        if self.pending is None and self.turn is not None and now >= self.next_at and not self.still:
            self.world.keys += 1
            self.pending = {"key": f"k{self.world.keys}", "asked": self.turn, "at": 0, "wanted": now}

    def _act(self):
        now, c = time.monotonic(), self.client
        if self.pending is not None and self.pending["at"] is not None and self.pending["at"] <= now:
            self.pending["at"], self.pending["sent"] = None, now
            c.send("play", key=self.pending["key"], **self.pending["asked"])
        while self.again and self.again[0][0] <= now:
            _, do, fields = self.again.pop(0)
            self._throw(do, **fields)
        if self.phase == "round" and now >= self.said_next and not self.still:
            self.said_next = now + 1
            c.send("next")

    def step(self):
        self._want()
        if self.client is None:
            self._connect()
            return
        if self.client.closed is not None or not self.client.server.alive:
            self.leave()
            return
        try:
            if self.client.came or self.client.replies:
                self.heard_at = time.monotonic()
                for message in self.world.take(self.client, self.table):
                    if message["is"] == "reply":
                        self._answered(message)
                    else:
                        self._hear(message)
            if self.moving is not None:
                self._move()
                return
            self._want()
            self._act()
        except OSError:
            self.leave()
            return
        if self.phase in ("over", "closed"):
            self.world.finished.append(self.table)
            self.world.forget(self.client)
            self.client = self.table = None
            self._forget()
        elif time.monotonic() - self.heard_at > SILENT and not self.still:
            self.leave()


class World:
    """The loop in which everything happens, and the history."""

    def __init__(self, nodes, databases, seats, pace, page=False):
        """`page`: players wait as the page does (docs/wire.md), and not as briefly as possible."""
        self.away, self.soon = ((0.5, 3), LATER) if page else ((0, 0), SOON)
        self.nodes, self.databases, self.pace = nodes, databases, pace
        self.pool = concurrent.futures.ThreadPoolExecutor(seats + 8)
        self.poller, self.clients = select.poll(), {}
        self.patience = LONG
        self.stood, self.turned = 0, time.monotonic()   # the longest time between two turns, and the last turn
        self.tables, self.finished, self.ghosts, self.since, self.keys, self.acked = {}, [], [], 0, 0, 0
        databases.sql(AUDIT)
        self.seats = [Seat(self, k) for k in range(seats)]

    def watch(self, client):
        self.clients[client.socket.fileno()] = client
        self.poller.register(client.socket, select.POLLIN)

    def forget(self, client):
        """Closes a socket."""
        for fd in [fd for fd, c in self.clients.items() if c is client]:
            self.poller.unregister(fd)
            del self.clients[fd]
        client.close()

    def take(self, client, table):
        """Handles what has arrived on a socket."""
        messages = [*client.came, *client.replies.values()]
        client.came.clear()
        client.replies.clear()
        for message in messages:
            if table in self.tables:
                self.tables[table].hear(client, message)
        return messages

    def turn(self):
        now, at = time.time(), time.monotonic()
        self.stood, self.turned = max(self.stood, at - self.turned), at
        ready = dict(self.poller.poll(20))
        for fd, client in list(self.clients.items()):
            if fd not in ready and not client.came and not client.data:
                client.empty = now
                continue
            try:
                client.emptied = time.time()
                while client.read(0):
                    client.emptied = time.time()
            except (Gone, OSError):
                client.closed = client.closed or 1006
                self.forget(client)
        for seat in self.seats:
            seat.step()
        for ghost in list(self.ghosts):
            self.take(*ghost)
            if ghost[0].closed is not None:
                self.ghosts.remove(ghost)
                self.forget(ghost[0])
        for client in self.clients.values():
            if not client.came and not client.replies:
                client.empty = max(client.empty, client.emptied)

    def until(self, fact, what, seconds=None):
        waited, before = 0, time.monotonic()
        while not fact():
            if waited > (seconds or self.patience):
                raise Stuck(f"never: {what}\n{self.state()}")
            self.turn()
            waited, before = waited + min(time.monotonic() - before, 1), time.monotonic()     # the machine may have been suspended

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def do(self, work, *args, what="work"):
        """Waits for what another thread does, while people play on."""
        done = self.pool.submit(work, *args)
        try:
            self.until(done.done, what)
        except Stuck:
            concurrent.futures.wait([done], LONG)       # a repair must not work on the same servers
            raise
        return done.result()

    def mark(self):
        """From now on, counts the first move at each table that is sent and acknowledged."""
        self.since = time.monotonic()
        for seat in self.seats:
            seat.fresh, seat.next_at = None, 0

    def reconnects(self):
        """Returns each player's number of reconnects since the last call."""
        counts = [s.reconnects for s in self.seats]
        for s in self.seats:
            s.reconnects = 0
        return counts

    def longest(self):
        """Returns the longest time for each player since the last call until a move was acknowledged, however often it was sent,
        or until a table was rejoined that a server had moved."""
        times = [s.longest for s in self.seats]
        for s in self.seats:
            s.longest = 0
        self.stood, self.turned = 0, time.monotonic()
        return times

    def went_on(self, seats=None):
        """Waits until each table has played a move; returns the number of seconds."""
        self.until(lambda: all(s.fresh is not None for s in self.seats), "every table goes on")
        return [s.fresh for s in (self.seats if seats is None else seats)]

    def at(self, node):
        return [s for s in self.seats if s.client is not None and s.client.server is node]

    def state(self):
        lines = [f"{s.number}: {s.table and unbase64(s.table).hex()} at {s.client and s.client.server.name}, {s.phase} {s.last}, {s.turn}, {s.pending},"
                 f" {s.coming} {s.refused}" for s in self.seats if s.fresh is None]
        with contextlib.suppress(RuntimeError):
            lines.append(self.databases.sql("select table_id, epoch, number, owner, expires - clock_timestamp() from boneyard.tables"))
            lines.append(self.databases.sql("select pid, application_name, state, wait_event_type, wait_event, now() - xact_start, left(query, 60)"
                                            " from pg_stat_activity where backend_type = 'client backend'"))
        lines += [f"{n.name}: {n.process.poll()} {n.stderr()[-1500:]}" for n in self.nodes]
        return "\n".join(lines)

    # ---- The verdict

    def verdict(self):
        """Compares everything that players were told with the current primary's journal.  Closes the sockets that players have left: servers limit
        the number of sockets from an address."""
        for client, _ in self.ghosts:
            self.forget(client)
        self.ghosts = []
        ids = {unbase64(table).hex(): table for table in self.tables}
        which = "'{" + ",".join(ids) + "}'"
        journals, claims = collections.defaultdict(dict), collections.defaultdict(list)
        for line in self.databases.sql("select encode(uuid_send(table_id), 'hex'), number, coalesce(encode(key, 'hex'), ''),"
                                       f" convert_from(bytes, 'UTF8') from boneyard.events where table_id = any ({which}::uuid[])").splitlines():
            table, number, key, entry = line.split("|", 3)
            journals[ids[table]][int(number)] = (bytes.fromhex(key)[16:].decode(), json.loads(entry))
        for line in self.databases.sql("select encode(uuid_send(o.table_id), 'hex'), o.epoch, o.owner, coalesce(nodes.name, ''), o.at from public.owners o"
                                       " left join public.nodes on nodes.id = uuid_send(o.owner)"
                                       f" where o.table_id = any ({which}::uuid[]) order by o.n").splitlines():
            table, epoch, owner, name, at = line.split("|")
            claims[ids[table]].append((int(epoch), owner if int(owner.replace("-", ""), 16) else None, name, float(at)))
        lost, doubled, different, former = [], [], [], []
        for table, told in self.tables.items():
            found = check_journal(told, journals[table])
            owned = check_owners(told, claims[table])
            lost += found[0]
            doubled += found[1]
            different += found[2] + owned[0]
            former += owned[1]
            told.tellers, told.changed = [], []
        for table in self.finished:
            self.tables.pop(table, None)
        self.finished = []
        return Verdict(len(lost), len(doubled), len(different), len(former), [*lost, *doubled, *different, *former])

    def end(self):
        for client in list(self.clients.values()):
            self.forget(client)
        self.pool.shutdown()
