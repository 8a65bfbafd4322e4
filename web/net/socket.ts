// SPDX-License-Identifier: MIT
// The connection to the server of this page: asked things are answered for certain, over lost connections too.
//
// Each thing asked has a key of its own.  Whatever has no answer when a connection is lost is asked again with the same key
// on the next one, and the server does it once; nothing is taken for done before the answer is there.  A connection that
// says nothing is given up.  It comes back by itself, at once when the network or the page does.
import { Store } from '../core/store';
import type { Asked, Asks, Reach, Reply, Tell } from './wire';

/** What of the browser is used here; tests have their own. */
export interface World {
  /** POST /session; the status of the answer, 0: nobody answered. */
  session(secret?: string): Promise<number>;
  open(): WebSocket;
  /** Below 1. */
  random(): number;
  isOnline(): boolean;
}

/** Milliseconds. */
const PING = 15_000, SILENCE = 10_000, HELLO = 10_000, FIRST = [500, 3000] as const, LONGEST = 30_000, AGAIN = 1000, IDLE = 20_000;
/** So many things may be without an answer. */
const MOST = 32;
/** A server that plays with nobody answers so: there is no such page, or no such way to ask for it. */
const NOBODY = [404, 405, 501];
/** It does play, but not with pages of this address. */
const BARRED = 403;

interface Waiting { what: Asked; key: string; line: string; scope: string; answer(reply: Reply): void; sent: boolean }

const inPage = (path: string): URL => new URL(path, document.baseURI);

export const browser: World = {
  async session(secret) {
    const headers: HeadersInit = secret === undefined ? {} : { Authorization: `Bearer ${secret}` };
    const answer = await fetch(inPage('session'), { method: 'POST', credentials: 'same-origin', cache: 'no-store', headers });
    return answer.status;
  },
  open() {
    const place = inPage('ws');
    place.protocol = place.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(place);
  },
  random: Math.random,
  isOnline: () => navigator.onLine,
};

const refused = (key: string, code: string): Reply => ({ key, ok: false, code });

export class Connection {
  readonly reach = new Store<Reach>('off');
  /** The account this browser is in. */
  readonly account = new Store<string | null>(null);
  /** The server is of another version than this page: load it anew. */
  readonly outdated = new Store(false);
  /** Programs from outside that this server lets a host seat. */
  readonly bots = new Store<readonly string[]>([]);
  /** There is a server, and it does not know the address that this page was opened by. */
  readonly barred = new Store(false);
  /** Why the server has ended the last connection: one of refusals.def. */
  readonly gone = new Store<string | null>(null);
  private readonly hearers = new Set<(tell: Tell) => void>();
  private readonly openers = new Set<() => void>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly page: string;
  private count = 0;
  private turn: Promise<number> = Promise.resolve(0);
  private socket: WebSocket | null = null;
  private ready = false;                // hello has been answered
  private tries = 0;                    // since the last time it was ready
  private known = false;                // there is a cookie
  private heardAt = 0;
  private pinged = 0;                   // when a ping was sent that has no answer; 0: none
  private holders = 0;
  private run = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly world: World = browser, private readonly version: string | null = null) {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    this.page = btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_');
    if (typeof window !== 'undefined') {
      window.addEventListener('online', () => this.hurry());
      window.addEventListener('offline', () => {
        if (this.socket)
          this.lost();
      });
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible')
          this.hurry();
      });
    }
  }

  // ---- Who uses it ----

  /** Somebody wants the connection from now on; returns what ends that.  Without anybody it is given up after a while. */
  hold(): () => void {
    clearTimeout(this.idle);
    if (this.holders++ === 0 && !this.socket)
      this.again();
    let held = true;
    return () => {
      if (held && --this.holders === 0)
        this.idle = setTimeout(() => this.rest(), IDLE);
      held = false;
    };
  }

  /** What the server tells from now on, answers too. */
  hear(hearer: (tell: Tell) => void): () => void {
    this.hearers.add(hearer);
    return () => void this.hearers.delete(hearer);
  }

  /** Called each time a connection is ready, before what is unanswered is asked again. */
  opened(opener: () => void): () => void {
    this.openers.add(opener);
    return () => void this.openers.delete(opener);
  }

  /** Asks; the answer comes when it comes.  scope: what it belongs to, for drop().  Looks at the table are not repeated. */
  ask<What extends Asked>(what: What, fields: Asks[What], scope = ''): Promise<Reply> {
    const key = `${this.page}.${(++this.count).toString(36)}`;
    if (this.waiting.size >= MOST || this.reach.get() === 'none')
      return Promise.resolve(refused(key, this.waiting.size >= MOST ? 'too-fast' : 'not-now'));
    return new Promise((answer) => {
      const one: Waiting = { what, key, line: JSON.stringify({ do: what, key, ...fields }), scope, answer, sent: false };
      this.waiting.set(key, one);
      if (this.ready)
        this.put(one);
      else if (this.reach.get() === 'off')
        this.again();
    });
  }

  /** What was asked within a scope is given up: whether it was done is not known. */
  drop(scope: string): void {
    for (const one of [...this.waiting.values()])
      if (one.scope === scope)
        this.settle(one, refused(one.key, 'unknown'));
  }

  /** This browser becomes somebody else: the secret of a seat link or of a login.  Whether it did. */
  async become(secret: string): Promise<boolean> {
    this.close();
    this.run++;                         // whoever it was just about to be is not wanted any more
    const status = await this.session(secret), done = status >= 200 && status < 300;
    this.known ||= done;
    this.restart();
    return done;
  }

  /** One after the other: each answer brings a cookie, and the one that was wanted last has to stay. */
  private session(secret?: string): Promise<number> {
    return this.turn = this.turn.then(() => this.world.session(secret)).catch(() => 0);
  }

  /** At once, whatever was waited for. */
  again(): void {
    this.tries = 0;
    this.restart();
  }

  // ---- Coming and going ----

  private restart(): void {
    this.close();
    this.reach.set(this.reach.get() === 'open' || this.reach.get() === 'lost' ? 'lost' : 'connecting');
    void this.connect(++this.run);
  }

  private async connect(mine: number): Promise<void> {
    const stale = (): boolean => mine !== this.run;
    if (!this.known) {
      const status = await this.session();
      if (stale())
        return;
      this.barred.set(status === BARRED);
      if (NOBODY.includes(status) || status === BARRED) {
        this.reach.set('none');
        for (const one of [...this.waiting.values()])
          this.settle(one, refused(one.key, 'not-now'));
        return;
      }
      if (status < 200 || status >= 300)
        return this.later();
      this.known = true;
    }
    let socket: WebSocket;
    try {
      socket = this.world.open();
    } catch {
      return this.later();
    }
    this.socket = socket;
    this.timer = setTimeout(() => this.lost(), HELLO);
    socket.onopen = () => {
      if (!stale())
        socket.send(JSON.stringify({ do: 'hello', key: this.helloKey(), v: 1, view: 'packed' }));
    };
    socket.onmessage = ({ data }) => {
      if (!stale())
        this.take(String(data));
    };
    socket.onclose = () => {
      if (!stale())
        this.lost();
    };
  }

  private helloKey(): string { return `${this.page}.hello${this.run.toString(36)}`; }

  /** The connection is no good any more. */
  private lost(): void {
    if (!this.ready)
      this.known = false;               // perhaps the cookie was not taken
    this.close();
    this.run++;
    for (const one of [...this.waiting.values()])
      if (one.what === 'join' || one.what === 'leave')
        this.settle(one, refused(one.key, 'unknown'));
    this.later();
  }

  private later(): void {
    if (this.holders === 0 && this.waiting.size === 0) {
      this.reach.set('off');
      return;
    }
    const was = this.reach.get();
    this.reach.set(!this.world.isOnline() ? 'offline' : was === 'connecting' ? 'connecting' : 'lost');
    const [least, most] = FIRST, range = Math.min(LONGEST, most * 2 ** this.tries++);
    const wait = this.tries === 1 ? least + this.world.random() * (most - least) : range * (0.5 + this.world.random() / 2);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(), wait);
  }

  private close(): void {
    clearTimeout(this.timer);
    clearInterval(this.beat);
    const { socket } = this;
    this.socket = null;
    this.ready = false;
    this.pinged = 0;
    for (const one of this.waiting.values())
      one.sent = false;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  private rest(): void {
    if (this.holders > 0 || this.waiting.size > 0)
      return;
    this.close();
    this.run++;
    this.reach.set('off');
  }

  /** The network or the page is back. */
  private hurry(): void {
    const reach = this.reach.get();
    if (this.ready)
      this.ping();
    else if (reach !== 'off' && reach !== 'none' && !this.socket)
      this.again();
  }

  // ---- Talking ----

  private put(one: Waiting): void {
    one.sent = true;
    this.socket?.send(one.line);
  }

  private settle(one: Waiting, reply: Reply): void {
    this.waiting.delete(one.key);
    one.answer(reply);
  }

  private take(line: string): void {
    this.heardAt = performance.now();
    this.pinged = 0;
    let tell: Tell;
    try {
      tell = JSON.parse(line) as Tell;
    } catch {
      return;
    }
    if (tell.is === 'gone')
      this.gone.set(tell.code);
    if (tell.is === 'reply' && tell.key === this.helloKey())
      this.greeted(tell);
    else if (tell.is === 'reply')
      this.answered(tell);
    if (this.ready)
      for (const hearer of [...this.hearers])
        hearer(tell);
  }

  private greeted(reply: Reply): void {
    if (!reply.ok)
      return this.lost();
    clearTimeout(this.timer);
    this.ready = true;
    this.tries = 0;
    this.account.set(reply.account ?? null);
    this.bots.set(reply.bots ?? []);
    this.outdated.set(this.version !== null && reply.server !== undefined && reply.server !== this.version);
    this.gone.set(null);
    this.beat = setInterval(() => this.watch(), 5000);
    this.reach.set('open');
    for (const opener of [...this.openers])
      opener();
    for (const one of [...this.waiting.values()])
      if (!one.sent)
        this.put(one);
  }

  private answered(reply: Reply): void {
    const one = this.waiting.get(reply.key);
    if (!one)
      return;
    if (!reply.ok && reply.code === 'unknown') {        // asked again until the server knows
      one.sent = false;
      setTimeout(() => {
        if (this.waiting.get(one.key) === one && this.ready && !one.sent)
          this.put(one);
      }, AGAIN);
      return;
    }
    this.settle(one, reply);
  }

  private ping(): void {
    if (this.pinged === 0)
      this.pinged = performance.now();
    this.socket?.send('{"do":"ping"}');
  }

  private watch(): void {
    const now = performance.now();
    if (this.pinged > 0 && now - this.pinged > SILENCE)
      this.lost();
    else if (this.pinged === 0 && now - this.heardAt > PING)
      this.ping();
  }
}
