// SPDX-License-Identifier: MIT
// Whole games of all games with others against the real program, through the code of the page: played, lost and found again, checked
// and proved from their records.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../core/jobs';
import { Online } from '../core/online';
import { Session } from '../core/session';
import { Connection } from '../net/socket';
import { freshEngine, freshSeen, freshThinker } from './core';
import { Browser, Program } from './net-program';

const path = process.env['BONEYARD'] ?? fileURLToPath(new URL('../../build/boneyard', import.meta.url)), there = existsSync(path);

const program = new Program(path);
beforeAll(async () => {
  if (there)
    await program.start();
});
afterAll(async () => void (await program.stop()));

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
async function until(what: () => unknown, why = ''): Promise<void> {
  for (let i = 0; i < 12_000 && !what(); i++)
    await later(5);
  if (!what())
    throw new Error(`it did not come: ${why || what.toString()}`);
}

interface Person { browser: Browser; server: Connection; online: Online }

async function person(table: string, browser = new Browser(program.origin)): Promise<Person> {
  const server = new Connection(browser), online = new Online(await freshSeen(), server, table);
  await until(() => online.table.get() !== null, 'the table');
  return { browser, server, online };
}

/** A table of persons, and one who only watches. */
async function sitDown(rules: string, players: number): Promise<{ people: Person[]; watcher: Person; table: string }> {
  const browser = new Browser(program.origin), server = new Connection(browser);
  const made = await server.ask('make', { rules, grace: 0 });
  expect(made).toMatchObject({ ok: true });
  const table = made.table!, people: Person[] = [];
  for (let seat = 0; seat < players; seat++) {
    const one = await person(table, seat === 0 ? browser : undefined);
    people.push(one);
    expect(await one.online.ask('sit', { seat, name: `Player ${seat + 1}` })).toMatchObject({ ok: true });
  }
  server.hold()();
  const watcher = await person(table);
  expect(await people[0]!.online.ask('start', {})).toMatchObject({ ok: true });
  return { people, watcher, table };
}

const closeAll = (people: readonly Person[]): void => people.forEach(({ online }) => online.close());

/** Everybody plays what comes first to hand; `each` happens before each move. */
async function playMatch(people: readonly Person[], each: (i: number) => Promise<void> = async () => undefined): Promise<void> {
  const next = new Map<Person, number>(), first = people[0]!.online;
  for (let i = 0, idle = 0; first.table.get()!.phase !== 'over' || first.due().kind !== 'over';) {
    let done = false;
    for (const one of people) {
      const { online } = one, due = online.due();
      if (due.kind === 'move' || due.kind === 'call') {
        await each(i++);
        const moves = online.moves(due.seat), lay = moves.find(({ kind }) => kind === 'lay' || kind === 'hub') ?? moves[0]!;
        await online.play(due.seat, due.kind === 'call' ? 'call' : lay.text);
        expect(online.objection.get()?.code ?? 'moved-on').toBe('moved-on');
        done = true;
      } else if (due.kind === 'step' && due.forced && due.seat !== null && online.moves(due.seat).length === 1) {
        await online.play(due.seat, online.moves(due.seat)[0]!.text);   // the server would do it, a little later
        done = true;
      } else if (due.kind === 'round' && online.table.get()!.phase === 'round' && next.get(one) !== online.results.length) {
        next.set(one, (await online.next()).ok ? online.results.length : -1);
        done = true;
      }
    }
    idle = done ? 0 : idle + 1;
    if (idle > 12_000)
      throw new Error(`nothing goes on: ${JSON.stringify(first.table.get())} ${JSON.stringify(first.due())}`);
    await later(done ? 0 : 5);
  }
}

const tables: [rules: string, players: number][] = [
  ['draw:basics target=25', 2], [`allfives:online target=${process.env['BONEYARD_LONG'] ? 30 : 15}`, 3], ['chickenfoot:number players=2 rounds=1', 2],
  ['mexicantrain:number players=2 rounds=2', 2], ['muggins:classic players=2 call=on target=20', 2],
];
if (process.env['BONEYARD_LONG'])
  tables.push(['block:basics target=25', 2], ['muggins:number target=30 players=2', 2], ['fiveup:online target=30 players=2', 2],
    ['mexicantrain:hub players=2 rounds=1', 2]);

describe.runIf(there).each(tables)('%s', (rules, players) => {
  it('is played to its end, checked and proved', async () => {
    const words = /players=/.test(rules) ? rules : `${rules} players=${players}`;
    const { people, watcher, table } = await sitDown(words, players), all = [...people, watcher];
    await playMatch(people);
    await until(() => all.every(({ online }) => online.due().kind === 'over'), 'the end for all');
    for (const { online } of all) {
      expect(online.fair.get().is).toBe('proven');
      expect(online.view(null).scores).toEqual(people[0]!.online.view(null).scores);
      expect(online.results).toEqual(people[0]!.online.results);
    }
    expect(people[0]!.online.fair.get()).toMatchObject({ mine: true, seats: Array.from({ length: players }, (_, seat) => seat) });
    const answer = await fetch(new URL(`record/${table}/1`, program.origin)), record = await answer.text(), file = join(program.folder, `${table}.jsonl`);
    expect(answer.status).toBe(200);
    writeFileSync(file, record);
    expect(execFileSync(path, ['check', file], { encoding: 'utf8' })).toMatch(/ok/);
    expect(execFileSync(path, ['verify', file], { encoding: 'utf8' })).toBeTruthy();
    const session = Session.load(await freshEngine(), record);
    expect(session.results).toEqual(people[0]!.online.results);
    expect(session.view(null).scores).toEqual(watcher.online.view(null).scores);
    expect(watcher.online.log.map(({ event }) => [event.kind, event.seat])).toEqual(session.log.map(({ event }) => [event.kind, event.seat]));
    closeAll(all);
  });
});

describe.runIf(there)('the program', () => {
  it('goes on where it was when connections break, a page is loaded again, and when it is killed itself', async () => {
    const { people, watcher, table } = await sitDown('draw:basics target=40 players=2', 2), [one, other] = people as [Person, Person];
    let again: Person | null = null;
    await playMatch(people, async (i) => {
      if (i === 3)
        one.browser.last!.cut();
      if (i === 5) {                    // another page of the same browser
        again = await person(table, other.browser);
        await until(() => again!.online.log.length === other.online.log.length, 'the second page');
        expect(again.online.view(1)).toEqual(other.online.view(1));
      }
      if (i === 7) {
        await program.stop('SIGKILL');
        await program.start();
        await until(() => people.every(({ server }) => server.reach.get() === 'open'), 'everybody back');
      }
    });
    await until(() => watcher.online.due().kind === 'over' && again!.online.due().kind === 'over', 'the end for all');
    expect(again!.online.results).toEqual(one.online.results);
    const file = join(program.folder, 'again.jsonl');
    writeFileSync(file, await (await fetch(new URL(`record/${table}/1`, program.origin))).text());
    expect(execFileSync(path, ['check', file], { encoding: 'utf8' })).toMatch(/ok/);
    expect(execFileSync(path, ['verify', file], { encoding: 'utf8' })).toBeTruthy();
    closeAll([...people, watcher, again!]);
  });

  it('lets a practice table take back, and bots play', async () => {
    const browser = new Browser(program.origin), server = new Connection(browser);
    const made = await server.ask('make', { rules: 'draw:basics players=2', practice: true, seats: ['open', 'bot:easy'] });
    const { online } = await person(made.table!, browser);
    expect(await online.ask('sit', { seat: 0, name: 'Anna' })).toMatchObject({ ok: true });
    expect(await online.ask('start', {})).toMatchObject({ ok: true });
    for (let i = 0; i === 0 || online.moves(0).length < 2; i++) {        // a choice, not the only move
      if (i > 0)
        await online.play(0, online.moves(0)[0]!.text);
      await until(() => online.due().kind === 'move' || online.due().kind === 'round', 'a choice');
      if (online.due().kind === 'round')
        await online.next();
      await until(() => online.due().kind === 'move', 'a choice');
    }
    const kept = online.log.length, view = online.view(0), move = online.moves(0)[0]!;
    const job = { kind: 'hint', language: 'en', history: online.history, seat: 0, count: 50 } as const;
    const hint = work(await freshThinker(), job, () => undefined) as { best: number; words: string };
    expect(online.moves(0)[hint.best]).toBeDefined();
    expect(hint.words).not.toBe('');
    await online.play(0, move.text);
    await until(() => online.log.length > kept, 'the move');
    expect(online.undo()).toBe(true);
    await until(() => online.log.length === kept, 'back');
    expect(online.view(0).hands).toEqual(view.hands);
    expect(online.due()).toEqual({ kind: 'move', seat: 0 });
    online.close();
  });

  it('says in words what it does not do', async () => {
    const { people: [one, other], watcher } = await sitDown('block:basics players=2', 2);
    await until(() => one!.online.running && other!.online.running && watcher.online.running, 'the deal');
    expect(await watcher.online.ask('play', { seat: 0, move: '6-4' })).toMatchObject({ ok: false, code: 'not-yours' });
    expect(watcher.online.objection.get()?.error).toMatch(/seat/);
    expect(await other!.online.ask('start', {})).toMatchObject({ ok: false });
    expect(await other!.online.ask('say', { phrase: 'hello' })).toMatchObject({ ok: true });
    await until(() => one!.online.spoken.get().length === 1, 'the phrase');
    expect(one!.online.spoken.get()[0]).toMatchObject({ seat: 1, phrase: 'hello' });
    expect(watcher.online.view(null).hands).toEqual([null, null]);
    closeAll([one!, other!, watcher]);
  });
});
