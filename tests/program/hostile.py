#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names and files with terminal control bytes: all output of every command is printable."""
import json
import os
import sys
import tempfile

from program import expect, finish, run

# Clear screen, title, colours, cursor; the second set of control bytes; bell, backspace, delete; text direction.
BAD = ["\x1b[2J\x1b[31mEVIL", "\x1b]0;owned\x07", "a\x9b2Jb", "c\x08\x08d\x7f", "e\rf", "\u202egnirts\u2066", "\ud83d"]


def unprintable(text):
    """The characters in an output that a terminal might interpret."""
    turns = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    return sorted({c for c in text if (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 or c in turns})


def clean(name, answer):
    status, out, err = answer
    expect(f"{name}: ends by itself", status in (0, 1, 2), f"status {status}")
    expect(f"{name}: nothing raw", unprintable(out + err) == [], repr(unprintable(out + err)) + "\n" + (out + err)[:400])


def records(folder):
    """A valid record with each bad name, and invalid ones with bad bytes elsewhere."""
    good = os.path.join(folder, "good.jsonl")
    run("play", "muggins", "--seed", "5", "--watch", "--save", good)
    lines = open(good, encoding="utf-8").read().split("\n")
    for i, bad in enumerate(BAD):
        head = json.loads(lines[0])
        for where in ["players", "date", "rules"]:
            changed = dict(head)
            changed[where] = [bad, "you"] if where == "players" else bad
            path = os.path.join(folder, f"{where}{i}.jsonl")
            with open(path, "w", encoding="utf-8", errors="surrogatepass") as out:
                out.write("\n".join([json.dumps(changed, ensure_ascii=i % 2 == 0), *lines[1:]]))
            yield where, path
        path = os.path.join(folder, f"move{i}.jsonl")
        with open(path, "w", encoding="utf-8", errors="surrogatepass") as out:
            out.write("\n".join([*lines[:2], json.dumps({"seat": 0, "move": bad}), *lines[3:]]))
        yield "move", path
        odd = os.path.join(folder, f"{i}\x1b[31m.jsonl")                # file names count, too
        os.link(path, odd)
        yield "file name", odd


def main():
    expect("a raw sequence is seen", unprintable("a\x1b[2J") == ["\x1b"] and unprintable("\x9b") == ["\x9b"], "not seen")
    expect("and words are left alone", unprintable("Ana María\n你好") == [], "words")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)                # a game saved under a bad name is deleted with it
        for where, path in records(folder):
            for words in [["replay"], ["replay", "--brief"], ["check"], ["solve", "--at", "3"], ["review", "--count", "20"],
                          ["odds", "--at", "3", "--seat", "1"], ["picture", "--at", "3"], ["play", "--plain", "--load"]]:
                clean(f"{words[0]} with bad bytes in the {where}", run(*words, path, stdin="table\nscores\nlog\nquit\nquit\n"))
        typed()
        os.chdir("/")
    finish("hostile")


def typed():
    for bad in BAD[:-1]:
        for words in [["play", bad], ["rules", bad], ["games", bad], [bad], ["play", "--bots", bad], ["score", bad],
                      ["score", "muggins", "--players", f"{bad},Ben"], ["train", bad], ["score", "muggins", "--ask", bad]]:
            clean(f"{words[0] if words[0] != bad else 'a command'} with bad bytes", run(*words, stdin="help\nquit\n"))
        clean("typed into a game", run("play", "muggins", "--seed", "1", stdin=f"{bad}\nsave {bad}\nquit\nquit\n"))
        clean("typed into a score sheet", run("score", "muggins", "--players", "Anna,Ben", stdin=f"{bad}\nmay I {bad}\nquit\n"))


if __name__ == "__main__":
    main()
