#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The build can be taken apart: without libraries, a C compiler, meson and ninja build the core and an example plays.

    apart.py ROOT core      every part is disabled, and no program but those of the compiler, meson and ninja is found
    apart.py ROOT auto      nothing is disabled, but pkg-config and the compiler know no library: the summary names the needs
                            of each part
    apart.py ROOT disabled PART    this part is disabled, and the rest is built
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOOLS = ["cc", "gcc", "ar", "as", "ld", "gcc-ar", "ccache", "meson", "ninja", "sh", "rm"]


def links(folder, more=()):
    """A folder with nothing but the tools; meson keeps its Python by its first line."""
    without = os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if pathlib.Path(p).name != "ccache")
    for name in [*TOOLS, *more]:
        path = shutil.which(name, path=without)
        if path is not None:
            (folder / name).symlink_to(os.path.realpath(path) if name != "ccache" else path)
    return str(folder)


def run(command, env):
    done = subprocess.run(list(map(str, command)), env=env, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def summary(said):
    return dict(re.findall(r"^ +(\w+) *: (yes|no.*)$", said, re.M))


def check(root, way, parts, folder):
    build, options, env = folder / "build", ["-Doptimization=0", "-Ddebug=false", "-Dweb=disabled"], dict(os.environ)
    if way == "disabled":
        options += [f"-D{part}=disabled" for part in parts]
    else:
        (folder / "bin").mkdir()
        (folder / "none").mkdir()
        env |= {"PKG_CONFIG_LIBDIR": str(folder / "none"), "PKG_CONFIG_PATH": "", "PATH": links(folder / "bin")}
        options += ["--auto-features=disabled"] if way == "core" else []
    has = summary(run(["meson", "setup", build, root, *options], env))
    targets = {"disabled": ["boneyard"], "core": [] if "BONEYARD_LONG" in os.environ else ["libboneyard.a", "examples/tiny"]}      # tests take long
    run(["ninja", "-C", build, *targets.get(way, [])], env)
    if way == "disabled":
        for part in parts:
            assert has[part] == "no (disabled)", has
        said = run([build / "boneyard", "--help"], env)
        assert ("\n  play " in said, "\n  serve " in said) == ("terminal" not in parts, "server" not in parts), said
        return
    assert has["program"].startswith("no (disabled" if way == "core" else "no (needs jansson"), has
    # Python's headers need no pkg-config.
    assert all(value.startswith("no") for part, value in has.items() if way == "core" or part != "python"), has
    said = subprocess.run(f"yes '' | {build}/examples/tiny muggins:number 7 | tail -n 1", shell=True, text=True,
                          capture_output=True, check=True).stdout
    assert "winners" in said, said
    assert (build / "libboneyard.a").is_file()


def main():
    root, way, *parts = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        check(root, way, parts, pathlib.Path(folder))


if __name__ == "__main__":
    main()
