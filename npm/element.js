// SPDX-License-Identifier: MIT
// <boneyard-table>: a match as one seat sees it, without a framework.  docs/npm.md lists attributes and events.
import { load } from './boneyard.js';

const STYLE = `
:host { display: block; position: relative; font: 1rem system-ui, sans-serif; }
.table svg { display: block; inline-size: 100%; block-size: auto; border-radius: 10px; }
.moves { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 0; padding: 0; }
button { font: inherit; min-block-size: 44px; padding: 0 14px; border: 1px solid #81775F; border-radius: 8px; background: #FFFDF8; color: #20302D; cursor: pointer; }
button:focus-visible { outline: 3px solid #0B57D0; outline-offset: 2px; }
p { margin: 8px 0 0; }`;

export class BoneyardTable extends HTMLElement {
  static observedAttributes = ['rules', 'seed', 'seat', 'bots', 'dark'];
  #match = null;
  #own = false;                         // the element started the match, from its attributes
  #width = 0;
  #starting = 0;                        // counts the starts; only the last one counts
  #seen = new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - this.#width) >= 1) {
      this.#width = contentRect.width;
      this.draw();
    }
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${STYLE}</style><div class="table" part="table"></div><div class="moves" part="moves"></div><p part="words" role="status"></p>`;
    root.querySelector('.moves').addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement)
        this.play(target.value);
    });
  }

  connectedCallback() {
    this.#seen.observe(this);
    if (!this.#match && this.hasAttribute('rules'))
      this.#start();
  }

  disconnectedCallback() { this.#seen.disconnect(); }

  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected)
      return;
    if (name === 'rules' || name === 'seed')
      this.#start();
    else
      this.#go();
  }

  /** The match that is shown; set it to show a match of your own. */
  get match() { return this.#match; }

  set match(match) {
    this.#starting++;
    this.#match = match;
    this.#own = false;
    this.draw();
  }

  /** The seat whose hand is shown; null: a spectator. */
  get seat() { return this.getAttribute('seat') === null ? null : Number(this.getAttribute('seat')); }

  async #start() {
    const start = ++this.#starting, seed = this.getAttribute('seed');
    try {
      const match = await (await load()).match(this.getAttribute('rules') ?? '', seed ? { seed } : {});
      if (start !== this.#starting)
        return;                         // other attributes have come
      this.#match = match;
      this.#own = true;
      this.#go();
    } catch (error) {
      if (start === this.#starting)
        this.#fail(error);
    }
  }

  #fail(error) {
    this.shadowRoot.querySelector('p').textContent = error.message;
    this.dispatchEvent(new CustomEvent('refusal', { detail: error }));
  }

  /** Plays a move for the seat that is shown. */
  play(move) {
    const match = this.#match;
    if (!match)
      return;
    try {
      match.play(move, this.seat ?? match.turn);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.dispatchEvent(new CustomEvent('move', { detail: { move, seat: this.seat } }));
    this.#go();
  }

  /** Deals, and lets the bots play until the seat must decide. */
  #go() {
    const match = this.#match, bot = this.getAttribute('bots');
    if (!match || !this.#own) {
      this.draw();
      return;
    }
    for (let { phase } = match; phase !== 'game-over'; { phase } = match) {
      if (phase === 'playing') {
        const { turn } = match;
        if (turn === this.seat || !bot)
          break;
        const move = match.choose(bot);
        match.play(move);
        this.dispatchEvent(new CustomEvent('move', { detail: { move, seat: turn } }));
      } else if (phase === 'ready')
        match.deal();
      else
        break;
    }
    this.draw();
  }

  /** Draws the match again, after it was changed from outside. */
  draw() {
    const match = this.#match, [table, moves, words] = ['.table', '.moves', 'p'].map((part) => this.shadowRoot.querySelector(part));
    if (!match || !this.#width)
      return;
    const { seat } = this, width = this.#width, view = match.view(seat);
    // The picture comes from the core and has no scripts; names in it are escaped.
    table.innerHTML = match.svg({ seat, width, height: width * 0.625, dark: this.hasAttribute('dark'), places: seat !== null });
    const list = seat !== null && view.phase === 'playing' && view.actors.includes(seat) ? match.moves(seat) : [];
    moves.replaceChildren(...list.map((move) => Object.assign(document.createElement('button'), { value: move, textContent: move, type: 'button' })));
    if (this.#own && view.phase === 'round-over') {
      const next = Object.assign(document.createElement('button'), { textContent: '▶', type: 'button', ariaLabel: 'Deal' });
      next.addEventListener('click', (event) => {
        event.stopPropagation();
        match.deal();
        this.#go();
      });
      moves.append(next);
    }
    words.textContent = view.phase === 'game-over' || view.phase === 'round-over' ? view.scores.join(' : ') : '';
  }
}

if (!customElements.get('boneyard-table'))
  customElements.define('boneyard-table', BoneyardTable);
