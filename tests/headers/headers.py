#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every public header compiles on its own, as C11 and as C++17, without a warning.

    headers.py INCLUDE COMPILER     gcc, g++, clang or clang++
    headers.py --self-test COMPILER a header that depends on another one must fail
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

C = ["-x", "c", "-std=c11", "-Wpedantic", "-Wstrict-prototypes"]
CXX = ["-x", "c++", "-std=c++17"]


def compiles(compiler, include, header):
    language = CXX if compiler.endswith("++") else C
    command = [compiler, *language, "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-I", include, "-"]
    # Twice: a header without its guard would be found.
    text = f'#include "{header}"\n#include "{header}"\n'
    done = subprocess.run(command, input=text, text=True, capture_output=True)
    if done.returncode != 0:
        print(f"{header} with {' '.join(command)}:\n{done.stderr}")
    return done.returncode == 0


def self_test(compiler):
    with tempfile.TemporaryDirectory() as top:
        (pathlib.Path(top) / "leans.h").write_text("#ifndef L\n#define L\nextern uint8_t tile;\n#endif\n")
        (pathlib.Path(top) / "open.h").write_text("struct open { int a; };\n")
        (pathlib.Path(top) / "good.h").write_text("#ifndef G\n#define G\n#include <stdint.h>\nextern uint8_t t;\n"
                                                  "#endif\n")
        return [compiles(compiler, top, name) for name in ("leans.h", "open.h", "good.h")] == [False, False, True]


def main():
    where, compiler = sys.argv[1:]
    if shutil.which(compiler) is None:
        print(f"{compiler} is not on this machine")
        return 77
    if where == "--self-test":
        return 0 if self_test(compiler) else 1
    headers = sorted(path.name for path in pathlib.Path(where, "boneyard").glob("*.h"))
    good = [compiles(compiler, where, f"boneyard/{name}") for name in headers]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
