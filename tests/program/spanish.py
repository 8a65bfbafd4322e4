#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Spanish output contains no English words: evenings with the score keeper, and games in sentences.

    spanish.py PROGRAM [--planted]    with a planted fault (an evening in English), the run must fail
"""
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from program import expect, finish, run

LANGUAGE = "en" if "--planted" in sys.argv else "es"
FOLDER = tempfile.mkdtemp()
FILE = os.path.join(FOLDER, "hoja")
HOME = {"XDG_STATE_HOME": FOLDER, "COLUMNS": "120", "LC_ALL": "C.UTF-8",
        # fontconfig, below cairo, never frees what it has read
        "LSAN_OPTIONS": "print_suppressions=0:suppressions=" + os.path.join(FOLDER, "leaks")}
pathlib.Path(FOLDER, "leaks").write_text("leak:libfontconfig\n", encoding="utf-8")
SOURCE = (pathlib.Path(__file__).parent.parent / "unit/words.c").read_text(encoding="utf-8")
ENGLISH = set(re.findall(r'"(\w+)"', re.search(r"english\[\] = \{(.*?)\};", SOURCE, re.S).group(1)))


def english(text):
    """The lines with English words."""
    text = re.sub(r"boneyard(:| (COMMAND|[a-z]+( draw)?)\b)|^(Tu jugada: )?(ends|scores)\b|^  [a-z]+  |/boneyard/games\b|\bseat \d", "", text, flags=re.M)   # commands
    return [line for line in text.splitlines() if ENGLISH & set(re.findall(r"(?<![@:=\w-])[A-Za-zÀ-ÿ]+(?![\w=-])", line))]


def said(name, words, lines, parts, env=None):
    language = ["--language", LANGUAGE] if env is None else []
    _, out, err = run(*language, *words.split(), stdin="\n".join(lines) + "\n", env={**HOME, **(env or {})})
    expect(f"{name}: no English", not english(out + err), "\n".join(english(out + err)))
    for part in parts:
        expect(f"{name}: '{part}'", part in out + err, out + err)


EVENINGS = [
    ("muggins:number --players Ana,Ben,Ciro", [
        "help", "ana 15", "ana 7", "ana 400", "zzz", "x 3", "17", "ana fuera", "6-4 3-3", "ben fuera", "17", "table", "fix 9",
        "fix 1", "undo", "fix 1 ben fuera, ana 4, ciro 20", "bloqueada, ana 4, ben 9", "undo", "bloqueada, ana 4, ben 9, ciro 9",
        "ana fuera, ben fuera", "ana fuera, ana 3", "ana 6-4 6-4", "ana 9-4", "rename ana ben", "rename ana Eva", "print",
        f"print {FOLDER}/hoja.txt", "¿Puedo robar aunque pueda jugar?", "¿puedo volar?", "undo"],
     ["¿Qué le queda a Ben?", "Ana anota 15.", "No. Pon una ficha junto", f"  ¿puedo ...?{' ' * 20} responde a una pregunta", "Esa pregunta no está en la lista", "¿puedo mirar el pozo?",
      "La ronda queda bloqueada.", "Anulado."]),
    ("mexicantrain:number rounds=1 penalty=fifty --players Ana,Ben", [
        "help", "ana castigo", "ana fuera, ben 12-12", "ana fuera, ben 600", "ana fuera, ben 0-0", "ana castigo",
        "¿Puedo jugar en el tren de Ben?", "puedo poner en el tren de ana sin marcador", "¿puedo comerme las fichas?"],
     ["Ana paga 50.", "La partida ha terminado", "Sí, pero solo según esta regla: ", "Esa pregunta no está en la lista. Las más parecidas:"]),
    ("chickenfoot:number --players Ana,Ben", ["ana fuera, ben 30", "nadie", "ana sale", "bloqueada, ana 3, ben 4", "ana"],
     ["¿Quién tiene el 0-0?"]),
    ("castlerock --players Ana", ["help", "6-4 3-3 3:25", "despejada", "99:99"], []),
    ("muggins:number --players Ana", [], []),
    ("muggins:number --players Ana,Ana", [], ["Dos jugadores se llaman 'Ana'."]),
    ("muggins:number --players Ana,fuera", [], ["no puede ser un nombre"]),
]
for words, lines, parts in EVENINGS:
    said(words, f"score {words} --new --file {FILE}", lines, [] if LANGUAGE == "en" else parts)
said("by the environment", f"score muggins:number --players Ana,Ben --new --file {FILE}", ["ana fuera, ben nadie 3"],
     ["Ronda 1: sale Ana."], {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_ES.UTF-8"})
PLAY = ["help", "hand", "moves", "table", "seats", "ends", "scores", "rules zzz", "99", "undo", "hint", "save"]
for game in ("block players=4 teams=on", "draw", "muggins call=on", "allfives", "fiveup", "chickenfoot players=3",
             "mexicantrain players=3", "mexicantrain:hub players=3", "castlerock"):
    lines = PLAY + ["1", "hand", "table", "seats"] * 12 + ["0-0 abajo", "quit", "quit"]
    said(game, f"play {game} --plain --seed 1", lines, [] if LANGUAGE == "en" else ["Pista: "])
    for language in ("en", "es"):       # no word is broken across lines
        _, out, _ = run("--language", language, *f"play {game} --plain --seed 1".split(), stdin="\n".join(lines) + "\n",
                        env={**HOME, "COLUMNS": "80"})
        wide = [line for line in out.splitlines() if len(line) > 80]
        expect(f"{game} in {language}: lines of 80 columns", not wide, "\n".join(wide))
for command, part in (("", "Juegos de dominó"), ("play", "sigue con una partida sin terminar"), ("score", "¿quién sale en la ronda"), ("games", "opciones"),
                      ("rules", "boneyard games muestra"), ("check", ""), ("verify", ""), ("replay", "muestra las jugadas"),
                      ("review", "de quién son"), ("odds", ""), ("train", "Busca el mejor tren"), ("solve", "")):
    said(f"help {command}", f"{command} --help", [], [] if LANGUAGE == "en" else [part])
for words, part in (("zzz", "orden desconocida: 'zzz'"), ("play --zzz", "'--zzz' no es una opción"), ("train --set", "necesita un valor"),
                    ("train --longest=1", "no lleva valor"), ("train --set 99", "tiene que ser un número de 6 a 18")):
    said(f"wrong: {words}", words, [], [] if LANGUAGE == "en" else [part])
said("complete", "complete play x", [], [] if LANGUAGE == "en" else ["--watch\tlos bots", "chickenfoot:number\tPata de gallina"])
GAMES = pathlib.Path(__file__).parent.parent / "golden/games"
for words, part in (("games", "a 4 jugadores"), ("games a b", "un juego como mucho"),
                    ("rules muggins", "Opciones de esta mesa"), ("rules", "indica un juego"),
                    ("train 12-12 12-5 5-3 9-9", "quedan en mano  9-9 (1 ficha, 18 puntos)"), ("train 12-12 9-9", "nada"),
                    ("train --longest 12-12 12-5 5-5", "acaba en un doble"), ("train 12-11", "no es un doble"), ("train 12-12 x", "no es una ficha"),
                    ("train --set 9 9-9 12-5", "no está en un dominó doble 9"), ("train 6-6 5-5 5-5", "aparece dos veces"),
                    ("train 6-6 6-6", "el doble del centro"), ("check", "indica una partida"), ("replay", "indica una partida"),
                    (f"check {GAMES}/block.jsonl", "gana Asiento"), 
                    (f"replay --brief {GAMES}/chickenfoot.jsonl", "Jugadores: "), (f"review {GAMES}/block.jsonl --level hard --count 1", "Resumen"),
                    (f"review {GAMES}/castlerock-classic.jsonl --level hard --count 1", "El momento decisivo"),
                    (f"odds {GAMES}/draw.jsonl --at 5", "La siguiente ficha del pozo: un 0"), ("odds", "indica una partida"),
                    (f"odds {GAMES}/draw.jsonl --at 99999", "--at va de 0 a"), ("solve", "indica una partida"),
                    (f"solve {GAMES}/block.jsonl --at 9", "una de las mejores líneas"), (f"solve {GAMES}/block.jsonl --round 99", "esa ronda"),
                    (f"solve {GAMES}/chickenfoot.jsonl", "solo se pueden resolver"),
                    (f"review {GAMES}/block.jsonl --seat 9", "--seat admite un número de 1 a 3")):
    said(words, words, [], [] if LANGUAGE == "en" else [part])
options = run("--language", LANGUAGE, "games", "mexicantrain", env=HOME)[1]     # option values are English words of the rules
expect("values of options", LANGUAGE == "en" or "no tiene esta opción" in options and "4          de 2 a 16" in options, options)


def check_paper():
    sheet = os.path.join(FOLDER, "hoja.pdf")
    for game, parts in (("muggins --players Ana,Ben", ["Ronda", "Fecha:", "Gana:", "sale Ana", "mitad de ronda"]),
                        ("mexicantrain:classic set=18 players=16", ["Tren Mexicano", "página 1 de 2", "total más bajo"])):
        said(f"{game} on paper", f"score {game} --print {sheet}", [], [])
        paper = subprocess.run(["pdftotext", sheet, "-"], capture_output=True, text=True, check=False).stdout
        expect(f"{game} on paper: no English", not english(paper), english(paper))
        expect(f"{game} on paper", LANGUAGE == "en" or all(part in paper for part in parts), paper)
    said("an evening to print", f"score muggins:number --players Ana,Ben --new --file {FILE}",
         ["ana 15", "ana fuera, ben 3", f"print {sheet}"], [])
    paper = subprocess.run(["pdftotext", sheet, "-"], capture_output=True, text=True, check=False).stdout
    date = datetime.date.fromisoformat(re.search(r"\d{4}-\d\d-\d\d", pathlib.Path(FILE).read_text(encoding="utf-8"))[0])
    expect("the date in words", LANGUAGE == "en" or re.search(rf"^{date.day} de [a-z]{{4,}} de {date.year}$", paper, re.M)
           and "en juego 15" in paper, paper)
    expect("the file has no Spanish", "fuera" not in pathlib.Path(FILE).read_text(encoding="utf-8"))


if os.path.exists(os.path.join(os.path.dirname(sys.argv[1]), "boneyard-print")):    # -Dpdf=disabled leaves it out
    check_paper()
finish("spanish")
