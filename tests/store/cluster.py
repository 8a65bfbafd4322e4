#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A throw-away PostgreSQL server for tests: a socket in a folder of its own, no port that others could reach.

    cluster.py COMMAND...     runs a command with $BONEYARD_TEST_DB, the address of an empty database.  $BONEYARD_TEST_CUT names
                              two pipes: for each byte in the first, it kills the server, starts it again, and answers in the second

Ends with 77 and says so if PostgreSQL is missing; so does `cluster.py --without`, if libpq was. root starts the server as `postgres` or `nobody`.
"""
import contextlib
import fcntl
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def binaries():
    """The folder of initdb; Debian keeps it off the path."""
    found = shutil.which("initdb")
    places = [str(pathlib.Path(found).resolve().parent)] if found else []
    places += sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[4]), reverse=True)
    return next((p for p in places if os.path.exists(os.path.join(p, "initdb")) and os.path.exists(os.path.join(p, "postgres"))), None)


def need(program=None):
    """Skips the test without PostgreSQL, or if the program was built without it."""
    if binaries() is None:
        print("skipped: PostgreSQL is not installed (Debian: apt-get install postgresql)")
        sys.exit(SKIPPED)
    if program is None:
        return
    done = subprocess.run([program, "admin", "--db", "postgresql://nobody@127.0.0.1:1/none", "tables"], capture_output=True, text=True, check=False)
    if "built without PostgreSQL" in done.stderr:
        print(f"skipped: {done.stderr}")
        sys.exit(SKIPPED)


def servant():
    """Whom the server runs as: PostgreSQL refuses root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


def lives(pid):
    """Returns whether a process is running. A zombie, which its parent has not reaped yet, is not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Server:
    """One PostgreSQL. `settings` are lines of postgresql.conf. `source`: a server of which it is a standby, or the address of one; `base`: a
    folder that pg_basebackup made, which it restores."""

    def __init__(self, folder, name, *settings, source=None, base=None, initdb=()):
        self.folder, self.data, self.name = pathlib.Path(folder), pathlib.Path(folder) / name, name
        self.sockets, self.settings, self.process = pathlib.Path(folder) / f"{name}.s", settings, None
        self.sockets.mkdir(exist_ok=True)
        self._give(self.folder, self.sockets)
        if base is not None:
            subprocess.run(["cp", "-r", str(base), str(self.data)], check=True, **self._as())
            (self.data / "recovery.signal").touch()
            self._give(self.data / "recovery.signal")
        elif source is None:
            self._initdb(initdb)
        else:
            at = source if isinstance(source, str) else f"host={source.sockets} user=boneyard application_name={name}"
            self._run("pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "--no-sync", "-c", "fast", "-d", at)
        with open(self.data / "postgresql.auto.conf", "a") as out:
            out.write("\n".join(["listen_addresses = ''", f"unix_socket_directories = '{self.sockets}'", "shared_buffers = 16MB",
                                 "max_connections = 40", "wal_level = replica", "log_min_messages = fatal", *settings, ""]))
        self.start()

    def _as(self):
        who = servant()
        return {} if who is None else {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}

    def _give(self, *paths):
        who = servant()
        for path in paths if who is not None else ():
            os.chown(path, who.pw_uid, who.pw_gid)

    def _run(self, program, *args):
        done = subprocess.run([os.path.join(binaries(), program), *args], cwd="/", capture_output=True, text=True, **self._as(), check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def _initdb(self, more):
        """Makes self.data. initdb takes as long as many a test, so within one run of tools/test, which names a folder, it runs once."""
        def make(data):
            self._run("initdb", "-D", str(data), "-U", "boneyard", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C", *more)

        shared = os.environ.get("BONEYARD_INITDB")
        if shared is None:
            return make(self.data)
        made, making = pathlib.Path(shared, "made" + "".join(more)), pathlib.Path(shared, "making")
        with open(f"{shared}/lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._give(shared)
            if not made.exists():
                shutil.rmtree(making, ignore_errors=True)       # of a test that was killed
                make(making)
                making.rename(made)
        return subprocess.run(["cp", "-rT", str(made), str(self.data)], check=True, **self._as())

    def command(self):
        """Returns the command that starts it, and the keywords for subprocess."""
        return [os.path.join(binaries(), "postgres"), "-D", str(self.data)], self._as()

    def start(self):
        log = open(self.folder / f"{self.name}.log", "ab")
        words, how = self.command()
        self.process = subprocess.Popen(words, cwd="/", stdout=log, stderr=log, start_new_session=True, **how)
        log.close()
        while self.process.poll() is None:
            with contextlib.suppress(RuntimeError):
                self.sql("select 1")
                return
            time.sleep(0.05)
        raise RuntimeError((self.folder / f"{self.name}.log").read_text())

    def address(self, database="boneyard", *others):
        hosts = ",".join(str(s.sockets).replace("/", "%2F") for s in (self, *others))
        return f"postgresql://boneyard@{hosts}/{database}"

    def sql(self, question, database="postgres"):
        return self._run("psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(self.sockets), "-U", "boneyard", "-d", database,
                         "-c", question).strip()

    def shell(self, database):
        """A psql that takes statements from a pipe."""
        return subprocess.Popen([os.path.join(binaries(), "psql"), "-X", "-A", "-t", "-q", "-h", str(self.sockets), "-U", "boneyard", "-d", database],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/", **self._as())

    def _stopped(self):
        """Stops its first process, so that no new ones begin, and returns the others."""
        os.kill(self.process.pid, signal.SIGSTOP)
        return [int(p) for p in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    @contextlib.contextmanager
    def frozen(self):
        """Inside `with`, the server does not answer."""
        children = self._stopped()
        for pid in children:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in [*children, self.process.pid]:
                os.kill(pid, signal.SIGCONT)

    def crash(self):
        """Kills the whole server at once: what it only had in memory is gone."""
        children = self._stopped()
        for pid in [self.process.pid, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(lives(pid) for pid in children):      # they still hold the shared memory
            time.sleep(0.01)

    def promote(self, seconds=60):
        self._run("pg_ctl", "promote", "-D", str(self.data), "-w", "-t", str(seconds))

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)     # at once, its children too
            self.process.wait()


@contextlib.contextmanager
def servers():
    """A function that starts servers; all are stopped and removed at the end."""
    need()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))       # a test that takes too long also cleans up
    started = []
    folder = tempfile.mkdtemp(prefix="by-pg-", dir="/tmp")     # short: a socket's path has at most 107 bytes

    def start(name, *settings, **more):
        started.append(Server.__new__(Server))      # before it runs, so that an interruption stops it too
        started[-1].process = None
        started[-1].__init__(folder, name, *settings, **more)
        return started[-1]

    start.folder = folder
    try:
        yield start
    finally:
        for server in started:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    if sys.argv[1:] == ["--without"]:
        print("skipped: built without PostgreSQL (Debian: apt-get install libpq-dev)")
        sys.exit(SKIPPED)
    with servers() as start:
        # What a commit does not wait for stays in memory, so that a crash loses it.
        server = start("a", "wal_writer_delay = 10s")
        server.sql("create database boneyard")
        (asked, ask), (answer, answered) = os.pipe(), os.pipe()
        env = {**os.environ, "BONEYARD_TEST_DB": server.address(), "BONEYARD_TEST_CUT": f"{ask} {answer}"}
        process = subprocess.Popen(sys.argv[1:], env=env, pass_fds=(ask, answer))
        os.close(ask)
        while os.read(asked, 1):        # until the command has ended
            server.crash()
            server.start()
            os.write(answered, b"x")
        sys.exit(process.wait())


if __name__ == "__main__":
    main()
