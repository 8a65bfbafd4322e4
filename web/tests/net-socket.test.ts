// SPDX-License-Identifier: MIT
// The connection: what is asked is answered for certain, over lost connections too; it comes back by itself.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../net/socket';
import type { Reply } from '../net/wire';
import { Network } from './net-server';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A network whose server greets, and answers what the test says. */
function begin(version: string | null = '1') {
  const network = new Network();
  network.hear = (line, { do: what, key }) => {
    if (what === 'hello')
      line.tell({ is: 'reply', key, ok: true, server: '1', account: 'Anna' });
    if (what === 'ping')
      line.tell({ is: 'pong' });
  };
  const server = new Connection(network, version), release = server.hold();
  return { network, server, release };
}
const answer = (network: Network, key: string, more: object = {}): void => network.line.tell({ is: 'reply', key, ok: true, ...more });
const asks = (network: Network) => network.line.got.filter(({ do: what }) => what !== 'hello' && what !== 'ping');

describe('the connection', () => {
  it('gets a session, says hello and is open', async () => {
    const { network, server } = begin();
    expect(server.reach.get()).toBe('connecting');
    await settle();
    expect(server.reach.get()).toBe('open');
    expect(network.sessions).toBe(1);
    expect(network.line.got[0]).toMatchObject({ do: 'hello', v: 1, view: 'packed' });
    expect(server.account.get()).toBe('Anna');
    expect(server.outdated.get()).toBe(false);
  });

  it('goes to the server of this site that has a table, and back to any if that one is gone', async () => {
    const { network, server } = begin();
    await settle();
    await server.move('https://here.example/node/b', 'T');
    await settle();
    expect(network.opened).toEqual([null, 'https://here.example/node/b']);
    expect(server.reach.get()).toBe('open');
    network.up = false;
    network.line.cut();
    await vi.advanceTimersByTimeAsync(3100);
    network.up = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(network.opened.slice(2)).toEqual(['https://here.example/node/b', ...network.opened.slice(3).map(() => null)]);
    expect(server.reach.get()).toBe('open');
  });

  it('takes the seat along to a server of another site', async () => {
    const { network, server } = begin();
    await settle();
    void server.move('https://b.example', 'T');
    await settle();
    answer(network, asks(network)[0]!.key, { secret: 'S' });
    await settle();
    expect(network.gone).toBe('https://b.example/#seat=T.S');
  });

  it('stays away while the person is suspended, says why and until when, and comes back at the end', async () => {
    const { network, server } = begin(), until = Math.floor(Date.now() / 1000) + 5 * 3600, replies: Reply[] = [];
    await settle();
    void server.ask('mine', {}).then((reply) => replies.push(reply));
    await settle();
    network.line.tell({ is: 'gone', code: 'suspended', error: 'You are suspended from this server', reason: 'leaving', until });
    await settle();
    expect(server.reach.get()).toBe('none');
    expect(server.suspended.get()).toEqual({ reason: 'leaving', until });
    expect(await server.ask('list', {})).toMatchObject({ ok: false, code: 'suspended', reason: 'leaving', until });
    expect(replies).toMatchObject([{ ok: false, code: 'suspended', reason: 'leaving', until }]);
    await vi.advanceTimersByTimeAsync(5 * 3_600_000 - 2000);
    expect(network.opened.length).toBe(1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(network.opened.length).toBe(2);
    expect(server.reach.get()).toBe('open');
    expect(server.suspended.get()).toBeNull();
  });

  it('keeps a notice until it is confirmed, over reconnections', async () => {
    const { network, server } = begin(), notice = { is: 'notice', notice: 7, act: 'warn', reason: 'stalling', at: 1 };
    const numbers = () => server.notices.get().map((one) => one.notice);
    await settle();
    network.line.tell(notice);
    network.line.tell(notice);
    expect(numbers()).toEqual([7]);
    network.line.cut();
    await vi.advanceTimersByTimeAsync(5000);
    network.line.tell(notice);
    expect(numbers()).toEqual([7]);
    expect(asks(network)).toEqual([]);
    server.confirm(server.notices.get()[0]!);
    await settle();
    expect(numbers()).toEqual([]);
    expect(asks(network)).toMatchObject([{ do: 'noted', notice: 7 }]);
  });

  it('confirms later what was confirmed while the server could not hear it', async () => {
    const { network, server } = begin(), until = Math.floor(Date.now() / 1000) + 60;
    await settle();
    network.line.tell({ is: 'notice', notice: 8, act: 'suspend', reason: 'leaving', at: 1, until });
    network.line.tell({ is: 'gone', code: 'suspended', error: '', reason: 'leaving', until });
    server.confirm(server.notices.get()[0]!);
    await vi.advanceTimersByTimeAsync(62_000);
    network.line.tell({ is: 'notice', notice: 8, act: 'suspend', reason: 'leaving', at: 1, until });
    await settle();
    expect(server.notices.get()).toEqual([]);
    expect(asks(network)).toMatchObject([{ do: 'noted', notice: 8 }]);
  });

  it('repeats a quick match at the server that has an open table, once', async () => {
    const { network, server } = begin(), replies: Reply[] = [];
    await settle();
    void server.ask('quick', { game: 'draw', name: 'Ann' }).then((reply) => replies.push(reply));
    await settle();
    const { key } = asks(network)[0]!;
    answer(network, key, { ok: false, code: 'elsewhere', at: 'https://here.example/node/b', table: 'T' });
    await settle();
    expect(network.opened).toEqual([null, 'https://here.example/node/b']);
    expect(asks(network)).toMatchObject([{ do: 'quick', key, game: 'draw', name: 'Ann', here: true }]);
    expect(replies).toEqual([]);
    answer(network, key, { table: 'T' });
    await settle();
    expect(replies).toMatchObject([{ ok: true, table: 'T' }]);
  });

  it('notices a server of another version', async () => {
    const { server } = begin('2');
    await settle();
    expect(server.outdated.get()).toBe(true);
  });

  it('asks again with the same key what has no answer, and takes one answer', async () => {
    const { network, server } = begin(), replies: Reply[] = [];
    await settle();
    void server.ask('next', {}, 'T').then((reply) => replies.push(reply));
    await settle();
    const key = asks(network)[0]!.key;
    network.line.cut();
    expect(server.reach.get()).toBe('lost');
    await vi.advanceTimersByTimeAsync(3100);
    expect(network.lines).toHaveLength(2);
    expect(asks(network)).toEqual([{ do: 'next', key }]);
    expect(replies).toEqual([]);
    answer(network, key, { n: 7 });
    answer(network, key, { n: 8 });
    await settle();
    expect(replies.map(({ n }) => n)).toEqual([7]);
  });

  it('asks again until the server knows', async () => {
    const { network, server } = begin();
    let reply: Reply | null = null;
    await settle();
    void server.ask('next', {}).then((got) => (reply = got));
    await settle();
    const key = asks(network)[0]!.key;
    network.line.tell({ is: 'reply', key, ok: false, code: 'unknown' });
    await vi.advanceTimersByTimeAsync(1100);
    expect(reply).toBe(null);
    expect(asks(network).map((one) => one.key)).toEqual([key, key]);
    answer(network, key);
    await settle();
    expect(reply).toMatchObject({ ok: true });
  });

  it('uses no key twice, on no page', async () => {
    const one = begin(), other = begin();
    await settle();
    for (const { server } of [one, other, one, other])
      void server.ask('list', {});
    await settle();
    const keys = [...one.network.line.got, ...other.network.line.got].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => key.length <= 32)).toBe(true);
  });

  it('comes first to the table, then with what is unanswered; looks at tables are not repeated', async () => {
    const { network, server } = begin(), joined: Reply[] = [];
    await settle();
    server.opened(() => void server.ask('join', { table: 'x', from: 3 }));
    void server.ask('join', { table: 'x', from: 0 }).then((reply) => joined.push(reply));
    void server.ask('next', {});
    await settle();
    network.line.cut();
    await settle();
    expect(joined).toMatchObject([{ ok: false, code: 'unknown' }]);
    await vi.advanceTimersByTimeAsync(3100);
    expect(asks(network).map(({ do: what, from }) => [what, from])).toEqual([['join', 3], ['next', undefined]]);
  });

  it('waits longer each time, at most half a minute, and comes at once when the network is back', async () => {
    const { network, server } = begin();
    await settle();
    network.up = false;
    network.line.cut();
    let tries = network.sessions;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(network.sessions - tries).toBeGreaterThan(18);
    expect(network.sessions - tries).toBeLessThan(45);
    expect(server.reach.get()).toBe('offline');
    network.up = true;
    server.again();
    await settle();
    expect(server.reach.get()).toBe('open');
    tries = network.sessions;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(network.sessions).toBe(tries);
  });

  it('gives up a connection that says nothing', async () => {
    const { network, server } = begin();
    await settle();
    network.hear = () => undefined;
    await vi.advanceTimersByTimeAsync(36_000);
    expect(network.lines[0]!.closed).toBe(true);
    expect(server.reach.get()).toBe('lost');
  });

  it('keeps one that answers', async () => {
    const { network } = begin();
    await settle();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(network.lines).toHaveLength(1);
    expect(network.line.got.filter(({ do: what }) => what === 'ping').length).toBeGreaterThan(10);
  });

  it('knows that nobody is there to play with', async () => {
    const network = new Network(), server = new Connection(network);
    network.status = 404;
    const reply = server.ask('list', {});
    await settle();
    expect(server.reach.get()).toBe('none');
    expect(await reply).toMatchObject({ ok: false });
    expect(await server.ask('list', {})).toMatchObject({ ok: false });
  });

  it('knows a server that does not want pages of this address', async () => {
    const network = new Network(), server = new Connection(network);
    network.status = 403;
    const reply = server.ask('list', {});
    await settle();
    expect([server.reach.get(), server.barred.get()]).toEqual(['none', true]);
    expect(await reply).toMatchObject({ ok: false });
    network.status = 404;
    server.again();
    await settle();
    expect([server.reach.get(), server.barred.get()]).toEqual(['none', false]);
  });

  it('lets only so much wait', async () => {
    const { network, server } = begin();
    await settle();
    network.line.cut();
    const replies = await Promise.all(Array.from({ length: 40 }, () => Promise.race([server.ask('next', {}), Promise.resolve(null)])));
    expect(replies.filter((reply) => reply === null)).toHaveLength(32);
    expect(await server.ask('next', {})).toMatchObject({ code: 'too-fast' });
  });

  it('never asks at another table what belongs to the one that was left', async () => {
    const { network, server } = begin();
    await settle();
    network.line.cut();
    const reply = server.ask('play', { seat: 0, move: '6-4' }, 'A');
    server.drop('A');
    expect(await reply).toMatchObject({ ok: false, code: 'unknown' });
    await vi.advanceTimersByTimeAsync(3100);
    expect(asks(network)).toEqual([]);
  });

  it('rests when nobody wants it', async () => {
    const { network, server, release } = begin();
    await settle();
    release();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(server.reach.get()).toBe('off');
    expect(network.line.closed).toBe(true);
    void server.ask('list', {});
    await settle();
    expect(server.reach.get()).toBe('open');
  });

  it('becomes somebody else with a secret', async () => {
    const { network, server } = begin();
    await settle();
    expect(await server.become('secret')).toBe(true);
    await settle();
    expect(network.lines).toHaveLength(2);
    expect(server.reach.get()).toBe('open');
    network.status = 403;
    expect(await server.become('again')).toBe(false);
  });

  it('asks to be somebody else when it has been answered as a guest: the last cookie stays', async () => {
    const { network, server } = begin();
    const asked: (string | undefined)[] = [], answers: (() => void)[] = [];
    network.session = (secret?: string) => new Promise((done) => {
      asked.push(secret);
      answers.push(() => done(204));
    });
    server.again();
    await settle();
    const done = server.become('secret');
    await settle();
    const first = answers.length;
    expect(asked).not.toContain('secret');
    for (let i = 0; i < 5; i++) {
      answers.splice(0).forEach((answer) => answer());
      await settle();
    }
    expect(await done).toBe(true);
    expect([first, asked.at(-1)]).toEqual([1, 'secret']);
  });
});
