#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the core as two files, boneyard.h and boneyard.c, for programs that compile it themselves (docs/c.md).

    tools/amalgamation.py FOLDER VERSION SOURCES...

boneyard.h is every public header; boneyard.c is every source of the core with its headers, which compiles with
`cc -O2 -c boneyard.c`.  Each file ends with #undef of its macros.  A name that two sources keep to themselves gets the name of
its source as a suffix in the later one.
"""
import pathlib
import re
import sys

import library
from c_text import PARTS

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "include", ROOT / "src", ROOT / "src/rules"]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)".*\n', re.M)
TOKEN = re.compile(PARTS.pattern + r"|[A-Za-z_]\w*|->|[^\s\w]", re.S)
KEYWORDS = ("struct", "union", "enum", "const", "__attribute__")
LICENCE = "/* SPDX-License-Identifier: MIT */\n"
# Bots give the same bits everywhere: no fused multiply-add.
HEAD = """#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC optimize("fp-contract=off")
#endif
"""
# Only what boneyard.h and the system's headers declare is visible outside boneyard.c.
HIDE = """
#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif
"""


def find(name, near):
    return next(path for path in ((folder / name).resolve() for folder in (near, *FOLDERS)) if path.is_file())


def expand(path, seen):
    """The text of a file with its own includes in place; headers come once, lists (.def) each time."""
    def put(match):
        inner = find(match.group(1), path.parent)
        if inner in seen:
            return ""
        if inner.suffix == ".h":
            seen.add(inner)
        return expand(inner, seen)

    return INCLUDE.sub(put, path.read_text().removeprefix(LICENCE))


def tokens(text):
    """(token, start) of everything but comments, strings and space."""
    return [(m.group(), m.start()) for m in TOKEN.finditer(text) if not m.group().startswith(("/*", "//", '"', "'"))]


def own_macros(text):
    defined = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)
    return [name for name in dict.fromkeys(defined)
            if len(re.findall(rf"^[ \t]*#[ \t]*undef[ \t]+{name}\b", text, re.M)) < defined.count(name)]


def declared(text):
    """The names that a file declares for itself outside functions: static ones, tags, types and constants."""
    found = set()
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", "", text, flags=re.M)
    words = [token for token, _ in tokens(code)]
    depth, outside = 0, []                                 # the tokens of this declarator outside braces
    storage = []                                           # the first token of a declaration whose value is being read
    for i, word in enumerate(words):
        if depth == 0 and word in ("struct", "union", "enum") and words[i + 2:i + 3] == ["{"]:
            found.add(words[i + 1])
        if depth == 0 and word == "enum":
            found |= constants(words[i + 1:])
        depth -= word == "}"
        if depth == 0:
            if word in ";=" or (word == "}" and "(" in outside):
                if storage:
                    outside = storage + after_value(outside)
                found |= declarators(outside)
                storage = outside[:1] if word == "=" else []
                outside = []
            else:
                outside.append(word)
        depth += word == "{"
    return found


def constants(words):
    """The constants of an enumeration whose tag or brace comes first."""
    found = set()
    at = 0 if words[0] == "{" else 1
    if words[at] != "{":
        return found
    for before, word in zip(words[at:], words[at + 1:]):
        if word == "}":
            break
        if before in "{," and re.match(r"[A-Za-z_]", word):
            found.add(word)
    return found


def after_value(words):
    """The tokens after the first comma outside parentheses: the next declarator, or none."""
    depth = 0
    for i, word in enumerate(words):
        depth += (word in ("(", "[")) - (word in (")", "]"))
        if word == "," and depth == 0:
            return words[i + 1:]
    return []


def declarators(words):
    """The name that a static declaration or a typedef introduces."""
    if len(words) < 2 or words[0] not in ("static", "typedef"):
        return set()
    tag = words.index("{") - 1 if "{" in words and "(" not in words else -1      # a struct with its members
    flat = [word for i, word in enumerate(words) if re.match(r"[A-Za-z_]\w*$|[(\[]$", word) and i != tag]
    for name, after in zip(flat, flat[1:] + [""]):
        if after in ("(", "[", "") and re.match(r"[A-Za-z_]", name) and name not in KEYWORDS:
            return {name}
    return set()


def renamed(text, names, suffix):
    """The text with these names renamed, but not members of the same name."""
    found, out, at, bodies = tokens(text), [], 0, []
    for i, (token, start) in enumerate(found):
        before, after = found[i - 1][0] if i else "", found[i + 1][0] if i + 1 < len(found) else ""
        if token == "{":
            two = found[i - 2][0] if i > 1 else ""
            bodies.append(before in ("struct", "union") or two in ("struct", "union"))
        elif token == "}" and bodies:
            bodies.pop()
        elif token in names and before not in (".", "->"):
            if bodies and bodies[-1] and before not in ("struct", "union", "enum") and after in ";,[:)":
                continue
            out += [text[at:start], token, "_", suffix]
            at = start + len(token)
    return "".join(out) + text[at:]


def header(version):
    seen = set()
    parts = []
    for path in library.headers():
        if path.resolve() not in seen:
            seen.add(path.resolve())
            parts.append(expand(path, seen))
    return (LICENCE + f"/* boneyard.h: the public interface of Boneyard {version} as one file. */\n\n" + "".join(parts), seen)


def sources(paths, public):
    """The sources of the core, concatenated."""
    private = [path.resolve() for folder in {p.parent for p in paths} for path in folder.glob("*.h")]
    texts = [path.read_text() for path in {*public, *private}]
    taken = {name for text in texts for name in declared(text) | set(own_macros(text))}
    seen, parts = set(public), []
    for path in paths:
        own = path.read_text()
        text, names = expand(path, seen), declared(own) | set(own_macros(own))
        parts.append(f"\n/* ---- {path.relative_to(ROOT / 'src') if ROOT / 'src' in path.parents else path.name} ---- */\n"
                     + renamed(text, names & taken, re.sub(r"\W", "_", f"{path.parent.name}_{path.stem}"))
                     + "".join(f"#undef {name}\n" for name in own_macros(own)))
        taken |= names
    return "".join(parts)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    folder, version, paths = pathlib.Path(sys.argv[1]), sys.argv[2], [pathlib.Path(name).resolve() for name in sys.argv[3:]]
    text, public = header(version)
    folder.mkdir(exist_ok=True)
    (folder / "boneyard.h").write_text(text)
    code = sources(paths, public)
    system = "".join(f"#include <{name}>\n" for name in sorted(set(re.findall(r"^#include <(.+)>", code, re.M))))
    (folder / "boneyard.c").write_text(f'{LICENCE}/* boneyard.c: the core of Boneyard {version} as one file. */\n{HEAD}{system}'
                                       f'#include "boneyard.h"\n{HIDE}{code}')


if __name__ == "__main__":
    main()
