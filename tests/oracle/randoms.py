# SPDX-License-Identifier: MIT
"""Random rule sets, decks, leads and texts for compare.py. Everything comes from the given random.Random."""

from options import (LINE, NUMBERS, PRESETS, WORDS, default_players, deck_size, option_names, player_range,
                     set_values)
from referee import new_table

BAD_WORDS = [
    "players=0", "players=17", "players=", "players", "players=two", "set=7", "set=0", "set=6.0", "hand=0", "hand=-1", "hand=200",
    "teams=yes", "teams=on", "first-seat=16", "first-seat=-1", "lead=any", "lead=winner", "next-lead=seat", "draw=two",
    "reserve=29", "reserve=-1", "blanks=on", "spinner=one", "play-unit=2", "bonus-unit=0", "bonus-of=out", "bonus-to=all",
    "call=yes", "blocked=none", "tie=both", "target=0", "target=1000001", "target=x", "end=never", "rounds=0", "rounds=20",
    "rounds=1000001", "blank-penalty=25", "double=maybe", "double=satisfy", "two-doubles=on", "knock=1", "penalty=ten",
    "penalty=keep", "infractions=forbid", "removals=twice", "colour=red", "=", "Target=10", "target=10=10",
]


def random_value(rng, name, game, sheet, players, tiles):
    if name in WORDS:
        return rng.choice(WORDS[name])
    if name in NUMBERS:
        return rng.choice(NUMBERS[name])
    if name == "hand":
        room = max(1, deck_size(game, sheet, tiles) // players)
        return rng.randint(1, min(room, 5)) if rng.random() < 0.75 else rng.randint(1, room)
    if name == "first-seat":
        return rng.randrange(players)
    if name == "reserve":
        return rng.choice([0, 1, 2, 3, 5, 9, 14, 28])
    if name == "target":
        return rng.choice([1, 5, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150])
    if name == "rounds":
        return rng.choice([1, 2, 2, 3, 3, 4])
    raise ValueError(name)


def random_rules(rng, preset=None):
    """A rules string, nearly always legal; refused ones are used to compare refusals."""
    preset = preset or rng.choice(PRESETS)
    game, sheet = preset.split(":")
    words = []
    if game == "castlerock":
        players = 1
    else:
        low, high = player_range(game, sheet)
        players = default_players(game)
        if rng.random() < 0.75:
            players = rng.randint(low, high) if rng.random() < 0.5 else rng.randint(low, min(high, 5))
            words.append("players=%d" % players)
    tiles = 0
    if rng.random() < 0.5:
        tiles = rng.choice(set_values(game, sheet))
        words.append("set=%d" % tiles)
    loud = rng.random() < 0.3          # the options about calls, knocks and infractions, all of them at once
    density = rng.choice([0.0, 0.15, 0.3, 0.5])
    for name in option_names(game, sheet):
        chance = density
        if name in ("players", "set"):
            continue
        if name == "hand":
            chance = 0.6 if density else 0.2
        if name in ("rounds", "target"):
            chance = 0.9 if name == "rounds" else 0.5
        if name == "teams" and players == 4:
            chance = 0.6
        if name == "teams" and players != 4:
            chance = 0.02
        if loud and name in ("call", "knock", "infractions", "penalty"):
            chance = 1.0
        if rng.random() < chance:
            value = random_value(rng, name, game, sheet, players, tiles or 12 if game not in LINE else 6)
            if loud and name in ("call", "knock"):
                value = "on"
            if loud and name == "infractions" and rng.random() < 0.7:
                value = "penalise"
            words.append("%s=%s" % (name, value))
    if "double=satisfy" in words and rng.random() < 0.8:
        words = [w for w in words if not w.startswith("two-doubles")] + ["two-doubles=off"]
    if "penalty=keep" in words and rng.random() < 0.8:
        words = [w for w in words if not w.startswith("infractions")] + ["infractions=penalise"]
    if rng.random() < 0.05:
        words.append(rng.choice(BAD_WORDS))
    if words and rng.random() < 0.02:
        words.append(rng.choice(words))
    rng.shuffle(words)
    if rng.random() < 0.05:
        preset = game if preset == first_preset(game) else preset
    if rng.random() < 0.01:
        preset = rng.choice(["muggins:hub", "domino", "", "mexicantrain:basics", "Block:basics", "block:"])
    return " ".join([preset] + words)


def first_preset(game):
    return [p for p in PRESETS if p.split(":")[0] == game][0]


def bad_rules(rng, preset):
    """A preset with one word more that may be refused."""
    return "%s %s" % (preset or rng.choice(PRESETS), rng.choice(BAD_WORDS))


def round_tiles(rules, number):
    table = new_table(rules)
    table.round = number
    return table.round_tiles()


def random_deck(rng, rules, number):
    tiles = round_tiles(rules, number)
    rng.shuffle(tiles)
    flip = rng.random() < 0.2                     # tiles may have either half first
    return ["%d-%d" % ((b, a) if flip and rng.random() < 0.5 else (a, b)) for a, b in tiles]


def spoiled_deck(rng, deck, other_tile="20-20"):
    """A deck that has to be refused."""
    deck = list(deck)
    kind = rng.randrange(5)
    at = rng.randrange(len(deck))
    if kind == 0:
        del deck[at]
    elif kind == 1:
        deck.append(deck[at])
    elif kind == 2:
        deck[at] = deck[at - 1]
    elif kind == 3:
        deck[at] = other_tile
    else:
        deck[at] = rng.choice(["", "6", "6-", "-6", "a-b", "6_4", "06-4", " 6-4"])
    return deck


def lead_wanted(rules, table=None):
    """'needed' (a lot decides), 'allowed' (overrules first-seat) or 'refused', for the next deal."""
    first = table is None
    if rules.game in LINE:
        if first:
            how = rules["lead"]
        elif rules["next-lead"] == "winner" and table.round_winner is None:
            how = rules["lead"]
        else:
            return "refused"
        if how == "lot":
            return "needed"
        return "allowed" if how == "seat" and first else "refused"
    if rules.game == "castlerock" or rules.sheet == "hub":
        return "refused"
    return "allowed" if first else "refused"


def swap(text):
    a, dash, b = text.partition("-")
    return b + dash + a


def loose_text(rng, move):
    """A text near a legal move: halves swapped, the place left out or changed, the suffix changed."""
    head, text = "", move
    for word in ("take3 ", "take "):
        if text.startswith(word):
            head, text = word, text[len(word):]
    body, space, suffix = text.partition(" ")
    tile, at, place = body.partition("@")
    if rng.random() < 0.5:
        tile = swap(tile) if "-" in tile else tile
    if at:
        kind = rng.random()
        if kind < 0.45:
            at = place = ""
        elif kind < 0.75:
            place = swap(place) if "-" in place else place
        elif kind < 0.85:
            place = rng.choice(["t0", "t1", "m", "hub", "t99", "6-6", "0-0", "5-5", "12-3", "x", ""])
    elif rng.random() < 0.1:
        at, place = "@", rng.choice(["6-6", "m", "t0"])
    kind = rng.random()
    if kind < 0.1:
        space, suffix = "", ""
    elif kind < 0.2:
        space, suffix = " ", rng.choice(["!", "+5", "+10", "+15", "+1", "+2", "+3", "+0", "+05"])
    if rng.random() < 0.05:
        head = rng.choice(["", "take ", "take3 ", "draw ", "play "])
    return head + tile + at + place + space + suffix


def odd_text(rng, limit):
    a, b = rng.randint(0, limit), rng.randint(0, limit)
    tile = "%d-%d" % (max(a, b), min(a, b))
    return rng.choice([tile, tile, tile + "@m", tile + "@t0", tile + "@%d-%d" % (a, rng.randint(0, limit)), "draw", "pass", "call",
                       "draw " + tile, "take " + tile, "take3 " + tile, tile + " !", tile + " +5", "", "undo", "Draw",
                       "6-", "-", "@", tile + "@", tile + "@hub", "99999999999999999999-1"])


def pick_move(rng, choices):
    """choices: [(seat, text)]; a call is taken often, doubles now and then by preference."""
    calls = [c for c in choices if c[1] == "call"]
    if calls:
        if rng.random() < 0.45:
            return rng.choice(calls)
        choices = [c for c in choices if c[1] != "call"] or calls
    if rng.random() < 0.3:
        doubles = [c for c in choices if is_double_text(c[1])]
        if doubles:
            return rng.choice(doubles)
    if rng.random() < 0.3:
        silent = [c for c in choices if c[1] + " !" in [d[1] for d in choices]]
        if silent:
            return rng.choice(silent)
    return rng.choice(choices)


def is_double_text(text):
    a, dash, b = text.partition("@")[0].partition(" ")[0].partition("-")
    return bool(dash) and a == b
