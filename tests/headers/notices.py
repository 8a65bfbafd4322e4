#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every library that is served or linked is named in web/public/notices.txt.

    notices.py ROOT | --self-test ROOT
"""
import json
import pathlib
import re
import sys

ONLY_HERE = {"threads", "cmocka", "m", "dl"}    # of the system, or of the tests


def missing(root, notices):
    meson = (root / "meson.build").read_text()
    names = set(re.findall(r"(?:dependency|find_library)\('([\w-]+)'", meson)) - ONLY_HERE
    names |= set(json.loads((root / "web/package.json").read_text())["dependencies"])
    return sorted(name for name in names if f"[{name}]" not in notices)


def main():
    root = pathlib.Path(sys.argv[-1])
    notices = (root / "web/public/notices.txt").read_text()
    if sys.argv[1] == "--self-test":
        return 0 if missing(root, notices.replace("[preact]", "").replace("[ev]", "")) == ["ev", "preact"] else 1
    for name in missing(root, notices):
        print(f"web/public/notices.txt does not name {name}")
    return 1 if missing(root, notices) else 0


if __name__ == "__main__":
    sys.exit(main())
