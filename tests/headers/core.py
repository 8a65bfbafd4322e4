#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the core's promises to programs that link it.

    core.py warnings COMPILER ROOT SOURCES   no warning; BONEYARD_LONG=1: nor at -O2 and -O3, and no symbol but the four mem*
    core.py symbols ARCHIVE                  no such symbol in the archive as it was built
    core.py integers COMPILER ROOT SOURCES   no floating point: neither in the source nor in registers; nor a warning
    core.py --self-test COMPILER             a heap, a call to printf, a double and a warning must each be found

Without a heap function among the symbols there is no heap.
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ALLOWED = {"memcpy", "memmove", "memset", "memcmp"}
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
CORE = ["-std=c11", "-ffreestanding", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-ffp-contract=off",
        "-fno-math-errno"]
LEVELS = ("-O2", "-O3") if "BONEYARD_LONG" in os.environ else ()
# Numbers with a point or an exponent, except hexadecimal ones.
FLOAT = re.compile(r"\b(?:float|double|_Complex)\b|(?<![\w.])(?:\d+\.\d*|\.\d+|\d+[eE][-+]?\d+)")


def compile_all(compiler, root, sources, folder, *flags):
    """Returns whether all sources compile. The folder then has an object for each."""
    good = True
    for number, source in enumerate(map(str, sources)):
        paths = [f"-I{root}/{path}" for path in ("include", "src", "src/rules")]
        command = [compiler, *CORE, *flags, *paths, "-c", source, "-o", f"{folder}/{number}.o"]
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode != 0:
            print(f"{' '.join(command)}\n{done.stderr}")
            good = False
    return good


def needs(*objects):
    """The symbols that objects or archives need and do not define."""
    wanted, there = set(), set()
    for line in subprocess.run(["nm", "-P", *map(str, objects)], text=True, capture_output=True,
                               check=True).stdout.splitlines():
        parts = line.split()
        if len(parts) >= 2 and len(parts[1]) == 1:
            (wanted if parts[1] in "Uwv" else there).add(parts[0])
    return wanted - there - {"_GLOBAL_OFFSET_TABLE_"}, there       # the linker defines this one itself


def only_mem(what, *objects, ours=False):
    """Whether they need only the four functions and, with `ours`, functions of the core's other parts."""
    wanted, there = needs(*objects)
    if ours:
        wanted = {symbol for symbol in wanted if not symbol.startswith("by_")}
    if not there:
        print(f"{what}: nm shows no symbol at all")
    for symbol in sorted(wanted - ALLOWED):
        print(f"{what}: needs {symbol}")
    return bool(there) and wanted <= ALLOWED


def warnings(compiler, root, sources, levels=LEVELS):
    good = True
    if not levels:
        with tempfile.TemporaryDirectory() as folder:
            return compile_all(compiler, root, sources, folder, "-fsyntax-only", *STRICT)
    for level in levels:
        with tempfile.TemporaryDirectory() as folder:
            good &= compile_all(compiler, root, sources, folder, level, *STRICT) \
                and only_mem(f"{compiler} {level}", *pathlib.Path(folder).glob("*.o"))
    return good


def at_o2(compiler, root, sources):
    return warnings(compiler, root, sources, ("-O2",))


def integers(compiler, root, sources):
    good = True
    for source in sources:
        for number, line in enumerate(blank(pathlib.Path(source).read_text()).splitlines(), 1):
            if FLOAT.search(line):
                print(f"{source}:{number}: floating point")
                good = False
    if platform.machine() == "x86_64":      # gcc then refuses code that needs a floating-point register; clang calls a library
        with tempfile.TemporaryDirectory() as folder:
            good &= compile_all(compiler, root, sources, folder, "-O0", "-mgeneral-regs-only", *STRICT) \
                and only_mem("general registers only", *pathlib.Path(folder).glob("*.o"), ours=True)
    return good


FAULTS = [      # check, source
    (at_o2, "#include <stddef.h>\nvoid *malloc(size_t); void *f(void); void *f(void) { return malloc(9); }\n"),
    (at_o2, "int printf(const char *, ...); void f(void); void f(void) { printf(\"x\"); }\n"),
    (warnings, "int f(long); int f(long a) { return a; }\n"),
    (integers, "int f(int); int f(int a) { return (int)(a * 0.5); }\n"),
    (integers, "int f(int); int f(int a) { float b = (float)a; return (int)b; }\n"),
    (integers, "typedef __typeof__(1 / __builtin_powi(2, 1)) real; int f(int); "
               "int f(int a) { real b = (real)a; return (int)(b * b); }\n"),
]
GOOD = "#include <string.h>\nint g(int); int f(char *); int f(char *a) { memset(a, 0, 99); return g(3); }\n"
OTHER = "int g(int); int g(int a) { return a / 5 * 5; /* 0.5, a double */ }\n"


def self_test(compiler):
    good = True
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("good.c", "other.c", "fault.c")]
        paths[0].write_text(GOOD)
        paths[1].write_text(OTHER)
        for check in (warnings, at_o2, integers):
            if not check(compiler, folder, paths[:2]):
                print(f"refused by {check.__name__}, and should not be")
                good = False
        if only_mem("a part", *half(compiler, folder, paths[0])):
            print("a part that needs another one was taken for whole")
            good = False
        for check, text in FAULTS:
            paths[2].write_text(text)
            if check is integers and platform.machine() != "x86_64" and "real" in text:
                continue                # only the registers give this one away
            if check(compiler, folder, paths):
                print(f"not found by {check.__name__}: {text}")
                good = False
    return good


def half(compiler, folder, source):
    compile_all(compiler, folder, [source], folder, "-O2")
    return [pathlib.Path(folder, "0.o")]


def main():
    what, *rest = sys.argv[1:]
    if what == "symbols":
        return 0 if only_mem(rest[0], rest[0]) else 1
    if shutil.which(rest[0]) is None:
        print(f"{rest[0]} is not on this machine")
        return 77
    if what == "--self-test":
        return 0 if self_test(rest[0]) else 1
    check = {"warnings": warnings, "integers": integers}[what]
    return 0 if check(rest[0], rest[1], rest[2:]) else 1


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
    from c_text import blank
    sys.exit(main())
