# SPDX-License-Identifier: MIT
"""Runs the Python examples of a page in one namespace, and compares their output with the block that follows.

    tour.py PAGE [KIND...]      blocks marked "python KIND" run only if asked for
"""
import contextlib
import io
import pathlib
import re
import sys

BLOCK = re.compile(r"^```python ?(\w*)\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.M | re.S)


def main(path, *kinds):
    page, names, ran = pathlib.Path(path).read_text(), {}, 0
    for block in BLOCK.finditer(page):
        kind, code, wanted = block.groups()
        if kind and kind not in kinds:
            continue
        line, said = page.count("\n", 0, block.start(2)), io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile("\n" * line + code, path, "exec"), names)
        if wanted is not None and said.getvalue() != wanted:
            sys.exit(f"{path}:{line}: the example prints\n{said.getvalue()}instead of\n{wanted}")
        ran += 1
    if ran == 0:
        sys.exit(f"{path}: no example was run")
    print(f"{ran} examples")


if __name__ == "__main__":
    main(*sys.argv[1:])
