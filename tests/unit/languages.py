#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the tables have every text in English and Spanish: none is empty or in the wrong language, and both have the
same numbers and {placeholders}.

    languages.py TABLES.TS WIRE.TS ES.PO   the page's tables and the Spanish catalogue
    languages.py --self-test               must find each planted fault
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import po

ENGLISH = re.compile(r"\b(the|you|your|and|with|tiles?|which|who|when|each|is|are)\b", re.I)
SPANISH = re.compile(r"\b(el|la|los|las|que|fichas?|con|cada|quien|tu|se|una?)\b|[áéíóúñ¿¡«»]", re.I)
SAME = {"Muggins", "Castle Rock", "no", ", "}         # in both languages
SAME |= set(re.findall(r'^BY_CHARACTER\(\w+, "(\w+)"', (ROOT / "include/boneyard/styles.def").read_text(), re.M))
NAME = re.compile(r"tables\.games\[\w+\]\.name|game\.\w+\.name")     # many games have the same name in every language
KEY_WORDS = re.compile(r"ruling\.[\w-]+\.words")     # what people may ask with; each language has its own
WORDS = {"boneyard", "bot", "chat", "total", "escape", "normal", "no", "min", "hash"}       # the same words in sentences
QUOTED = re.compile(r"«[^»]*»|“[^”]*”")


def same(text):
    """Whether a text may be the same in both languages: only placeholders, signs, units and one-letter keys."""
    return text in SAME or all(len(word) == 1 or word.lower() in WORDS for word in re.findall(r"[^\W\d_]+", text))


def pair(where, english, spanish, found):
    if not english.strip() or not spanish.strip():
        found.append(f"{where}: an empty text beside '{english}{spanish}'")
    elif english == spanish and not same(english) and not NAME.fullmatch(where):
        found.append(f"{where}: '{english}' stands there twice")
    for name, text, other in (("English", spanish, ENGLISH), ("Spanish", english, SPANISH)):
        word = other.search(QUOTED.sub("", text))
        if word and text not in SAME:
            found.append(f"{where}: '{word.group()}' is {name}, in '{text}'")
    for what, like in (("placeholders", r"\{(\d)[aw]?\}"), ("numbers", r"\d+")):
        if not KEY_WORDS.fullmatch(where) and sorted(set(re.findall(like, english))) != sorted(set(re.findall(like, spanish))):
            found.append(f"{where}: other {what} in '{english}' than in '{spanish}'")
    if english[-1:] in ".?!" and spanish[-1:] != english[-1:]:
        found.append(f"{where}: '{spanish}' ends otherwise than '{english}'")


def is_pair(x):
    return isinstance(x, list) and len(x) == 2 and all(isinstance(text, str) for text in x)


def walk(where, x, found):
    if is_pair(x):
        pair(where, x[0], x[1], found)
    elif isinstance(x, list):
        for i, one in enumerate(x):
            walk(f"{where}[{one.get('key', i) if isinstance(one, dict) else i}]", one, found)
    elif isinstance(x, dict):
        for key, one in x.items():
            if key not in ("differ", "matters", "sets"):   # keys, not texts
                walk(f"{where}.{key}", one, found)


def tables(text):
    """Maps the names of the lists in tables.ts to their contents."""
    lists = {}
    for name, line in re.findall(r"^export const (\w+): readonly .*?\] = (.*);$", text, re.M):
        lists[name] = json.loads(line)
    return lists


def check_tables(text):
    found, lists = [], tables(text)
    wanted = {"games", "kinds", "sheets", "options", "bots", "sections"}
    if set(lists) != wanted or not all(lists.values()):
        return [f"lists are missing: {sorted(wanted - set(lists))}"]
    walk("tables", lists, found)
    keys = {option["key"]: option for option in lists["options"]}
    sheets = {sheet["key"] for sheet in lists["sheets"]}
    for option in lists["options"]:
        names = [tuple(value["name"]) for value in option["values"]]
        if len(set(names)) != len(names):
            found.append(f"{option['key']}: two values have one name")
        if not re.fullmatch(r"[A-Z]-\d\d( [A-Z]-\d\d)*", option["rules"]):
            found.append(f"{option['key']}: its rules are '{option['rules']}'")
    for game in lists["games"]:
        for preset in game["presets"]:
            if preset["sheet"] not in sheets:
                found.append(f"{preset['rules']}: no such sheet")
            for key, value in preset["values"].items():
                listed = [v["value"] for v in keys[key]["values"]]
                lo, hi = preset["ranges"].get(key, (0, -1))
                if not (value in listed if listed else lo <= value <= hi):
                    found.append(f"{preset['rules']}: {key} is {value}")
            if not all(note["option"] in preset["values"] for note in preset["notes"]):
                found.append(f"{preset['rules']}: a note on an option that it has not")
    return found


def check_notes(text, tables_text):
    """Checks the notes that notes.ts adds to the sheets of tables.ts."""
    found, rows = [], re.search(r"^export const notes: .* = (\{.*\});$", text, re.M)
    rows = json.loads(rows[1]) if rows else {}
    walk("notes", rows, found)
    for preset in (preset for game in tables(tables_text)["games"] for preset in game["presets"]):
        if not all(note["option"] in preset["values"] for note in rows.get(preset["rules"], [])):
            found.append(f"{preset['rules']}: a note on an option that it has not")
    return found if any(rows.values()) else ["notes are missing"]


def check_catalogue(text):
    """Checks every sentence of a catalogue against the English one; words.c checks those with forms (say.*)."""
    found = []
    for entry in po.entries_of("es.po", text):
        for english, said in zip(entry.english, entry.said.values()) if (entry.id or "say.")[:4] != "say." else ():
            pair(entry.id, english, said, found)
    return found


def check_refusals(text, catalogue):
    """Checks that each refusal in the page's tables has the catalogue's texts."""
    line = re.search(r"^export const refusals = (\{.*\})[^{}]*;$", text, re.M)
    said = {entry.id: [entry.english[0], entry.said.get(0)] for entry in po.entries_of("es.po", catalogue)}
    rows = json.loads(line[1]).items() if line else ()
    wrong = [f"refusals: {code} says {texts}" for code, texts in rows if texts != said.get(f"refusal.{code}")]
    return wrong if line else ["refusals are missing"]


TABLES = """export const games: readonly [G, ...G[]] = [{"key":"block","name":["Block","Bloqueo"],"differ":["hand","target"],\
"presets":[{"rules":"block:basics","sheet":"basics","values":{"draw":"none","hand":7},"ranges":{"hand":[1,14]},\
"notes":[{"option":"hand","text":["7 for two.","7 para dos."]}]}]}];
export const kinds: readonly [P, ...P[]] = [["Quick and easy","Rápidos y fáciles"]];
export const sheets: readonly [S, ...S[]] = [{"key":"basics","name":["Basics","Básica"]}];
export const options: readonly [O, ...O[]] = [{"key":"draw","rules":"L-09","values":[{"value":"none","name":["pass",\
"pasas"]},{"value":"one","name":["draw","robas"]}]},{"key":"hand","rules":"L-02","values":[]}];
export const bots: readonly [B, ...B[]] = [{"key":"easy","name":["Easy","Fácil"]}];
export const sections: readonly [P, ...P[]] = [["Notation","Notación"]];
"""
RULES = """msgctxt "rule.1"
msgid "Take {0} tiles, and draw 1."
msgstr "Toma {0} fichas y roba 1."
"""
PLANTED = [     # in which text, replace this by that; part of the error, "" for none
    (TABLES, "", "", ""), (RULES, "", "", ""),
    (TABLES, '"Rápidos y fáciles"', '""', "empty"), (TABLES, "Rápidos y fáciles", "Quick and easy", "twice"),
    (TABLES, "Rápidos y fáciles", "Quick and fáciles", "'and' is English"), (TABLES, "7 for two.", "7 para la", "'la' is"),
    (TABLES, "7 para dos.", "5 para dos.", "other numbers"), (TABLES, "7 para dos.", "7 para dos", "ends otherwise"),
    (TABLES, '"robas"', '"pasas"', ""), (TABLES, '["draw","robas"]', '["pass","pasas"]', "one name"),
    (TABLES, '"hand":7', '"hand":15', "hand is 15"), (TABLES, '"draw":"none"', '"draw":"all"', "draw is all"),
    (TABLES, "const bots", "const bot", "missing: ['bots']"), (TABLES, "L-09", "L9", "its rules"),
    (TABLES, '"sheet":"basics"', '"sheet":"basic"', "no such sheet"),
    (TABLES, '"option":"hand"', '"option":"target"', "that it has not"),
    (RULES, "roba 1", "roba 2", "other numbers"), (RULES, "fichas y", "fichas and", "'and' is"),
    (RULES, "Toma {0} fichas y roba 1.", "Take {0} tiles, and draw 1.", "twice"),
    (TABLES, '["Easy","Fácil"]', '["{0} min {1} s","{0} min {1} s"]', ""),
    (TABLES, '["Easy","Fácil"]', '["{0} play","{0} play"]', "twice"),
]


def self_test():
    wrong = []
    for text, this, that, want in PLANTED:
        planted = text.replace(this, that, 1)
        found = (check_tables if text is TABLES else check_catalogue)(planted)
        if not (any(want in line for line in found) if want else found == []):
            wrong.append(f"'{this}' as '{that}': wanted '{want}', got {found}")
    catalogue = 'msgctxt "refusal.a"\nmsgid "A"\nmsgstr "Á"\n\nmsgctxt "refusal.b"\nmsgid "B"\nmsgstr "Bé"\n'
    for table, found in (('{"a":["A","Á"],"b":["B","Bé"]}', 0), ('{"a":["",""],"b":["A","Á"]}', 2)):
        if len(check_refusals(f"export const refusals = {table};\n", catalogue)) != found:
            wrong.append(f"refusals: {table}")
    for notes, found in (('{"block:basics":[{"option":"hand","text":["7 for two.","7 para dos."]}]}', 0), ('{"block:basics":[]}', 1),
                         ('{"block:basics":[{"option":"target","text":["7 for two.","5 para dos."]}]}', 2)):
        if len(check_notes(f"export const notes: N = {notes};\n", TABLES)) != found:
            wrong.append(f"notes: {notes}")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        text, notes, wire, catalogue = (pathlib.Path(path).read_text() for path in sys.argv[1:5])
        found = check_tables(text) + check_notes(notes, text) + check_catalogue(catalogue) + check_refusals(wire, catalogue)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
