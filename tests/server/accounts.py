#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accounts: passwords, devices, recovery codes, deletion, and the methods of attackers.

    accounts.py BONEYARD                         the real program
    accounts.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import contextlib
import json
import os
import subprocess
import sys
import tempfile

from wire import MANY, PAGE, Client, Gone, Served, sit, turned_away, upgrade     # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
WORD, OTHER = "correct horse battery", "another staple"
ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"
STRANGER = "127.0.0.2"


def browser(server, cookie=None, bearer=None, agent=ANDROID):
    """Sends POST /session as a page does; returns its Cookie header."""
    status, headers, _ = server.http("POST", "/session", origin=server.origin, cookie=cookie, user_agent=agent,
                                     authorization=f"Bearer {bearer}" if bearer else None)
    if status != 204:
        raise RuntimeError(f"POST /session: {status}")
    return headers["set-cookie"].split(";")[0]


def page(server, cookie, source=None):
    return Client(server, source=source, cookie=cookie, origin=server.origin)


def member(server, name="Anna", word=WORD):
    """A person with an account."""
    person = server.person()
    person.ask("register", name=name, password=word)
    return person


def logged_in(server, name="Anna", word=WORD, cookie=None):
    """Logs in from a browser; returns its cookie."""
    cookie = cookie or browser(server)
    secret = page(server, cookie).ask("login", name=name, password=word)["secret"]
    return browser(server, cookie, secret)


def known(server):
    """Wrong passwords of strangers never lock out the owner on a device that was used before."""
    member(server)
    cookie = logged_in(server)
    owner = page(server, cookie)
    expect("the account", owner.hello.get("account") == "Anna")
    owner.ask("logout")
    cookie = browser(server, cookie)
    stranger, codes = Client(server, server.token(), source=STRANGER), []
    while "too-many-tries" not in codes and len(codes) < 12:
        codes.append(stranger.code("login", name="Anna", password=f"guess {len(codes)} of many"))
    expect("a guesser has to wait", codes[:4] == ["wrong-password"] * 4 and codes[-1] == "too-many-tries", str(codes))
    expect("even with the right one", stranger.code("login", name="anna", password=WORD) == "too-many-tries")
    owner = page(server, cookie)
    expect("the owner's device does not wait", "account" not in owner.hello and owner.code("login", name="Anna", password=WORD) == "ok")


def common(server):
    """The commonest passwords are refused."""
    a = server.person()
    for word in ("password", "PassWord1", "12345678", "trustno1", "Annabella"):
        expect(f"{word} is refused", a.code("register", name="annabella", password=word) == "common-password")
    a.ask("register", name="Annabella", password=WORD)
    expect("also later", a.code("password", password=WORD, fresh="baseball") == "common-password")
    expect("for anybody", a.code("recover", name="Nobody", code="0", fresh="iloveyou") == "common-password")


def changes(server):
    """A new password, the list of sessions, and their end."""
    a = member(server)
    secret = a.ask("link")["secret"]
    spare = a.ask("link")["secret"]
    phone = browser(server, bearer=secret)
    other, more = page(server, phone), page(server, phone)
    sessions = a.ask("sessions")
    seen = {s["device"]: s for s in sessions["sessions"]}
    expect("two devices", set(seen) == {"program", "firefox android"} and seen["program"]["here"] and
           not seen["firefox android"]["here"] and sessions["left"] == 0, str(sessions))
    expect("its times", 0 < seen["program"]["since"] <= seen["program"]["used"], str(seen))
    expect("wrong", a.code("password", password=OTHER, fresh=OTHER) == "wrong-password")
    expect("changed", a.code("password", password=WORD, fresh=OTHER) == "ok")
    expect("the other device is out", other.ended() == 1008 and more.ended() == 1008 and
           turned_away(server, cookie=phone, origin=server.origin) == 1008)
    expect("and its link", server.http("POST", "/session", authorization=f"Bearer {spare}")[0] == 401)
    b = server.person()
    expect("the old password", b.code("login", name="Anna", password=WORD) == "wrong-password")
    third = server.person(server.token(b.ask("login", name="Anna", password=OTHER)["secret"]))
    ids = {s["here"]: s["id"] for s in third.ask("sessions")["sessions"]}
    expect("another's session is none of mine", b.code("logout", session=ids[True]) == "ok" and third.code("mine") == "ok")
    third.ask("logout", session=ids[False])
    expect("ended from afar", a.ended() == 1008 and third.code("mine") == "ok")
    cookie = logged_in(server, word=OTHER)
    fourth = page(server, cookie)
    fourth.ask("logout", all=True)
    expect("everywhere", third.ended() == 1008 and fourth.ended() == 1008 and
           turned_away(server, cookie=cookie, origin=server.origin) == 1008)
    expect("a guest has no password", b.code("password", password=WORD, fresh=OTHER) == "no-account")


def codes(server):
    """Recovery codes: each works once, for its owner."""
    a, b = member(server), member(server, "Ben")
    all_codes = a.ask("codes", password=WORD)["codes"]
    expect("ten", len(set(all_codes)) == 10 and all(len(code) == 19 for code in all_codes), str(all_codes))
    expect("only with the password", b.code("codes", password=OTHER) == "wrong-password")
    forged = all_codes[0][:-1] + ("0" if all_codes[0][-1] != "0" else "1")
    for name, code in (("Anna", forged), ("Ben", all_codes[0]), ("Nobody", all_codes[0]), ("Anna", "0" * 16), ("Anna", "U"), ("Anna", "0" * 60)):
        expect(f"{name} {code}", server.person().code("recover", name=name, code=code, fresh=OTHER) == "wrong-code")
    guest = server.person()
    secret = guest.ask("recover", name="anna", code=f" {all_codes[0].lower().replace('-', '').replace('0', 'o').replace('1', 'l')}",
                       fresh=OTHER)["secret"]
    expect("all sessions have ended", a.ended() == 1008)
    again = server.person(server.token(secret))
    expect("nine are left", again.hello["account"] == "Anna" and again.ask("sessions")["left"] == 9)
    expect("a replay", guest.code("recover", name="Anna", code=all_codes[0], fresh=WORD) == "wrong-code")
    expect("the password is the new one", guest.code("login", name="Anna", password=OTHER) == "ok")
    again.ask("codes", password=OTHER)
    expect("new codes replace the old", guest.code("recover", name="Anna", code=all_codes[1], fresh=WORD) == "wrong-code")


def admin(server, *words):
    return subprocess.run([PROGRAM, "admin", "--db", server.db, *words], capture_output=True, text=True)


def forged(server):
    """The operator's code, while the server runs."""
    member(server)
    done = admin(server, "reset", "ANNA")
    code = done.stdout.split()[0] if done.returncode == 0 else ""
    expect("the operator's code", len(code) == 29, done.stdout + done.stderr)
    expect("for nobody", admin(server, "reset", "Nobody").returncode == 1)
    guest = server.person()
    edited = code[:-1] + ("0" if code[-1] != "0" else "1")
    later = code[:3] + ("0" if code[3] != "0" else "1") + code[4:]
    for what, bad in (("edited", edited), ("another time", later)):
        expect(what, guest.code("recover", name="Anna", code=bad, fresh=OTHER) == "wrong-code")
    expect("used", guest.code("recover", name="Anna", code=code, fresh=OTHER) == "ok")
    expect("a replay", guest.code("recover", name="Anna", code=code, fresh=WORD) == "wrong-code")


HELL = ["An\u202ena", "Anna\u200b", "\u2066Anna", "An\u00adna", "Anna\u2028", "\u3164\u3164\u3164", "An\u034fna", "Anna\U000e0061", "An\ufeffna", "Anna\u00a0B",
        "An\u200dna", "Anna\x1b[2J", " Anna", "Anna  B", "<b>Anna"]


def names(server):
    """Names from hell."""
    a = server.person()
    for name in HELL:
        expect(f"{name!a} is refused", a.code("register", name=name, password=WORD) == "bad-name")
    for name in ("A" * 81, "A" * 4000):
        expect(f"{len(name)} letters", a.code("register", name=name, password=WORD) == "bad-message")
    with contextlib.suppress(Gone):
        expect("10,000 letters", server.person().code("register", name="A" * 10000, password=WORD) == "too-big")
    for name in ("Zoë Ñandú", "李小龍", "Åsa ’t Hart"):
        expect(f"{name} is fine", server.person().code("register", name=name, password=WORD) == "ok")


def origins(server):
    """Another site cannot use a secret."""
    a = member(server)
    secret = a.ask("link")["secret"]
    for origin in ("https://evil.example", "null", server.origin + "0"):
        expect(f"from {origin}", server.http("POST", "/session", origin=origin, authorization=f"Bearer {secret}")[0] == 403)
        expect(f"socket from {origin}", upgrade(server, cookie="boneyard=" + a.token, origin=origin) == 403)
    cookie = browser(server, bearer=secret)
    for bad in (cookie + ".AAAA", cookie + "." + "!" * 22, cookie + "; " + cookie, cookie.replace("boneyard=", "boneyard=.")):
        expect(f"a spoilt cookie {bad[-20:]}", upgrade(server, cookie=bad, origin=server.origin) == 401)
    expect("still valid", page(server, cookie).hello.get("account") == "Anna")


def gone(server):
    """A copy of everything, and deletion while the server runs."""
    a, b = member(server), server.person()
    table = a.ask("make", rules="block:basics players=2", seats=["open", "bot:greedy"])["table"]
    sit(a, table, 0, "Anna")
    status, headers, body = server.http("GET", "/me.json", authorization=f"Bearer {a.token}")
    copy = json.loads(body) if status == 200 else {}
    expect("the copy", copy.get("account", {}).get("name") == "Anna" and len(copy["sessions"]) == 1 and
           [t["table"] for t in copy["tables"]] == [table] and copy["complete"] and headers["cache-control"] == "no-store", f"{status} {headers} {body}")
    expect("no secrets", not {"hash", "key", "codes"} & set(copy["account"]) and "argon2" not in body.decode(), body.decode())
    expect("not for strangers", server.http("GET", "/me.json")[0] == 401 and server.http(
        "GET", "/me.json", authorization="Bearer " + "A" * 43)[0] == 401)
    cookie = logged_in(server)
    expect("nor other sites", server.http("GET", "/me.json", cookie=cookie, origin="https://evil.example")[0] == 403)
    expect("by page", server.http("GET", "/me.json", cookie=cookie, origin=server.origin)[0] == 200)
    expect("with the password only", a.code("erase") == "wrong-password" and a.code("erase", password=OTHER) == "wrong-password")
    expect("gone", a.code("erase", password=WORD) == "ok" and a.ended() == 1008 and
           turned_away(server, cookie=cookie, origin=server.origin) == 1008)
    expect("unknown", b.code("login", name="Anna", password=WORD) == "wrong-password")
    expect("the name is free", b.code("register", name="Anna", password=WORD) == "ok")
    guest = server.person()
    expect("a guest needs none", guest.code("erase") == "ok" and guest.ended() == 1008)


PARTS = {"known": known, "common": common, "changes": changes, "codes": codes, "forged": forged, "names": names, "origins": origins, "gone": gone}


def run(program, part, planted=0):
    with tempfile.TemporaryDirectory() as folder:
        with Served(program, *PAGE, *MANY, folder=folder, env={"BONEYARD_PLANTED": str(planted)}) as server:
            server.db = os.path.join(folder, "boneyard/boneyard.db")
            PARTS[part](server)


def main():
    if not PLANTED:
        for part in PARTS:
            run(PROGRAM, part)
        finish("accounts")
        return
    check_planted(GUARDS, "accounts", lambda number, part: fails(run, PLANTED, part, number))
    finish("accounts planted")


main()
