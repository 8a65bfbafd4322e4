// SPDX-License-Identifier: MIT
// The scene that is drawn: positions from the core's layout, choices from the moves.
import { MEXICAN, NO_TILE } from '../../generated/tables';
import type { Game } from '../../core/game';
import type { View } from '../../core/views';
import type { Ghost, Scene, Sign, Take } from '../../table/types';
import { tell } from '../../texts';
import { takeOf } from '../castle/take';
import { showing } from '../families';
import type { Play } from './play';
import { fitting, type Place, spotsOf, textOf } from './places';
import { endsOf, nameOf, placeWords, tilesWords } from './words';

function ghostOf(play: Play, place: Place, bright: boolean, hint: boolean): Ghost {
  const { session, now } = play.driver, { view } = now.get(), { layout } = play.laid.get(), counted = play.countShown;
  return {
    key: place.key, spot: place.spot, hint, scores: counted && place.points > 0,
    label: counted && bright ? tell('table.makes', place.makes) : '', short: `= ${place.makes}`,
    words: placeWords(session, view, layout, place, counted),
  };
}

/** Before a tile is chosen: the places where one fits, with the wanted number only. */
function openGhosts(play: Play): Ghost[] {
  const { session, now } = play.driver, { view } = now.get(), { layout, openings } = play.laid.get(), ends = endsOf(session, view, layout);
  return [...openings.keys()].flatMap((at) => {
    const opening = layout.openings[at], end = ends[at];
    if (!opening || !end || opening.number === NO_TILE || !play.opens(at))
      return [];
    const spot = { ...opening.single, tile: null, first: opening.number, second: NO_TILE };
    return [{ key: `at:${at}`, spot, label: '', scores: false, hint: false, words: end.words }];
  });
}

/** If a tile fits either way round, the orientation being pointed at is shown. */
const standFirst = (places: readonly Place[], key: string | null): Place[] =>
  [...places].sort((a, b) => Number(b.key === key) - Number(a.key === key));

function ghosts(play: Play): Ghost[] {
  const held = play.held.get(), { places } = play.laid.get();
  if (held.claim)
    return [ghostOf(play, held.claim, false, false)];
  if (held.ways)
    return standFirst(held.ways, held.stand).slice(0, 1).map((place) => ghostOf(play, place, true, false));
  if (held.tile)
    return spotsOf(standFirst(fitting(places, held.tile), held.stand ?? keyOfHint(play)))
      .map((place) => ghostOf(play, place, true, place.key === keyOfHint(play)));
  const hinted = places.find((place) => place.key === keyOfHint(play));
  if (hinted)
    return [ghostOf(play, hinted, true, true)];
  return openGhosts(play);
}

/** The hinted move without its suffix. */
export const keyOfHint = (play: Play): string | null => play.held.get().hint?.move?.text.split(' ')[0] ?? null;

function flagOf(view: View, train: number, waiting: boolean): string {
  if (view.openDoubles[train])
    return tell('table.flag.double');
  return !view.markers[train] ? '' : tell(waiting ? 'table.flag.waits' : 'table.flag.open');
}

export function signOf(session: Game, view: View, train: number): Omit<Sign, 'arm'> {
  const waiting = view.openDoubles.some(Boolean), common = train === MEXICAN;
  return {
    seat: common ? null : train, you: train === view.seat, name: common ? tell('table.train.sign') : nameOf(session, train),
    ...(common ? {} : { score: view.scores[train] ?? 0 }), note: common ? tell('table.train.all') : tilesWords(view.counts[train] ?? 0),
    flag: flagOf(view, train, waiting), waits: waiting && !view.openDoubles[train],
  };
}

/** Castle Rock: every tile that can be removed, alone or with both neighbours. */
function takes(play: Play): Take[] {
  const { view } = play.driver.now.get(), hint = play.held.get().hint?.move?.text;
  return play.moves.flatMap((move) => {
    const take = takeOf(play.engine, view.row, move);
    if (!take || !move.tile)
      return [];
    const words = tell(take.all ? 'table.take3' : 'table.take', textOf(move.tile));
    return [{ key: move.text, ...take, words, hint: move.text === hint }];
  });
}

/** Chickenfoot: the double that must be filled. */
export function feet(view: View): Scene['feet'] {
  if (view.must === null || view.toes === 0)
    return [];
  return [{ centre: view.must, words: view.toes === 1 ? tell('table.toe') : tell('table.toes', view.toes) }];
}

/** Tiles laid by a wild blank: their numbers differ where they join (L-08).  Trains are joined to no tile. */
export function wildOf(play: Play): number[] {
  const { laid, family } = play.driver.now.get().view;
  return showing[family].signed ? [] : laid.flatMap(({ tile, on, flip }, at) => {
    const to = laid[on ?? -1]?.tile;
    return to && (flip & 1 ? tile.low : tile.high) !== (flip & 2 ? to.low : to.high) ? [at] : [];
  });
}

export function sceneOf(play: Play): Scene {
  const { session, now } = play.driver, { view } = now.get(), { layout } = play.laid.get(), held = play.held.get();
  return {
    layout, signs: showing[view.family].signed ? layout.arms.map((arm, i) => ({ arm: i, ...signOf(session, view, arm.train) })) : [],
    last: session.last, ghosts: play.acting === null ? [] : ghosts(play), chosen: held.stand, feet: feet(view),
    takes: play.acting !== null ? takes(play) : [], wild: wildOf(play),
  };
}
