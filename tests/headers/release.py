#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The release tarball builds without node, npm and git, and serves the page that it contains.

    release.py BUILD
"""
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.request

from apart import links, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
BESIDES = ["pkg-config", "python3"]


def main():
    build = pathlib.Path(sys.argv[1])
    said = run(["make", "-n", "-C", ROOT, "dist"], dict(os.environ))     # dist is also a folder
    assert "meson dist" in said, said
    run(["meson", "dist", "-C", build, "--no-tests", "--formats", "gztar"], dict(os.environ))
    tarball = sorted((build / "meson-dist").glob("boneyard-*.tar.gz"), key=os.path.getmtime)[-1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with tarfile.open(tarball) as tar:
            tar.extractall(folder)
        (folder / "bin").mkdir()
        env = dict(os.environ, PATH=links(folder / "bin", BESIDES))
        source, made = folder / tarball.name.removesuffix(".tar.gz"), folder / "build"
        said = run(["meson", "setup", made, source, "-Doptimization=0"], env)
        assert re.search(r"^ +page *: yes$", said, re.M), said
        run(["ninja", "-C", made, "boneyard"], env)
        server = subprocess.Popen([made / "boneyard", "serve", "--listen", "127.0.0.1:0", "--db", folder / "b.db"],
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            address = next(found[0] for found in (re.search(r"http://127\.0\.0\.1:\d+", line) for line in server.stdout) if found)
            for path, part in (("/", "<!doctype html>"), ("/notices.txt", "Preact [preact]")):
                with urllib.request.urlopen(address + path, timeout=10) as reply:
                    assert part.lower() in reply.read().decode().lower(), path
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
