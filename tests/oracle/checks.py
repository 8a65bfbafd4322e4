# SPDX-License-Identifier: MIT
"""Invariants of all games, checked with the states and events alone (used in both modes of compare.py)."""

from options import Rules
from randoms import lead_wanted, round_tiles
from tiles import parse_tile, pips


class Broken(Exception):
    pass


def require(truth, what):
    if not truth:
        raise Broken(what)


def laid_tiles(layout):
    if "row" in layout:
        return [parse_tile(t) for t in layout["row"]]
    if "trains" in layout:
        trains = layout["trains"] + ([layout["mexican"]] if layout["mexican"] else [])
        return [parse_tile(t) for train in trains for t in train["tiles"]]
    return [parse_tile(entry["tile"]) for entry in layout["tiles"]]


def check_state(rules, state):
    """Tile conservation, shapes, actors."""
    layout = state["layout"]
    found = laid_tiles(layout) + [parse_tile(t) for hand in state["hands"] for t in hand]
    found += [parse_tile(t) for t in state["boneyard"]]
    wanted = round_tiles(rules, state["round"])
    if rules.game == "chickenfoot":
        centre = rules["set"] - state["round"] + 1
        wanted = wanted + [(centre, centre)]
    if rules.sheet == "hub" and layout["engine"]:
        found.append(parse_tile(layout["engine"]))
    if rules.game == "castlerock":
        require(len(found) + layout["removed"] == len(wanted), "tiles are lost or doubled")
        require(len(set(found)) == len(found), "a tile is there twice")
    else:
        require(sorted(found) == sorted(wanted), "tiles are lost or doubled")
    require(bool(state["actors"]) == (state["phase"] == "play"), "actors outside play, or none in play")
    require(state["phase"] != "play" or state["turn"] in state["actors"], "the seat at turn may not act")
    require((state["winners"] is not None) == (state["phase"] == "game-over"), "winners do not go with the phase")
    for hand in state["hands"]:
        require([parse_tile(t) for t in hand] == sorted(parse_tile(t) for t in hand), "a hand is not sorted")


def check_view(state, view, seat):
    require(set(state) == set(view), "a view has other keys than the state")
    for key in state:
        if key == "hands":
            for other, hand in enumerate(state["hands"]):
                require(view["hands"][other] == (hand if other == seat else len(hand)), "hands of a view")
        elif key == "boneyard":
            require(view[key] == len(state[key]), "boneyard of a view")
        else:
            require(view[key] == state[key], "%s of a view" % key)


def check_scores(rules, events, scores):
    """Add the scores up again from score events and gains; pips again from the hands left."""
    if rules.game == "castlerock":
        ends = [e["gains"][0] for e in events if "round-end" in e]
        require(scores == [min(ends) if ends else 0], "the lowest sum so far")
        return
    sums = [0] * rules["players"]
    teams = rules.values.get("teams") == "on"
    for event in events:
        if "score" in event:
            for seat in range(rules["players"]):
                if seat == event["seat"] or (teams and seat % 2 == event["seat"] % 2):
                    sums[seat] += event["score"]
        if "round-end" in event:
            sums = [a + b for a, b in zip(sums, event["gains"])]
            require(event["scores"] == sums, "scores of a round's end do not re-add")
            if "target" not in rules.values:
                for gain, hand in zip(event["gains"], event["hands"]):
                    tiles = [parse_tile(t) for t in hand]
                    more = rules.values.get("blank-penalty", 0) if (0, 0) in tiles else 0
                    require(gain == pips(tiles) + more, "gains are not the pips left")
        if "game-end" in event:
            require(event["scores"] == sums, "scores of the game's end do not re-add")
    require(scores == sums, "scores do not re-add")


def replay(game_class, record):
    """Play a record again from its header, rounds and moves; the events have to come out the same."""
    game = None
    rules = Rules(record[0]["rules"])
    for event in record[1:]:
        if "round" in event:
            lead = event["lead"]
            table = None if game is None else game.table
            given = None if lead_wanted(rules, table) == "refused" else lead
            if game is None:
                game = game_class(record[0]["rules"], event["deck"], given)
            else:
                game.deal(event["deck"], given)
        elif "move" in event:
            text = "draw" if event["move"].startswith("draw ") else event["move"]
            game.play(event["seat"], text)
    require(game.record() == record, "a replay gives another record")

