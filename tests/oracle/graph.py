# SPDX-License-Identifier: MIT
"""Tiles laid against tiles: a plain neighbour graph, used by line games and Chickenfoot."""

from tiles import halves_text, make_tile, other_half


class Laid:
    """One tile on the table. `touch` and `free` are its halves, the touching one first (the first: higher first)."""

    def __init__(self, touch, free, parent, parent_number):
        self.touch = touch
        self.free = free
        self.parent = parent                  # index of the tile it was laid against, None for the first
        self.parent_number = parent_number    # the number it touches there
        self.children = []                    # indices of the tiles laid against this one

    def tile(self):
        return make_tile(self.touch, self.free)

    def double(self):
        return self.touch == self.free


class Graph:
    def __init__(self):
        self.laid = []

    def lay_first(self, tile):
        self.laid.append(Laid(tile[0], tile[1], None, None))

    def lay(self, tile, touch, place):
        index, number = place
        self.laid[index].children.append(len(self.laid))
        self.laid.append(Laid(touch, other_half(tile, touch), index, number))

    def neighbours(self, index):
        node = self.laid[index]
        return ([] if node.parent is None else [node.parent]) + node.children

    def halves_used(self, index):
        """Of a tile that is no double: the numbers of its halves that have a neighbour."""
        node = self.laid[index]
        used = [] if node.parent is None else [node.touch]
        return used + [self.laid[child].parent_number for child in node.children]

    def halves_free(self, index):
        node = self.laid[index]
        used = self.halves_used(index)
        return [number for number in (node.touch, node.free) if number not in used]

    def own_text(self, index):
        node = self.laid[index]
        return halves_text(node.touch, node.free)

    def place_text(self, place):
        """N-02: the tile laid against, touched half first."""
        index, number = place
        return halves_text(number, other_half(self.laid[index].tile(), number))

    def count(self):
        """L-15, afresh from the neighbours."""
        total = 0
        for index, node in enumerate(self.laid):
            near = len(self.neighbours(index))
            if near == 0:
                total += node.touch + node.free                # a lone first tile: both halves, once
            elif node.double():
                if near == 1:
                    total += node.touch + node.free
            elif near == 1:
                total += sum(self.halves_free(index))
        return total

    def tiles_json(self):
        shown = []
        for index, node in enumerate(self.laid):
            on = None if node.parent is None else self.place_text((node.parent, node.parent_number))
            shown.append({"tile": self.own_text(index), "on": on})
        return shown

    def ends_json(self, places):
        return [{"tile": self.own_text(index), "number": number} for index, number in places]

