// SPDX-License-Identifier: MIT
// A server for tests, in this process: real matches (Session) behind scripted connections.  What it sends of a view it packs in
// its own way here, from what the C module packs; what it is asked it does at once, or when the test says so.
import { Online } from '../core/online';
import { Session } from '../core/session';
import type { Asked, Line, Reply, Seat, Table, Told } from '../net/wire';
import { Connection, type World } from '../net/socket';
import { textOf } from '../core/record';
import { freshEngine, freshSeen, table as sitters } from './core';
import type { GameEvent, View } from '../core/views';

type Message = { do: Asked; key: string } & Record<string, unknown>;

/** A WebSocket's other end. */
export class Cable {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  got: Message[] = [];
  closed = false;

  constructor(private readonly hear: (line: Cable, message: Message) => void) {}

  send(text: string): void {
    if (this.closed)
      return;
    const message = JSON.parse(text) as Message;
    this.got.push(message);
    this.hear(this, message);
  }
  tell(message: object): void {
    if (!this.closed)
      this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void { this.closed = true; }
  /** The connection breaks. */
  cut(): void {
    this.closed = true;
    this.onclose?.();
  }
}

export class Network implements World {
  lines: Cable[] = [];
  sessions = 0;
  status = 204;
  up = true;
  hear: (line: Cable, message: Message) => void = () => undefined;
  async session(_secret?: string): Promise<number> {
    this.sessions++;
    return this.up ? this.status : 0;
  }
  /** The addresses at which sockets were opened, and that to which the page went. */
  readonly opened: (string | null)[] = [];
  gone = '';
  isHere(address: string): boolean { return address.startsWith('https://here.example'); }
  leave(address: string): void { this.gone = address; }
  open(at: string | null): WebSocket {
    this.opened.push(at);
    const line = new Cable((one, message) => this.hear(one, message));
    if (this.up) {
      this.lines.push(line);
      queueMicrotask(() => line.onopen?.());
    } else {
      queueMicrotask(() => line.cut());
    }
    return line as unknown as WebSocket;
  }
  random(): number { return 0.5; }
  isOnline(): boolean { return this.up; }
  get line(): Cable { return this.lines.at(-1)!; }
}

const lineOf = (event: GameEvent, view: View, seat: number | null): Line => {
  switch (event.kind) {
    case 'round': return { round: view.round, lead: view.lead };
    case 'move': return { seat: event.seat, move: event.text.startsWith('draw') && event.seat !== seat && view.family !== 'castle' ? 'draw' : event.text };
    case 'score': return { seat: event.seat, score: event.points };
    case 'round-end': {
      const last = view.last!;
      return { 'round-end': last.end, seat: last.seat, gains: last.gains, scores: last.scores, hands: last.hands.map((hand) => hand.map(textOf)) };
    }
    default: return { 'game-end': true, winners: view.winners, scores: view.scores };
  }
};

/** The real match of a table, its journal, and what each seat hears of it. */
export class FakeTable {
  readonly id = 'AAAAAAAAAAAAAAAAAAAAAA';
  readonly journal: { what: string; events: GameEvent[]; view: View; more: Record<string, unknown> }[] = [];
  readonly done = new Map<string, Reply>();
  phase: Table['phase'] = 'waiting';
  match = 0;
  practice = false;
  paused = '';
  private constructor(readonly session: Session, readonly pack: (seat: number | null) => string) {}

  static async make(rules: string, players: number, seed = 'beef'.padStart(64, '0')): Promise<FakeTable> {
    const engine = await freshEngine(), session = Session.begin(engine, { rules, seats: sitters(players, [...Array(players).keys()]) }, seed);
    return new FakeTable(session, (seat) => {
      session.view(null);               // stands
      return engine.packed(seat);
    });
  }

  put(what: string, from: number, more: Record<string, unknown> = {}): number {
    this.journal.push({ what, events: this.session.log.slice(from).map((said) => said.event), view: this.session.view(null), more });
    return this.journal.length;
  }
  event(n: number, seats: number[], now: boolean): { is: 'event' } & Told {
    const { what, events, view, more } = this.journal[n - 1]!, ear = seats.length === 1 ? seats[0]! : null;
    const told = { is: 'event', n, t: 1000 * n, what, ...more } as { is: 'event' } & Told;
    if (events.length > 0)
      told.events = events.map((event) => lineOf(event, view, event.kind === 'move' && seats.includes(event.seat ?? -1) ? event.seat : ear));
    if (now && this.session.log.length > 0)
      told.now = { seats: (seats.length > 0 ? seats : [null]).map((seat) => ({ seat, see: this.pack(seat) })), actors: this.session.view(null).actors };
    return told;
  }
  table(seats: number[]): object {
    const { names, setup } = this.session;
    return {
      is: 'table', table: this.id, rules: setup.rules, phase: this.phase, match: this.match, host: true, clock: 'none', public: false,
      practice: this.practice, paused: this.paused, grace: 30, watchers: 0,
      seats: names.map((name, k): Seat => ({ name, kind: 'person', here: true, away: false, you: seats.includes(k), ready: false, again: false })),
    };
  }
  async deal(): Promise<void> {
    const from = this.session.log.length;
    await this.session.step(async () => 0);
    this.phase = 'play';
    this.put('deal', from);
  }
  play(seat: number, move: string): void {
    const from = this.session.log.length;
    this.session.play(seat, move);
    const { phase } = this.session.view(null);
    this.phase = phase === 'game-over' ? 'over' : phase === 'round-over' ? 'round' : 'play';
    this.put('play', from);
  }
}

export const later = (ms = 0): Promise<void> => new Promise((done) => setTimeout(done, ms));
export async function until(what: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !what(); i++)
    await later(1);
  if (!what())
    throw new Error('it does not come to be so');
}

/** Some pages at one table; `hold` keeps back what the server does. */
export class Hall {
  readonly pages: { network: Network; online: Online; seats: number[]; joined: boolean }[] = [];
  asked: string[] = [];
  constructor(readonly table: FakeTable) {}

  async page(seats: number[]): Promise<Online> {
    const network = new Network(), { table } = this;
    const online = new Online(await freshSeen(), new Connection(network), table.id), page = { network, online, seats, joined: false };
    this.pages.push(page);
    network.hear = (line, message) => {
      const { do: what, key } = message;
      this.asked.push(what);
      const known = table.done.get(key), done = (more: object = {}) => {
        const reply = { key, ok: true, ...more };
        table.done.set(key, reply);
        line.tell({ is: 'reply', ...reply });
      };
      if (known)
        line.tell({ is: 'reply', ...known });
      else if (what === 'hello')
        line.tell({ is: 'reply', key, ok: true });
      else if (what === 'join') {
        page.joined = true;
        line.tell({ is: 'reply', key, ok: true });
        line.tell(table.table(seats));
        const end = table.journal.length, from = Math.min(Number(message['from']), end - 1);
        for (let n = from + 1; n <= end; n++)
          line.tell(table.event(n, seats, n === end));
      } else if (what === 'play') {
        const seat = Number(message['seat']), move = String(message['move']);
        if (!seats.includes(seat) || !table.session.moves(seat).some(({ text }) => text === move)) {
          line.tell({ is: 'reply', key, ok: false, code: 'not-yours' });
          return;
        }
        table.play(seat, move);
        done({ n: table.journal.length });
        this.tell();
      } else {
        done();
      }
    };
    await until(() => online.table.get() !== null);
    return online;
  }

  /** The newest event to everybody. */
  tell(): void {
    for (const { network, seats, joined } of this.pages)
      if (joined) {
        network.line.tell(this.table.event(this.table.journal.length, seats, true));
        network.line.tell(this.table.table(seats));
      }
  }
  async deal(): Promise<void> {
    await this.table.deal();
    this.tell();
  }
}

export async function hall(rules: string, players: number): Promise<Hall> {
  const table = await FakeTable.make(rules, players);
  table.put('made', 0);
  table.match = 1;
  table.put('start', 0);
  return new Hall(table);
}
