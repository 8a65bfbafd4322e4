#!/usr/bin/env python3
"""What the tables say to people is there in English and Spanish: nothing empty, nothing left in the other language,
the same numbers and the same {placeholders} in both.

    languages.py TABLES.TS EXPLAIN.DEF     the page's tables and the rules in plain words
    languages.py --self-test               each planted fault must be found
"""
import json
import pathlib
import re
import sys

ENGLISH = re.compile(r"\b(the|you|your|and|with|tiles?|which|who|when|each|is|are)\b", re.I)
SPANISH = re.compile(r"\b(el|la|los|las|que|fichas?|con|cada|quien|tu|se|una?)\b|[áéíóúñ¿¡«»]", re.I)
SAME = {"Muggins", "Castle Rock", "no"}         # in both languages
QUOTED = re.compile(r"«[^»]*»|“[^”]*”")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def pair(where, english, spanish, found):
    if not english.strip() or not spanish.strip():
        found.append(f"{where}: an empty text beside '{english}{spanish}'")
    elif english == spanish and english not in SAME and not english.isdigit():
        found.append(f"{where}: '{english}' stands there twice")
    for name, text, other in (("English", spanish, ENGLISH), ("Spanish", english, SPANISH)):
        word = other.search(QUOTED.sub("", text))
        if word and text not in SAME:
            found.append(f"{where}: '{word.group()}' is {name}, in '{text}'")
    for what, like in (("placeholders", r"\{[^}]*\}"), ("numbers", r"\d+")):
        if sorted(set(re.findall(like, english))) != sorted(set(re.findall(like, spanish))):
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
            if key not in ("differ", "sets"):   # keys, no texts
                walk(f"{where}.{key}", one, found)


def tables(text):
    """The lists of tables.ts by name."""
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
        if not re.fullmatch(r"[LFTR]-\d\d( [LFTR]-\d\d)*", option["rules"]):
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


def check_rules(text):
    """The sentences of explain.def and its headings."""
    found, entries = [], re.findall(r"^(BY_TELL|BY_SECTION)\((.*?)\)\n(?=\n|BY_|/\*|#|\Z)", text, re.M | re.S)
    for macro, body in entries:
        if macro == "BY_SECTION":
            words = STRING.findall(body)
        else:                           # each text begins on a line of its own, behind a comma
            parts = re.split(r",\n(?=\s*\")", body)[1:]
            words = ["".join(STRING.findall(part)) for part in parts]
        if len(words) != 2:
            found.append(f"explain.def: {len(words)} texts in {body[:60]}")
            continue
        pair("explain.def", words[0], words[1], found)
    return found if len(entries) > 100 else ["explain.def: no sentences"]


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
RULES = 'BY_SECTION(TURN, "Your turn", "Tu turno")\n' + 101 * """BY_TELL(TURN, "L-01", LINE && (O(SET) == 6
        || FEET),
        "Take {hand} tiles, and "
        "draw 1.",
        "Toma {hand} fichas y roba 1.")
"""
PLANTED = [     # which, instead of this, that, a part of the answer; "" where nothing may be found
    (TABLES, "", "", ""), (RULES, "", "", ""),
    (TABLES, '"Rápidos y fáciles"', '""', "empty"), (TABLES, "Rápidos y fáciles", "Quick and easy", "twice"),
    (TABLES, "Rápidos y fáciles", "Quick and fáciles", "'and' is English"), (TABLES, "7 for two.", "7 para la", "'la' is"),
    (TABLES, "7 para dos.", "5 para dos.", "other numbers"), (TABLES, "7 para dos.", "7 para dos", "ends otherwise"),
    (TABLES, '"robas"', '"pasas"', ""), (TABLES, '["draw","robas"]', '["pass","pasas"]', "one name"),
    (TABLES, '"hand":7', '"hand":15', "hand is 15"), (TABLES, '"draw":"none"', '"draw":"all"', "draw is all"),
    (TABLES, "const bots", "const bot", "missing: ['bots']"), (TABLES, "L-09", "X-09", "its rules"),
    (TABLES, '"sheet":"basics"', '"sheet":"basic"', "no such sheet"),
    (TABLES, '"option":"hand"', '"option":"target"', "that it has not"),
    (RULES, "Toma {hand}", "Toma 7", "other placeholders"), (RULES, "Tu turno", "", "empty"),
    (RULES, '\n        "Toma {hand} fichas y roba 1."', "", "1 texts in"), (RULES, "fichas y", "fichas and", "'and' is"),
    (RULES, "BY_TELL", "TELL", "no sentences"),
]


def self_test():
    wrong = []
    for text, this, that, want in PLANTED:
        planted = text.replace(this, that, 1) if want != "no sentences" else text.replace(this, that)
        found = (check_tables if text is TABLES else check_rules)(planted.replace(",)", ")"))
        if not (any(want in line for line in found) if want else found == []):
            wrong.append(f"'{this}' as '{that}': wanted '{want}', got {found}")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        found = check_tables(pathlib.Path(sys.argv[1]).read_text()) + check_rules(pathlib.Path(sys.argv[2]).read_text())
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
