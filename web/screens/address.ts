// SPDX-License-Identifier: MIT
// Screens and the browser's history: every screen has an address, Back leaves it, and a reload returns to it.
//     #play/ID  a game that is kept     #rules=...  start with these rules     #read=...  rules in words
//     #house=NAME/RULES  the same, with the name that somebody has given them
//     #saved    saved games             #settings   settings                   (none)     start
//     #stats    your own record         #account    your account
//     #daily     the dailies           #daily/train/2026-11-22   one of them, of that day
//     #tables   tables with others      #at=TABLE   one of them                #others    to make one
//     #learn=GAME  its lesson
//     #tournaments   all of them       #tournament=ID  one of them     #organise  a new one
//     #moderate  for moderators
//     #profile, #profile=NAME   ratings and results   #history, #history=NAME   finished matches   #ladder=FAMILY
//     #seat=TABLE.SECRET   a seat of it, moved here: the secret works once and leaves the address at once
import type { Daily } from '../core/daily';
import { tell } from '../texts';
import { games } from '../generated/tables';
import { type Screen, screen, steps, type Tools } from './app';
import { findGame, openedGame } from './saved/open';
import { fragmentOf, nameOf } from './start/house';

interface Step { page: string; at: number }

/** The screens of this visit, in the order of the history entries. */
const visited: Screen[] = [];
const page = crypto.randomUUID?.() ?? String(Date.now());
let here = 0;
let playing: Screen | null = null;      // the game loaded in the engine

function addressOf(to: Screen): string {
  switch (to.at) {
    case 'start': return to.rules ? fragmentOf(to.rules, to.house) : '';
    case 'make': return '#others';
    case 'online': return `#at=${to.table}`;
    case 'table': return to.session.kept.get() ? `#play/${to.session.kept.get()?.id}` : '#play';
    case 'tournament': return `#tournament=${to.id}`;
    case 'profile': case 'history': return to.name === undefined ? `#${to.at}` : `#${to.at}=${encodeURIComponent(to.name)}`;
    case 'ladder': return to.family ? `#ladder=${to.family}` : '#ladder';
    case 'learn': return `#learn=${to.game}`;
    case 'daily': return to.what ? `#daily/${to.what}/${to.date}` : '#daily';
    case 'rules': return `#read=${encodeURIComponent(to.rules)}`;
    default: return `#${to.at}`;
  }
}

const plain = (words: string): string => {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
};

/** The screen for an address; null for a game that must be looked up. */
function plainScreen(hash: string): Screen | null {
  const [, word = '', rest = ''] = /^#?([a-z]*)[=/]?(.*)$/s.exec(hash) ?? [];
  switch (word) {
    case 'rules': return { at: 'start', rules: plain(rest) };
    case 'house': {
      const [name = '', rules = ''] = rest.split('/');
      return { at: 'start', rules: plain(rules) || plain(name), house: nameOf(plain(name)) };
    }
    case 'read': return { at: 'rules', rules: plain(rest), back: { at: 'start' } };
    case 'settings': return { at: 'settings', back: { at: 'start' } };
    case 'account': return { at: 'account', back: { at: 'settings', back: { at: 'start' } } };
    case 'saved': return { at: 'saved' };
    case 'stats': return { at: 'stats' };
    case 'learn': {
      const game = games.find(({ key }) => key === rest)?.key;
      return game ? { at: 'learn', game } : { at: 'start' };
    }
    case 'daily': {
      const [what, date] = rest.split('/') as [Daily?, string?];
      return what && date ? { at: 'daily', what, date } : { at: 'daily' };
    }
    case 'tables': return { at: 'tables' };
    case 'tournaments': return { at: 'tournaments' };
    case 'moderate': return { at: 'moderate' };
    case 'tournament': return { at: 'tournament', id: rest };
    case 'organise': return { at: 'organise' };
    case 'profile': case 'history': return { at: word, ...(rest ? { name: plain(rest) } : {}), back: { at: 'tables' } };
    case 'ladder': return { at: 'ladder', family: rest, back: { at: 'tables' } };
    case 'others': return { at: 'make' };
    case 'at': return { at: 'online', table: rest };
    case 'seat': {
      const [table = '', seat = ''] = rest.split('.');
      return { at: 'online', table, seat };
    }
    case 'play': return null;
    default: return { at: 'start' };
  }
}

async function gameOf(hash: string, tools: () => Promise<Tools>): Promise<Screen> {
  const game = await findGame(hash.replace(/^#play\/?/, '')), made = await tools();
  try {
    return game ? await openedGame(made, game) : { at: 'start', note: tell('start.gone') };
  } catch (error) {
    return { at: 'start', note: error instanceof Error ? error.message : String(error) };
  }
}

function show(to: Screen): void {
  if (to.at === 'table') {
    playing = to;
    visited.forEach((one, i) => {       // a game that was left is looked up again by its address, so its memory is
                                        // freed
      if (one.at === 'table' && one !== to)
        delete visited[i];
    });
    // A game gets its id when first saved, and a new one if a second tab plays it too.
    to.session.kept.watch(() => {
      // Updates the history only if the address has changed, because browsers limit how often it may be updated.
      if (visited[here] === to && addressOf(to) !== location.hash)
        history.replaceState({ page, at: here } satisfies Step, '', address(to));
    });
  }
  screen.set(to);
}

const address = (to: Screen): string => location.pathname + location.search + addressOf(to);

/** Whether two addresses lead to the same screen, even if written differently. */
const same = (a: Screen, b: Screen | undefined): boolean =>
  a === b || (a.at === b?.at && (a.at === 'saved' || a.at === 'stats' || a.at === 'tables' || a.at === 'make' || a.at === 'tournaments' || a.at === 'organise' || a.at === 'moderate' ||
    (a.at === 'tournament' && b.at === 'tournament' && a.id === b.id) ||
    (a.at === 'start' && b.at === 'start' && !a.rules && !b.rules) ||
    (a.at === 'learn' && b.at === 'learn' && a.game === b.game) ||
    (a.at === 'daily' && b.at === 'daily' && a.what === b.what && a.date === b.date) ||
    (a.at === 'table' && b.at === 'table' && a.session === b.session) || (a.at === 'online' && b.at === 'online' && a.table === b.table)));

function go(to: Screen): void {
  if (same(to, visited[here - 1])) {                  // a "back" button uses the browser's own Back
    history.back();
    return;
  }
  visited.length = ++here;
  visited[here] = to;
  history.pushState({ page, at: here } satisfies Step, '', address(to));
  show(to);
}

/** Makes the screens follow the history from now on, starting with the address; null if its screen is already shown. */
export function followHistory(tools: () => Promise<Tools>): Promise<void> | null {
  steps.go = go;
  const arrive = (to: Screen): void => {
    visited[here] = to;
    history.replaceState({ page, at: here } satisfies Step, '', address(to));
    show(to);
  };
  const resolve = (): Promise<void> | null => {
    const at = here, hash = location.hash, to = plainScreen(hash);
    if (!to)
      return gameOf(hash, tools).then((game) => {
        if (at === here)
          arrive(game);
      });
    arrive(to);
    return null;
  };
  window.addEventListener('popstate', (event) => {
    const step = event.state as Step | null;
    if (step?.page === page) {
      const to = visited[here = step.at];
      if (to && (to.at !== 'table' || to === playing))
        show(to);
      else
        void resolve();
      return;
    }
    visited.length = ++here;            // typed by hand, or an entry from before a reload
    void resolve();
  });
  return resolve();
}
