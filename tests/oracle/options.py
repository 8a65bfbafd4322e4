# SPDX-License-Identifier: MIT
"""Presets, options, defaults and the canonical string (docs/rules.md section 7)."""

import re

from tiles import Refusal, full_set

PRESETS = [
    "block:basics", "draw:basics",
    "muggins:number", "muggins:classic", "muggins:basics", "muggins:online",
    "allfives:online", "fiveup:online",
    "chickenfoot:number", "chickenfoot:classic",
    "mexicantrain:number", "mexicantrain:classic", "mexicantrain:hub",
    "castlerock:number", "castlerock:classic",
]

LINE = ("block", "draw", "muggins", "allfives", "fiveup")
FIVES = ("muggins", "allfives", "fiveup")

# The order of the table in section 7, which is the order of the canonical string.
ORDER = [
    "players", "set", "hand", "teams", "first-seat", "lead", "next-lead", "draw", "reserve", "blanks", "spinner",
    "play-unit", "bonus-unit", "bonus-of", "bonus-to", "call", "blocked", "tie", "target", "end", "rounds",
    "blank-penalty", "double", "two-doubles", "knock", "penalty", "infractions", "removals",
]

WORDS = {
    "teams": ["on", "off"],
    "lead": ["seat", "double", "lot"],
    "next-lead": ["rotate", "double", "winner"],
    "draw": ["none", "one", "until"],
    "blanks": ["suit", "wild"],
    "spinner": ["none", "first", "all"],
    "bonus-of": ["opponents", "all"],
    "bonus-to": ["out", "lowest"],
    "call": ["on", "off"],
    "blocked": ["opponents", "difference"],
    "tie": ["none", "single"],
    "end": ["once", "round"],
    "double": ["must", "may", "satisfy"],
    "two-doubles": ["on", "off"],
    "knock": ["on", "off"],
    "penalty": ["none", "tile", "fifty", "skip", "keep"],
    "infractions": ["prevent", "penalise"],
    "removals": ["forced", "once"],
}

NUMBERS = {                       # options whose value is one of a few numbers
    "play-unit": [1, 5],
    "bonus-unit": [1, 5],
    "blank-penalty": [0, 50],
}

MILLION = 1000000

# F-02: set -> {players: hand}
HANDS = {
    9: dict(zip(range(2, 7), [20, 14, 11, 9, 7])),
    12: dict(zip(range(4, 9), [18, 14, 12, 10, 9])),
    15: dict(zip(range(6, 13), [18, 15, 14, 12, 11, 10, 9])),
    18: dict(zip(range(8, 17), [19, 17, 15, 14, 13, 12, 11, 10, 9])),
}


def option_names(game, sheet):
    """The options in the game's column of the table."""
    if game in LINE:
        names = ["players", "set", "hand", "teams", "first-seat", "lead", "next-lead", "draw", "reserve", "blanks",
                 "spinner", "blocked", "tie", "target", "end"]
        if game in FIVES:
            names += ["play-unit", "bonus-unit", "bonus-of", "bonus-to", "call"]
    elif game == "chickenfoot":
        names = ["players", "set", "hand", "first-seat", "rounds", "blank-penalty"]
    elif game == "mexicantrain":
        names = ["players", "set", "hand", "rounds", "double", "two-doubles"]
        if sheet != "hub":
            names += ["first-seat", "knock", "penalty", "infractions"]
    else:
        names = ["set", "rounds", "removals"]
    return [name for name in ORDER if name in names]


def player_range(game, sheet):
    if game in LINE:
        return 2, 4                                           # L-01
    if game == "mexicantrain" and sheet == "hub":
        return 2, 8                                           # T-01
    if game == "castlerock":
        return 1, 1
    return 2, 16                                              # F-01, T-01


def set_values(game, sheet):
    if game in LINE:
        return [6, 9, 12, 15, 18]
    if game == "castlerock":
        return [6, 9, 12] if sheet == "number" else [6, 9, 12, 15, 18]
    if sheet == "hub":
        return [12]
    return [9, 12] if sheet == "number" else [9, 12, 15, 18]                # F-01, T-01


def default_players(game):
    if game in LINE:
        return 2
    return 1 if game == "castlerock" else 4


def default_set(game, sheet, players):
    values = set_values(game, sheet)
    if game in LINE or game == "castlerock":
        return 6
    if sheet == "hub":
        return 12
    offered = [n for n in values if players in HANDS[n]]
    if game == "mexicantrain" and 12 in offered:
        return 12
    return offered[0] if offered else values[0]


def default_hand(game, sheet, players, tiles):
    """None where F-02 has a dash, and in Castle Rock."""
    if game in LINE:
        if game in ("block", "draw") or (game, sheet) == ("muggins", "number"):
            return 7 if players == 2 else 5                   # L-02
        return 5
    if game == "castlerock":
        return None
    if sheet == "hub":
        return 15 if players <= 4 else 11 if players <= 6 else 8            # T-02
    return HANDS[tiles].get(players)


def defaults(game, sheet, players, tiles):
    """The preset's value for that number of players and that set."""
    values = {"players": players, "set": tiles, "hand": default_hand(game, sheet, players, tiles), "first-seat": 0}
    if game in LINE:
        basics, online = sheet == "basics", sheet == "online"
        values.update({
            "teams": "on" if (game, sheet) == ("muggins", "number") and players == 4 else "off",     # L-03
            "lead": "double" if basics else "lot" if online else "seat",                            # L-04..06
            "next-lead": "double" if basics else "winner" if online else "rotate",
            "draw": "none" if game == "block" else "until",                                         # L-09, L-10
            "reserve": (2 if players == 2 else 1) if basics else 0,                                 # L-11
            "blanks": "wild" if basics else "suit",                                                 # L-08
            "spinner": "all" if game == "fiveup" else
                       "none" if basics or (game, sheet) == ("muggins", "online") else "first",     # L-12..14
            "blocked": "difference" if game in ("block", "draw") else "opponents",                  # L-18, L-21
            "tie": "single" if basics else "none",                                                  # L-22
            "target": 100 if online or game in ("block", "draw") else 61 if basics else 250,        # L-23
            "end": "round" if online else "once",                                                   # L-24
        })
        if game in FIVES:
            values.update({
                "play-unit": 5 if basics or game != "muggins" else 1,                               # L-16
                "bonus-unit": 5 if basics or online else 1,                                         # L-19
                "bonus-of": "all" if online else "opponents",                                       # L-20
                "bonus-to": "lowest" if basics else "out",                                          # L-17
                "call": "off",                                                                      # D-12
            })
    elif game == "chickenfoot":
        values.update({"rounds": tiles + 1, "blank-penalty": 50})                                   # F-03, F-10
    elif game == "mexicantrain":
        values.update({
            "rounds": 1 if sheet == "hub" else tiles + 1,                                           # T-03, T-04
            "double": {"number": "must", "classic": "may", "hub": "satisfy"}[sheet],                # T-10, T-11, T-22
            "two-doubles": "off" if sheet == "hub" else "on",                                       # T-14
            "knock": "off", "penalty": "none", "infractions": "prevent",                            # D-12, T-17, T-19
        })
    else:
        values.update({"rounds": 1, "removals": "forced"})
    return values


def deck_size(game, sheet, tiles):
    if game in LINE:
        return 28
    whole = len(full_set(tiles))
    if game == "chickenfoot" or (game == "mexicantrain" and sheet != "hub"):
        return whole - 1                                      # the double set aside before the deal
    return whole


class Rules:
    """A rule set: .game .sheet .preset .values (every option, filled in) .canonical"""

    def __init__(self, text):
        parse_into(self, text)

    def __getitem__(self, name):
        return self.values[name]


def refuse(name, value, allowed):
    raise Refusal("bad-rules", "%s=%s: allowed is %s" % (name, value, allowed))


def read_number(name, value, low, high):
    # reading: a number is written plainly, without sign and without leading zeros.
    if not re.fullmatch(r"0|[1-9][0-9]*", value) or not low <= int(value) <= high:
        refuse(name, value, "%d to %d" % (low, high))
    return int(value)


def parse_into(rules, text):
    # reading: preset and options are parted by exactly one space each; nothing is trimmed.
    words = text.split(" ")
    preset = words[0]
    by_game = [p for p in PRESETS if p.split(":")[0] == preset]
    if preset not in PRESETS:
        if not by_game:
            raise Refusal("bad-rules", "there is no preset %s" % preset)
        preset = by_game[0]                                   # the game's name alone: the first of its presets
    game, sheet = preset.split(":")
    names = option_names(game, sheet)
    given = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            raise Refusal("bad-rules", "%s: not an option of %s" % (word, preset))
        if name in given:
            raise Refusal("bad-rules", "%s is given twice" % name)
        given[name] = value

    low, high = player_range(game, sheet)
    players = read_number("players", given["players"], low, high) if "players" in given else default_players(game)
    tiles = default_set(game, sheet, players)
    if "set" in given:
        tiles = read_number("set", given["set"], 0, 99)
        if tiles not in set_values(game, sheet):
            refuse("set", tiles, set_values(game, sheet))
    values = defaults(game, sheet, players, tiles)
    preset_values = dict(values)
    for name, value in given.items():
        if name in ("players", "set"):
            continue
        if name in WORDS:
            if value not in WORDS[name]:
                refuse(name, value, WORDS[name])
            values[name] = value
        elif name in NUMBERS:
            number = read_number(name, value, 0, MILLION)
            if number not in NUMBERS[name]:
                refuse(name, value, NUMBERS[name])
            values[name] = number
        else:
            ranges = {
                "hand": (1, deck_size(game, sheet, tiles) // players),
                "first-seat": (0, players - 1),
                "reserve": (0, 28),
                "target": (1, MILLION),
                "rounds": (1, tiles + 1 if game == "chickenfoot" or (game == "mexicantrain" and sheet != "hub")
                           else MILLION),
            }
            values[name] = read_number(name, value, *ranges[name])

    # combinations
    if values.get("teams") == "on" and players != 4:
        refuse("teams", "on", "four players only")
    # reading: the test is made on the values as they stand after defaults, so `mexicantrain:number double=satisfy`
    # alone is refused: two-doubles is on there unless two-doubles=off is given as well.
    if values.get("double") == "satisfy" and values.get("two-doubles") == "on":
        refuse("double", "satisfy", "not with two-doubles=on")
    if values.get("penalty") == "keep" and values.get("infractions") != "penalise":
        refuse("penalty", "keep", "with infractions=penalise only")
    if game != "castlerock" and values["hand"] is None:
        refuse("hand", "-", "has to be given for %d players with set=%d" % (players, tiles))

    shown = []
    for name in names:
        if name == "players":
            differs = players != default_players(game)
        elif name == "set":
            differs = tiles != default_set(game, sheet, players)
        else:
            differs = values[name] != preset_values[name]
        if differs:
            shown.append("%s=%s" % (name, values[name]))
    rules.game, rules.sheet, rules.preset, rules.values = game, sheet, preset, values
    rules.canonical = " ".join([preset] + shown)


def canonical(text):
    """The canonical string of a rule set; raises Refusal (bad-rules)."""
    return Rules(text).canonical
