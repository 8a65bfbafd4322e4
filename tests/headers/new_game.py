#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/new-game in a copy of the tree: the game builds and keeps the house's rules, explains its own rules, plays, and
passes every test except those that need its signature and its lesson.  Invalid and existing names are refused.

    new_game.py ROOT [quick]      quick: all parts of the program, the page too, and every test of that ring, instead of the core, the commands and
                                  the tests of the core that visit every game
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
LEFT_OUT = shutil.ignore_patterns("build*", "node_modules", "pictures", "__pycache__", ".*")
QUICK = sys.argv[2:] == ["quick"]
VISITORS = ["contract-matador", "contract-signatures", "bots belief_past"]
MORE = ["unit explain", "unit pack", "unit words", "languages", "tui start screen", "score rulings"]      # need every part


def run(tree, *command, status=0):
    done = subprocess.run(command, cwd=tree, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def copy_to(tree):
    shutil.copytree(root, tree, ignore=LEFT_OUT, dirs_exist_ok=True)


def check_names(tree):
    for name in ("", "x", "Big", "a-b", "../up", "block", "null", "seventeenletters1"):
        run(tree, "tools/new-game", name, status=1)


def check_tree(tree):
    for check in (["budgets.py"], ["arrows.py"], ["po.py", "check"], ["po.py", "english", "--check"]):
        run(tree, sys.executable, f"tools/{check[0]}", *check[1:])
    for written in ("src/rules/games/matador.c", "tests/contract/model_matador.c"):
        text = (tree / written).read_text()
        assert "null" not in text and "_matador" in text, text


def build(tree):
    run(tree, "meson", "setup", "build", f"-Doptimization={2 if QUICK else 0}", "-Ddebug=false", "-Dwerror=true",
        "-Dpdf=disabled", "-Dmpi=disabled", "-Dpython=disabled", *([] if QUICK else ["-Dweb=disabled", "-Dserver=disabled", "-Dterminal=disabled"]))
    run(tree, "ninja", "-C", "build", "boneyard")


def check_program(tree):
    said = run(tree, "build/boneyard", "rules", "matador")
    assert "Lay any tile from your hand" in said and "The first player with 100 points" in said, said
    assert "L-" not in said, said
    assert "matador" in run(tree, "build/boneyard", "games")
    said = run(tree, "build/boneyard", "arena", "--rules", "matador", "--deals", "4", "--bots", "expert,greedy")
    assert re.search(r"difference [+-]?0\.00 ", said), said         # the levels do not know its rules


def check_tests(tree):
    """Only the signature and the lesson are missing, as their tests report."""
    what = ["--suite", "quick"] if QUICK else VISITORS
    subprocess.run(["meson", "test", "-C", "build", "--timeout-multiplier", "4", *what], cwd=tree, stdout=subprocess.DEVNULL)
    log = (tree / "build/meson-logs/testlog.json").read_text().splitlines()
    ran = {one["name"].split(" / ")[-1]: one for one in map(json.loads, log)}
    failed = {name: one for name, one in ran.items() if one["result"] not in ("OK", "EXPECTEDFAIL", "SKIP")}
    assert set(VISITORS + (MORE if QUICK else [])) <= set(ran), sorted(ran)
    assert sorted(failed) == ["contract-signatures"] + ["lessons"] * QUICK, "\n".join(f"{name}: {one['stdout']} {one.get('stderr')}" for name, one in failed.items())
    assert not QUICK or failed["lessons"]["stdout"] == "matador has no lesson\n8 lessons, 1 wrong\n", failed["lessons"]["stdout"]
    said = failed["contract-signatures"]["stderr"]
    assert "matador:plain has none yet" in said and said.count("FAILED") == 1, said


with tempfile.TemporaryDirectory() as top:
    os.environ.update(CCACHE_BASEDIR=top, CCACHE_NOHASHDIR="1")     # ccache, if installed, recognises the copy
    copy = pathlib.Path(top) / "tree"
    copy.mkdir()
    copy_to(copy)
    check_names(copy)
    run(copy, "tools/new-game", "matador")
    run(copy, "tools/new-game", "matador", status=1)
    check_tree(copy)
    build(copy)
    check_program(copy)
    check_tests(copy)
