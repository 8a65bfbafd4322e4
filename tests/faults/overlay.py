#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants the leaks of tests/faults/*.overlay into copies of the sources, which the tests build.

    overlay.py apply OVERLAY OUTPUT...   writes the planted copies of all files that the overlay names, one for each
                                         OUTPUT (src/room/hear.c goes to room_hear.c)
    overlay.py edit OVERLAY FOLDER       writes them to FOLDER, to be changed by hand
    overlay.py take OVERLAY FOLDER       rewrites the overlay: what FOLDER has that the sources do not
    overlay.py --self-test               overlays that do not fit: each must be refused

An overlay is a list of blocks: `@ FILE`, then lines that begin with `-` or a blank (they have to be in the file, one
after the other, in exactly one place) and with `+` (they come in).  Where the lines are not found, the build fails: take
the overlay anew with `edit`, a change by hand, and `take`.  In a planted copy the macro BY_LEAK is true for the leak that is
open.
"""
import difflib
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEAD = "extern int by_planted;\n#define BY_LEAK(n) (by_planted == (n))\n"


class Misfit(Exception):
    pass


def read(overlay):
    """[(file, lines with their signs)]"""
    blocks = []
    for number, line in enumerate(overlay.read_text().splitlines(), 1):
        if line.startswith("@ "):
            blocks.append((line[2:], []))
        elif line[:1] in ("-", "+", " ") and blocks:
            blocks[-1][1].append(line)
        elif line and not line.startswith("#"):
            raise Misfit(f"{overlay.name}:{number}: not understood: {line}")
    return blocks


def find(lines, wanted, what):
    at = [i for i in range(len(lines) - len(wanted) + 1) if lines[i:i + len(wanted)] == wanted]
    if len(at) != 1 or not wanted:
        raise Misfit(f"{what}: these lines are there {len(at)} times, not once:\n" + "\n".join(wanted))
    return at[0]


def planted(root, overlay):
    """{file: its text with the leaks}"""
    texts = {}
    for file, block in read(overlay):
        if not (root / file).is_file():
            raise Misfit(f"{overlay.name}: {file} is not there")
        lines = texts.setdefault(file, (root / file).read_text().splitlines())
        old = [line[1:] for line in block if line[0] in "- "]
        at = find(lines, old, f"{overlay.name}: {file}")
        lines[at:at + len(old)] = [line[1:] for line in block if line[0] in "+ "]
    return {file: "\n".join(lines) + "\n" for file, lines in texts.items()}


def flat(file):
    return "_".join(pathlib.PurePath(file).parts[1:])


def copied(root, file, text):
    """The text for a copy built elsewhere: headers next to the file get their folder's name."""
    folder = (root / file).parent

    def include(match):
        beside = folder / match.group(1)
        return f'#include "{beside.relative_to(root / "src").as_posix()}"' if beside.is_file() else match.group()

    return HEAD + f'#line 1 "{file}"\n' + re.sub(r'^#include "([^"/]+)"', include, text, flags=re.M)


def apply(overlay, outputs):
    texts = planted(ROOT, overlay)
    if {flat(file) for file in texts} != {output.name for output in outputs}:
        raise Misfit(f"{overlay.name} is for {' '.join(sorted(map(flat, texts)))}: name the same in meson.build")
    for output in outputs:
        output.write_text(next(copied(ROOT, f, t) for f, t in texts.items() if flat(f) == output.name))


def blocks_of(file, old, new):
    """The changes from `old` to `new`, with enough context lines to make each place unique."""
    for _, a, b, c, d in (op for op in difflib.SequenceMatcher(None, old, new, False).get_opcodes() if op[0] != "equal"):
        before = after = 0
        while True:
            wanted = old[a - before:b + after]
            if wanted and sum(old[i:i + len(wanted)] == wanted for i in range(len(old))) == 1:
                break
            if before <= after and a - before > 0:
                before += 1
            else:
                after += 1
        yield (f"@ {file}", *(" " + line for line in old[a - before:a]), *("-" + line for line in old[a:b]),
               *("+" + line for line in new[c:d]), *(" " + line for line in old[b:b + after]))


def take(root, overlay, folder):
    lines = [line for line in overlay.read_text().splitlines() if line.startswith("#")] if overlay.exists() else []
    for path in sorted(folder.rglob("*.c")):
        file = path.relative_to(folder).as_posix()
        for block in blocks_of(file, (root / file).read_text().splitlines(), path.read_text().splitlines()):
            lines += ["", *block]
    overlay.write_text("\n".join(lines) + "\n")


def edit(overlay, folder):
    for file, text in planted(ROOT, overlay).items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)


def refused(root, overlay, text):
    overlay.write_text(text)
    try:
        planted(root, overlay)
    except Misfit:
        return True
    return False


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as top:
        root, overlay = pathlib.Path(top), pathlib.Path(top) / "a.overlay"
        (root / "src/a").mkdir(parents=True)
        (root / "src/a/b.c").write_text("int a;\nint b;\nint a;\nint c;\n")
        wrong += [text for text in ("@ src/a/b.c\n-int d;\n+x\n", "@ src/a/b.c\n-int a;\n+x\n", "@ src/a/b.c\n+x\n",
                                    "@ src/a/c.c\n-int a;\n", "-int b;\n", "@ src/a/b.c\nint b;\n")
                  if not refused(root, overlay, text)]
        overlay.unlink()
        (root / "edited/src/a").mkdir(parents=True)
        (root / "edited/src/a/b.c").write_text("int b;\nint a;\nint x;\nint c;\nint y;\n")
        take(root, overlay, root / "edited")
        if planted(root, overlay) != {"src/a/b.c": "int b;\nint a;\nint x;\nint c;\nint y;\n"}:
            wrong.append(overlay.read_text())
    print("\n".join(f"not as it should be: {text!r}" for text in wrong) or "ok")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    word, overlay, *rest = sys.argv[1:]
    paths = [pathlib.Path(path) for path in rest]
    try:
        if word == "apply":
            apply(pathlib.Path(overlay), paths)
        elif word == "edit":
            edit(pathlib.Path(overlay), paths[0])
        else:
            take(ROOT, pathlib.Path(overlay), paths[0])
    except Misfit as misfit:
        print(misfit, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
