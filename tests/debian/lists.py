#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""debian/ agrees with the rest of the tree: its version with meson's, its symbols with the public headers.

    lists.py ROOT VERSION
    lists.py ROOT VERSION --self-test   a wrong version, a symbol too many and one too few must each be found
"""
import pathlib
import re
import sys

ROOT, VERSION = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(ROOT / "tools"))
import library      # noqa: E402

NODE = "BONEYARD_0"


def differences(version, changelog, symbols, names):
    newest = re.match(r"boneyard \(([^)-]*)-[^)]*\) ", changelog)
    found = [] if newest and newest[1] == version else [f"debian/changelog does not begin with version {version}"]
    listed = re.findall(rf"^ (\w+)@{NODE} \d+\.\d+\.\d+$", symbols, re.M)
    have = set(listed) - {NODE}
    found += [f"debian/libboneyard0.symbols lacks the line: {name}@{NODE} {version}" for name in sorted(set(names) - have)]
    found += [f"debian/libboneyard0.symbols has {name}, which no header declares" for name in sorted(have - set(names))]
    if len(listed) != len(symbols.splitlines()) - 1 or listed != sorted(set(listed)):
        found.append("debian/libboneyard0.symbols is not sorted, or has a line twice or one that is not understood")
    return found


def main():
    changelog, symbols = ((ROOT / "debian" / name).read_text() for name in ("changelog", "libboneyard0.symbols"))
    names = library.all_names()
    if sys.argv[3:] == ["--self-test"]:
        assert not differences(VERSION, changelog, symbols, names)
        assert len(differences("9.9.9", changelog, symbols, names)) == 1
        assert len(differences(VERSION, changelog, symbols, names[1:])) == 1
        assert len(differences(VERSION, changelog, symbols, [*names, "by_new"])) == 1
        assert differences(VERSION, changelog, symbols + symbols.splitlines(keepends=True)[-1], names)
        return 0
    found = differences(VERSION, changelog, symbols, names)
    print("\n".join(found))
    return 1 if found else 0


sys.exit(main())
