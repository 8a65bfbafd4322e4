#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the tables of docs/wire.md from messages.def, entries.def, refusals.def, phrases.def and po/en.po.

    tools/wire.py           writes them into docs/wire.md
    tools/wire.py --check   exits with 1 if docs/wire.md is not up to date
    tools/wire.py --self-test
"""
import pathlib
import re
import sys

import po

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIRE = ROOT / "src/wire"
DOC = ROOT / "docs/wire.md"
KINDS = {"TEXT": "text, {0} to {1} bytes", "NUMBER": "number, {0} to {1}", "BOOL": "true or false", "BYTES": "{0} bytes, base64url",
         "TEXTS": "up to {1} texts", "NUMBERS": "up to {1} numbers", "OBJECT": "object", "OBJECTS": "up to {1} objects"}


def calls(text):
    """Yields the name and arguments of every BY_...(...) in a .def; strings are joined and unquoted."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for found in re.finditer(r"(BY_\w+)\(((?:[^()\"]|\"(?:[^\"\\]|\\.)*\")*)\)", text):
        arguments = re.findall(r"((?:\"(?:[^\"\\]|\\.)*\"\s*)+|[^,\"\s]+)", found[2])
        yield found[1], ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', a)) if a.startswith('"') else a for a in arguments]


def cell(text):
    return text.replace("|", "\\|")


def fields(rows):
    lines = ["", "| field | | what |", "|---|---|---|"]
    for name, kind, low, high, must, words in rows:
        lines.append(f"| `{name}`{'' if must == '1' else ' (optional)'} | {KINDS[kind].format(low, high)} | {cell(words)} |")
    return lines if rows else []


def messages(text):
    found = []
    for name, a in calls(text):
        if name == "BY_FIELD":
            found[-1][2].append(a[1:])
        else:
            found.append((name, a, []))
    return found


def asks(found):
    lines = []
    for name, a, rows in found:
        if name == "BY_ASK":
            more = " The reply follows the commit." if a[2] == "1" else ""
            lines += [f"#### `{a[0]}` (costs {a[1]})", f"{a[3]}.{more}", *fields(rows), ""]
    return lines


def tells(found):
    lines = []
    for name, a, rows in found:
        if name == "BY_TELL":
            lines += [f"#### `{a[0]}`", f"{a[1]}.", *fields(rows), ""]
    return lines


def table(heads, rows):
    return ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *("| " + " | ".join(map(cell, r)) + " |" for r in rows), ""]


def parts(folder=WIRE):
    found = messages((folder / "messages.def").read_text())
    english = po.read_all()[0].said
    codes = [a[0].replace("_", "-") for _, a in calls((folder / "refusals.def").read_text())]
    return {
        "asks": asks(found), "tells": tells(found),
        "entries": table(["what", ""], [[f"`{a[0]}`", a[1]] for _, a in calls((folder / "entries.def").read_text())]),
        "refusals": table(["code", ""], [[f"`{code}`", english["refusal." + code]] for code in codes]),
        "phrases": table(["phrase", "", ""], [[f"`{a[0]}`", a[1], english["phrase." + a[0]]] for _, a in calls((folder / "phrases.def").read_text())]),
        "reports": table(["reason", ""], [[f"`{a[0]}`", english["report." + a[0]]] for _, a in calls((folder / "reports.def").read_text())]),
        "acts": table(["act", "", "the person reads"], [[f"`{a}`", english["act." + a], english["notice." + a]] for a in
                      (a[0].replace("_", "-") for _, a in calls((folder / "acts.def").read_text()))]),
        "reasons": table(["reason", ""], [[f"`{a[0]}`", english["reason." + a[0]]] for _, a in calls((folder / "reasons.def").read_text())]),
    }


def filled(doc, made):
    for name, lines in made.items():
        doc, n = re.subn(rf"(<!-- {name}: tools/wire.py -->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(lines) + "\n" + m[2], doc, flags=re.S)
        if n != 1:
            sys.exit(f"tools/wire.py: docs/wire.md has no place for {name}")
    return doc


def self_test():
    """Checks that a change in any list is noticed."""
    made, doc = parts(), DOC.read_text()
    for name in made:
        spoilt = dict(made, **{name: made[name][:-2] + ["| another |"]})
        if filled(doc, spoilt) == doc:
            sys.exit(f"tools/wire.py: a change of {name} is not noticed")
    text = (WIRE / "messages.def").read_text()
    if sum(len(rows) for _, _, rows in messages(text)) != text.count("\n  BY_FIELD(") or \
            len(messages(text)) != len(re.findall(r"^BY_(?:ASK|TELL)\(", text, re.M)):
        sys.exit("tools/wire.py: not all of messages.def is read")


def main():
    doc = DOC.read_text()
    new = filled(doc, parts())
    if "--self-test" in sys.argv:
        self_test()
    if "--check" in sys.argv or "--self-test" in sys.argv:
        if doc != new:
            sys.exit("docs/wire.md is not what the lists say: run tools/wire.py")
    else:
        DOC.write_text(new)


if __name__ == "__main__":
    main()
