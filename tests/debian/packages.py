#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the Debian packages, then installs, upgrades, removes and purges them in a clean Debian 12.  Also runs the
autopkgtests and the commands of docs/debian.md there.  77: not root, a tool is missing (tools/setup deb), Debian's
mirror cannot be reached, or BUILD has no page.

    packages.py ROOT BUILD [--built] [--no-page]

--built tests the packages that BUILD/deb already has. --no-page says that BUILD has no page.

The steps are repeated with packages that contain a planted mistake, and must fail where it shows.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
DEBS, CLEAN, ARCHIVES = BUILD / "deb", BUILD / "debian-clean.tar", BUILD / "debian-archives"
MIRROR = os.environ.get("BONEYARD_MIRROR", "http://deb.debian.org/debian")
TOOLS = ("debootstrap", "dpkg-buildpackage", "dh", "lintian", "autopkgtest", "unshare", "doxygen")
OLD = "0.1.9-1"
COMMAND = "$(sed -n 's/^ExecStart=//p' /lib/systemd/system/boneyard.service) --listen 127.0.0.1:0"
SERVE = f"""
    install -d -o _boneyard -m 700 /var/lib/boneyard
    cd /; rm -f /tmp/said; export STATE_DIRECTORY=/var/lib/boneyard
    setpriv --reuid=_boneyard --regid=_boneyard --clear-groups {COMMAND} >/tmp/said 2>&1 & server=$!
    for i in $(seq 100); do grep -q 'http://127' /tmp/said 2>/dev/null && break; sleep 0.1; done
    kill -TERM $server; wait $server; cat /tmp/said; grep -q 'http://127' /tmp/said
"""


class Wrong(Exception):
    """A step that failed; the first argument is its name."""


class Debian:
    """A clean Debian 12 in a temporary folder.  Commands run in it with their own processes and mounts."""

    def __enter__(self):
        self.kept = tempfile.TemporaryDirectory(dir=BUILD)
        self.path = pathlib.Path(self.kept.name)
        subprocess.run(["tar", "-xf", CLEAN, "-C", self.path], check=True)
        if ARCHIVES.is_dir():
            shutil.copytree(ARCHIVES, self.path / "var/cache/apt/archives", dirs_exist_ok=True)
        return self

    def __exit__(self, *why):
        self.kept.cleanup()

    def run(self, step, command):
        done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c",
                               'mount -t proc proc "$0/proc" && exec chroot "$0" sh -ec "$1"', self.path, command],
                              text=True, capture_output=True, stdin=subprocess.DEVNULL,
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/usr/games", "HOME": "/root", "LC_ALL": "C.UTF-8",
                                   "DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode != 0:
            raise Wrong(step, done.stdout[-3000:] + done.stderr[-3000:])
        return done.stdout

    def apt(self, step, words):
        return self.run(step, f"apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-confold {words}")

    def bring(self, debs, to):
        (self.path / to).mkdir(parents=True)
        for deb in debs:
            shutil.copy(deb, self.path / to)


def expect(step, truth, more=""):
    if not truth:
        raise Wrong(step, more)


def make_clean():
    if CLEAN.is_file():
        return True
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        done = subprocess.run(["debootstrap", "--variant=minbase", "bookworm", folder, MIRROR], capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stdout[-2000:], done.stderr[-2000:])
            return False
        pathlib.Path(folder).chmod(0o755)
        policy = pathlib.Path(folder, "usr/sbin/policy-rc.d")
        policy.write_text("#!/bin/sh\nexit 101\n")          # start no services
        policy.chmod(0o755)
        subprocess.run(["tar", "-cf", CLEAN, "-C", folder, "."], check=True)
    return True


def packed(deb, to, version="", change=None):
    """A copy of a package with another version, and with a change to its unpacked files."""
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        tree = pathlib.Path(folder, "tree")
        subprocess.run(["dpkg-deb", "-R", deb, tree], check=True)
        control = tree / "DEBIAN/control"
        if version:
            now = re.search(r"^Version: (.*)$", control.read_text(), re.M)[1]
            control.write_text(control.read_text().replace(now, version))
        if change:
            change(tree)
        name = deb.name.replace(deb.name.split("_")[1], version) if version else deb.name
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, to / name], check=True, capture_output=True)


def older(tree):
    """The older server's settings had one line less."""
    settings = tree / "etc/boneyard.conf"
    if settings.is_file():
        settings.write_text("".join(settings.read_text().splitlines(keepends=True)[1:]))


def without(package, path, pattern=None):
    """Plants a mistake: a file of a package is missing, or the text that a pattern finds in it."""
    def change(name, tree):
        if name == package and pattern:
            (tree / path).write_text(re.sub(pattern, "", (tree / path).read_text()))
        elif name == package:
            (tree / path).unlink()
    return change


# The planted mistakes, and the step that must detect each.
PLANTED = {
    "install": [without("boneyard-server", "usr/lib/sysusers.d/boneyard-server.conf")],
    "the server starts": [without("boneyard", "DEBIAN/control", r", libwebsockets-evlib-ev")],
    "the settings stay": [without("boneyard-server", "DEBIAN/conffiles")],
    "purged": [without("boneyard-server", "DEBIAN/postrm")],
}


def life(debian, debs, folder):
    """Install an older version, use it, upgrade, remove, install again, purge."""
    old, new = folder / "old", folder / "new"
    for to, version, change in ((old, OLD, older), (new, "", None)):
        to.mkdir()
        for deb in debs:
            packed(deb, to, version, change)
    debian.bring(old.iterdir(), "old")
    debian.bring(new.iterdir(), "new")
    debian.run("the mirror answers", "apt-get -q update")
    debian.apt("install", "install /old/*.deb")
    if not ARCHIVES.is_dir():
        shutil.copytree(debian.path / "var/cache/apt/archives", ARCHIVES, ignore=shutil.ignore_patterns("lock", "partial"))
    debian.run("the server starts", SERVE)
    settings, key = debian.path / "etc/boneyard.conf", debian.path / "var/lib/boneyard/boneyard.db.key"
    secret, user = key.read_bytes(), key.stat().st_uid
    expect("a key", len(secret) == 32 and user != 0 and key.stat().st_mode & 0o777 == 0o600)
    settings.write_text(settings.read_text() + "retention-days = 5\n")

    debian.apt("upgrade", "install /new/*.deb")
    expect("the settings stay", settings.read_text().endswith("retention-days = 5\n"))
    expect("the new settings are there", (debian.path / "etc/boneyard.conf.dpkg-dist").is_file())
    debian.run("the server starts again", SERVE)
    expect("the key stays", key.read_bytes() == secret and key.stat().st_uid == user)
    debian.run("admin for root", "/usr/sbin/boneyard admin --config /etc/boneyard.conf --db /var/lib/boneyard/boneyard.db check")

    packages = " ".join(deb.name.split("_")[0] for deb in debs)
    debian.apt("remove", f"remove {packages}")
    expect("removed", not (debian.path / "usr/games/boneyard").exists() and key.is_file() and settings.is_file())
    debian.apt("install again", "install /new/*.deb")
    debian.run("the server starts after that", SERVE)
    expect("the key stays after that", key.read_bytes() == secret)
    debian.apt("purge", f"purge {packages}")
    left = debian.run("purged", "dpkg -l | grep boneyard || :; find / -xdev -iname '*boneyard*' ! -path '/proc/*' ! -path '/old*' ! -path '/new*' "
                      "! -path '/var/log/*'")
    expect("purged", left == "", left)


def unit(debian):
    """The unit is as well confined as that of dist/, and systemd accepts it."""
    for words in ("verify --man=no", "security --offline=true --threshold=15 --no-pager"):
        debian.run("the unit: " + words, f"systemd-analyze {words} /lib/systemd/system/boneyard.service")


def documented(debian):
    """Every command of docs/debian.md, in order."""
    page = (ROOT / "docs/debian.md").read_text()
    debian.bring(DEBS.glob("*.deb"), "root/build/deb")
    program = re.search(r"```c\n(.*?)```", (ROOT / "docs/c.md").read_text(), re.S).group(1)
    (debian.path / "root/game.c").write_text(program)
    debian.run("the mirror answers", "apt-get -q update")
    commands = "".join(re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)).replace("apt install", "apt-get install -y --no-install-recommends")
    said = debian.run("docs/debian.md", f"cd; sudo() {{ \"$@\"; }}; systemctl() {{ :; }}; set -x\n{commands}")
    expect("docs/debian.md plays", re.search(r"^scores: \d+ \d+$", said, re.M) and "mexicantrain" in said, said)
    unit(debian)


def autopkgtests(folder):
    """debian/tests, in a system of its own."""
    with Debian() as debian:
        changes = next(DEBS.glob("*.changes"))
        done = subprocess.run(["autopkgtest", "--quiet", "--apt-upgrade", f"--summary-file={folder}/summary", changes, "--", "chroot", debian.path],
                              text=True, capture_output=True, stdin=subprocess.DEVNULL)
        print((folder / "summary").read_text() if (folder / "summary").is_file() else done.stderr[-3000:], end="")
        expect("autopkgtest", done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:])


def planted(debs):
    missed = []
    for step, mistakes in PLANTED.items():
        for number, mistake in enumerate(mistakes):
            with tempfile.TemporaryDirectory(dir=BUILD) as folder, Debian() as debian:
                to = pathlib.Path(folder, "planted")
                to.mkdir()
                for deb in debs:
                    packed(deb, to, change=lambda tree, name=deb.name.split("_")[0]: mistake(name, tree))
                try:
                    life(debian, sorted(to.iterdir()), pathlib.Path(folder))
                    missed.append(f"{step} {number}: not noticed")
                except Wrong as wrong:
                    if wrong.args[0] != step:
                        missed.append(f"{step} {number}: noticed as {wrong.args}")
    return missed


def plant_all(debs):
    missed = planted([deb for deb in debs if deb.name.startswith(("boneyard_", "boneyard-server_"))])
    print("\n".join(missed) or f"{len(debs)} packages: fine, and {sum(map(len, PLANTED.values()))} planted mistakes noticed")
    return 1 if missed else 0


def main():
    lacks = [tool for tool in TOOLS if shutil.which(tool) is None]
    if os.geteuid() != 0 or lacks:
        print(f"skipped: {'missing: ' + ' '.join(lacks) if lacks else 'only root can do this'}")
        return 77
    if "--no-page" in sys.argv:
        print("skipped: this build has no page for the packages")
        return 77
    if not make_clean():
        return 77
    if "--built" not in sys.argv:
        subprocess.run([ROOT / "tools/deb", BUILD], check=True)
    debs = sorted(deb for deb in DEBS.glob("*.deb") if "-dbgsym" not in deb.name)
    try:
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            with Debian() as debian:
                life(debian, debs, pathlib.Path(folder))
            with Debian() as debian:
                documented(debian)
            autopkgtests(pathlib.Path(folder))
    except Wrong as wrong:
        print(f"FAILED: {wrong.args[0]}\n{wrong.args[1]}")
        return 1
    return plant_all(debs)


sys.exit(main())
