#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the tree against docs/arrows.txt.  Prints file:line and the reason for every forbidden include, every
forbidden name in a blind file, every comparison of a family, every struct tag or public function defined twice, and
every header that declares a function defined in another file.  Exits with 1 if it prints anything.

    tools/arrows.py [TREE]      checks a tree (default: this one)
    tools/arrows.py --homes     counts the functions that no header's own .c defines, by folder
    tools/arrows.py --self-test plants every kind of fault in a small tree, and must find each
"""
import collections
import fnmatch
import pathlib
import re
import sys
import tempfile

from c_text import blank

LEVELS = {"core": 0, "hosted": 1, "program": 2}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.M)
TAG = re.compile(r"\b(?:struct|union|enum)\s+(\w+)\s*\{")
# The start of a line that begins a non-static function, up to its parameters.
FUNCTION = re.compile(r"^(?!static\b|typedef\b|extern\b|return\b|else\b)[A-Za-z_][\w \t*]*?[ \t*](\w+)\(([^;{}]*?)\)"
                      r"(?:\s*__attribute__\(\(.*?\)\))?\s*([;{])", re.M | re.S)


FAMILY = re.compile(r"^BY_FAMILY\((\w+), (\w+)\)", re.M)
COMPARED = re.compile(r"\bfamily\s*[!=]==?\s*(?![^;{}?]*\bfamily\b)"
                      r"|\bswitch\s*\([^)]*\bfamily\)|[!=]=\s*&by_family_\w+")
SKIPPED = {"tests", "node_modules", "generated"}  # tests may compare


class Arrows:
    """The parsed docs/arrows.txt."""

    def __init__(self, path):
        self.level, self.allowed, self.owner, self.library, self.blind = {}, {}, {}, {}, {}
        self.facts = {}
        self.homes, self.twins, self.shared = {}, [], []
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
        elif word == "facts" and names and values:
            self.facts.update((name, values) for name in names)
        elif word == "blind" and names and values:
            self.blind.update((name, values) for name in names)
        elif word == "home" and len(names) == 1 and values:
            self.homes[names[0]] = values
        elif word == "twins" and len(names) > 1 and not values:
            self.twins.append(set(names))
        elif word == "shared" and names and not values:
            self.shared += names
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
        if path.as_posix() in self.arrows.shared:
            return None
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

    def check_facts(self, file, families):
        """Comparisons of a family, and in C the names that could be compared."""
        text = blank((self.tree / file).read_text(errors="replace"), strings=False)
        patterns = [COMPARED, fr"(?:[!=]==?|\bcase)\s*(['\"])(?:{'|'.join(families.values())})\1"]
        if file.suffix in (".c", ".h") and file.parent.as_posix() != "src/rules/games":
            patterns.append(fr"\bBY_(?:{'|'.join(families)})\b")
        found = [(m.start(), m.group()) for pattern in patterns for m in re.finditer(pattern, text)]
        first = {text.count("\n", 0, at) + 1: what for at, what in sorted(found, reverse=True)}
        for line, what in sorted(first.items()):
            self.found.append(f"{file}:{line}: ask a fact or a member of the family instead of: {what}")

    def run_facts(self):
        families = dict(FAMILY.findall((self.tree / "include/boneyard/families.def").read_text()))
        for top, patterns in self.arrows.facts.items():
            for path in sorted((self.tree / top).rglob("*")):
                file = pathlib.PurePath(path.relative_to(self.tree))
                if any(fnmatch.fnmatch(path.name, p) for p in patterns) and not SKIPPED & set(file.parts):
                    self.check_facts(file, families)

    def sources(self):
        """Maps every C file of src and include to its text, with comments and strings blanked."""
        for top in ("include", "src"):
            for path in sorted((self.tree / top).rglob("*.[ch]")):
                yield path.relative_to(self.tree), blank(path.read_text(errors="replace"))

    def check_names(self):
        """A tag of a header, or one that begins with by_, is defined once; so is a function that is not static.  Tags
        of a .c are its own, like its static functions."""
        tags, functions = collections.defaultdict(list), collections.defaultdict(list)
        self.declared = {}
        for file, text in self.sources():
            for match in TAG.finditer(text):
                tags[match.group(1)].append((file, text.count("\n", 0, match.start()) + 1))
            for match in FUNCTION.finditer(text):
                name, at = match.group(1), text.count("\n", 0, match.start(1)) + 1
                if name == "main" or name.isupper():
                    continue
                if match.group(3) == "{":
                    functions[name].append((file, at))
                elif file.suffix == ".h":
                    self.declared.setdefault(name, (file, at))
        for name, places in tags.items():
            if len(places) > 1 and (name.startswith("by_") or any(file.suffix == ".h" for file, _ in places)):
                self.twice(f"the tag {name}", places)
        for name, places in functions.items():
            files = {file.as_posix() for file, _ in places}
            if len(places) > 1 and not any(files <= twins for twins in self.arrows.twins):
                self.twice(name, places)
        self.defined = {name: places[0][0] for name, places in functions.items()}

    def twice(self, what, places):
        first = f"{places[0][0]}:{places[0][1]}"
        self.found += [f"{file}:{at}: {what} is defined at {first} already" for file, at in places[1:]]

    def strangers(self):
        """Functions declared in a header but defined in another header's .c."""
        for name, (header, at) in sorted(self.declared.items()):
            home = self.arrows.homes.get(header.as_posix(), [f"{header.with_suffix('')}.c", f"{header.with_suffix('')}_*.c"])
            if name in self.defined and not any(fnmatch.fnmatch(self.defined[name].as_posix(), file) for file in home):
                yield name, header, at, self.defined[name]

    def check_homes(self):
        for name, header, at, file in self.strangers():
            if header.parts[0] == "src":
                self.found.append(f"{header}:{at}: {name} is defined in {file}")
        for header, files in self.arrows.homes.items():
            for file in [header] + files:
                if not (self.tree / file).is_file():
                    self.found.append(f"docs/arrows.txt: {file} has a home line, and is not there")

    def count_homes(self):
        """For each folder: functions in headers, those defined elsewhere, headers with one."""
        counts = collections.defaultdict(lambda: [0, 0, set()])
        for header, _ in self.declared.values():
            counts["/".join(header.parts[:2])][0] += 1
        for _, header, _, _ in self.strangers():
            counts["/".join(header.parts[:2])][1] += 1
            counts["/".join(header.parts[:2])][2].add(header)
        for folder, (n, foreign, headers) in sorted(counts.items()):
            print(f"{folder:20} {n:5} declared {foreign:5} elsewhere, in {len(headers)} headers")

    def run(self):
        self.run_facts()
        self.check_names()
        self.check_homes()
        for file in self.arrows.blind:
            if (self.tree / file).is_file():
                self.check_blind(pathlib.PurePath(file))
            else:
                self.found.append(f"docs/arrows.txt: {file} is blind, and is not there")
        for header, files in self.arrows.library.items():
            for file in files:
                if not (self.tree / file).is_file():
                    self.found.append(f"docs/arrows.txt: {file} may include <{header}>, and is not there")
        for top in ("include", "src", "examples"):
            for path in sorted((self.tree / top).rglob("*")):
                if path.suffix in (".c", ".h") and path.relative_to(self.tree).as_posix() not in self.arrows.shared:
                    self.check_file(pathlib.PurePath(path.relative_to(self.tree)))
        return self.found


# Planted faults: file, line to add, part of the reason.  None: the line must be accepted.
PLANTED = [
    ("src/rules/tile.c", '#include "boneyard/table.h"', "rules must not include table"),
    ("src/rules/tile.c", "#include <stdio.h>", "not for the core"),
    ("src/rules/games/line.c", '#include "wire/json.h"', "rules must not include wire"),
    ("src/table/table.c", '#include "boneyard/bot.h"', "table must not include bots"),
    ("src/table/table.c", '#include "author.h"', "private to src/rules"),
    ("src/bots/random.c", '#include "../rules/author.h"', "private to src/rules"),
    ("src/layout/line.c", '#include "boneyard/table.h"', "layout must not include table"),
    ("include/boneyard/tile.h", "#include <stdlib.h>", "not for the core"),
    ("include/boneyard/tile.h", '#include "boneyard/table.h"', "rules must not include table"),
    ("include/boneyard/error.h", '#include "boneyard/tile.h"', "a header for all"),
    ("include/boneyard/new.h", "", "not in docs/arrows.txt"),
    ("src/store/journal.c", '#include "boneyard/rules.h"', "store must not include rules"),
    ("src/wire/events.c", "#include <jansson.h>", "belongs to src/wire/json.c"),
    ("src/wire/events.c", '#include "engine/engine.h"', "wire must not include engine"),
    ("src/engine/engine.c", "#include <sqlite3.h>", "belongs to src/store/sqlite/db.c"),
    ("src/engine/engine.c", '#include "tui/screen.h"', "engine must not include tui"),
    ("src/tui/table.c", "#include <ncurses.h>", "belongs to src/tui/screen.c"),
    ("src/engine/engine.c", "#  include   <gtk/gtk.h>", "not in docs/arrows.txt"),
    ("src/engine/engine.c", '#include "nowhere.h"', "nowhere in the tree"),
    ("src/attic/old.c", "", "not in docs/arrows.txt"),
    ("examples/tiny.c", '#include "wire/json.h"', "only public headers"),
    ("src/room/tell.c", "static struct by_table *m;", "tell.c must not know by_table"),
    ("src/room/tell.c", "int f(const struct by_state *s) { return s->lead; }", "tell.c must not know by_state"),
    ("src/room/tell.c", "void f(void) { by_table_view(0, 0, 0); }", "tell.c must not know by_table_view"),
    ("src/room/tell.c", '#include "inside.h"', "tell.c must not know by_table"),
    ("src/room/tell.c", "#include <boneyard/table.h>", "tell.c must not know boneyard/table.h"),
    ("src/room/told.h", "struct told { struct by_state *s; };", "tell.c must not know by_state"),
    ("src/wire/views.c", "#include \"boneyard/table.h\"", "views.c must not know boneyard/table.h"),
    ("src/engine/engine.c", "struct by_room { int a; };", "the tag by_room is defined at src/engine/engine.c:2"),
    ("src/engine/engine.c", "enum seat_kind { A };", "inside.h:3: the tag seat_kind is defined at src/engine"),
    ("src/engine/engine.c", "int by_talk(void)\n{\n    return 1;\n}", "talk.c:1: by_talk is defined at src/engine/engine.c:2"),
    ("src/engine/engine.c", "struct by_room *by_talk(int a,\n    int b)\n{", "by_talk is defined at src/engine/engine.c:2"),
    ("src/room/told.h", "void by_talk(int a);", "by_talk is defined in src/room/talk.c"),
    ("docs/arrows.txt", "home src/room/gone.h: src/room/talk.c", "gone.h has a home line, and is not there"),
    ("docs/arrows.txt", "blind src/room/gone.c: by_state", "gone.c is blind, and is not there"),
    ("src/tui/table.c", "bool f(struct by_view *v) { return v->family == BY_LINE; }", "table.c:2: ask a fact"),
    ("src/tui/table.c", "bool f(int family) { return family != 3; }", "ask a fact"),
    ("src/tui/table.c", "int f(struct by_view *v) { switch (v->family) { default: return 0; } }", "ask a fact"),
    ("src/tui/table.c", "const int sizes[] = { [BY_CASTLE] = 1 };", "ask a fact"),
    ("src/tui/table.c", 'bool f(const struct by_family *f) { return f == &by_family_line; }', "ask a fact"),
    ("src/tui/table.c", '/* family == BY_LINE */\nbool f(int family) { return by_families[family]->low_wins; }', None),
    ("src/rules/games/line.c", "bool f(int family) { return family == BY_TRAINS; }", "ask a fact"),
    ("src/rules/games/line.c", "int family = BY_TRAINS;", None),
    ("include/boneyard/tile.h", "#define LINE(family) ((family) == BY_LINE)", "ask a fact"),
    ("web/table.ts", "const row = view.family === 'castle';", "ask a fact"),
    ("web/table.tsx", "switch (key) { case 'line': return 1; }", "ask a fact"),
    ("web/table.ts", "const other = before.family !== after.family;", None),
    ("web/tests/table.test.ts", "if (view.family === 'castle') {}", None),
    ("docs/arrows.txt", "library mongo.h: src/store/mongo.c", "mongo.c may include <mongo.h>, and is not there"),
    ("docs/arrows.txt", "core talk: wire\nhosted wire: rules", "must not point down"),
    ("docs/arrows.txt", "hosted a: b\nhosted b: a", "comes back to itself"),
    ("docs/arrows.txt", "sideways rules table", "not understood"),
    ("src/wire/json.c", "#include <jansson.h>", None),
    ("src/engine/engine.c", "static int by_talk(void)\n{\n    return 1;\n}", None),
    ("src/engine/engine.c", "struct own { int a; };\nstruct by_room *room;", None),
    ("src/engine/engine.c", "void by_talk(void);", None),
    ("src/table/table.c", '#include "boneyard/rules.h"\n#include <string.h>', None),
    ("src/table/table.c", '/* #include <stdio.h> */', None),
    ("src/rules/games/line.c", '#include "author.h"', None),
    ("src/room/tell.c", '/* by_table */ #include "told.h"\nint by_view_of;', None),
    ("src/room/round.c", '#include "inside.h"', None),
    ("src/store/journal.c", '#include "planted.h"', None),
    ("src/main.c", '#include "engine/engine.h"\n#include <sys/stat.h>', None),
    ("examples/tiny.c", '#include <boneyard/bot.h>\n#include <stdio.h>', None),
]


# The small tree.
SMALL = {
    "docs/arrows.txt": "",
    "include/boneyard/families.def": "BY_FAMILY(LINE, line)\nBY_FAMILY(TRAINS, trains)\nBY_FAMILY(CASTLE, castle)\n",
    "src/rules/author.h": "", "src/wire/json.h": "", "src/engine/engine.h": "",
    "src/planted.h": "",
    "src/tui/screen.h": "",
    "src/room/inside.h": '#include "boneyard/table.h"\nstruct by_room { struct by_table game; };\nenum seat_kind { OPEN };\n',
    "src/room/told.h": '#include "boneyard/view.h"\n', "src/room/tell.c": '#include "told.h"\n',
    "src/room/talk.c": "int by_talk(void)\n{\n    return 0;\n}\n",
}


def named_files(arrows_text):
    """The files that docs/arrows.txt names and that must exist."""
    names = re.findall(r"^blind (\S+):", arrows_text, re.M)
    names += " ".join(re.findall(r"^library [^:]*:(.*)", arrows_text, re.M)).split()
    for line in re.findall(r"^home (.*)", arrows_text, re.M):
        names += line.replace(":", "").split()
    return names


def self_test(arrows_text):
    missed = []
    arrows_text += "\nfacts web: *.ts *.tsx\n"
    for file, line, reason in PLANTED:
        with tempfile.TemporaryDirectory() as top:
            tree = pathlib.Path(top)
            for name in sorted(set(SMALL) | set(named_files(arrows_text)) | {file}):
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
    if sys.argv[1:] == ["--homes"]:
        checker = Checker(here)
        checker.check_names()
        checker.count_homes()
        return 0
    if sys.argv[1:] == ["--self-test"]:
        found = self_test((here / "docs/arrows.txt").read_text())
    else:
        found = Checker(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here).run()
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
