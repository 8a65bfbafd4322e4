// SPDX-License-Identifier: MIT
// The loop of the playing screen and the player's hands, on the real module: what it stops at, what it drops, what it says.
import { describe, expect, it } from 'vitest';
import { Session, type Said } from '../core/session';
import { settings } from '../core/settings';
import { tiles, type Tile } from '../core/views';
import { games } from '../generated/tables';
import { type Ask, Driver } from '../screens/table/driver';
import { latestOf, movesOf, recentOf, tileIn, toldOf } from '../screens/table/log';
import * as hand from '../screens/table/order';
import { openHalf, sameSpot, spotsOf } from '../screens/table/places';
import { Play } from '../screens/table/play';
import { asker, freshEngine, freshThinker, table } from './core';

const engine = await freshEngine(), ask = asker(await freshThinker(), 4);
const SEED = 'beef'.padStart(64, '0');
const tile = (high: number, low: number): Tile => tiles.find((one) => one.high === high && one.low === low)!;
const playersOf = (rules: string): number => {
  engine.rules(rules);
  engine.start([], SEED);
  return engine.view(null).players;
};
const begin = (rules: string, people = [0]): Session =>
  Session.begin(engine, { rules, seats: table(playersOf(rules), people) }, SEED, '2026-01-01T00:00:00Z');

/** Resolves when the loop waits for a person, at the end of a round or of the game, or in trouble. */
function rest(driver: Driver): Promise<void> {
  return new Promise((done) => {
    const look = (): boolean => {
      const { due, ended, trouble } = driver.now.get();
      return due.kind === 'move' || ended || trouble !== null;
    };
    if (look())
      return done();
    const end = driver.now.watch(() => {
      if (look()) {
        end();
        done();
      }
    });
  });
}

describe.each(games.map((game) => game.presets[0]!.rules))('%s', (rules) => {
  it('comes to its end by what the hands can do', async () => {
    const session = begin(rules), driver = new Driver(session, ask, () => 'none');
    const play = new Play(driver, engine, async () => ({ best: 0, words: '' }));
    settings.set({ ...settings.get(), oneTap: false });
    driver.start();
    for (let i = 0; i < 3000; i++) {
      await rest(driver);
      const { due, trouble } = driver.now.get();
      expect(trouble).toBe(null);
      if (due.kind === 'over' || session.results.length > 2)
        break;
      if (due.kind === 'round') {
        await driver.next();
        continue;
      }
      const fit = play.order.get().tiles.find((one) => play.fits(one).length > 0), length = session.log.length;
      if (fit) {
        play.choose(fit);
        const place = play.fits(fit).at(-1)!;
        play.point(place.key);
        if (play.held.get().ways)
          play.laysSo(place);
        // What the ghost said is what the table then counts.
        if (session.terms.step > 0 && session.log.length > length && driver.session.view(null).phase === 'playing')
          expect(session.view(null).count).toBe(place.makes);
      } else if (play.moves.some((move) => move.kind === 'take' || move.kind === 'take3')) {
        play.point(play.moves[0]!.text);
      } else {
        play.do(play.has('draw') ? 'draw' : 'pass');
      }
      expect(session.log.length).toBeGreaterThan(length);
    }
    expect(session.results.length + (driver.now.get().due.kind === 'over' ? 1 : 0)).toBeGreaterThan(0);
    driver.stop();
    play.stop();
  });
});

describe('the loop', () => {
  it('drops an answer that comes after undo', async () => {
    const answers: ((chosen: number) => void)[] = [], slow: Ask = () => new Promise((done) => answers.push(done));
    const session = begin('muggins:number players=3'), driver = new Driver(session, slow, () => 'none');
    driver.start();
    await rest(driver);
    const before = session.log.length, text = JSON.stringify(session.history.rounds);
    driver.play(driver.now.get().moves[0]!.text);
    await new Promise((done) => setTimeout(done));
    expect(driver.now.get().due.kind).toBe('step');
    expect(driver.undo()).toBe(true);
    await rest(driver);
    answers.forEach((done) => done(0));
    await new Promise((done) => setTimeout(done, 5));
    expect(session.log.length).toBe(before);
    expect(JSON.stringify(session.history.rounds)).toBe(text);
    expect(driver.now.get().due.kind).toBe('move');
    driver.stop();
  });

  it('says that a bot does not answer, and goes on when it does', async () => {
    let dead = true;
    const mostly: Ask = (...question) => (dead ? Promise.reject(new Error('gone')) : ask(...question));
    const session = begin('draw:basics players=2', [1]), driver = new Driver(session, mostly, () => 'none');
    driver.start();
    await rest(driver);
    while (driver.now.get().trouble === null) {
      driver.play(driver.now.get().moves[0]!.text);
      await rest(driver);
    }
    expect(driver.now.get().trouble).toBe('gone');
    dead = false;
    driver.again();
    await rest(driver);
    expect(driver.now.get().trouble).toBe(null);
    driver.stop();
  });

  it('gives nobody a hand before the device is handed over', async () => {
    const session = begin('draw:basics players=2', [0, 1]), driver = new Driver(session, ask, () => 'none');
    driver.start();
    await rest(driver);
    const first = driver.now.get();
    expect(first.curtain).not.toBe(null);
    expect(first.view.hands.every((one) => one === null)).toBe(true);
    expect(first.moves).toEqual([]);
    driver.unveil();
    expect(driver.now.get().view.hands[first.curtain!]).not.toBe(null);
    driver.play(driver.now.get().moves[0]!.text);
    await rest(driver);
    expect(driver.now.get().curtain).toBe(1 - first.curtain!);
    expect(driver.now.get().view.hands.every((one) => one === null)).toBe(true);
    driver.stop();
  });

  it('takes nothing back among people, and hears no call through the curtain', async () => {
    const session = begin('muggins:number players=2 call=on', [0, 1]), driver = new Driver(session, ask, () => 'none');
    const play = new Play(driver, engine, async () => ({ best: 0, words: '' }));
    driver.start();
    await rest(driver);
    driver.unveil();
    driver.play(driver.now.get().moves.find((move) => move.claim === 0)!.text);
    driver.letGo();
    await rest(driver);
    const { length } = session.log;
    expect(play.undo()).toBe(false);
    expect(driver.now.get().curtain).toBe(1);
    play.do('call');
    expect(play.held.get().refusal).toBe(null);
    expect(session.log).toHaveLength(length);
    driver.stop();
    play.stop();
  });

  it('looks the same whether or not there is something to call', async () => {
    const silent: Ask = async (_, seat) => {            // bots score and do not say so
      session.view(seat);
      const quiet = session.moves(seat).filter((move) => move.kind !== 'call' && move.claim === 0);
      return (quiet.find((move) => engine.points(move.index) > 0) ?? quiet[0]!).index;
    };
    const session = begin('muggins:number players=3 call=on'), driver = new Driver(session, silent, () => 'none'), seen = new Set<string>();
    driver.now.watch(({ due, air }) => {
      if (due.kind === 'call' || due.kind === 'step')
        seen.add(`${due.kind} ${air}`);
      if (air)
        setTimeout(() => driver.letGo());
    });
    driver.start();
    for (let i = 0; i < 12; i++) {
      await rest(driver);
      const { due, moves } = driver.now.get();
      if (due.kind !== 'move')
        break;
      driver.play(moves.find((move) => move.kind !== 'call')!.text);
    }
    expect([...seen]).toContain('call true');
    expect([...seen]).toContain('step true');
    expect([...seen]).not.toContain('call false');
    driver.stop();
  });

  it('gives the time to call after every tile of an opponent until a tap on the felt', async () => {
    const session = begin('muggins:number players=3 call=on'), driver = new Driver(session, ask, () => 'slow'), waited = new Set<number>();
    const tick = (): Promise<void> => new Promise((done) => setTimeout(done)), own = (): number => session.log.filter(({ event }) => event.kind === 'move' && event.seat === 0).length;
    driver.start();
    while (own() < 8 && session.results.length === 0) {
      const { due, moves, air, at } = driver.now.get(), { length } = session.log;
      if (due.kind === 'move') {
        driver.play(moves.find((move) => move.kind !== 'call')!.text);
      } else if (air && !waited.has(length)) {
        driver.skip();                                  // a press on the hand is no answer
        await tick();
        await tick();
        expect(driver.now.get().at).toBe(at);
        waited.add(length);
        driver.skip(true);
      } else {
        driver.skip();                                  // the pace of the others
      }
      await tick();
    }
    expect(waited.size).toBeGreaterThan(3);
    driver.stop();
  });
});

it('sizes tiles by those in play, however large the set is (L-01)', () => {
  const of = (rules: string): [number, boolean] => {
    const play = new Play(new Driver(begin(rules), ask, () => 'none'), engine, async () => ({ best: 0, words: '' }));
    play.stop();
    return [play.driver.session.terms.tiles, play.high];
  };
  expect(of('fiveup:online players=3 set=12')).toEqual(of('fiveup:online players=3'));
  expect(of('mexicantrain:classic players=4 set=12')[1]).toBe(true);
  expect(of('fiveup:online players=3')[0]).toBe(18);             // 15 dealt, a quarter of the other 13
  expect(of('muggins:number')[0]).toBe(0);                        // at most one spinner: tiles keep their size
});

describe('wild blanks (L-08)', () => {
  it('lets a tile that fits both ways round be laid either way', async () => {
    const seen = new Set<number>();
    for (const oneTap of [true, false])
      for (const nth of [0, 1]) {
        settings.set({ ...settings.get(), oneTap });
        const session = begin('block:basics players=2'), driver = new Driver(session, ask, () => 'none'), play = new Play(driver, engine, async () => ({ best: 0, words: '' }));
        driver.start();
        for (;;) {
          await rest(driver);
          if (driver.now.get().due.kind === 'round') {
            await driver.next();
            continue;
          }
          expect(driver.now.get().due.kind).toBe('move');
          const twin = play.order.get().tiles.find((one) => play.fits(one).length > spotsOf(play.fits(one)).length);
          if (!twin) {
            driver.play(play.moves[0]!.text);
            continue;
          }
          play.choose(twin);
          if (!play.held.get().ways)
            play.point(spotsOf(play.fits(twin)).find((one) => play.fits(twin).filter((o) => sameSpot(o.spot, one.spot)).length > 1)!.key);
          const { ways } = play.held.get();
          expect(ways).toHaveLength(2);
          const way = ways![nth]!, half = openHalf(way);
          seen.add(half);
          play.laysSo(way);
          expect(session.log.findLast((said) => said.event.seat === 0)?.event.text).toBe(way.key);
          expect(session.view(null).places.map((place) => place.number)).toContain(half);
          break;
        }
        driver.stop();
        play.stop();
      }
    expect(seen.size).toBe(2);
  });
});

describe('the hand', () => {
  const own = [tile(6, 4), tile(5, 0), tile(3, 3), tile(2, 1)];

  it('keeps its owner\'s order', () => {
    const order = hand.moved(hand.sorted(own), 3, 0);
    expect(order.tiles).toEqual([tile(2, 1), tile(6, 4), tile(5, 0), tile(3, 3)]);
    expect(hand.keep(order, [tile(5, 0), tile(2, 1), tile(6, 6)]).tiles).toEqual([tile(2, 1), tile(5, 0), tile(6, 6)]);
    expect(hand.keep(order, [tile(1, 0), tile(6, 6)]).tiles).toEqual([tile(6, 6), tile(1, 0)]);
  });

  it('lays a train as it would lie', () => {
    const order = hand.planned(own, 1, [tile(2, 1)]);
    expect(order).toMatchObject({ planned: 1, turned: [true] });
    expect(order.tiles).toHaveLength(4);
    expect(hand.moved(order, 0, 4)).toMatchObject({ planned: 0 });
  });

  it('plans only what still goes on from the train', () => {
    const order = hand.planned([...own, tile(6, 5), tile(4, 1)], 2, [tile(2, 1), tile(4, 1), tile(6, 4), tile(6, 5), tile(5, 0)]);
    const left = order.tiles.filter((one) => one !== tile(4, 1)), kept = hand.keep(order, left, 2);      // laid on another train
    expect(kept.tiles.slice(0, kept.planned)).toEqual([tile(2, 1)]);
    expect(kept.tiles).toHaveLength(left.length);
    expect(hand.keep(order, order.tiles.slice(1), 1)).toMatchObject({ planned: 4, turned: [true, true, false, false] });
    expect(hand.keep(order, order.tiles.slice(1), 0)).toMatchObject({ planned: 1, turned: [true] });
  });
});

it('tells what the player before did together with the draws that the page makes at once', () => {
  const said = (seat: number, move: number, deed: 'lay' | 'draw', drew?: string): Said =>
    ({ words: `${seat} ${deed}`, round: 1, move, event: { kind: 'move', seat, points: 0, drawn: 0, text: '', deed, move: 0 }, ...(drew ? { drew } : {}) });
  const own = said(0, 0, 'lay'), theirs = said(1, 1, 'lay'), score: Said = { ...theirs, words: 'scores', event: { ...theirs.event, kind: 'score', deed: null } };
  const drawn = [said(0, 2, 'draw', 'You drew one'), said(0, 3, 'draw', 'You drew two')], told = (log: Said[], you: number | null) => toldOf(latestOf(movesOf(log), you).moves);
  expect(told([own, theirs, score, ...drawn], 0)).toEqual(['1 lay', 'scores', 'You drew two']);
  expect(latestOf(movesOf([own, theirs, score, ...drawn]), 0).before).toBeUndefined();
  expect(told([own, theirs, score, ...drawn], null)).toEqual(['You drew two']);        // nobody's in particular
  expect(told([own, theirs, score], 0)).toEqual(['1 lay', 'scores']);
  expect(told([{ ...theirs, round: 0 }, ...drawn], 0)).toEqual(['You drew two']);
  expect(latestOf([], 0).moves).toEqual([]);
});

it('still tells what the page drew or passed for you when others have played since', () => {
  const said = (seat: number, move: number, deed: 'lay' | 'draw' | 'pass', drew?: string): Said =>
    ({ words: `${seat} ${deed}`, round: 1, move, event: { kind: 'move', seat, points: 0, drawn: 0, text: '', deed, move: 0 }, ...(drew ? { drew } : {}) });
  const told = (...log: Said[]) => toldOf(latestOf(movesOf(log), 0).moves), forced = [said(0, 1, 'draw', 'You drew one'), said(0, 2, 'pass')];
  expect(told(said(1, 0, 'lay'), ...forced, said(1, 3, 'lay'))).toEqual(['You drew one', '0 pass', '1 lay']);
  expect(told(...forced, said(1, 3, 'lay'), said(2, 4, 'lay'))).toEqual(['You drew one', '0 pass', '2 lay']);
  expect(told(...forced, said(1, 3, 'lay'), said(0, 4, 'lay'), said(1, 5, 'lay'))).toEqual(['1 lay']);
  expect(told(...forced, { ...said(1, 3, 'lay'), round: 2 })).toEqual(['1 lay']);
  expect(latestOf(movesOf([...forced, said(1, 3, 'lay')]), 0)).toMatchObject({ joined: true, before: undefined });
  const draws = (seat: number, from: number): Said[] => Array.from({ length: 30 }, (_, i) => said(seat, from + i, 'draw', `${seat} drew ${i + 1}`));
  const long = [said(1, 0, 'lay'), ...draws(0, 1), said(0, 31, 'pass'), ...draws(1, 32), said(1, 62, 'pass'), said(2, 63, 'lay')];
  expect(told(...recentOf(long, 0))).toEqual(['0 drew 30', '0 pass', '2 lay']);
  expect([recentOf(long, 0).length, recentOf(long, 3).length, recentOf(long.slice(0, 9), 0).length, recentOf([], 0).length]).toEqual([63, 24, 9, 0]);
});

it('never shows what somebody else has drawn', () => {
  const said = (seat: number, drawn: number, text: string): Said =>
    ({ words: '', round: 1, move: 0, event: { kind: 'move', seat, points: 0, drawn, text, deed: null, move: 0 } });
  expect(tileIn(said(1, 1, 'draw 4-4'), 0)).toBe(null);
  expect(tileIn(said(0, 1, 'draw 4-4'), 0)).toEqual(tile(4, 4));
  expect(tileIn(said(1, 1, 'draw 4-4'), null)).toBe(null);
  expect(tileIn(said(1, 0, '4-5@4-6'), 0)).toEqual(tile(5, 4));
  const score: Said = { ...said(0, 0, ''), event: { ...said(0, 0, '').event, kind: 'score' } };
  expect(movesOf([said(0, 0, '6-6'), score, { ...said(1, 0, 'pass'), move: 1 }])).toHaveLength(2);
});
