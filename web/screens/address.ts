// Screens and the browser's history: every screen has an address, Back leaves it, a reload comes back to it.
//     #play/ID  a game that is kept     #rules=...  start with these rules     #read=...  rules in words
//     #saved    saved games             #settings   settings                   (none)     start
import { tell } from '../texts';
import { type Screen, screen, steps, type Tools } from './app';
import { findGame, openedGame } from './saved/open';

interface Step { page: string; at: number }

/** The screens of this visit, in the order of the history's entries. */
const visited: Screen[] = [];
const page = crypto.randomUUID?.() ?? String(Date.now());
let here = 0;
let playing: Screen | null = null;      // the game that the engine stands at

export function addressOf(to: Screen): string {
  switch (to.at) {
    case 'start': return to.rules ? `#rules=${encodeURIComponent(to.rules)}` : '';
    case 'table': return to.session.kept.get() ? `#play/${to.session.kept.get()?.id}` : '#play';
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

/** The screen of an address; a game is looked up and loaded. */
export async function screenOf(hash: string, tools: () => Promise<Tools>): Promise<Screen> {
  const [, word = '', rest = ''] = /^#?([a-z]*)[=/]?(.*)$/s.exec(hash) ?? [];
  if (word === 'rules' && rest)
    return { at: 'start', rules: plain(rest) };
  if (word === 'read' && rest)
    return { at: 'rules', rules: plain(rest), back: { at: 'start' } };
  if (word === 'settings')
    return { at: 'settings', back: { at: 'start' } };
  if (word === 'saved')
    return { at: 'saved' };
  if (word === 'play') {
    const game = await findGame(rest);
    return game ? openedGame(await tools(), game) : { at: 'start', note: tell('start.gone') };
  }
  return { at: 'start' };
}

function show(to: Screen): void {
  if (to.at === 'table') {
    playing = to;
    // A game gets its id when it is kept for the first time, and another one if a second tab plays it too.
    to.session.kept.watch(() => {
      if (visited[here] === to)
        history.replaceState({ page, at: here } satisfies Step, '', address(to));
    });
  }
  screen.set(to);
}

const address = (to: Screen): string => location.pathname + location.search + addressOf(to);

function go(to: Screen): void {
  const before = visited[here - 1];
  if (before === to) {                  // "back" by a button is the browser's own back
    history.back();
    return;
  }
  visited.length = ++here;
  visited[here] = to;
  history.pushState({ page, at: here } satisfies Step, '', address(to));
  show(to);
}

/** From now on screens follow the history, beginning with what the address says. */
export async function followHistory(tools: () => Promise<Tools>): Promise<void> {
  steps.go = go;
  const resolve = async (): Promise<void> => {
    const at = here, to = await screenOf(location.hash, tools);
    if (at !== here)
      return;                           // somebody went on meanwhile
    visited[here] = to;
    history.replaceState({ page, at: here } satisfies Step, '', address(to));
    show(to);
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
  await resolve();
}
