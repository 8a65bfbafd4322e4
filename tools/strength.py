#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the rows of docs/strength.md with `boneyard arena` and writes its table.

    tools/strength.py --list             the rows, their targets and how many deals
    tools/strength.py ROW... | --all     measures these rows, saves the newest report of each in
                                         docs/strength.jsonl, and rewrites the table
    tools/strength.py --table            rewrites the table from the reports

    --build FOLDER   where boneyard is (build)      --jobs N    processes (2)
    --scale X        a share of the deals (1), for trying; the results are printed, not saved
    --seed WORD      other deals; the published rows use "strength", which is never used for tuning
    --old PROGRAM    boneyard of version 0.1, built from commit c2a1146 with `.ms = 0` in src/cli/bot.c, so that its
                     bots keep to their counts on a busy machine; for the rows v 0.1

An interrupted row keeps its deals in the build folder, and the next run continues it; the arena refuses that if the
program has changed, so delete the file then.  A row that misses its target keeps it, and the table says so.  Seeds are
derived from the word and the row's name, so anyone can repeat the same deals.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
REPORTS = ROOT / "docs" / "strength.jsonl"
PAGE = ROOT / "docs" / "strength.md"
BEGIN, END = "<!-- table: tools/strength.py writes this -->\n", "<!-- end of the table -->\n"

BLOCK2 = "block:basics blanks=suit lead=seat next-lead=rotate target=1"
BLOCK4 = "block:basics players=4 hand=7 teams=on blanks=suit lead=seat next-lead=rotate target=1"
MEXICAN, FEET, CASTLE = "mexicantrain:number", "chickenfoot:number", "castlerock:number"

# The games in which levels are compared; the deals of greedy v random, easy v greedy, medium v easy, hard v
# medium, expert v hard, and easy v random. `master` has rows of its own.
GAMES = [
    ("block", "block:basics", "match", (400, 400, 400, 300, 300, 400)),
    ("block4", "block:basics players=4 teams=on", "match", (400, 1500, 400, 500, 300, 400)),
    ("draw", "draw:basics", "match", (400, 400, 400, 400, 300, 400)),
    ("muggins", "muggins:number", "match", (200, 300, 400, 200, 500, 200)),
    ("allfives", "allfives:online", "match", (200, 300, 400, 200, 500, 200)),
    ("fiveup", "fiveup:online", "match", (200, 300, 400, 200, 500, 200)),
    ("chickenfoot", FEET, "round", (300, 600, 300, 600, 800, 300)),
    ("mexicantrain", MEXICAN, "round", (300, 800, 1500, 800, 900, 300)),
    ("castlerock", CASTLE, "match", (4000, 20000, 20000, 20000, 20000, 4000)),
    ("block3", "block:basics players=3", "match", (300, 600, 300, 60, 300, 300)),
    ("trains9", "mexicantrain:number set=9", "round", (300, 800, 1500, 200, 200, 300)),
    ("trains15", "mexicantrain:classic set=15 players=6", "round", (200, 500, 800, 50, 300, 200)),
]

# The games in which `master` with several times meets `expert`, and the deals with 250 ms, also of a second row.
MASTER = [
    ("block2", BLOCK2, 400, 6000),
    ("block4", BLOCK4, 70),
    ("draw2", "draw:basics", 50),
    ("muggins2", "muggins:number", 80),
    ("allfives2", "allfives:online", 100),
    ("allfives4", "allfives:online players=4 teams=on", 60),
    ("fiveup2", "fiveup:online", 100),
    ("mexican2", "mexicantrain:number players=2", 16),
    ("feet2", "chickenfoot:number players=2", 16),
    ("castle", CASTLE, 60),
]
CURVE = [(1, 300), (4, 300), (16, 120), (64, 40)]     # milliseconds and deals
CURVE_TITLE = "Strength by time"
LEVELS = ["random", "greedy", "easy", "medium", "hard", "expert"]


def rows():
    """name: (title, rules, unit, bots, deals, what is measured, target)"""
    out = {}

    def row(name, title, rules, unit, bots, deals, target, what="score", games_of=None):
        out[name] = dict(name=name, title=title, rules=rules, unit=unit, bots=bots, deals=deals, what=what, target=target,
                         games_of=games_of or name)     # the row whose games are counted: its own, with one exception

    row("block2-random", "Block, 2 players", BLOCK2, "round", ["expert", "random"], 12000, 0.69)
    row("block2-heaviest", "Block, 2 players", BLOCK2, "round", ["expert", "heaviest"], 3000, 0.61)
    row("block2-ismcts", "Block, 2 players", BLOCK2, "round", ["expert", "ismcts-1k-plain"], 4000, 0.52)
    row("block4-heaviest", "Block, 4 in teams, 7 tiles", BLOCK4, "round", ["expert", "heaviest"], 4000, 0.76)
    row("block4-ismcts", "Block, 4 in teams, 7 tiles", BLOCK4, "round", ["expert", "ismcts-1k-plain"], 6000, 0.55)
    row("block4-time", "Block, 4 in teams, 7 tiles", BLOCK4, "round", ["expert", "ismcts-1k-plain:count=2400"], 1500, 0.58)
    row("block4-more-time", "Block, 4 in teams, 7 tiles", BLOCK4, "round", ["expert", "ismcts-1k-plain:count=2400"], 3000, 0.58)
    row("block4-old", "Block, 4 in teams, 7 tiles", BLOCK4, "round", ["expert", "0.1"], 3000, 0.54)
    for name, title, rules in (("draw2", "Draw, 2 players", "draw:basics"),
                               ("muggins2", "Muggins, 2 players", "muggins:number"),
                               ("allfives2", "All Fives, 2 players", "allfives:online"),
                               ("allfives4", "All Fives, 4 in teams", "allfives:online players=4 teams=on")):
        row(f"{name}-greedy", title, rules, "match", ["expert", "greedy"], 200, 0.60)
        row(f"{name}-ismcts", title, rules, "match", ["expert", "ismcts-1k-plain"], 250, 0.52)
    row("draw2-old", "Draw, 2 players", "draw:basics", "match", ["expert", "0.1"], 250, 0.50)
    row("draw2-more-old", "Draw, 2 players", "draw:basics", "match", ["expert", "0.1"], 800, 0.50)
    row("draw2-round-old", "Draw, 2 players, rounds", "draw:basics", "round", ["expert", "0.1"], 3800, 0.50)
    row("muggins2-old", "Muggins, 2 players", "muggins:number", "match", ["expert", "0.1"], 800, 0.50)
    row("muggins2-more-old", "Muggins, 2 players", "muggins:number", "match", ["expert", "0.1"], 2000, 0.50)
    row("fiveup2-old", "Five Up, 2 players", "fiveup:online", "match", ["expert", "0.1"], 800, 0.50)
    row("fiveup2-more-old", "Five Up, 2 players", "fiveup:online", "match", ["expert", "0.1"], 1800, 0.50)
    row("allfives2-round-old", "All Fives, 2 players, rounds", "allfives:online", "round", ["expert", "0.1"], 3000, 0.53)
    row("mexican-greedy", "Mexican Train, double-12, 4 players", MEXICAN, "round", ["expert", "greedy"], 300, 0.85, "ratio")
    row("mexican-old", "Mexican Train, double-12, 4 players", MEXICAN, "round", ["expert", "0.1"], 1500, 0.95, "ratio")
    row("mexican-many-old", "Mexican Train, double-12, 4 players", MEXICAN, "round", ["expert", "0.1"], 3000, 0.95, "ratio")
    row("feet-greedy", "Chickenfoot, double-9, 4 players", FEET, "round", ["expert", "greedy"], 300, 0.85, "ratio")
    row("feet-old", "Chickenfoot, double-9, 4 players", FEET, "round", ["expert", "0.1"], 600, 0.95, "ratio")
    row("feet-many-old", "Chickenfoot, double-9, 4 players", FEET, "round", ["expert", "0.1"], 1500, 0.95, "ratio")
    row("feet-values-old", "Chickenfoot, double-9, 4 players", FEET, "round", ["expert", "0.1"], 6000, 0.95, "ratio")
    row("castle-clear", "Castle Rock, double-6, forced", CASTLE, "match", ["expert", "hard"], 20000, 0.072, "cleared")
    row("castle-many", "Castle Rock, double-6, forced", CASTLE, "match", ["expert", "hard"], 100000, 0.072, "cleared")
    for game, rules, unit, deals in GAMES:
        for low, high, many in zip(LEVELS[:-1] + ["random"], LEVELS[1:] + ["easy"], deals):
            target = 0.55 if (high, low) in (("medium", "easy"), ("easy", "random")) else 0.50
            same = "castle-clear" if (game, high) == ("castlerock", "expert") else None
            row(f"{game}-{high}-{low}", f"Levels: {game}", rules, unit, [high, low], many, target, games_of=same)
    for game, rules, deals, *more in MASTER:
        for ms, many in CURVE:
            row(f"{game}-{ms}ms", CURVE_TITLE, rules, "round", [f"master:ms={ms}", "expert"], many, None)
        row(f"{game}-master-expert", f"Master: {game}", rules, "round", ["master:ms=250", "expert"], deals, 0.50)
        for many in more:
            row(f"{game}-master-more", f"Master: {game}", rules, "round", ["master:ms=250", "expert"], many, 0.50)
    return out


def seed_of(word, name):
    return hashlib.sha256(f"{word} {name}".encode()).hexdigest()


def measure(row, args):
    deals, saved = max(2, int(row["deals"] * args.scale)), pathlib.Path(ROOT, args.build, f"strength-{row['name']}-{args.seed}.jsonl")
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        bots = [f"cmd:name=0.1:stays:{args.old} bot expert" if bot == "0.1" else bot for bot in row["bots"]]
        start = ["--rules", row["rules"], "--unit", row["unit"], "--seed", seed_of(args.seed, row["name"]), "--save", saved, *bots]
        command = [f"{args.build}/boneyard", "arena", "--deals", deals, "--jobs", args.jobs, "--grace", 600000, "--json", report,
                   *(["--resume", saved] if saved.exists() else start)]
        done = subprocess.run(list(map(str, command)), cwd=ROOT, text=True, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        found = json.loads(report.read_text())
        saved.unlink()
    del found["run"]["command"]         # contains a temporary name; the page shows the command
    found["settings"]["bots"] = row["bots"]     # without the path of version 0.1
    return {"row": row["name"], **found}


def kept():
    lines = REPORTS.read_text().splitlines() if REPORTS.exists() else []
    return {report["row"]: report for report in map(json.loads, lines)}


def figures(row, report):
    """(mid, low, high, whether the whole interval is on the right side)"""
    pairing = report["result"]["pairings"][0]
    found = pairing["castle"][0]["share"] if row["what"] == "cleared" else pairing[row["what"]]
    if row["target"] is None:
        right = True
    else:
        right = found["high"] <= row["target"] if row["what"] == "ratio" else found["low"] > row["target"]
    return found["mid"], found["low"], found["high"], right


WHAT = {"score": "score", "ratio": "pips left, ours over theirs", "cleared": "deals cleared"}


def line_of(row, report):
    mid, low, high, right = figures(row, report)
    costs = {cost["name"]: cost for cost in report["costs"] if cost["clock"] == "processor"}
    ms = [f"{costs[bot]['ms-mean']:.2f}" if bot in costs else "?" for bot in row["bots"]]
    sign = "at most" if row["what"] == "ratio" else "over"
    target = f"{sign} {round(100 * row['target'], 1):g} %" if row["target"] is not None else ""
    return (f"| `{row['name']}` | {' v '.join(row['bots'])} | {WHAT[row['what']]} {100 * mid:.2f} % "
            f"({100 * low:.2f} to {100 * high:.2f}) | {target} | {'yes' if right else '**no**'} | "
            f"{report['result']['pairings'][0]['games']} | {' / '.join(ms)} | {report['run']['load'][0]:.1f} | "
            f"`{report['settings']['commit'][:7]}` |\n")


def curve(all_rows, reports):
    """Scores of `master` with several times against `expert`, in % with half the 95 % interval"""
    times = [f"{ms}ms" for ms, _ in CURVE] + ["master-expert"]
    text = ""
    for game, *_ in MASTER:
        names = [f"{game}-{time}" for time in times]
        if any(name in reports for name in names):
            found = [figures(all_rows[name], reports[name]) if name in reports else None for name in names]
            text += f"| `{game}` | " + " | ".join(f"{100 * f[0]:.1f} ±{50 * (f[2] - f[1]):.1f}" if f else ""
                                                 for f in found) + " |\n"
    if text == "":
        return ""
    return (f"\n**{CURVE_TITLE}**, `master:ms=N` v `expert`, rounds: score in %\n\n"
            "| game | " + " | ".join(f"{ms} ms" for ms, _ in CURVE) + " | 250 ms |\n"
            "|" + "---|" * (len(times) + 1) + "\n" + text)


def table(reports):
    text, title, all_rows = "", None, rows()
    head = ("| row | bots | measured, 95 % | target | met | games | ms a move | load | commit |\n"
            "|---|---|---|---|---|---|---|---|---|\n")
    for row in all_rows.values():
        if row["games_of"] not in reports or row["title"] == CURVE_TITLE:
            continue
        here = (row["title"], row["rules"], row["unit"])
        if here != title:
            text += f"\n**{row['title']}**, `{row['rules']}`, {'rounds' if row['unit'] == 'round' else 'matches'}\n\n{head}"
            title = here
        text += line_of(row, reports[row["games_of"]])
    return text + curve(all_rows, reports) + "\n"


def write(reports):
    """Reads the file again: another run may have added reports."""
    reports = {**kept(), **reports}
    REPORTS.write_text("".join(json.dumps(reports[name], separators=(",", ":")) + "\n"
                               for name in rows() if name in reports))
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + table(reports) + END + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="ROW")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--old", default="boneyard-0.1")
    args = parser.parse_args()
    all_rows = rows()
    unknown = [name for name in args.names if name not in all_rows]
    if unknown:
        sys.exit(f"there is no row {unknown[0]}; --list names them")
    for row in all_rows.values() if args.list else []:
        target = f"{row['target']:.2f}" if row["target"] is not None else "    "
        print(f"{row['name']:28} {target} {row['what']:8} {row['deals']:6} deals  {row['rules']}")
    reports = {}
    for name in all_rows if args.all else args.names:
        if all_rows[name]["games_of"] != name:
            continue
        report = measure(all_rows[name], args)
        print(line_of(all_rows[name], report).replace(" **no** ", " NO "), end="", flush=True)
        if args.scale == 1 and args.seed == "strength":
            reports[name] = report
            write(reports)
    if args.table:
        write(reports)


if __name__ == "__main__":
    main()
