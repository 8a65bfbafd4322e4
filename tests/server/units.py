#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the security rating of the systemd units in dist/, and the lines that docs/cluster.md adds to them.  77: no systemd-analyze.

    units.py
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/program"))
from program import expect, finish      # noqa: E402


def check_page(text):
    """The manual page that a unit names is installed."""
    for name, section in re.findall(r"^Documentation=man:(\w+)\((\d)\)", text, re.M):
        expect(f"{name}({section}) is installed", f"install_dir: get_option('mandir') / 'man{section}'" in (ROOT / "docs/meson.build").read_text() and
               f"man{section}/{name}.{section}" in (ROOT / "docs/serve.md").read_text())


def exposure(folder, text):
    """(ends with 0 at 1.5, the figure)."""
    unit = folder / "boneyard.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.M))
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", unit],
                          capture_output=True, text=True)
    found = re.search(r"exposure level for \S+: ([0-9.]+)", done.stdout)
    return done.returncode == 0, float(found[1]) if found else 99.0


def check_lines(unit, text):
    """systemd understands every line of a unit, and what docs/cluster.md adds to it."""
    def said(more):
        unit.write_text(text.replace("/usr/local/bin/boneyard", "/bin/true").replace("\n[Install]", f"{more}\n[Install]"))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
        return [line for line in done.stderr.splitlines() if "boneyard.service" in line]

    added = re.findall(r"^    \[Service\]\n((?:    \S.*\n)+)", (ROOT / "docs/cluster.md").read_text(), re.M)
    expect("docs/cluster.md passes the key and the settings", len(added) == 2, str(added))
    for more in ("", *added):
        more = re.sub("^ +", "", more, flags=re.M).replace("/usr/local/bin/boneyard", "/bin/true")
        expect(f"systemd understands every line {more}", said(more) == [], str(said(more)))
    expect("an unknown line is noticed", said("LoadCredentials=a:b\n") != [] and said("ExecStart=/bin/true\n") != [])


def main():
    text = (ROOT / "dist/boneyard.service").read_text()
    bots = (ROOT / "dist/boneyard-bots.conf").read_text().partition("[Service]")[2]
    check_page(text)
    with tempfile.TemporaryDirectory() as where:
        folder = pathlib.Path(where)
        fine, level = exposure(folder, text)
        expect("the unit is at 1.5 or better", fine and level <= 1.5, str(level))
        fine, level = exposure(folder, text.replace("\n[Install]", bots + "\n[Install]"))
        expect("with bots of other people at 2.3 or better", level <= 2.3, str(level))
        fine, level = exposure(folder, re.sub(r"^(SystemCall|Restrict|Capability).*\n", "", text, flags=re.M))
        expect("a unit that may do more is noticed", not fine and level > 1.5, str(level))
        check_lines(folder / "boneyard.service", text)
    finish("units")


if shutil.which("systemd-analyze") is None:
    sys.exit(77)
main()
