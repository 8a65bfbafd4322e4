# SPDX-License-Identifier: MIT
"""A program as users would write it; the test `python types` checks it with mypy --strict."""
import boneyard


def total(match: boneyard.Match, seat: int) -> int:
    tiles: list[boneyard.Tile] = match.view(seat).hand
    return sum(tile.pips for tile in tiles)


match = boneyard.Match(boneyard.Rules("muggins:classic"), seed=1)
for event in match.deal():
    print(event.kind, event.seat)
move: boneyard.Move = match.legal_moves()[0]
match.copy().play(move)
again: boneyard.Match = boneyard.Match.from_record(match.record())
print(total(again, 0), [result.gains for result in match.results])
