#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists the rules of docs/rules.md that no code or no test cites.

    tools/rules.py              prints the missing rules, one per line; exits with 1 if anything is
    tools/rules.py --all        a table: number, title, files of code, files of tests
    tools/rules.py --self-test  plants gaps in a small tree, and must find each

A file names a rule by its number (L-13, in a name also L_13), in a list (L-13/14, L-13/L-14) or in a range
(L-15 to L-17).
"""
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
LETTERS = "".join(sorted(set(re.findall(r"^- \*\*([A-Z])-\d\d ", (HERE / "docs/rules.md").read_text(), re.M))))
NAMED = re.compile(rf"(?<![A-Za-z0-9])([{LETTERS}])[-_](\d\d)(?!\d)"
                   rf"((?:(?:\s+to\s+|\s*/\s*)(?:[{LETTERS}][-_])?\d\d(?!\d))*)")
MORE = re.compile(rf"(to|/)\s*(?:([{LETTERS}])[-_])?(\d\d)")


def rules_in(text):
    """The rule numbers in a text."""
    found = set()
    text = re.sub(r"\n[ \t]*(?:\*|//|#)?[ \t]*", " ", text)        # a range may continue on the next line
    for letter, number, rest in NAMED.findall(text):
        last = (letter, int(number))
        found.add(last)
        for how, other, number in MORE.findall(rest):
            here = (other or last[0], int(number))
            if how == "to" and here[0] == last[0]:
                found |= {(here[0], n) for n in range(last[1], here[1] + 1)}
            found.add(here)
            last = here
    return {f"{letter}-{n:02}" for letter, n in found}


def titles(tree):
    """Maps rule numbers to titles, in the order of docs/rules.md: "- **C-01 Double-n sets.** A double-n set ..."."""
    return dict(re.findall(rf"^- \*\*([{LETTERS}]-\d\d) (.+?)\.\*\*", (tree / "docs/rules.md").read_text(), re.M))


def naming(tree, tops, kinds, without=()):
    """Maps rule numbers to the files under `tops` that cite them."""
    named = {}
    for top in tops:
        for path in sorted((tree / top).rglob("*")):
            name = path.relative_to(tree).as_posix()
            if path.suffix in kinds and path.is_file() and not name.startswith(without):
                for rule in rules_in(path.read_text(errors="replace")):
                    named.setdefault(rule, []).append(name)
    return named


def look(tree):
    known = titles(tree)
    code = naming(tree, ("include", "src"), (".c", ".h", ".def"))
    tests = naming(tree, ("tests",), (".c", ".h", ".py", ".txt"), ("tests/oracle/",))
    missing = [f"{rule}: no {what}" for rule in known for what, named in (("code", code), ("test", tests))
               if rule not in named]
    for named in (code, tests):
        missing += [f"{rule}: named in {named[rule][0]}, but not in docs/rules.md"
                    for rule in sorted(named) if rule not in known]
    return known, code, tests, missing


PLANTED = [     # the code, the test, the expected output
    ("/* L-01, C-01 */", "/* L-01 C-01 */", []),
    ("/* L-01 */", "/* L-01, C-01 */", ["C-01: no code"]),
    ("/* L-01, C-01 */", "/* L-01 */", ["C-01: no test"]),
    ("/* L-01 */", "/* C-01 */", ["L-01: no test", "C-01: no code"]),
    ("/* L-01, C-01, C-02 */", "/* L-01, C-01 */", ["C-02: named in src/a.c, but not in docs/rules.md"]),
    ("double_12, XL-01 C-011", "/* L-01 C-01 */", ["L-01: no code", "C-01: no code"]),
]
READ = {
    "L-15 to L-17": "L-15 L-16 L-17", "L-17/18": "L-17 L-18", "L-13/L-14": "L-13 L-14",
    "L-13/L-14/F-05/F-07": "F-05 F-07 L-13 L-14", "N-02 to\n * N-04": "N-02 N-03 N-04",
    "test_L_07_matches": "L-07", "C-02; T-17:": "C-02 T-17", "L-10 to 12": "L-10 L-11 L-12",
}


def self_test():
    wrong = [f"{text!r} was read as {sorted(rules_in(text))}" for text, want in READ.items()
             if sorted(rules_in(text)) != want.split()]
    for code, test, want in PLANTED:
        with tempfile.TemporaryDirectory() as top:
            tree = pathlib.Path(top)
            for name, text in (("docs/rules.md", "# Rules\n- **L-01 Lead.** See C-01.\n- **C-01 Tiles.**\n"), ("src/a.c", code),
                               ("tests/unit/a.c", test), ("tests/oracle/o.py", "L-01 C-01 T-01")):
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                (tree / name).write_text(text)
            got = look(tree)[3]
        if got != want:
            wrong.append(f"{code!r} with {test!r}: wanted {want}, got {got}")
    return wrong


def main():
    known, code, tests, missing = look(pathlib.Path(__file__).resolve().parent.parent)
    if sys.argv[1:] == ["--self-test"]:
        missing = self_test()
    elif sys.argv[1:] == ["--all"]:
        for rule, title in known.items():
            print(f"{rule}  {title:<56}  {' '.join(code.get(rule, ['-']))}  |  {' '.join(tests.get(rule, ['-']))}")
        return 1 if missing else 0
    elif sys.argv[1:]:
        sys.exit(__doc__)
    print("\n".join(missing), end="\n" if missing else "")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
