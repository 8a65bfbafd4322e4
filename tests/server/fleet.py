# SPDX-License-Identifier: MIT
"""Three servers (nodes) on PostgreSQL with two standbys, for tests that break them.

As root, each has its own network namespace, with one link for each purpose, which can be cut.  Everything is in a private
network and mount namespace, so nothing is left behind.  Otherwise all of them are on the loopback interface, and no link can be cut.
"""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

from wire import HASTE, MANY, PAGE, Served      # first: it finds program

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

LINKS = {"clients": "10.81.1", "data": "10.81.2", "copies": "10.81.3", "peers": "10.81.4"}
NODES, SERVERS = {"a": 11, "b": 12, "c": 13}, {"d1": 21, "d2": 22, "d3": 23}
DISK = 160 << 20


def enter_private():
    """Restarts this program in its own namespaces, if run as root."""
    if os.getuid() != 0 or os.environ.get("FLEET_PRIVATE") or not all(map(shutil.which, ("ip", "nsenter", "unshare"))):
        return
    if subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True, check=False).returncode == 0:
        os.environ["FLEET_PRIVATE"] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.orig_argv[1:]])


def ip(*lines, inside=None):
    subprocess.run(["ip", *(["-n", inside] if inside else []), "-batch", "-"], input="\n".join(lines), text=True, check=True)


class Net:
    def __init__(self):
        self.private = bool(os.environ.get("FLEET_PRIVATE"))
        if not self.private:
            return
        os.makedirs("/run/netns", exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", "/run/netns"], check=True)
        ip("link set lo up", *(f"link add {link} type bridge\nlink set {link} up" for link in LINKS), f"addr add {LINKS['clients']}.1/24 dev clients")
        for name, number in NODES.items():
            self._host(name, number, "clients", "data", "peers")
        for name, number in SERVERS.items():
            self._host(name, number, "data", "copies")

    def _host(self, name, number, *links):
        ip(f"netns add {name}", *(f"link add {name}.{link} type veth peer name {link} netns {name}\nlink set {name}.{link} master {link} up"
                                  for link in links))
        ip("link set lo up", *(f"addr add {LINKS[link]}.{number}/24 dev {link}\nlink set {link} up" for link in links), inside=name)

    def enter(self, name):
        return ["nsenter", f"--net=/run/netns/{name}"] if self.private else []

    def cut(self, name, link):
        """Drops packets silently, like a switch that has failed."""
        ip(f"link set {name}.{link} nomaster")

    def heal(self, name, link):
        ip(f"link set {name}.{link} master {link}")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Database(cluster.Server):
    """A PostgreSQL server.  In namespaces, its disk is small."""

    def __init__(self, net, folder, name, stuck, source=None):
        self.net, self.slow = net, pathlib.Path(folder) / f"{name}.slow"
        self.stuck, self.name = stuck, name
        place = pathlib.Path(folder) / name
        settings = ["synchronous_standby_names = 'ANY 1 (d1, d2, d3)'", "wal_keep_size = 48MB", "max_wal_size = 32MB", "wal_receiver_status_interval = 1s",
                    "wal_retrieve_retry_interval = 100ms", "autovacuum = off"]
        if net.private:
            settings += [f"listen_addresses = '{LINKS['data']}.{SERVERS[name]},{LINKS['copies']}.{SERVERS[name]}'"]
            if not place.exists():
                place.mkdir()
                who = cluster.servant()
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0700,uid={who.pw_uid},gid={who.pw_gid}", "none", str(place)], check=True)
        if place.exists():
            subprocess.run(["find", str(place), "-mindepth", "1", "-delete"], check=True)
        if source is not None:
            settings += [f"primary_conninfo = '{self.source_at(source)}'"]
        super().__init__(folder, name, *settings, source=source, initdb=["--wal-segsize=1"])

    def source_at(self, source):
        host = f"{LINKS['copies']}.{SERVERS[source.name]}" if self.net.private else source.sockets
        return f"host={host} user=boneyard application_name={self.name}"

    def follow(self, where):
        self.sql(f"alter system set primary_conninfo = '{where}'")
        self.sql("select pg_reload_conf()")

    def command(self):
        if not self.net.private:
            return super().command()
        who, (words, _) = cluster.servant(), super().command()
        return [*self.net.enter(self.name), "-S", str(who.pw_uid), "-G", str(who.pw_gid), *words], {
            "env": dict(os.environ, LD_PRELOAD=self.stuck, STUCK_WHILE=str(self.slow))}

    def start(self):
        if self.net.private:
            with open(self.data / "pg_hba.conf", "a") as out:
                out.write("host all all 10.81.0.0/16 trust\nhost replication all 10.81.0.0/16 trust\n")
        super().start()

    def received(self):
        return int(self.sql("select coalesce(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0') - '0/0'"))

    def fill(self):
        """Fills the disk."""
        with contextlib.suppress(OSError), open(self.data / "ballast", "wb") as out:
            while True:
                out.write(bytes(1 << 16))
                out.flush()

    def empty(self):
        (self.data / "ballast").unlink(missing_ok=True)


class Databases:
    """The primary and its standbys; a commit waits for any of them."""

    def __init__(self, net, folder, stuck):
        self.net, self.folder, self.stuck = net, folder, stuck
        self.primary = Database(net, folder, "d1", stuck)
        self.all = {"d1": self.primary}
        self.refill()
        self.create()

    def create(self):
        """Creates the database, on the standbys too: a node whose first address leads to a standby without it does not start."""
        self.primary.sql("create database nodes")
        while any(s.sql("select count(*) from pg_database where datname = 'nodes'") == "0" for s in self.all.values()):
            time.sleep(0.02)

    def refill(self):
        """Replaces missing standbys with new copies of the primary."""
        for name in SERVERS:
            if name not in self.all:
                self.all[name] = Database(self.net, self.folder, name, self.stuck, source=self.primary)
        while self.primary.sql("select count(*) from pg_stat_replication where state = 'streaming'") != str(len(SERVERS) - 1):
            time.sleep(0.02)

    def sql(self, question):
        return self.primary.sql(question, "nodes")

    def address(self):
        if not self.net.private:
            return self.primary.address("nodes", *(s for s in self.all.values() if s is not self.primary))
        return f"postgresql://boneyard@{','.join(LINKS['data'] + '.' + str(n) for n in SERVERS.values())}/nodes"

    def fail_over(self):
        """Promotes the most advanced standby after the primary has died; the other follows it."""
        standbys = [s for s in self.all.values() if s is not self.primary]
        del self.all[self.primary.name]
        for s in standbys:      # late WAL must not put one ahead of the new primary
            s.follow("")
        while any(s.sql("select count(*) from pg_stat_wal_receiver") != "0" for s in standbys):
            time.sleep(0.01)
        self.primary = max(standbys, key=Database.received)
        self.primary.promote()
        for s in standbys:
            if s is not self.primary:
                s.follow(s.source_at(self.primary))

    def _waits(self, what, node):
        whose = f"boneyard % {node.process.pid}" if node else "boneyard %"
        return self.sql(f"select {what} from pg_stat_activity where wait_event = 'SyncRep' and application_name like '{whose}'")

    def waiting(self, node=None):
        """The number of commits that wait for a standby."""
        return int(self._waits("count(*)", node))

    def cancel_waits(self, node=None):
        self._waits("pg_cancel_backend(pid)", node)

    def recover(self):
        """Repairs the servers after a failed test."""
        for name in self.all if self.net.private else ():
            for link in ("data", "copies"):
                self.net.heal(name, link)
        if self.primary.process.poll() is not None:
            self.fail_over()
        self.refill()

    def stop(self):
        for server in self.all.values():
            server.stop()


class Node(Served):
    patience = 2

    def __init__(self, net, name, program, address, folder, stuck, planted=0, lease=0):
        self.net, self.name, self.address = net, name, address
        self.alive, self.well = True, True      # whether it can be reached; whether people are sent there
        self.clock = pathlib.Path(folder) / f"{name}.clock"
        (pathlib.Path(folder) / name).mkdir(exist_ok=True)
        at = f"{LINKS['clients']}.{NODES[name]}:8400" if net.private else f"127.0.0.1:{free_port()}"
        super().__init__(program, *PAGE, *MANY, "--persons-per-address", "1000000", "--tables-per-address", "100000", "--db", address, "--node", name,
                         "--node-address", f"http://{at}", "--origin", f"http://{at}", "--key-file", f"{folder}/key", listen=at,
                         folder=f"{folder}/{name}", haste=HASTE, prefix=net.enter(name),
                         env={"BONEYARD_PLANTED": str(planted), "LD_PRELOAD": stuck, "CLOCK_AHEAD": str(self.clock),
                              "ASAN_OPTIONS": "verify_asan_link_order=0", **({"BONEYARD_LEASE": str(lease)} if lease else {})})

    def die(self):
        self.alive = False
        self.kill()

    def freeze(self):
        self.alive = False
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        self.process.send_signal(signal.SIGCONT)
        self.alive = True

    def quit(self):
        """Stops it as systemctl does, and waits.  On a busy machine, it may run out of time and report that."""
        self.alive = False
        self.stop()

    def drain(self):
        """Hands its tables to the other nodes, as an operator does; returns the exit status and the output."""
        done = subprocess.run([*self.prefix, self.program, "admin", "--db", self.address, "drain", self.name], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=self.env, check=False)
        return done.returncode, done.stdout

    def again(self):
        self.start()
        self.alive = True
