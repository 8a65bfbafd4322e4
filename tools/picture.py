#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a terminal screen as an SVG picture.

    tools/picture.py < CAPTURE > PICTURE.svg      CAPTURE: a screen with its escape sequences (tmux capture-pane -p -e)

Cells of equal colour are drawn as one run and stretched to their columns, so any monospace font will do."""
import re
import sys
from html import escape

WIDTH, HEIGHT, SIZE = 9, 19, 15
INK, PAPER = "#e6e6e6", "#262626"
BASIC = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
         "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"]


def colour(n):
    if n < 16:
        return BASIC[n]
    if n >= 232:
        return "#" + f"{8 + 10 * (n - 232):02x}" * 3
    n -= 16
    return "#" + "".join(f"{0 if k == 0 else 55 + 40 * k:02x}" for k in (n // 36, n // 6 % 6, n % 6))


def change(style, codes):
    """Applies the numbers of an escape sequence to (ink, paper, bold, reverse, underline, dim)."""
    ink, paper, bold, reverse, line, dim = style
    codes = iter(codes)
    for code in codes:
        if code == 0:
            ink, paper, bold, reverse, line, dim = None, None, False, False, False, False
        elif code in (1, 22):
            bold, dim = code == 1, False
        elif code == 2:
            dim = True
        elif code in (4, 24):
            line = code == 4
        elif code in (7, 27):
            reverse = code == 7
        elif code in (38, 48) and next(codes, None) == 5:
            chosen = colour(next(codes, 7))
            ink, paper = (chosen, paper) if code == 38 else (ink, chosen)
        elif code in (39, 49):
            ink, paper = (None, paper) if code == 39 else (ink, None)
        else:
            for base, bright in ((30, 0), (40, 0), (90, 8), (100, 8)):
                if base <= code < base + 8:
                    chosen = BASIC[code - base + bright]
                    ink, paper = (chosen, paper) if base in (30, 90) else (ink, chosen)
    return ink, paper, bold, reverse, line, dim


def runs(line, style):
    """Yields (column, text, style) for every run of a line; the style continues on the next line."""
    found, column = [], 0
    for words, codes in re.findall(r"([^\x1b]+)|\x1b\[([0-9;]*)m", line):
        if words:
            found.append((column, words, style))
            column += len(words)
        else:
            style = change(style, [int(code or 0) for code in codes.split(";")])
    return found, column, style


def papers(cells):
    """Merges the backgrounds, a colour by (row, column), into few rectangles."""
    row, whole = [], []                                          # [column, row, width, height, colour]
    for (y, x), back in sorted(cells.items()):
        if row and row[-1][1] == y and row[-1][4] == back and row[-1][0] + row[-1][2] == x:
            row[-1][2] += 1
        elif back != PAPER:
            row.append([x, y, 1, 1, back])
    last = {}
    for x, y, width, height, back in row:
        above = last.get((x, width, back))
        if above and above[1] + above[3] == y:
            above[3] += 1
        else:
            last[x, width, back] = [x, y, width, height, back]
            whole.append(last[x, width, back])
    return [f'<rect x="{x * WIDTH}" y="{y * HEIGHT}" width="{width * WIDTH}" height="{height * HEIGHT}" fill="{back}"/>'
            for x, y, width, height, back in whole]


def draw(screen):
    style, rows, columns, body = (None, None, False, False, False, False), 0, 0, []
    cells = {}
    for y, line in enumerate(screen.rstrip("\n").split("\n")):
        line = re.sub(r"\x1b\[[0-9;]*[A-HJKSTfhl]|\x1b[()][0AB]|\x0f|\x0e", "", line)
        found, used, style = runs(line, style)
        rows, columns = y + 1, max(columns, used)
        for x, words, (ink, paper, bold, reverse, under, dim) in found:
            front, back = (paper or PAPER, ink or INK) if reverse else (ink or INK, paper)
            cells.update({(y, x + k): back for k in range(len(words)) if back})
            if words.strip() or under:
                marks = (' font-weight="bold"' if bold else "") + (' opacity=".6"' if dim else "")
                marks += ' text-decoration="underline"' if under else ""
                body.append(f'<text x="{x * WIDTH}" y="{y * HEIGHT + 14}" textLength="{len(words) * WIDTH}" fill="{front}"{marks}>'
                            f"{escape(words)}</text>")
    # Draw backgrounds first: characters may extend beyond their cells.
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDTH} {rows * HEIGHT}" width="{columns * WIDTH}" '
            f'height="{rows * HEIGHT}"><rect width="100%" height="100%" fill="{PAPER}"/><g font-family="DejaVu Sans Mono, monospace" '
            f'font-size="{SIZE}" xml:space="preserve">' + "\n".join(papers(cells) + body) + "</g></svg>\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    sys.stdout.write(draw(sys.stdin.read()))
