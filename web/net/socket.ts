// SPDX-License-Identifier: MIT
// The connection to the page's server. Every request is answered, even across lost connections.
//
// Each request has its own key. Requests that are unanswered when a connection is lost are resent with the same key on
// the next one, and the server carries out each only once. Nothing counts as done before its reply arrives. A
// connection that stays silent is abandoned. Reconnects automatically, and at once when the network or the page
// returns.
import { Store } from '../core/store';
import type { Asked, Asks, Notice, Reach, Reply, Suspended, Tell } from './wire';

/** The browser functions used here; tests replace them. */
export interface World {
  /** POST /session; returns the status, or 0 if there was no answer. */
  session(secret?: string): Promise<number>;
  /** Opens a socket to the page's server, or to the one at this address of the same site. */
  open(at: string | null): WebSocket;
  /** Whether the address belongs to this page's own site. */
  isHere(address: string): boolean;
  /** Goes to another site. */
  leave(address: string): void;
  /** Below 1. */
  random(): number;
  isOnline(): boolean;
}

/** Milliseconds. */
const PING = 15_000, SILENCE = 10_000, HELLO = 10_000, FIRST = [500, 3000] as const, LONGEST = 30_000, AGAIN = 1000, IDLE = 20_000, HOUR = 3_600_000;
/** The maximum number of unanswered requests. */
const MOST = 32;
/** The outcome of a quick match that another server of the site has redirected here. */
const HERE = ',"here":true}';
/** The replies of a server without tables: page not found, or method not allowed. */
const NOBODY = [404, 405, 501];
/** The server has tables, but not for pages opened at this address. */
const BARRED = 403;

interface Waiting { what: Asked; key: string; line: string; scope: string; answer(reply: Reply): void; sent: boolean }

const inPage = (path: string): URL => new URL(path, document.baseURI);

export const browser: World = {
  async session(secret) {
    const headers: HeadersInit = secret === undefined ? {} : { Authorization: `Bearer ${secret}` };
    const answer = await fetch(inPage('session'), { method: 'POST', credentials: 'same-origin', cache: 'no-store', headers });
    return answer.status;
  },
  open(at) {
    const place = at === null ? inPage('ws') : new URL(`${at}/ws`, document.baseURI);
    place.protocol = place.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(place);
  },
  isHere: (address) => new URL(address, document.baseURI).origin === location.origin,
  leave: (address) => location.assign(address),
  random: Math.random,
  isOnline: () => navigator.onLine,
};

const refused = (key: string, code: string): Reply => ({ key, ok: false, code });

export class Connection {
  readonly reach = new Store<Reach>('off');
  /** The account that this browser is logged in to. */
  readonly account = new Store<string | null>(null);
  /** The server has a different version from this page: reload it. */
  readonly outdated = new Store(false);
  /** External bots that a host may seat on this server. */
  readonly bots = new Store<readonly string[]>([]);
  /** There is a server, but it does not accept the address at which this page was opened. */
  readonly barred = new Store(false);
  /** Why the server ended the last connection (refusals.def). */
  readonly gone = new Store<string | null>(null);
  /** The person is suspended from this server: it is not asked again before the end. */
  readonly suspended = new Store<Suspended | null>(null);
  readonly moderator = new Store(false);
  /** Acts of moderators that concern this person and that the person has not confirmed. */
  readonly notices = new Store<readonly Notice[]>([]);
  private readonly confirmed = new Set<number>();       // the server may not have heard of it
  private readonly hearers = new Set<(tell: Tell) => void>();
  private readonly openers = new Set<() => void>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly page: string;
  private at: string | null = null;     // where a table's server is, if several share a database
  private count = 0;
  private turn: Promise<number> = Promise.resolve(0);
  private socket: WebSocket | null = null;
  private ready = false;                // hello has been answered
  private tries = 0;                    // since it was last ready
  private known = false;                // there is a cookie
  private heardAt = 0;
  private pinged = 0;                   // when the unanswered ping was sent; 0 if none
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

  /** Requests the connection. Returns a function that releases it. An unused connection is closed after a while. */
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

  /** Subscribes to all messages from the server, including replies. */
  hear(hearer: (tell: Tell) => void): () => void {
    this.hearers.add(hearer);
    return () => void this.hearers.delete(hearer);
  }

  /** Called each time a connection is ready, before unanswered requests are sent again. */
  opened(opener: () => void): () => void {
    this.openers.add(opener);
    return () => void this.openers.delete(opener);
  }

  /** Sends a request. scope: what it belongs to, for drop(). Read-only requests are not repeated. */
  ask<What extends Asked>(what: What, fields: Asks[What], scope = ''): Promise<Reply> {
    const key = `${this.page}.${(++this.count).toString(36)}`;
    if (this.waiting.size >= MOST || this.reach.get() === 'none')
      return Promise.resolve(this.waiting.size >= MOST ? refused(key, 'too-fast') : this.absent(key));
    return new Promise((answer) => {
      const one: Waiting = { what, key, line: JSON.stringify({ do: what, key, ...fields }), scope, answer, sent: false };
      this.waiting.set(key, one);
      if (this.ready)
        this.put(one);
      else if (this.reach.get() === 'off')
        this.again();
    });
  }

  /** Abandons the requests of a scope; it remains unknown whether they were carried out. */
  drop(scope: string): void {
    for (const one of [...this.waiting.values()])
      if (one.scope === scope)
        this.settle(one, refused(one.key, 'unknown'));
  }

  /** Makes this browser another person, using the secret of a seat link or a login. Returns whether this succeeded. */
  async become(secret: string): Promise<boolean> {
    this.close();
    this.run++;                         // an earlier switch in progress is obsolete
    const status = await this.session(secret), done = status >= 200 && status < 300;
    this.known ||= done;
    this.restart();
    return done;
  }

  /** One at a time: each reply sets a cookie, and the last request's must remain. */
  private session(secret?: string): Promise<number> {
    return this.turn = this.turn.then(() => this.world.session(secret)).catch(() => 0);
  }

  /** Reconnects at once, ignoring any delay. */
  again(): void {
    this.tries = 0;
    this.restart();
  }

  // ---- Connecting and disconnecting ----

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
        this.suspended.set(null);
        this.settleAll();
        return;
      }
      if (status < 200 || status >= 300)
        return this.later();
      this.known = true;
    }
    let socket: WebSocket;
    try {
      socket = this.world.open(this.at);
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

  /** Goes to the server that has a table: on another socket if it belongs to this site, otherwise along with the
   *  person's seat. */
  async move(at: string, table: string): Promise<void> {
    if (this.world.isHere(at)) {
      this.at = at;
      this.again();
      return;
    }
    const reply = await this.ask('link', {});
    this.world.leave(reply.secret === undefined ? `${at}/#at=${table}` : `${at}/#seat=${table}.${reply.secret}`);
  }

  /** A path at the server that this is connected to. */
  where(path: string): URL { return new URL(this.at === null ? path : `${this.at}/${path}`, document.baseURI); }

  /** The connection is unusable. */
  private lost(): void {
    if (!this.ready) {
      this.known = false;               // perhaps the cookie was not accepted
      this.at = null;                   // or that server is gone: any other finds the table
    }
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

  /** Stays away until the suspension ends. */
  private suspend({ reason = '', until = 0 }: Partial<Suspended>): void {
    this.close();
    this.run++;
    this.suspended.set({ reason, until });
    this.moderator.set(false);
    this.reach.set('none');
    this.settleAll();
    this.awaitEnd();
  }

  private awaitEnd(): void {
    const { until } = this.suspended.get() ?? { until: 0 };
    if (until > 0)
      this.timer = setTimeout(() => (1000 * until > Date.now() ? this.awaitEnd() : this.again()), Math.min(HOUR, Math.max(0, 1000 * until - Date.now()) + 1000));
  }

  private note(notice: Notice): void {
    if (this.confirmed.has(notice.notice))
      void this.ask('noted', { notice: notice.notice });
    else if (this.notices.get().every((one) => one.notice !== notice.notice))
      this.notices.set([...this.notices.get(), notice]);
  }

  /** The person has read a notice: it is not shown again. */
  confirm({ notice }: Notice): void {
    this.confirmed.add(notice);
    this.notices.set(this.notices.get().filter((one) => one.notice !== notice));
    void this.ask('noted', { notice });
  }

  /** The network or the page has returned. */
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

  /** The answer to a request that cannot be sent to any server. */
  private absent(key: string): Reply {
    const suspended = this.suspended.get();
    return suspended ? { ...refused(key, 'suspended'), ...suspended } : refused(key, 'not-now');
  }

  private settleAll(): void {
    for (const one of [...this.waiting.values()])
      this.settle(one, this.absent(one.key));
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
    if (tell.is === 'gone') {
      this.gone.set(tell.code);
      if (tell.code === 'suspended')
        return this.suspend(tell);
    }
    if (tell.is === 'notice')
      this.note(tell);
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
    this.suspended.set(null);
    this.moderator.set(reply.moderator ?? false);
    this.notices.set([]);               // those that are not confirmed follow
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
    if (!reply.ok && reply.code === 'unknown') {        // repeated until the server knows
      one.sent = false;
      setTimeout(() => {
        if (this.waiting.get(one.key) === one && this.ready && !one.sent)
          this.put(one);
      }, AGAIN);
      return;
    }
    if (!reply.ok && reply.code === 'elsewhere' && one.what === 'quick' && reply.at && reply.table) {
      if (!one.line.endsWith(HERE))     // the same request there, which is not redirected again
        one.line = one.line.slice(0, -1) + HERE;
      void this.move(reply.at, reply.table);
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
