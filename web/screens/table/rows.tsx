// SPDX-License-Identifier: MIT
// Mexican Train on narrow screens, or with many trains: one row per train, in the page.
import { useEffect, useRef } from 'preact/hooks';
import { MEXICAN, NO_TILE } from '../../generated/tables';
import { settings } from '../../core/settings';
import type { Opening } from '../../core/views';
import { createRows } from '../../table/rows';
import type { Config, RowScene, Rows, RowTile } from '../../table/types';
import { tell } from '../../texts';
import { useStore } from '../use';
import { dragging } from './drag';
import { NO_FELT, type Play } from './play';
import { fitting, type Place } from './places';
import { keyOfHint, signOf } from './scene';
import { useGame } from './use';
import { trainOf } from './words';

type RowOf = RowScene['rows'][number];

/** A press on a train's row lays the chosen tile there, or chooses the place. */
function choiceOf(play: Play, train: number): { at: number; opening: Opening | undefined; place: Place | undefined; key: string | null } {
  const { layout, places } = play.laid.get(), held = play.held.get();
  const at = layout.openings.findIndex((one) => one.train === train);
  const shown = held.tile ? fitting(places, held.tile) : places.filter((one) => one.key === keyOfHint(play));
  const place = shown.find((one) => one.opening === at), free = !held.tile && play.opens(at);
  const key = play.acting === null || held.claim ? null : (place?.key ?? (free ? `at:${at}` : null));
  return { at, opening: layout.openings[at], place, key };
}

function rowOf(play: Play, train: number, tiles: RowTile[], last: boolean): RowOf {
  const { session, now } = play.driver, { view } = now.get(), sign = signOf(session, view, train);
  const { opening, place, key } = choiceOf(play, train);
  const wanted = opening && opening.number !== NO_TILE ? opening.number : null, name = trainOf(session, view, train);
  const state = tell('table.row', sign.flag ? `${name}, ${sign.flag}` : name, wanted ?? '');
  return {
    sign, wanted, tiles, last, key, hint: place !== undefined && place.key === keyOfHint(play), more: tell('table.row.more', tiles.length),
    ghost: place ? { first: place.spot.first, second: place.spot.second } : null,
    words: place ? tell('table.row.lay', state, `${place.tile.high}-${place.tile.low}`) : state,
  };
}

function sceneOf(play: Play): RowScene {
  const { session, now } = play.driver, { view } = now.get(), rows = play.engine.rows(), { last } = session;
  const trains = [...view.counts.keys(), MEXICAN];
  return {
    rows: trains.map((train) => {
      const row = rows.find((one) => one.train === train), shown = (row?.tiles ?? []).flatMap(({ at, lowLeft }): RowTile[] => {
        const tile = view.laid[at]?.tile;
        return tile ? [lowLeft ? { first: tile.low, second: tile.high } : { first: tile.high, second: tile.low }] : [];
      });
      return rowOf(play, train, shown, last !== null && row?.tiles.at(-1)?.at === last);
    }),
  };
}

/** The train under the pointer. */
function keyAt(host: HTMLElement, x: number, y: number, play: Play): string | null {
  const row = document.elementsFromPoint(x, y).find((one) => one.tagName === 'LI' && host.contains(one));
  const at = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1;
  return sceneOf(play).rows[at]?.key ?? null;
}

export function RowBoard() {
  const game = useGame(), { play } = game, host = useRef<HTMLDivElement>(null), rows = useRef<Rows | null>(null);
  const { face, oneColour } = useStore(settings), config: Config = { face, oneColour, fly: 0, high: play.high };
  useEffect(() => {
    if (!host.current)
      return;
    const made = (rows.current = createRows(host.current, config, { choose: (key) => play.point(key), look: () => undefined, hidden: (tiles) => tell('table.row.hidden', tiles) }));
    const { current } = host;
    dragging.table = { at: (x, y) => keyAt(current, x, y, play) };
    play.resize((ask) => ask(NO_FELT));
    return () => {
      made.destroy();
      rows.current = dragging.table = null;
    };
  }, [play]);
  useEffect(() => rows.current?.configure(config), [face, oneColour]);
  useEffect(() => {
    play.engine.view(game.now.seat);
    const scene = sceneOf(play);
    rows.current?.show(scene);
    host.current?.querySelectorAll('li').forEach((row, i) =>
      row.querySelector('button.row-target')?.setAttribute('data-move', scene.rows[i]?.key ?? ''));
  }, [game.laid, game.held, game.now]);
  return <div class="game-rows" ref={host} role="group" aria-label={tell('table.board')} />;
}
