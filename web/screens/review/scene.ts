// SPDX-License-Identifier: MIT
// The table before a decision: the layout, and where the played and the best move go.
import type { ReviewStep } from '../../core/bots';
import type { Engine } from '../../core/engine';
import { bare } from '../../core/history';
import type { Session } from '../../core/session';
import type { Layout, Move, View } from '../../core/views';
import type { Ask, Ghost, Scene, Sign, Take } from '../../table/types';
import { HALF, MEXICAN } from '../../generated/tables';
import { tell } from '../../texts';
import { takeOf } from '../castle/take';
import { showing } from '../families';

/** The moves to show: the one played and, if different, the best. */
function shown(moves: readonly Move[], step: ReviewStep): { move: Move; best: boolean; words: string }[] {
  const one = (text: string) => moves.find((move) => move.text === bare(text)), played = one(step.played), best = one(step.best);
  const all = played ? [{ move: played, best: false, words: tell('review.played') }] : [];
  return best && best !== played ? [...all, { move: best, best: true, words: tell('review.best.label') }] : all;
}

/** If both go to the same place, shows the better one. */
function ghosts(engine: Engine, moves: readonly Move[], step: ReviewStep): Ghost[] {
  const all = shown(moves, step).flatMap(({ move, best, words }) => {
    const spot = engine.spot(move.index);
    return spot ? [{ key: move.text, spot, label: '', scores: false, hint: best, words }] : [];
  });
  const [played, best] = all, apart = !played || !best || Math.hypot(played.spot.x - best.spot.x, played.spot.y - best.spot.y) > HALF;
  return apart ? all : [best];
}

function takes(engine: Engine, view: View, moves: readonly Move[], step: ReviewStep): Take[] {
  return shown(moves, step).flatMap(({ move, best, words }) => {
    const take = takeOf(engine, view.row, move);
    return take ? [{ key: move.text, ...take, words, hint: best }] : [];
  });
}

function signs(session: Session, view: View, layout: Layout): Sign[] {
  const waiting = view.openDoubles.some(Boolean);
  return !showing[view.family].signed ? [] : layout.arms.map(({ train }, arm) => ({
    arm, seat: train === MEXICAN ? null : train, you: train === view.seat, note: '', waits: waiting && !view.openDoubles[train],
    name: train === MEXICAN ? tell('review.mexican') : (session.setup.seats[train]?.name ?? ''),
    flag: view.markers[train] ? tell('review.open') : '',
  }));
}

/** `arrange`: the table's way to ask for a layout.  The view is the deciding seat's own. */
export function sceneOf(engine: Engine, session: Session, step: ReviewStep, arrange: (ask: Ask) => Layout): Scene {
  const { last } = session, moves = engine.moves(step.seat), view = engine.view(step.seat);     // the view last: places are its own
  const layout = arrange((felt) => engine.fit(felt));
  return {
    layout, last, chosen: null, feet: [], signs: signs(session, view, layout),
    takes: takes(engine, view, moves, step), ghosts: ghosts(engine, moves, step),
  };
}
