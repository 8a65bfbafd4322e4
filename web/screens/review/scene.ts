// The table as it stood before a decision: where everything lies, where the played and the best move go.
import type { ReviewStep } from '../../core/bots';
import type { Engine } from '../../core/engine';
import type { Session } from '../../core/session';
import type { Layout, Move, View } from '../../core/views';
import type { Ask, Ghost, Scene, Sign, Take } from '../../table/types';
import { MEXICAN } from '../../generated/tables';
import { tell } from '../../texts';
import { wordsOf } from '../sheet/tiles';

const bare = (move: string): string => (move.startsWith('draw') ? 'draw' : move);

/** The moves to be shown: what was played and, if it was another one, what was best. */
function shown(moves: readonly Move[], step: ReviewStep): { move: Move; best: boolean; words: string }[] {
  const one = (text: string) => moves.find((move) => move.text === bare(text)), played = one(step.played), best = one(step.best);
  const all = played ? [{ move: played, best: false, words: tell('review.played') }] : [];
  return best && best !== played ? [...all, { move: best, best: true, words: tell('review.best.label') }] : all;
}

/** labels: on trains there is no room for them. */
function ghosts(engine: Engine, moves: readonly Move[], step: ReviewStep, labels: boolean): Ghost[] {
  return shown(moves, step).flatMap(({ move, best, words }) => {
    const spot = engine.spot(move.index);
    return spot ? [{ key: move.text, spot, label: labels ? `${words} ${move.tile ? wordsOf(move.tile) : ''}`.trim() : '', scores: !best, hint: best, words }] : [];
  });
}

function takes(view: View, moves: readonly Move[], step: ReviewStep): Take[] {
  return shown(moves, step).flatMap(({ move, best, words }) => {
    const at = view.row.findIndex((tile) => tile.id === move.tile?.id), left = view.row[at - 1], middle = view.row[at], right = view.row[at + 1];
    if (!left || !middle || !right)
      return [];
    const all = move.kind === 'take3', common = [left.high, left.low].find((n) => (n === right.high || n === right.low) && (!all || n === middle.high || n === middle.low));
    return [{ key: move.text, tiles: [at - 1, at, at + 1], all, number: common ?? 0, words, hint: best }];
  });
}

function signs(session: Session, view: View, layout: Layout): Sign[] {
  const waiting = view.openDoubles.some(Boolean);
  return view.family !== 'trains' ? [] : layout.arms.map(({ train }, arm) => ({
    arm, seat: train === MEXICAN ? null : train, you: train === view.seat, note: '', waits: waiting && !view.openDoubles[train],
    name: train === MEXICAN ? tell('review.mexican') : (session.setup.seats[train]?.name ?? ''), flag: view.markers[train] ? tell('review.open') : '',
  }));
}

/** `arrange`: the table's way to ask for a layout.  The view is the deciding seat's own. */
export function sceneOf(engine: Engine, session: Session, step: ReviewStep, arrange: (ask: Ask) => Layout): Scene {
  const { last } = session, moves = engine.moves(step.seat), view = engine.view(step.seat);     // the view last: places are its own
  const layout = arrange((width, height) => engine.layout(width, height));
  return {
    layout, last, chosen: null, ghosts: [], takes: [], feet: [], signs: signs(session, view, layout),
    ...(view.family === 'castle' ? { takes: takes(view, moves, step) } : { ghosts: ghosts(engine, moves, step, view.family !== 'trains') }),
  };
}
