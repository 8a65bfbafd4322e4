// SPDX-License-Identifier: MIT
// Domino games: rules, bots, views and pictures.  The core is boneyard.wasm, compiled from C; docs/npm.md describes the package.

const SPECTATOR = 255;
const NEXT = ['deal', 'bot', 'forced', 'choice', 'call', 'round-over', 'game-over'];

/** A refusal by the core, with its sentence. */
export class BoneyardError extends Error {
  name = 'BoneyardError';
}

/** The compiled core. */
async function compile(url) {
  if (url.protocol !== 'file:')
    return WebAssembly.compileStreaming ? compileStream(url) : WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
  return WebAssembly.compile(await readFile(url));
}

/** A server that does not know the media type of .wasm must not cause a failure. */
async function compileStream(url) {
  const reply = await fetch(url);
  if (!reply.ok)
    throw new Error(`${url} cannot be loaded: ${reply.status}`);
  return reply.headers.get('content-type')?.startsWith('application/wasm') ? WebAssembly.compileStreaming(reply)
    : WebAssembly.compile(await reply.arrayBuffer());
}

const loaded = new Map();

/** Loads the core once; every match has its own memory. */
export async function load(source = new URL('./boneyard.wasm', import.meta.url)) {
  if (source instanceof WebAssembly.Module)
    return new Boneyard(source);
  const url = new URL(source);
  if (!loaded.has(url.href))
    loaded.set(url.href, compile(url).catch((error) => {
      loaded.delete(url.href);
      throw error;
    }));
  return new Boneyard(await loaded.get(url.href));
}

export class Boneyard {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** Starts a match. */
  async match(rules, options = {}) {
    const instance = await WebAssembly.instantiate(this.#module, {});
    return new Match(instance.exports, rules, options);
  }
}

const hex = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Match {
  #by;
  #text;
  #size;
  #asked = 0;

  constructor(exports, rules, { seed = hex(), names = [] } = {}) {
    this.#by = exports;
    this.#text = exports.by_web_text();
    this.#size = exports.by_web_text_size();
    this.#write(rules);
    if (exports.by_web_rules() !== 0)
      throw new BoneyardError(this.#read());
    this.rules = this.#read();
    this.#write(seed);
    if (exports.by_web_seed() === 0)
      throw new BoneyardError(`${seed} is no seed: up to 64 hexadecimal digits are`);
    this.names = Array.from({ length: 16 }, (_, seat) => String(names[seat] ?? seat + 1));
    for (let seat = 0; seat < 16; seat++) {
      this.#write(this.names[seat]);
      exports.by_web_name(seat);
    }
    exports.by_web_start();
    this.players = this.view().players;
  }

  #write(words) {
    const room = new Uint8Array(this.#by.memory.buffer, this.#text, this.#size);
    const { read, written } = new TextEncoder().encodeInto(String(words), room.subarray(0, this.#size - 1));
    if (read < String(words).length)
      throw new BoneyardError('the text is too long');
    room[written] = 0;
  }

  #read(from = this.#text) {
    const all = new Uint8Array(this.#by.memory.buffer);
    return new TextDecoder().decode(all.subarray(from, all.indexOf(0, from)));
  }

  #sure(error) {
    if (error === 0)
      return;
    this.#by.by_web_error(error);
    throw new BoneyardError(this.#read());
  }

  /** The instance's flat functions, which the element uses to draw. */
  get exports() { return this.#by; }

  /** The seat of a call: a number from 0, or null for a spectator. */
  #seat(seat) {
    if (seat === null)
      return SPECTATOR;
    if (!Number.isInteger(seat) || seat < 0 || seat >= (this.players ?? 16))
      throw new RangeError(`seat ${seat}: this match has the seats 0 to ${this.players - 1}`);
    return seat;
  }

  get phase() { return this.view().phase; }

  /** The seat to move. */
  get turn() { return this.view().turn; }

  /** The next step, and the seat that decides it. */
  next() {
    const seat = this.#by.by_web_next_seat();
    return { kind: NEXT[this.#by.by_web_next()], seat: seat === SPECTATOR ? null : seat };
  }

  /** Deals the next round; `lead` is a seat where the rules let the players choose it. */
  deal(lead = null) { this.#sure(this.#by.by_web_deal(lead === null ? -1 : this.#seat(lead))); }

  /** The legal moves of a seat, as text. */
  moves(seat = this.turn) {
    const n = this.#by.by_web_moves(this.#seat(seat));
    return Array.from({ length: n }, (_, i) => (this.#by.by_web_move(i), this.#read()));
  }

  /** Plays a move. */
  play(move, seat = this.turn) {
    this.#write(move);
    if (this.#by.by_web_read(this.#seat(seat)) < 0)
      throw new BoneyardError(this.#read() || 'this seat may not move now');
    this.#write(move);
    this.#sure(this.#by.by_web_play(seat));
  }

  /** Undoes the last move of the round. */
  undo() { this.#sure(this.#by.by_web_undo()); }

  /** A bot's move for a seat, which is not played. */
  choose(bot, { seat = this.turn, count = 0 } = {}) {
    this.#write(bot);
    const which = this.#by.by_web_bot();
    if (which < 0)
      throw new BoneyardError(`${bot} is no bot: see docs/npm.md`);
    const chosen = this.#by.by_web_ask(which, this.#seat(seat), count, this.#asked++);
    if (chosen < 0)
      throw new BoneyardError('this seat may not move now');
    this.#by.by_web_move(chosen);
    return this.#read();
  }

  /** The best move of a seat and the reason for it, as a sentence. */
  hint({ seat = this.turn, count = 0 } = {}) {
    const best = this.#by.by_web_hint(this.#seat(seat), count);
    if (best < 0)
      throw new BoneyardError('this seat has nothing to decide');
    const why = this.#read();
    this.#by.by_web_moves(seat);
    this.#by.by_web_move(best);
    return { move: this.#read(), why };
  }

  /** The view of a seat; null: a spectator. */
  view(seat = null) {
    this.#by.by_web_view(this.#seat(seat));
    this.#by.by_web_json();
    return JSON.parse(this.#read());
  }

  /** The table as seen by a seat, as SVG. */
  svg({ seat = null, width = 960, height = 600, half = 32, places = false, dark = false, plain = false } = {}) {
    this.#by.by_web_view(this.#seat(seat));
    const look = (seat === null ? 0 : 1) + (places ? 2 : 0) + (dark ? 4 : 0) + (plain ? 8 : 0);
    return this.#read(this.#by.by_web_svg(Math.max(1, width | 0), Math.max(1, height | 0), Math.max(1, half | 0), look));
  }
}
