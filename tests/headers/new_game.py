#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/new-game in a copy of the tree: the game builds and keeps the house's rules, tells its own rules, plays, and the
contract suite finds it and says what it lacks.  Names that are no good or are taken are refused.

    new_game.py ROOT
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
LEFT_OUT = shutil.ignore_patterns("build*", "node_modules", "golden", "pictures", "__pycache__", ".*")
PARTS = [f"-D{part}=disabled" for part in ("server", "terminal", "pdf", "mpi", "web")] + ["-Dtests=enabled"]


def run(tree, *command, status=0):
    done = subprocess.run(command, cwd=tree, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def copy_to(tree):
    for top in ("include", "src", "tests", "tools", "po", "docs", "dist", "examples", "bench", "web"):
        shutil.copytree(root / top, tree / top, ignore=LEFT_OUT)
    for file in root.iterdir():
        if file.is_file() and not file.name.startswith("."):
            shutil.copy(file, tree)


def check_names(tree):
    for name in ("", "x", "Big", "a-b", "../up", "block", "null", "seventeenletters1"):
        run(tree, "tools/new-game", name, status=1)


def check_tree(tree):
    for check in (["budgets.py"], ["arrows.py"], ["po.py", "check"], ["po.py", "english", "--check"]):
        run(tree, sys.executable, f"tools/{check[0]}", *check[1:])
    written = (tree / "src/rules/games/matador.c").read_text()
    assert "null" not in written and "by_game_matador" in written, written


def build(tree):
    run(tree, "meson", "setup", "build", "-Doptimization=0", "-Ddebug=false", "-Dwerror=true", *PARTS)
    run(tree, "ninja", "-C", "build", "boneyard", "tests/contract/contract")


def check_program(tree):
    said = run(tree, "build/boneyard", "rules", "matador")
    assert "Lay any tile of your hand." in said and "The first player with 100 points" in said, said
    assert "L-" not in said, said
    assert "matador" in run(tree, "build/boneyard", "games")
    run(tree, "build/boneyard", "arena", "--rules", "matador", "--deals", "2", "greedy", "random")


def check_contract(tree):
    assert "contract-matador" in run(tree, "meson", "test", "-C", "build", "--list", "--no-rebuild")
    said = run(tree, "build/tests/contract/contract", "matador", status=1)
    assert "nothing here judges matador" in said and "model_matador.c" in said, said
    said = run(tree, "build/tests/contract/contract", "--signatures", "tests/contract/signatures.txt", status=1)
    assert "matador:plain has none yet" in said and said.count("FAILED") == 1, said


with tempfile.TemporaryDirectory() as top:
    copy = pathlib.Path(top) / "tree"
    copy.mkdir()
    copy_to(copy)
    check_names(copy)
    run(copy, "tools/new-game", "matador")
    run(copy, "tools/new-game", "matador", status=1)
    check_tree(copy)
    build(copy)
    check_program(copy)
    check_contract(copy)
