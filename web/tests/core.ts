// SPDX-License-Identifier: MIT
// What the tests of core/ share: the real module in Node, and bots asked on an engine of their own.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Engine } from '../core/engine';
import { NO_SEAT } from '../generated/tables';
import { Seen } from '../core/seen';
import { standAt } from '../core/history';
import { Thinker } from '../core/thinker';
import { type Asker, Session, type Sitter } from '../core/session';

const compile = (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(fileURLToPath(new URL(`../generated/${name}`, import.meta.url))));
const page = await compile('boneyard.wasm'), bots = await compile('bots.wasm');

/** It also packs views, as the server does. */
class Packer extends Engine {
  packed(seat: number | null): string {
    const n = this.call('pack', seat ?? NO_SEAT), { buffer } = this.exports['memory'] as WebAssembly.Memory;
    return Buffer.from(buffer, this.textAt, n).toString('base64url');
  }
}

export const freshEngine = (): Promise<Packer> => Packer.load(page);
export const freshSeen = (): Promise<Seen> => Seen.load(page);
export const freshThinker = (): Promise<Thinker> => Thinker.load(bots);

/** Asks bots on another engine, as the worker does, with a small budget. */
export function asker(engine: Thinker, count = 8): Asker {
  return async (history, seat, bot, stream) => {
    standAt(engine, history);
    return engine.ask(bot, seat, count, stream).chosen;
  };
}

export const table = (players: number, people: number[], bot = 0): Sitter[] =>
  Array.from({ length: players }, (_, seat) => ({ name: '', bot: people.includes(seat) ? null : bot }));

/** Plays on: a person plays what `choose` says, or the first move. */
export async function playOn(session: Session, ask: Asker, steps: number, choose = (_: number) => 0): Promise<void> {
  for (let i = 0; i < steps; i++) {
    const due = session.due();
    if (due.kind === 'over')
      return;
    if (due.kind === 'call')
      session.letGo(due.seat);
    else if (due.kind === 'move') {
      const list = session.moves(due.seat);
      session.play(due.seat, list[choose(list.length) % list.length]!.text);
    } else
      await session.step(ask);
  }
}
