// SPDX-License-Identifier: MIT
// Games with calls against a server in this process: what is begun stays, a move waits for those who may call, and what is
// shown does not tell whether there is something to call.
import { afterEach, expect, it } from 'vitest';
import type { Online } from '../core/online';
import { OnlineDriver } from '../screens/table/online_driver';
import { Play } from '../screens/table/play';
import { turnWords } from '../screens/table/tray';
import { learn } from '../texts';
import { texts } from '../generated/texts/table';
import { hall, type Hall, later, until } from './net-server';

learn(texts);
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

function hands(online: Online): { driver: OnlineDriver; play: Play } {
  const driver = new OnlineDriver(online, () => 'none'), play = new Play(driver, online.engine, async () => ({ best: 0, words: '' }));
  driver.start();
  ends.push(() => (play.stop(), driver.stop(), online.close()));
  return { driver, play };
}

/** Everybody at the table, and the tiles dealt. */
async function game(rules: string, players: number) {
  const all = await hall(rules, players), pages: Online[] = [];
  for (let seat = 0; seat < players; seat++)
    pages.push(await all.page([seat]));
  await all.deal();
  return { all, pages, people: pages.map(hands), turn: () => all.table.session.view(null).turn };
}

/** Whoever sits there hears of the table: somebody has come to watch, a clock goes on. */
const news = ({ pages, table }: Hall, seat: number): void => pages[seat]!.network.line.tell(table.table([seat]));

it('keeps what was begun when the table says something, and drops it when it is somebody else to choose', async () => {
  const { all, people, turn } = await game('muggins:classic players=3 call=on', 3), { driver, play } = people[turn()]!;
  const [place] = play.laid.get().places;
  play.choose(place!.tile);
  play.laysSo(place!);
  expect(play.held.get().claim?.key).toBe(place!.key);
  news(all, turn());
  expect(driver.now.get().due.kind).toBe('move');
  expect(play.held.get()).toMatchObject({ tile: place!.tile, stand: place!.key });
  expect(play.held.get().claim?.key).toBe(place!.key);
  play.say({ points: 995 });
  expect(play.held.get().refusal?.words).toBeTruthy();
  news(all, turn());
  expect(play.held.get().refusal?.words).toBeTruthy();
  expect(play.held.get().claim).not.toBe(null);
  all.table.paused = 'host';
  news(all, turn());
  expect(play.held.get().claim).toBe(null);
});

it('waits with a move as long as the others may call, and plays it once', async () => {
  const { all, pages, people, turn } = await game('muggins:classic players=3 call=on', 3), { table } = all;
  const first = turn();
  table.play(first, table.session.moves(first).find((move) => move.claim === 0)!.text);
  all.tell();
  const next = turn(), { driver, play } = people[next]!, { network } = all.pages[next]!, hear = network.hear;
  const mine = driver.now.get().moves.find((move) => move.kind !== 'call' && move.claim === 0);
  if (driver.now.get().due.kind !== 'move' || !mine)
    throw new Error('this deal does not show it');
  let late = 2;
  network.hear = (line, message) => {
    if (message.do === 'play' && late-- > 0)
      line.tell({ is: 'reply', key: message.key, ok: false, code: 'not-now', error: 'others may still call' });
    else
      hear(line, message);
  };
  const before = table.journal.length;
  driver.play(mine.text);
  await until(() => driver.now.get().held);
  expect(turnWords(play)).toBe('The others may still call');
  expect(driver.now.get().air).toBe(false);
  expect(pages[next]!.objection.get()).toBe(null);
  await until(() => table.journal.length > before);
  await until(() => pages[next]!.sent === null);
  expect(table.journal.length).toBe(before + 1);
  expect(table.journal.at(-1)!.events[0]).toMatchObject({ seat: next, text: mine.text });
  expect(driver.now.get().held).toBe(false);
});

it('gives a waiting move up when somebody calls meanwhile', async () => {
  const { all, pages, people, turn } = await game('muggins:classic players=3 call=on', 3), { table } = all;
  for (let i = 0; ; i++) {              // until somebody scores and says nothing
    const seat = turn(), quiet = table.session.moves(seat).filter((move) => move.claim === 0 && move.kind !== 'call');
    table.play(seat, (quiet.find((move) => table.session.moves(seat).some((other) => other.claim > 0 && other.text.startsWith(`${move.text} +`))) ?? quiet[0]!).text);
    if (table.session.view(null).window !== null)
      break;
    if (i > 200)
      throw new Error('nobody scores');
  }
  all.tell();
  const next = turn(), caller = [0, 1, 2].find((seat) => seat !== next && seat !== table.session.view(null).window)!;
  const { network } = all.pages[next]!, { hear } = network, mine = pages[next]!.moves(next).find((move) => move.kind !== 'call')!;
  network.hear = (line, message) => {
    if (message.do === 'play')
      line.tell({ is: 'reply', key: message.key, ok: false, code: 'not-now' });
    else
      hear(line, message);
  };
  const sent = pages[next]!.play(next, mine.text);
  await until(() => pages[next]!.held);
  people[caller]!.play.do('call');
  await until(() => table.session.view(null).window === null);
  await sent;
  expect(pages[next]!.sent).toBe(null);
  expect(pages[next]!.objection.get()).toBe(null);
  expect(pages[next]!.log.at(-2)!.event.text).toBe('call');
});

it('says what it says whether or not there is something to call, also after "Go on"', async () => {
  const { all, people, pages, turn } = await game('muggins:classic players=3 call=on', 3), { table } = all, said = new Map<string, Set<string>>();
  for (let i = 0; i < 60 && table.phase === 'play'; i++) {
    const seat = turn(), quiet = table.session.moves(seat).filter((move) => move.claim === 0 && move.kind !== 'call');
    const score = quiet.find((move) => table.session.moves(seat).some((other) => other.claim > 0 && other.text.startsWith(`${move.text} +`)));
    const played = (score ?? quiet[0]!).text;
    table.play(seat, played);
    all.tell();
    const watching = [0, 1, 2].find((other) => other !== seat && other !== turn());
    if (watching === undefined || !played.includes('-') || table.phase !== 'play')
      continue;
    const { driver, play } = people[watching]!, kind = driver.now.get().due.kind;
    const words = said.get(kind) ?? said.set(kind, new Set()).get(kind)!;
    words.add(turnWords(play));
    driver.letGo();
    expect(driver.now.get().air).toBe(false);
    words.add(turnWords(play).replace(pages[watching]!.names[turn()]!, '...'));
    if (kind === 'call')
      expect(play.has('call')).toBe(true);        // the button still works
  }
  expect([...said.keys()].sort()).toEqual(['call', 'step']);
  for (const words of said.values())
    expect([...words].sort()).toEqual(['... is playing', 'Anything to call?']);
});

it('asks for a last tile that was not announced as long as there is time', async () => {
  const { all, people, turn } = await game('mexicantrain:number players=3 hand=2 knock=on rounds=1', 3), { table } = all;
  for (let i = 0; table.session.view(null).window === null; i++) {
    const seat = turn(), moves = table.session.moves(seat).filter((move) => !move.announced);
    table.play(seat, (moves.find((move) => move.kind === 'lay') ?? moves[0]!).text);
    if (i > 40 || table.phase !== 'play')
      throw new Error('nobody comes to one tile');
  }
  all.tell();
  await later();
  const { window } = table.session.view(null), caller = [0, 1, 2].find((seat) => seat !== window && seat !== turn())!, { driver, play } = people[caller]!;
  expect(driver.now.get()).toMatchObject({ due: { kind: 'call', seat: caller }, air: true });
  expect(turnWords(play)).toBe('Anything to call?');
  play.do('call');
  await until(() => table.session.view(null).window === null);
});
