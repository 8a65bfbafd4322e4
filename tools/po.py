#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles the catalogues of po/ into tables of the core, of the programs and of the page.

    tools/po.py english [--check]          writes the committed English tables of the core; --check: are they up to date?
    tools/po.py core OUT DEPFILE [xx]      the other languages of the core, and the list of languages (C)
    tools/po.py programs OUT DEPFILE [xx]  the texts of terminal, score keeper, commands and server, every language (C)
    tools/po.py page OUT DEPFILE [xx]      languages and ids of the page; its texts go to texts/ beside OUT (TypeScript)
    tools/po.py check                      placeholders, plural forms, ids in src; prints missing translations
    tools/po.py --self-test                must find each planted fault

A catalogue is a PO file: msgctxt is the id that code uses, msgid the English sentence, msgstr the translation.  en.po has
every id and leaves msgstr empty.  The other files in po/ are the other languages; no other list names them.  A missing
or fuzzy translation is shown in English.  xx adds the pseudo-language: accented English, 40 % longer, in brackets,
which shows where a layout cuts or breaks (meson -Dpseudo=true, then --language xx; the test `tui languages` has its own).

Templates: {0} is the first part.  {0|a|b} is a if part 0 is the reader, or true, and b otherwise.  {0#a|b} has a form
for each plural form of the language.  An entry with msgid_plural counts part 0.  {0a} and {0w} are a number with its
article and a number in words, in English.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PO = ROOT / "po"
IDS, ENGLISH = ROOT / "include/boneyard/texts.def", ROOT / "src/text/english.c"
CORE = {"say", "section", "rule", "option-about"}   # the areas that are compiled into the core
PROGRAMS = ("score", "tournament", "tui", "cli", "server", "seat", "lesson")  # the areas whose ids appear literally in src
SHARED = ("seat",)                              # the areas that the programs and the page share
NOTE = "Written by tools/po.py from po/."


class Wrong(Exception):
    pass


# ---- Reading -----------------------------------------------------------------------------------------------------


class Entry:
    """One entry.  english, said: the singular, or every plural form; said is empty if there is no translation."""

    def __init__(self):
        self.id, self.english, self.said, self.line, self.fuzzy = None, [], {}, 0, False


def unquote(path, number, text):
    try:
        return json.loads(text)
    except ValueError:
        raise Wrong(f"{path}:{number}: not a quoted string: {text}") from None


def entries_of(path, text):
    """Every entry of a PO file, the header (id None) first."""
    entries, now, target, fuzzy = [], None, None, False

    def close():
        if now is not None:
            if not now.said:
                raise Wrong(f"{path}:{now.line}: no msgstr: {now.id}")
            entries.append(now)

    for number, line in enumerate(text.splitlines() + [""], 1):
        word, _, rest = line.partition(" ")
        if line.startswith("#,"):
            fuzzy = "fuzzy" in line
        elif line == "" or line.startswith("#"):
            target = None
        elif word == "msgctxt" or (word == "msgid" and target != "msgctxt"):
            close()
            now, target = Entry(), word
            now.line, now.fuzzy, fuzzy = number, fuzzy, False
            if word == "msgctxt":
                now.id = unquote(path, number, rest)
            else:
                now.english = [unquote(path, number, rest)]
        elif word == "msgid":
            target = word
            now.english = [unquote(path, number, rest)]
        elif word == "msgid_plural" and now is not None and len(now.english) == 1:
            target = word
            now.english.append(unquote(path, number, rest))
        elif (found := re.fullmatch(r"msgstr(?:\[(\d)\])?", word)) and now is not None and now.english:
            target = int(found[1] or 0)
            now.said[target] = unquote(path, number, rest)
        elif line.startswith('"') and target in ("msgid", "msgid_plural"):
            now.english[-1] += unquote(path, number, line)
        elif line.startswith('"') and isinstance(target, int):
            now.said[target] += unquote(path, number, line)
        else:
            raise Wrong(f"{path}:{number}: not expected here: {line}")
    close()
    return entries


class Catalogue:
    """A language: its key, its own name, its plural rule, and its templates by id."""

    def __init__(self, key, text):
        path = f"po/{key}.po"
        header, *entries = entries_of(path, text)
        fields = dict(re.findall(r"^([\w-]+): (.*)$", header.said.get(0, ""), re.M))
        plural = re.fullmatch(r"nplurals=(\d); plural=([n0-9 ()<>=!&|?:%]+);", fields.get("Plural-Forms", ""))
        if header.id is not None or plural is None:
            raise Wrong(f"{path}: the header has no Plural-Forms")
        self.key, self.name, self.forms, self.plural = key, fields.get("X-Language-Name", key), int(plural[1]), plural[2]
        self.path, self.line, self.english, self.said = path, {}, {}, {}
        for entry in entries:
            if entry.id is None or entry.id in self.line:
                raise Wrong(f"{path}:{entry.line}: no msgctxt, or one that is there already: {entry.id}")
            self.line[entry.id] = entry.line
            self.english[entry.id] = self.template(entry.english)
            said = [entry.said.get(i, "") for i in range(self.forms if len(entry.english) > 1 else 1)]
            if all(said) and not entry.fuzzy:
                self.said[entry.id] = self.template(said)

    @staticmethod
    def template(forms):
        return forms[0] if len(forms) == 1 else "{0#" + "|".join(forms) + "}"


def read_all():
    """Reads the catalogues, English first.  English uses its msgids as translations."""
    paths = sorted(PO.glob("*.po"), key=lambda path: (path.stem != "en", path.stem))
    all_ = [Catalogue(path.stem, path.read_text(encoding="utf-8")) for path in paths]
    all_[0].said = dict(all_[0].english)
    return all_


# ---- Checking ----------------------------------------------------------------------------------------------------


def parts(template, forms):
    """The set of parts in a template."""
    found = set()

    def words(at, inside):
        while at < len(template):
            if template[at] in "|}":
                if inside:
                    return at
                raise Wrong(f"'{template[at]}' outside of a mark")
            at = mark(at) if template[at] == "{" else at + 1
        if inside:
            raise Wrong("a mark without an end")
        return at

    def mark(at):
        begins = re.compile(r"\{(\d)([aw]?\}|[|#])").match(template, at)
        if begins is None:
            raise Wrong("a mark that is none")
        found.add(begins[1])
        at, branches = begins.end(), 1
        if begins[2][-1] == "}":
            return at
        while template[at := words(at, True)] == "|":
            at, branches = at + 1, branches + 1
        if branches != (2 if begins[2] == "|" else forms):
            raise Wrong(f"{branches} forms of part {begins[1]}")
        return at + 1

    words(0, False)
    return found


def problems(catalogues):
    """Yields one line for each error."""
    english = catalogues[0]
    for one in catalogues:
        for id_, said in one.said.items():
            where = f"{one.path}:{one.line[id_]}: {id_}"
            if id_ not in english.english:
                yield f"{where} is not in po/en.po"
                continue
            if one.english[id_] != english.english[id_]:
                yield f"{where}: the English has changed to '{english.english[id_]}'"
            try:
                if parts(said, one.forms) != parts(english.english[id_], english.forms):
                    yield f"{where}: not the parts of the English"
            except Wrong as fault:
                yield f"{where}: {fault}"


def uses(english, sources):
    """Yields the ids in `sources` (name: text) that are not in po/en.po, and ids there that no source uses."""
    used = set()
    for name, text in sources.items():
        for id_ in re.findall(r'"((?:' + "|".join(PROGRAMS) + r')\.[\w.-]*\w)"(?<!\.h")(?<!\.txt")', text):
            used.add(id_)
            if id_ not in english:
                yield f"{name}: '{id_}' is not in po/en.po"
    for id_ in english:
        if area(id_) in PROGRAMS and id_ not in used:
            yield f"po/en.po: no source uses '{id_}'"


def missing(catalogues):
    for one in catalogues[1:]:
        for id_ in catalogues[0].english:
            if id_ not in one.said:
                yield f"{one.path}: {id_} is not translated"


# ---- Tables of C -------------------------------------------------------------------------------------------------


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def c_string(text, indent=4):
    """A C string literal, broken into lines of at most 118 columns."""
    pieces, now = [], ""
    for word in re.findall(r" *[^ ]+ *$| *[^ ]+|^ +$", text):
        if now and len(quoted(now + word)) > 112 - indent:
            pieces.append(now)
            now = ""
        now += word
    pieces.append(now)
    return ("\n" + " " * (indent + 2)).join(quoted(piece) for piece in pieces)


def area(id_):
    """'say.LAYS': say; 'option.set.about': option-about; 'option.set=6': option."""
    first, last = id_.split(".")[0], id_.rsplit(".", 1)[-1]
    return f"{first}-about" if first == "option" and last == "about" else first


def name_of(id_):
    """The C name of an id of the core."""
    name = id_[4:] if id_.startswith("say.") else id_
    return re.sub(r"\W", "_", name).upper()


def core_ids(english):
    return [id_ for id_ in english.english if area(id_) in CORE]


def c_language(one, ids):
    lines = [f"static unsigned form_{one.key}(uint64_t n) {{ return (unsigned)({one.plural}); }}", "",
             f"static const char *const said_{one.key}[BY_SENTENCES] = {{"]
    for id_ in ids:
        if id_ in one.said:
            name, whole = f"    [BY_SAY_{name_of(id_)}] =", quoted(one.said[id_])
            lines.append(f"{name} {whole}," if len(name) + len(whole) < 118 else f"{name}\n        {c_string(one.said[id_], 8)},")
    lines += ["};", "", f"const struct by_language by_language_{one.key} = {{ {quoted(one.key)}, {quoted(one.name)}, "
              f"form_{one.key}, said_{one.key} }};"]
    return lines


def english_tables(english):
    """The two committed files: the ids, and the English sentences."""
    ids = core_ids(english)
    head = ["/* SPDX-License-Identifier: MIT */"]
    names = head + [f"/* texts.def: the ids of the sentences of the core (words.h).  {NOTE} */"]
    names += [f"BY_TEXT({name_of(id_)})" for id_ in ids]
    table = head + [f"/* english.c: the sentences of the core in English.  {NOTE} */", "/* clang-format off */",
                    '#include "boneyard/words.h"', ""] + c_language(english, ids)
    return {IDS: "\n".join(names) + "\n", ENGLISH: "\n".join(table) + "\n"}


def core_tables(catalogues):
    lines = [f"/* The other languages of the core.  {NOTE} */", '#include "boneyard/words.h"', ""]
    for one in catalogues[1:]:
        lines += c_language(one, core_ids(catalogues[0])) + [""]
    lines += ["extern const struct by_language by_language_en;",
              "const struct by_language *const by_language_list[] = {"]
    lines += [f"    &by_language_{one.key}," for one in catalogues] + ["};",
              f"const int by_language_count = {len(catalogues)};"]
    return "\n".join(lines) + "\n"


def program_tables(catalogues):
    """Every other text that C code shows, sorted by id: [language][text]."""
    ids = sorted(id_ for id_ in catalogues[0].english if area(id_) not in ("say", "page"))
    lines = [f"/* What the programs say.  {NOTE} */", '#include "util/tell.h"', "",
             f"const int by_told_count = {len(ids)};", f"const struct by_told by_told[{len(ids)}] = {{"]
    for id_ in ids:
        said = [one.said.get(id_) for one in catalogues]
        lines.append(f"    {{ {quoted(id_)}, (const char *const[]){{")
        lines += [f"        {'NULL' if text is None else c_string(text, 8)}," for text in said] + ["    } },"]
    return "\n".join(lines + ["};"]) + "\n"


# ---- Tables of TypeScript ----------------------------------------------------------------------------------------


def page_tables(catalogues):
    """The languages and ids of the page, and a file of texts for each first word of an id: {name: text}.

    page.sheet.title is sheet.title in texts/sheet.ts: a screen fetches the texts that it shows."""
    keys = {id_.removeprefix("page."): id_ for id_ in catalogues[0].english if area(id_) in ("page", *SHARED)}
    head = ["// SPDX-License-Identifier: MIT", f"// {NOTE}"]
    lines = head + [f"export const languages = {json.dumps([one.key for one in catalogues])} as const;",
                    "export type Language = (typeof languages)[number];",
                    "/** What a language calls itself, and the plural form that a number takes in it. */",
                    "export const speech: Record<Language, { readonly name: string; readonly form: (n: number) => number }> = {"]
    lines += [f"  {one.key}: {{ name: {quoted(one.name)}, form: (n) => Number({one.plural}) }}," for one in catalogues]
    lines += ["};", "export type TextKey =", *(f"  | {quoted(key)}" for key in keys)]
    files, parts_ = {"": "\n".join(lines) + ";\n"}, {}
    for key, id_ in keys.items():
        said = [one.said.get(id_, catalogues[0].said[id_]) for one in catalogues]
        parts_.setdefault(area(key), []).append(f"  {quoted(key)}: {json.dumps(said, ensure_ascii=False)},")
    for name, texts in parts_.items():
        files[f"texts/{name}.ts"] = "\n".join(head + ["export const texts = {", *texts, "} as const;"]) + "\n"
    return files


# ---- Commands ----------------------------------------------------------------------------------------------------


def write(out, depfile, text):
    """Writes a file only if it changed, to avoid rebuilding what depends on it.  The folder itself is in the depfile, so
    that a new language is noticed."""
    path = pathlib.Path(out)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    depend(out, depfile)


def depend(out, depfile):
    needs = [PO, *sorted(PO.glob("*.po")), pathlib.Path(__file__).resolve()]
    pathlib.Path(depfile).write_text(f"{out}: " + " ".join(str(path).replace(" ", "\\ ") for path in needs) + "\n")


def page(out, depfile, catalogues):
    """Always touches OUT: tools/web reads the texts beside it, which meson does not know about."""
    out = pathlib.Path(out)
    files = page_tables(catalogues)
    (out.parent / "texts").mkdir(exist_ok=True)
    for path in set((out.parent / "texts").glob("*.ts")) - {out.parent / name for name in files}:
        path.unlink()
    for name, text in files.items():
        (out.parent / name if name else out).write_text(text, encoding="utf-8")
    depend(out, depfile)


def english(check):
    stale = 0
    for path, text in english_tables(read_all()[0]).items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            print(f"{path.relative_to(ROOT)} is not up to date: run tools/po.py english")
            stale = 1
        else:
            path.write_text(text, encoding="utf-8")
    return stale


ACCENTS = str.maketrans("AEIOUYaeiouycnsz", "ÅÉÎÕÛÝåéîõüýçñšž")


def pseudo_text(text):
    """Translates a template into the pseudo-language: keeps the marks, adds accents, makes the text longer and puts brackets
    around it, which show whether any of it is cut off."""
    pieces = re.split(r"(\{\d[|#]|\{\d\}|[|}])", re.sub(r"(\{\d)[aw]\}", r"\1}", text))
    for i in range(0, len(pieces), 2):
        words = pieces[i].translate(ACCENTS)
        letters = sum(char.isalpha() for char in words)
        more = " ~~~~" * ((letters * 2 + 24) // 25) if letters > 2 else ""
        end = len(words.rstrip(" .:,;!?"))
        pieces[i] = words[:end] + more + words[end:]
    before, words, behind = re.fullmatch(r"(\s*)(.*?)(\s*)", "".join(pieces), re.S).groups()
    return f"{before}⟦{words}⟧{behind}" if any(char.isalpha() for char in words) else "".join(pieces)


def pseudo(english):
    """The English catalogue in the pseudo-language."""
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\nX-Language-Name: Pšéüdõ\\n"\n'
    one = Catalogue("xx", header)
    one.english, one.line = english.english, english.line
    one.said = {id_: pseudo_text(text) for id_, text in english.said.items()}
    return one


def check():
    catalogues = read_all()
    sources = {path.relative_to(ROOT): path.read_text() for path in sorted((ROOT / "src").rglob("*"))
               if path.suffix in (".c", ".h", ".def")}
    found = list(problems(catalogues)) + list(uses(catalogues[0].english, sources))
    lacking = list(missing(catalogues))
    print("\n".join(found + lacking + [f"{len(lacking)} texts are not translated"]))
    return 1 if found or lacking else 0


HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
GOOD = ('msgctxt "say.A"\nmsgid "{0|You lay|{0} lays} {1} {1#tile|tiles}"\nmsgstr ""\n\n'
        'msgctxt "b.two"\nmsgid "{0} tile"\nmsgid_plural "{0} tiles"\nmsgstr[0] ""\nmsgstr[1] ""\n')
SAID = GOOD.replace('msgstr ""', 'msgstr "{0|Pones|{0} pone} {1} {1#ficha|fichas}"') \
           .replace('msgstr[0] ""', 'msgstr[0] "{0} ficha"').replace('msgstr[1] ""', 'msgstr[1] "{0} fichas"')
PLANTED = [     # in the other language, replace this by that; part of the error, "" for none
    ("Pones", "Pones", ""), ("{0|Pones|{0} pone}", "{0} pone", ""), ("{0|Pones|{0} pone}", "Pone", "not the parts"),
    ("ficha|fichas}", "fichas}", "1 forms"), ("Pones|{0} pone}", "Pones|{0} pone|x}", "3 forms"),
    ("{1#ficha|fichas}", "{1#ficha|fichas", "without an end"), ("{1#", "{1x", "none"), (" {1} ", " } ", "outside"),
    ("say.A", "say.B", "not in po/en.po"), ("You lay", "You put", "has changed"),
    ('"{0} ficha"', '""', "b.two is not translated"), ('msgctxt "b.two"', '#, fuzzy\nmsgctxt "b.two"', "b.two is not"),
    ('msgctxt "b.two"\n', "", "no msgctxt"), ("b.two", "say.A", "there already"), ('msgid "', "msgid ", "not a quoted"),
    ("msgstr[1]", "msgtext", "not expected"), ("nplurals=2; ", "", "no Plural-Forms"),
    ('\nmsgstr "{0|Pones|{0} pone} {1} {1#ficha|fichas}"', "", "no msgstr"),
]


def last(text, this, that):
    """Replaces the last `this` in a text."""
    before, found, after = text.rpartition(this)
    return before + (that if found else "") + after


def self_test():
    wrong = []
    for this, that, want in PLANTED:
        try:
            both = [Catalogue("en", HEADER + GOOD), Catalogue("xx", last(HEADER + SAID, this, that))]
            both[0].said = dict(both[0].english)
            found = list(problems(both)) + list(missing(both))
        except Wrong as fault:
            found = [str(fault)]
        if not (any(want in line for line in found) if want else found == []):
            wrong.append(f"'{this}' as '{that}': wanted '{want}', got {found}")
    planted = {"a.c": 'say("score.a"); say("score.b"); say("other.b")'}
    found = list(uses({"score.a": "", "score.c": "", "other.c": ""}, planted))
    if found != ["a.c: 'score.b' is not in po/en.po", "po/en.po: no source uses 'score.c'"]:
        wrong.append(f"ids in sources: {found}")
    if pseudo_text("{0|You lay|{0} lays} {1}.") != "⟦{0|Ýõü låý ~~~~|{0} låýš ~~~~} {1}.⟧":
        wrong.append(f"pseudo-language: {pseudo_text('{0|You lay|{0} lays} {1}.')}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def main(arguments):
    if arguments in (["english"], ["english", "--check"]):
        return english(len(arguments) == 2)
    if arguments == ["check"]:
        return check()
    if arguments == ["--self-test"]:
        return self_test()
    tables = {"core": core_tables, "programs": program_tables}
    if len(arguments) >= 3 and arguments[0] in (*tables, "page") and arguments[3:] in ([], ["xx"]):
        catalogues = read_all()
        catalogues += [pseudo(catalogues[0])] * len(arguments[3:])
        if arguments[0] == "page":
            page(arguments[1], arguments[2], catalogues)
        else:
            write(arguments[1], arguments[2], tables[arguments[0]](catalogues))
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Wrong as fault:
        sys.exit(f"tools/po.py: {fault}")
