#!/usr/bin/env python3
"""tools/new-game writes a file that compiles, and refuses names that are no good or are taken.

    new_game.py ROOT COMPILER
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
TEMPLATE, LIST = "src/rules/games/null.c", "include/boneyard/games.def"


def new_game(name, tree):
    return subprocess.run([root / "tools/new-game", name, tree], text=True, capture_output=True)


with tempfile.TemporaryDirectory() as top:
    tree = pathlib.Path(top)
    for name in (TEMPLATE, LIST):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, tree / name)
    for name in ("", "x", "Big", "a-b", "../up", "block", "null"):
        assert new_game(name, tree).returncode != 0, f"'{name}' was accepted"
    done = new_game("matador", tree)
    assert done.returncode == 0 and "BY_GAME(matador)" in done.stdout, done
    written = tree / "src/rules/games/matador.c"
    assert "null" not in written.read_text() and "by_game_matador" in written.read_text()
    assert written.read_text().startswith("/* matador.c: ")
    assert new_game("matador", tree).returncode != 0, "an existing file was overwritten"
    with (tree / LIST).open("a") as games:
        games.write("BY_GAME(matador)\n")
    # The list with the new line comes first; the other headers come from the project.
    subprocess.run([compiler, "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
                    "-Wconversion", "-Werror", f"-I{tree}/include", f"-I{root}/include", f"-I{root}/src",
                    f"-I{root}/src/rules", written], check=True)
