#!/usr/bin/env python3
"""Holds the tree to docs/arrows.txt: prints file:line and the reason for every include that is not allowed, and for
every name in a blind file that it must not know; ends with 1 if there is one.

    tools/arrows.py [TREE]      looks at a tree (this one if none is named)
    tools/arrows.py --self-test plants every kind of wrong include in a small tree: each must be found
"""
import fnmatch
import pathlib
import re
import sys
import tempfile

from c_text import blank

LEVELS = {"core": 0, "hosted": 1, "program": 2}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.M)


class Arrows:
    """docs/arrows.txt, read."""

    def __init__(self, path):
        self.level, self.allowed, self.owner, self.library, self.blind = {}, {}, {}, {}, {}
        self.system = {"freestanding": [], "system": []}
        self.wrong = []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            line = line.split("#")[0].strip()
            if line and not self.statement(*line.split(None, 1)):
                self.wrong.append(f"docs/arrows.txt:{number}: not understood: {line}")
        for folder, others in self.allowed.items():
            for other in others:
                if other not in self.level:
                    self.wrong.append(f"docs/arrows.txt: {folder} names {other}, which is no folder here")
                elif self.level[other] > self.level[folder]:
                    self.wrong.append(f"docs/arrows.txt: {folder} must not point down to {other}")
        for folder in self.allowed:
            if folder in self.reach(folder):
                self.wrong.append(f"docs/arrows.txt: {folder} comes back to itself")

    def statement(self, word, rest=""):
        names, _, values = rest.partition(":")
        names, values = names.split(), values.split()
        if word in LEVELS and len(names) == 1:
            self.level[names[0]] = LEVELS[word]
            self.allowed[names[0]] = values
        elif word == "public" and len(names) == 1 and len(values) == 1:
            self.owner[names[0]] = values[0]
        elif word in self.system and names and not values:
            self.system[word] += names
        elif word == "library" and names and values:
            for name in names:
                self.library[name] = values
        elif word == "blind" and names and values:
            self.blind.update((name, values) for name in names)
        else:
            return False
        return True

    def reach(self, folder):
        seen, todo = set(), list(self.allowed[folder])
        while todo:
            other = todo.pop()
            if other not in seen:
                seen.add(other)
                todo += self.allowed.get(other, [])
        return seen

    def library_files(self, header):
        for pattern, files in self.library.items():
            if fnmatch.fnmatch(header, pattern):
                return files
        return None


class Checker:
    def __init__(self, tree):
        self.tree = tree
        self.arrows = Arrows(tree / "docs/arrows.txt")
        self.found = list(self.arrows.wrong)

    def folder_of(self, file):
        parts = file.parts
        if parts[0] == "examples":
            return "examples"
        if parts[0] == "include":
            return self.arrows.owner.get(file.name) if len(parts) == 3 else None
        return "main" if file == pathlib.PurePath("src/main.c") else parts[1] if len(parts) > 2 else None

    def check_system(self, file, core, header):
        files = self.arrows.library_files(header)
        if files is not None:
            return None if file.as_posix() in files else f"<{header}> belongs to {' and '.join(files)} alone"
        listed = self.arrows.system["freestanding" if core else "system"]
        if any(fnmatch.fnmatch(header, pattern) for pattern in listed):
            return None
        return f"<{header}> is not for the core" if core else f"<{header}> is not in docs/arrows.txt"

    def check_public(self, folder, header):
        owner = self.arrows.owner.get(header)
        if header.endswith(".def") or owner == "all":
            return None
        if owner is None:
            return f"boneyard/{header} has no owner in docs/arrows.txt"
        if folder in ("all", "examples", owner) or owner in self.arrows.allowed.get(folder, []):
            return None if folder != "all" else f"a header for all must not include boneyard/{header}"
        return f"{folder} must not include {owner} (boneyard/{header})"

    def check_private(self, file, folder, header):
        for base in (file.parent, pathlib.PurePath("src"), pathlib.PurePath("src/rules")):
            path = pathlib.PurePath(re.sub(r"[^/]+/\.\./", "", (base / header).as_posix()))
            if (self.tree / path).is_file():
                break
        else:
            return f"\"{header}\" is nowhere in the tree"
        other = self.folder_of(path) if path.parts[0] == "src" else None
        if other == folder and folder != "examples":
            return None
        if file.parts[0] == "include" or folder == "examples":
            return f"only public headers here, not \"{header}\""
        if other not in self.arrows.allowed.get(folder, []):
            return f"{folder} must not include {other} (\"{header}\")"
        if self.arrows.level[other] == 0:
            return f"\"{header}\" is private to src/{other}: use include/boneyard"
        return None

    def check_file(self, file):
        folder = self.folder_of(file)
        if folder is None or (folder not in self.arrows.level and folder not in ("all", "examples")):
            self.found.append(f"{file}:1: its folder or header is not in docs/arrows.txt")
            return
        core = file.parts[0] == "include" or self.arrows.level.get(folder) == 0
        text = blank((self.tree / file).read_text(errors="replace"), strings=False)
        for match in INCLUDE.finditer(text):
            header = match.group(1) or match.group(2)
            if header.startswith("boneyard/"):
                reason = self.check_public(folder, header.removeprefix("boneyard/"))
            elif match.group(2):
                reason = self.check_system(file, core, header)
            else:
                reason = self.check_private(file, folder, header)
            if reason:
                line = text.count("\n", 0, match.start(1) if match.group(1) else match.start(2)) + 1
                self.found.append(f"{file}:{line}: {reason}")

    def check_blind(self, file, said_in=None, seen=()):
        """Names and headers that a blind file must not have, in itself and in the headers of its folder."""
        patterns = self.arrows.blind[str(said_in or file)]
        text = blank((self.tree / file).read_text(errors="replace"), strings=False)
        names = [(m.start(), m.group()) for m in re.finditer(r"\b[A-Za-z_]\w*", text)]
        names += [(m.start(), m.group(1) or m.group(2)) for m in INCLUDE.finditer(text)]
        for at, name in sorted(names):
            if any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
                line = text.count("\n", 0, at) + 1
                self.found.append(f"{file}:{line}: {said_in or file} must not know {name}")
        for match in INCLUDE.finditer(text):
            header = file.parent / (match.group(1) or match.group(2))
            if header not in seen and (self.tree / header).is_file():
                seen += (header,)
                self.check_blind(header, said_in or file, seen)

    def run(self):
        for file in self.arrows.blind:
            if (self.tree / file).is_file():
                self.check_blind(pathlib.PurePath(file))
            else:
                self.found.append(f"docs/arrows.txt: {file} is blind, and is not there")
        for top in ("include", "src", "examples"):
            for path in sorted((self.tree / top).rglob("*")):
                if path.suffix in (".c", ".h"):
                    self.check_file(pathlib.PurePath(path.relative_to(self.tree)))
        return self.found


# Planted: file, line to add, a part of the reason.  None as the reason: this has to be accepted.
PLANTED = [
    ("src/rules/tile.c", '#include "boneyard/match.h"', "rules must not include match"),
    ("src/rules/tile.c", "#include <stdio.h>", "not for the core"),
    ("src/rules/games/line.c", '#include "wire/json.h"', "rules must not include wire"),
    ("src/match/match.c", '#include "boneyard/bot.h"', "match must not include bots"),
    ("src/match/match.c", '#include "author.h"', "private to src/rules"),
    ("src/bots/random.c", '#include "../rules/author.h"', "private to src/rules"),
    ("src/layout/line.c", '#include "boneyard/match.h"', "layout must not include match"),
    ("include/boneyard/tile.h", "#include <stdlib.h>", "not for the core"),
    ("include/boneyard/tile.h", '#include "boneyard/match.h"', "rules must not include match"),
    ("include/boneyard/error.h", '#include "boneyard/tile.h"', "a header for all"),
    ("include/boneyard/new.h", "", "not in docs/arrows.txt"),
    ("src/store/journal.c", '#include "boneyard/rules.h"', "store must not include rules"),
    ("src/wire/events.c", "#include <jansson.h>", "belongs to src/wire/json.c"),
    ("src/wire/events.c", '#include "engine/engine.h"', "wire must not include engine"),
    ("src/engine/engine.c", "#include <sqlite3.h>", "belongs to src/store/sqlite.c"),
    ("src/engine/engine.c", '#include "tui/screen.h"', "engine must not include tui"),
    ("src/tui/table.c", "#include <ncurses.h>", "belongs to src/tui/screen.c"),
    ("src/engine/engine.c", "#  include   <gtk/gtk.h>", "not in docs/arrows.txt"),
    ("src/engine/engine.c", '#include "nowhere.h"', "nowhere in the tree"),
    ("src/attic/old.c", "", "not in docs/arrows.txt"),
    ("examples/tiny.c", '#include "wire/json.h"', "only public headers"),
    ("src/room/tell.c", "static struct by_match *m;", "tell.c must not know by_match"),
    ("src/room/tell.c", "int f(const struct by_state *s) { return s->lead; }", "tell.c must not know by_state"),
    ("src/room/tell.c", "void f(void) { by_match_view(0, 0, 0); }", "tell.c must not know by_match_view"),
    ("src/room/tell.c", '#include "inside.h"', "tell.c must not know by_match"),
    ("src/room/tell.c", "#include <boneyard/match.h>", "tell.c must not know boneyard/match.h"),
    ("src/room/told.h", "struct told { struct by_state *s; };", "tell.c must not know by_state"),
    ("src/wire/views.c", "#include \"boneyard/match.h\"", "views.c must not know boneyard/match.h"),
    ("docs/arrows.txt", "blind src/room/gone.c: by_state", "gone.c is blind, and is not there"),
    ("docs/arrows.txt", "core talk: wire\nhosted wire: rules", "must not point down"),
    ("docs/arrows.txt", "hosted a: b\nhosted b: a", "comes back to itself"),
    ("docs/arrows.txt", "sideways rules match", "not understood"),
    ("src/wire/json.c", "#include <jansson.h>", None),
    ("src/match/match.c", '#include "boneyard/rules.h"\n#include <string.h>', None),
    ("src/match/match.c", '/* #include <stdio.h> */', None),
    ("src/rules/games/line.c", '#include "author.h"', None),
    ("src/room/tell.c", '/* by_match */ #include "told.h"\nint by_view_of;', None),
    ("src/room/round.c", '#include "inside.h"', None),
    ("src/main.c", '#include "engine/engine.h"\n#include <sys/stat.h>', None),
    ("examples/tiny.c", '#include <boneyard/bot.h>\n#include <stdio.h>', None),
]


# The small tree.
SMALL = {
    "docs/arrows.txt": "", "src/rules/author.h": "", "src/wire/json.h": "", "src/engine/engine.h": "",
    "src/tui/screen.h": "", "src/room/inside.h": '#include "boneyard/match.h"\nstruct by_room { struct by_match game; };\n',
    "src/room/told.h": '#include "boneyard/view.h"\n', "src/room/tell.c": '#include "told.h"\n',
}


def blind_files(arrows_text):
    return re.findall(r"^blind (\S+):", arrows_text, re.M)


def self_test(arrows_text):
    missed = []
    for file, line, reason in PLANTED:
        with tempfile.TemporaryDirectory() as top:
            tree = pathlib.Path(top)
            for name in sorted(set(SMALL) | set(blind_files(arrows_text)) | {file}):
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                (tree / name).write_text(arrows_text if name == "docs/arrows.txt" else SMALL.get(name, ""))
            with (tree / file).open("a") as out:
                out.write("\n" + line + "\n")
            found = Checker(tree).run()
        if not (found == [] if reason is None else any(reason in f for f in found)):
            missed.append(f"planted in {file}: {line!r}: wanted {reason!r}, got {found}")
    return missed


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        found = self_test((here / "docs/arrows.txt").read_text())
    else:
        found = Checker(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here).run()
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
