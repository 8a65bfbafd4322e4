// SPDX-License-Identifier: MIT
// The drawing of the table in the page, and a list of its contents for screen readers.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { still } from '../../table/animate';
import { type BoneyardTable, define } from '../../table/element';
import type { Config, Table } from '../../table/types';
import { tell } from '../../texts';
import { showing } from '../families';
import { useStore } from '../use';
import { dragging } from './drag';
import { movesOf } from './log';
import type { Play } from './play';
import { sceneOf } from './scene';
import { useGame } from './use';
import { Zoomed } from './zoom';

const FLY = { none: 0, fast: 160, normal: 320, slow: 600 } as const;

/** The starting point of the newest tile's flight: the hand that laid it. */
function originOf(play: Play): { x: number; y: number } | undefined {
  const { session } = play.driver, seat = session.log.findLast((said) => said.event.kind === 'move')?.event.seat ?? null;
  const from = document.querySelector(seat === play.driver.now.get().seat ? '.game-hand' : `.game-seats [data-seat="${seat}"]`);
  const box = from?.getBoundingClientRect();
  return box && box.width > 2 ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : undefined;
}

const RISE = 500;

/** The newest tile's score rises from it and disappears after a moment. */
function plus(play: Play, host: HTMLElement, fly: number): void {
  const last = movesOf(play.driver.session.log.slice(-8)).at(-1) ?? [];
  const points = last.reduce((sum, { event }) => sum + (event.kind === 'score' ? event.points : 0), 0);
  if (points === 0 || fly === 0)
    return;
  setTimeout(() => {
    const at = host.querySelector('.ring.last')?.getBoundingClientRect(), box = host.getBoundingClientRect();
    if (!at || !host.isConnected)
      return;
    const label = document.createElement('p');
    label.className = 'game-plus';
    label.textContent = `+${points}`;
    label.style.left = `${at.left + at.width / 2 - box.left}px`;
    label.style.top = `${at.top - box.top}px`;
    host.append(label);
    const rise = label.animate([{ opacity: 0, transform: 'translateY(12px)' }, { opacity: 1, offset: 0.3 }, { opacity: 1, offset: 0.8 },
      { opacity: 0, transform: 'translateY(-36px)' }], { duration: RISE, easing: 'ease-out' });
    const end = (): void => rise.finish();
    rise.onfinish = rise.oncancel = () => {
      removeEventListener('pointerdown', end);
      label.remove();
    };
    addEventListener('pointerdown', end);
  }, fly);
}

define();

export function Board() {
  const game = useGame(), { play } = game, host = useRef<BoneyardTable>(null), table = useRef<Table | null>(null);
  const { face, oneColour, speed } = useStore(settings), config: Config = { face, oneColour, fly: still() ? 0 : FLY[speed], high: play.high, tiles: play.driver.session.terms.tiles };
  useLayoutEffect(() => {
    if (!host.current)
      return;
    const made = host.current.open(config, {
      choose: (key) => play.point(key), look: (tile) => showing[play.driver.now.get().view.family].look?.(play, tile),
      seen: (kind, free) => { play.kind.set(kind); play.zoomed.set(free); },
      from: (viewpoint) => play.from.set(viewpoint),
    });
    table.current = dragging.table = made;
    const resized = new ResizeObserver(() => play.resize((ask, fresh) => made.arrange(ask, fresh)));
    resized.observe(host.current);
    return () => {
      resized.disconnect();
      made.destroy();
      table.current = dragging.table = null;
    };
  }, [play]);
  useLayoutEffect(() => table.current?.configure(config), [face, oneColour, config.fly]);
  const shown = useRef(-1);
  useLayoutEffect(() => {
    const { length } = play.driver.session.log;
    table.current?.show(sceneOf(play), length === shown.current || config.fly === 0 ? undefined : originOf(play));      // asking lays out the page
    play.reface();
    if (host.current && length !== shown.current && shown.current >= 0)
      plus(play, host.current, config.fly);
    shown.current = length;
  }, [game.laid, game.held, game.counted, game.now]);
  return <><boneyard-table class="game-board" ref={host} aria-hidden="true" data-board={tell('table.board')} /><Zoomed /></>;
}
