#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library as used by programs outside this tree.

    library.py symbols ROOT BUILD       the shared library exports the declarations of the headers and nothing else
    library.py installed ROOT BUILD     installed into a folder: the examples and docs/c.md are built with it and run
    library.py one ROOT BUILD VERSION SOURCES...    the amalgamation compiles without a warning, and docs/c.md runs with it;
                                        BONEYARD_LONG=1: also at -O2, with clang, and with the sum of `boneyard bench`
    library.py abi ROOT                 tools/abi finds a changed struct, and lets a new function pass
    library.py --self-test ROOT         a symbol too many, one too few, and a warning must each be found
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror"]


def run(command, folder=None, **env):
    done = subprocess.run(command if isinstance(command, str) else list(map(str, command)), shell=isinstance(command, str),
                          cwd=folder, text=True, capture_output=True, env=os.environ | {k: str(v) for k, v in env.items()})
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def declared(include, folder):
    """The declarations that gcc finds in the headers, to check tools/library.py."""
    headers = sorted(include.glob("boneyard/*.h"))
    (folder / "all.h").write_text("".join(f'#include "{path}"\n' for path in headers))
    run(["gcc", "-x", "c", "-std=c11", "-I", include, "-fsyntax-only", "-aux-info", folder / "aux", folder / "all.h"])
    functions = re.findall(r"^/\* .*? \*/ extern .*?\b(by_\w+) \(", (folder / "aux").read_text(), re.M)
    objects = [name for path in headers for name in re.findall(r"^extern [^(\n]*?\b(by_\w+)(?:\[[^]]*\])*;", path.read_text(), re.M)]
    return set(functions) | set(objects)


def shown(library):
    found = run(["nm", "-D", "--defined-only", library]).split("\n")
    return {line.split()[2].split("@")[0] for line in found if line} - {"BONEYARD_0"}


def differences(want, have):
    return [f"declared, but not in the library: {name}" for name in sorted(want - have)] \
        + [f"in the library, but not declared: {name}" for name in sorted(have - want)]


def symbols(root, build, folder):
    found = differences(declared(root / "include", folder), shown(build / "libboneyard.so"))
    dynamic = run(["readelf", "-d", build / "libboneyard.so"])
    if re.findall(r"SONAME.*\[(.*)\]", dynamic) != ["libboneyard.so.0"]:
        found.append("the soname is not libboneyard.so.0")
    if set(re.findall(r"NEEDED.*\[(.*)\]", dynamic)) - {"libc.so.6"}:
        found.append("the library needs another one")
    for line in run(["nm", "-g", "--defined-only", build / "libboneyard.a"]).split("\n"):
        if len(line.split()) == 3 and not line.split()[2].startswith("by_"):
            found.append(f"a name without by_ in libboneyard.a: {line.split()[2]}")
    print("\n".join(found))
    return not found


def documented(root, folder, part, **env):
    """Writes the program of docs/c.md and runs the commands of one part of it."""
    text = (root / "docs/c.md").read_text()
    (folder / "game.c").write_text(re.search(r"```c\n(.*?)```", text, re.S).group(1))
    commands = re.search(rf"^## {part}$.*?```sh\n(.*?)```", text, re.S | re.M).group(1)
    said = run(f"set -e\n{commands}", folder, **env)
    picture = (folder / "table.svg").read_text()
    assert re.search(r"^scores: \d+ \d+$", said, re.M) and said.count("seat ") > 10, said
    assert picture.startswith("<svg") and picture.endswith("</svg>\n"), picture[:200]
    return said, picture


def installed(root, build, folder):
    run(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--tags", "devel,library", "--destdir", folder / "to"])
    pc = next((folder / "to").rglob("boneyard.pc"))
    env = {"PKG_CONFIG_LIBDIR": pc.parent, "PKG_CONFIG_SYSROOT_DIR": folder / "to", "LD_LIBRARY_PATH": pc.parent.parent}
    documented(root, folder, "With the installed library", **env)
    for source in (root / "examples").glob("*.c"):
        for how in ("$(pkg-config --libs boneyard)", str(pc.parent.parent / "libboneyard.a")):
            run(f"gcc {' '.join(FLAGS)} $(pkg-config --cflags boneyard) {source} {how} -o example", folder, **env)
            said = run("yes '' | ./example muggins:number 7 | tail -n 1", folder, **env)
            assert "winners" in said, said
    (folder / "all.cpp").write_text("#include <boneyard.h>\nint main() { return by_bots[0] == nullptr; }\n")
    run("g++ -std=c++17 -Wall -Wextra -Werror $(pkg-config --cflags boneyard) all.cpp $(pkg-config --libs boneyard) -o all && ./all",
        folder, **env)
    listed = {path.relative_to(root / "include/boneyard") for path in (root / "include/boneyard").iterdir()}
    there = {path.relative_to(pc.parents[3] / "include/boneyard") for path in next((folder / "to").rglob("include/boneyard")).iterdir()} \
        if pc.parents[3].name == "local" else listed
    assert there == listed, there ^ listed
    return True


def bench(build, thing, folder):
    """The sum of `boneyard bench` linked with this instead of the library."""
    link = run(["ninja", "-C", build, "-t", "commands", "boneyard"]).strip().split("\n")[-1]
    link = re.sub(r"-o boneyard\b", f"-o {folder}/linked", link).replace(" libboneyard.a", f" {thing}")
    run(link, build)
    said = run([folder / "linked", "bench"])
    print(said)
    return re.findall(r"\d{6,}\s*$", said)


def one(root, build, folder, version, sources):
    run([sys.executable, root / "tools/amalgamation.py", folder, version, *sources])
    run(["gcc", "-fsyntax-only", *FLAGS, folder / "boneyard.c"])
    if "BONEYARD_LONG" not in os.environ:
        return True
    for compiler in ("clang", "gcc"):
        run([compiler, "-O2", "-c", *FLAGS, "-Wno-unused-function", "boneyard.c"], folder)
    outside = {line.split()[1] for line in run(["nm", "-u", "boneyard.o"], folder).split("\n") if line.split()[:1] == ["U"]}
    assert outside <= {"memcpy", "memmove", "memset", "memcmp", "strlen", "sqrt", "_GLOBAL_OFFSET_TABLE_"}, outside
    documented(root, folder, "As two files")
    usual, ours = bench(build, "libboneyard.a", folder), bench(build, folder / "boneyard.o", folder)
    assert usual and usual == ours, (usual, ours)
    return True


def abi(root, folder):
    if shutil.which("abidiff") is None:
        print("abidiff is not on this machine")
        return SKIP
    start = "struct by_a { int one; };\nint by_f(struct by_a *a);\n"
    for name, header, code in (("old", start, ""), ("more", start + "int by_g(void);\n", "int by_g(void) { return 1; }\n"),
                               ("wide", start.replace("int one", "int zero, one"), "")):
        (folder / name).mkdir()
        (folder / name / "a.h").write_text(header)
        (folder / name / "a.c").write_text('#include "a.h"\nint by_f(struct by_a *a) { return a->one; }\n' + code)
        run(["gcc", "-g", "-shared", "-fPIC", "-Wl,-soname,libboneyard.so.0", "a.c", "-o", "a.so"], folder / name)
    done = {name: subprocess.run([root / "tools/abi", "--compare", folder / "old/a.so", folder / name / "a.so", folder / "old"],
                                 capture_output=True).returncode for name in ("old", "more", "wide")}
    assert done == {"old": 0, "more": 0, "wide": 1}, done
    return True


def self_test(root, folder):
    want = declared(root / "include", folder)
    (folder / "boneyard.c").write_text("int by_f(void) { int x; return x == \"x\"; }\n")
    warned = subprocess.run(["gcc", "-fsyntax-only", *FLAGS, folder / "boneyard.c"], capture_output=True).returncode
    return len(want) > 200 and differences(want, want | {"by_x"}) and differences(want, want - {"by_play"}) and warned != 0


def main():
    what, root, *more = sys.argv[1:]
    root = pathlib.Path(root)
    with tempfile.TemporaryDirectory() as top:
        folder, build = pathlib.Path(top), pathlib.Path(more[0]) if more else None
        done = {"symbols": lambda: symbols(root, build, folder), "installed": lambda: installed(root, build, folder),
                "one": lambda: one(root, build, folder, more[1], more[2:]), "abi": lambda: abi(root, folder),
                "--self-test": lambda: self_test(root, folder)}[what]()
    return done if done == SKIP else 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
