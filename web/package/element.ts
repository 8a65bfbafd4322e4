// SPDX-License-Identifier: MIT
// <boneyard-table> of the npm package: the page's drawing of a table, with a match.  docs/npm.md lists attributes and events.
import { Engine } from '../core/engine';
import type { Move, Tile } from '../core/views';
import { load, type Match } from '../generated/boneyard';
import { optionIds } from '../generated/tables';
import { texts as words } from '../generated/texts/table';
import tokens from '../style/tokens.css?inline';
import drawing from '../table/table.css?inline';
import { BoneyardTable as Drawn, define } from '../table/element';
import { tileElement } from '../table/tile';
import type { Config, Table } from '../table/types';
import { learn } from '../texts';
import { sceneOf } from './scene';

learn(words);

const STYLE = `${tokens.replace(/:root:not\(\[data-theme\]\)/g, ':host(.never)').replace(/:root\[data-theme=dark\]/g, ':host([dark])').replaceAll(':root', ':host')}
${drawing}
:host { display: block; font: 1rem var(--font); }
[hidden] { display: none; }
.table { aspect-ratio: 8 / 5; border-radius: 10px; overflow: hidden; background: var(--felt); }
.hand, .moves { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 0; padding: 0; }
button { font: inherit; color: var(--ink); min-block-size: 44px; min-inline-size: 44px; padding: 0 14px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); cursor: pointer; }
.hand button { padding: 2px; border-color: transparent; background: none; }
.hand button[aria-pressed=true] { border-color: var(--primary); background: var(--surface-2); }
button:disabled { cursor: default; opacity: .55; }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
p { margin: 8px 0 0; }`;

const PARTS = '<div class="table" part="table" aria-hidden="true"></div><div class="hand" part="hand"></div><div class="moves" part="moves"></div><p part="words" role="status"></p>';

const textOf = ({ high, low }: Tile): string => `${high}-${low}`;

function button(text: string, act: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  made.addEventListener('click', act);
  return made;
}

export class BoneyardTable extends Drawn {
  static observedAttributes = ['rules', 'seed', 'seat', 'bots', 'dark'];
  private readonly root = this.attachShadow({ mode: 'open' });
  private drawn: Table | null = null;
  private shown: Match | null = null;
  private engine: Engine | null = null;
  private own = false;                  // the element started the match, from its attributes
  private fresh = true;                 // a match that is drawn for the first time
  private starting = 0;                 // counts the starts; only the last one counts
  private held: Tile | null = null;
  private readonly watcher = new ResizeObserver(() => this.draw());

  constructor() {
    super();
    this.root.innerHTML = `<style>${STYLE}</style>${PARTS}`;
  }

  private at(name: string): HTMLElement { return this.root.querySelector(`[part=${name}]`)!; }

  protected override get ground(): HTMLElement { return this.at('table'); }

  connectedCallback(): void {
    this.watcher.observe(this.at('table'));
    if (!this.shown && this.hasAttribute('rules'))
      void this.start();
    else
      this.draw();
  }

  disconnectedCallback(): void {
    this.watcher.disconnect();
    this.drawn?.destroy();
    this.drawn = null;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected)
      return;
    if (name === 'rules' || name === 'seed')
      void this.start();
    else
      this.go();
  }

  /** The match that is shown; set it to show a match of your own. */
  get match(): Match | null { return this.shown; }

  set match(match: Match | null) {
    this.starting++;
    this.show(match, false);
    this.draw();
  }

  /** The seat whose hand is shown; null: a spectator. */
  get seat(): number | null {
    const seat = this.getAttribute('seat');
    return seat === null ? null : Number(seat);
  }

  private show(match: Match | null, own: boolean): void {
    this.shown = match;
    this.engine = match && new Engine(match.exports);
    this.own = own;
    this.fresh = true;
    this.held = null;
  }

  private async start(): Promise<void> {
    const start = ++this.starting, seed = this.getAttribute('seed');
    try {
      const match = await (await load()).match(this.getAttribute('rules') ?? '', seed ? { seed } : {});
      if (start !== this.starting)
        return;                         // other attributes have come
      this.show(match, true);
      this.go();
    } catch (error) {
      if (start === this.starting)
        this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.at('words').textContent = error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new CustomEvent('refusal', { detail: error }));
  }

  /** Plays a move for the seat that is shown. */
  play(move: string): void {
    const { shown: match, seat } = this;
    if (!match)
      return;
    try {
      match.play(move, seat ?? match.turn);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.dispatchEvent(new CustomEvent('move', { detail: { move, seat } }));
    this.go();
  }

  /** Deals, and lets the bots play until the seat must decide. */
  private go(): void {
    const { shown: match, seat } = this, bot = this.getAttribute('bots');
    while (match && this.own) {
      const { phase, turn } = match;
      if (phase === 'ready')
        match.deal();
      else if (phase === 'playing' && turn !== seat && bot) {
        const move = match.choose(bot);
        match.play(move);
        this.dispatchEvent(new CustomEvent('move', { detail: { move, seat: turn } }));
      } else
        break;
    }
    this.held = null;
    this.draw();
  }

  /** A tile of the hand, or a place, was chosen. */
  private choose(tile: Tile, moves: readonly Move[]): void {
    const [first, ...others] = moves.filter((move) => move.tile?.id === tile.id);
    this.held = this.held?.id === tile.id ? null : tile;
    if (first && others.length === 0)
      this.play(first.text);
    else
      this.draw();
  }

  /** Draws the match again after a change from outside. */
  draw(): void {
    const { shown: match, engine, seat } = this;
    if (!match || !engine || !this.isConnected || this.at('table').clientWidth === 0)
      return;
    const acting = seat !== null && match.view(seat).phase === 'playing' && match.view(seat).actors.includes(seat);
    const moves = acting ? engine.moves(seat) : [], view = engine.view(seat);          // the view last: places are its own
    const config: Config = { face: 'auto', oneColour: false, fly: 240, high: Number(engine.option(optionIds.set)?.value) > 9 };
    this.drawn ??= this.open(config, { choose: (key) => this.play(key), look: () => undefined });
    this.drawn.configure(config);
    this.drawn.show(sceneOf(engine, view, moves, this.held, match.names, (ask) => this.drawn!.arrange(ask, this.fresh)));
    this.fresh = view.phase !== 'playing';
    this.showHand(seat === null ? [] : view.hands[seat] ?? [], moves);
    this.showMoves(moves, view.phase === 'round-over');
    this.at('words').textContent = view.phase === 'game-over' || view.phase === 'round-over' ? view.scores.join(' : ') : '';
  }

  private showHand(hand: readonly Tile[], moves: readonly Move[]): void {
    this.at('hand').replaceChildren(...hand.map((tile) => {
      const can = moves.some((move) => move.tile?.id === tile.id), made = button('', () => this.choose(tile, moves));
      made.append(tileElement(tile.high, tile.low, { face: 'auto', half: 26, turn: 2, marks: can ? ['play'] : [] }));
      made.ariaLabel = textOf(tile);
      made.ariaPressed = String(this.held?.id === tile.id);
      made.disabled = !can;
      return made;
    }));
  }

  /** The moves without a tile of the hand; once a tile is chosen, its moves. */
  private showMoves(moves: readonly Move[], over: boolean): void {
    const listed = moves.filter(({ tile, kind }) => !tile || kind === 'take' || kind === 'take3' || tile.id === this.held?.id);
    const all = listed.map(({ text }) => button(text, () => this.play(text)));
    if (this.own && over)
      all.push(Object.assign(button('▶', () => {
        this.shown?.deal();
        this.go();
      }), { ariaLabel: 'Deal' }));
    this.at('moves').replaceChildren(...all);
  }
}

define(BoneyardTable);
