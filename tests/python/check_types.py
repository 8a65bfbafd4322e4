# SPDX-License-Identifier: MIT
"""The package and a program that uses it pass mypy --strict, and the stubs match the extension.

    check_types.py PROGRAM      with PYTHONPATH=BUILD/python
"""
import os
import pathlib
import subprocess
import sys
import tempfile

research = subprocess.run([pathlib.Path(__file__).parents[2] / "tools/research", "where"], text=True, capture_output=True)
python = research.stdout.strip() if research.returncode == 0 else sys.executable
# Debian's mypy is too old for gymnasium, and Debian has no pyspiel.
left_out = [] if research.returncode == 0 else ["--exclude", r"/(gymnasium|pettingzoo|openspiel)\.py$"]
package = pathlib.Path(os.environ["PYTHONPATH"]) / "boneyard"
with tempfile.TemporaryDirectory() as cache:
    env = {**os.environ, "MYPY_CACHE_DIR": cache, "MYPYPATH": os.environ["PYTHONPATH"]}
    for command in ([python, "-m", "mypy", "--strict", *left_out, str(package), sys.argv[1]],
                    [sys.executable, "-m", "mypy.stubtest", "boneyard._core"]):
        done = subprocess.run(command, env=env, text=True, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    wrong = pathlib.Path(cache) / "wrong.py"
    wrong.write_text("import boneyard\nboneyard.Match('block').view(0).hands\n")
    if subprocess.run([python, "-m", "mypy", "--strict", str(wrong)], env=env, stdout=subprocess.DEVNULL).returncode == 0:
        sys.exit("mypy lets a view show all hands")
