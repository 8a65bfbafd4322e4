// SPDX-License-Identifier: MIT
// A game with others on the real module, against a server in this process: order, gaps, refusals, two pages, whole games.
import { describe, expect, it } from 'vitest';
import { Online } from '../core/online';
import { games } from '../generated/tables';
import { Connection } from '../net/socket';
import { OnlineDriver } from '../screens/table/online_driver';
import { Play } from '../screens/table/play';
import { freshSeen } from './core';
import { hall, later, Network, until } from './net-server';

const sheets = games.filter((game) => game.players[1] > 1).map((game) => ({ players: game.presets[0]!.players[0],
  rules: `${game.presets[0]!.rules} players=${game.presets[0]!.players[0]}` }));

describe.each([...sheets, { rules: 'muggins:classic players=3 call=on', players: 3 }])('$rules', ({ rules, players }) => {
  it('is played by pages with the same hands as here; who watches sees it too', async () => {
    const all = await hall(rules, players), { table } = all, ends: (() => void)[] = [];
    const pages = await Promise.all(Array.from({ length: players }, (_, seat) => all.page([seat]))), watcher = await all.page([]);
    await all.deal();
    const drivers = [...pages, watcher].map((online) => {
      const driver = new OnlineDriver(online, () => 'none'), play = new Play(driver, online.engine, async () => ({ best: 0, words: '' }));
      driver.start();
      ends.push(() => (play.stop(), driver.stop(), online.close()));
      return { driver };
    });
    for (let i = 0; i < 150 && table.phase !== 'over' && table.session.results.length < 2; i++) {
      if (table.phase === 'round') {
        await all.deal();
        continue;
      }
      const before = table.journal.length, turn = table.session.view(null).turn, { driver } = drivers[turn]!;
      const { due } = driver.now.get();
      if (due.kind === 'move') {
        expect(due.seat).toBe(turn);
        const { moves } = driver.now.get(), move = moves[(i * 5) % moves.length]!;
        expect(moves).toEqual(table.session.moves(turn));
        driver.play(move.text);
        await until(() => table.journal.length > before && pages[turn]!.sent === null);
      } else {                          // forced: the server does it
        expect(due.kind).not.toBe('over');
        table.play(turn, table.session.moves(turn)[0]!.text);
        all.tell();
      }
      pages.forEach((_, seat) => expect(driver0(drivers, seat).view).toEqual(table.session.view(seat)));
      expect(drivers.at(-1)!.driver.now.get().view).toEqual(table.session.view(null));
    }
    const { session } = table;
    expect(session.log.length).toBeGreaterThan(10);
    expect(watcher.log.map(({ words }) => words)).toEqual(session.log.map(({ words }) => words));
    for (const online of [...pages, watcher]) {
      expect(online.results).toEqual(session.results);
      expect(online.log.map(({ round, move, event }) => [round, move, event.kind, event.seat, event.points]))
        .toEqual(session.log.map(({ round, move, event }) => [round, move, event.kind, event.seat, event.points]));
    }
    ends.forEach((end) => end());
  });
});

const driver0 = (drivers: { driver: OnlineDriver }[], seat: number) => drivers[seat]!.driver.now.get();

describe('a game with others', () => {
  it('comes later and hears all of it', async () => {
    const all = await hall('draw players=2', 2), { table } = all;
    await all.deal();
    while (table.phase === 'play' && table.journal.length < 12)
      table.play(table.session.view(null).turn, table.session.moves(table.session.view(null).turn)[0]!.text);
    const online = await all.page([1]);
    await until(() => online.log.length === table.session.log.length);
    expect(online.view(1)).toEqual(table.session.view(1));
    expect(online.last).toBe(table.session.last);
    expect(online.log.slice(0, -1).every(({ words }) => words.length > 0 && !words.includes('make'))).toBe(true);
    const words = online.log.map((said) => said.event);
    online.retell();
    expect(online.log.map((said) => said.event)).toEqual(words);
  });

  it('asks for events that are missing, and hears none twice', async () => {
    const all = await hall('draw players=2', 2), { table } = all, online = await all.page([0]);
    await all.deal();
    const line = all.pages[0]!.network.line, turn = () => table.session.view(null).turn;
    for (let i = 0; i < 3; i++)
      table.play(turn(), table.session.moves(turn())[0]!.text);
    const joins = all.asked.filter((what) => what === 'join').length;
    line.tell(table.event(table.journal.length, [0], true));    // two before it were lost
    line.tell(table.event(table.journal.length, [0], true));
    await until(() => online.log.length === table.session.log.length);
    expect(all.asked.filter((what) => what === 'join').length).toBe(joins + 1);
    line.tell(table.event(3, [0], false));
    line.tell(table.event(table.journal.length, [0], true));
    await later();
    expect(online.log.length).toBe(table.session.log.length);
    expect(online.view(0)).toEqual(table.session.view(0));
  });

  it('resumes after a lost connection; a move whose answer was lost is played once', async () => {
    const all = await hall('draw players=2', 2), { table } = all;
    const pages = [await all.page([0]), await all.page([1])];
    await all.deal();
    const turn = table.session.view(null).turn, online = pages[turn]!, { network } = all.pages[turn]!;
    const hear = network.hear, move = online.moves(turn).find(({ kind }) => kind === 'lay')!;
    network.hear = (line, message) => {
      if (message.do === 'play')
        line.tell = () => undefined;    // nothing of it comes through any more
      hear(line, message);
    };
    const before = table.journal.length, sent = online.play(turn, move.text);
    expect(online.due().kind).toBe('step');
    expect(online.log.length).toBe(table.session.log.length - (table.journal.length - before > 0 ? 1 : 0));
    expect(table.journal.length).toBe(before + 1);
    network.hear = hear;
    network.line.cut();
    await sent;
    await until(() => online.log.length === table.session.log.length);
    expect(table.journal.length).toBe(before + 1);
    expect(online.view(turn)).toEqual(table.session.view(turn));
  });

  it('sends its part of a shuffle again if the server could not save it', async () => {
    const all = await hall('draw players=2', 2), { table } = all, online = await all.page([0]), { network } = all.pages[0]!, { hear } = network;
    let saves = false;
    network.hear = (line, message) => {
      if (message.do === 'hash' && !saves)
        line.tell({ is: 'reply', key: message.key, ok: false, code: 'not-kept' });
      else
        hear(line, message);
    };
    table.put('commit', 0, { fair: { deal: 1, commit: 'A'.repeat(43) }, now: { seats: [], actors: [] } });
    all.tell();
    const hashes = () => network.line.got.filter((message) => message.do === 'hash');
    await until(() => hashes().length === 1);
    saves = true;
    await until(() => hashes().length === 2);
    expect(hashes()[1]).toMatchObject({ deal: 1, hash: hashes()[0]!['hash'] });
    online.close();
  });

  it('follows its table to another server, with a move whose answer is open', async () => {
    const all = await hall('draw players=2', 2), { table } = all;
    const pages = [await all.page([0]), await all.page([1])];
    await all.deal();
    const turn = table.session.view(null).turn, online = pages[turn]!, { network } = all.pages[turn]!;
    const hear = network.hear, move = online.moves(turn).find(({ kind }) => kind === 'lay')!, before = table.journal.length;
    network.hear = (line, message) => {
      if (message.do === 'play') {      // the server is handing the table over
        network.hear = hear;
        line.tell({ is: 'reply', key: message.key, ok: false, code: 'unknown' });
        line.tell({ is: 'moved', table: table.id, at: 'https://here.example/node/b' });
      } else {
        hear(line, message);
      }
    };
    await online.play(turn, move.text);
    await until(() => online.log.length === table.session.log.length);
    expect(network.opened).toEqual([null, 'https://here.example/node/b']);
    expect(table.journal.length).toBe(before + 1);
  });

  it('says what is refused, and the move is to be made again', async () => {
    const all = await hall('draw players=2', 2), { table } = all, pages = [await all.page([0]), await all.page([1])];
    await all.deal();
    const turn = table.session.view(null).turn, online = pages[turn]!;
    await online.play(turn, '9-9');
    expect(online.objection.get()).toMatchObject({ ok: false, code: 'not-yours' });
    expect(online.due()).toEqual({ kind: 'move', seat: turn });
  });

  it('shows the same on two pages of one person', async () => {
    const all = await hall('draw players=2', 2), { table } = all, one = await all.page([0]), other = await all.page([0]), they = await all.page([1]);
    await all.deal();
    for (let i = 0; i < 8 && table.phase === 'play'; i++) {
      const turn = table.session.view(null).turn, online = turn === 1 ? they : i % 2 ? one : other, due = online.due();
      if (due.kind === 'move')
        await online.play(turn, online.moves(turn)[0]!.text);
      else {
        table.play(turn, table.session.moves(turn)[0]!.text);
        all.tell();
      }
      expect(one.view(0)).toEqual(other.view(0));
      expect(one.log).toEqual(other.log);
    }
  });

  it('has a curtain where two sit at one device, and shows each only their own hand', async () => {
    const all = await hall('draw players=2', 2), { table } = all, online = await all.page([0, 1]);
    await all.deal();
    const driver = new OnlineDriver(online, () => 'none');
    driver.start();
    for (let i = 0; i < 10 && table.phase === 'play'; i++) {
      const turn = table.session.view(null).turn, now = driver.now.get();
      if (now.due.kind !== 'move') {
        table.play(turn, table.session.moves(turn)[0]!.text);
        all.tell();
        continue;
      }
      if (now.curtain !== null) {
        expect(now.view.hands).toEqual([null, null]);
        driver.unveil();
      }
      const { view, moves } = driver.now.get();
      expect(view.hands[turn]).toEqual(table.session.view(turn).hands[turn]);
      expect(view.hands[1 - turn]).toBe(null);
      const before = table.journal.length;
      driver.play(moves[0]!.text);
      await until(() => table.journal.length > before && online.sent === null);
    }
    expect(table.journal.length).toBeGreaterThan(5);
    driver.stop();
  });

  it('takes moves back where the server does', async () => {
    const all = await hall('draw players=2', 2), { table } = all, online = await all.page([0]);
    table.practice = true;
    await all.deal();
    const kept = online.log.map(({ words }) => words), turn = () => table.session.view(null).turn;
    for (let i = 0; i < 3; i++) {
      table.play(turn(), table.session.moves(turn())[0]!.text);
      all.tell();
    }
    for (let left = 3; left > 0 && table.session.log.length > kept.length; left--)
      if (!table.session.undo())
        break;
    const taken = online.log.filter(({ event }) => event.kind === 'move').length;
    table.put('undo', table.session.log.length, { count: taken });
    all.tell();
    expect(online.log.map(({ words }) => words)).toEqual(kept);
    expect(online.mayUndo).toBe(true);
  });

  it('knows what nobody may look at', async () => {
    const all = await hall('draw players=2', 2), network = new Network(), online = new Online(await freshSeen(), new Connection(network), all.table.id);
    network.hear = (line, { do: what, key }) => line.tell({ is: 'reply', key, ok: what === 'hello', ...(what === 'hello' ? {} : { code: 'no-table' }) });
    await until(() => online.refused.get() !== null);
    expect(online.refused.get()).toMatchObject({ code: 'no-table' });
  });
});
