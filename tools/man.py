#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the manual page from docs/boneyard.6.in and the --help output of the commands.

    tools/man.py PROGRAM INPUT OUTPUT
"""
import pathlib
import re
import subprocess
import sys

program, template, output = sys.argv[1:]


def ask(*words):
    return subprocess.run([program, *words, "--language", "en"], check=True, capture_output=True, text=True).stdout


def plain(text):
    """Escapes text for troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def section(command):
    """One command: its usage for the synopsis, and its description with a list of options."""
    said, _, options = ask(command, "--help").partition("\noptions:\n")
    usage, _, said = said.partition("\n")
    said, *last = re.split(r"^(?=  --help )", said, maxsplit=1, flags=re.M)
    lines = [f".Ss boneyard {command}", ".Bd -literal", plain(said.strip()), ".Ed", ".Bl -tag -width Ds"]
    for flag, words in re.findall(r"^  (--\S+(?: \S+(?: = \S+)?)?) +(.*)$", options + "".join(last), re.M):
        lines += [f".It {plain(flag)}", plain(words)]
    return plain(usage.removeprefix("usage: boneyard ")), [*lines, ".El"]


commands = [section(name) for name in re.findall(r"^  (\w+)  ", ask("--help"), re.M)]
synopsis = [line for usage, _ in commands for line in (".Nm", usage)]
page = pathlib.Path(template).read_text(encoding="utf-8")
page = page.replace("@synopsis@", "\n".join(synopsis)).replace("@commands@", "\n".join(line for _, lines in commands for line in lines))
pathlib.Path(output).write_text(page, encoding="utf-8")
