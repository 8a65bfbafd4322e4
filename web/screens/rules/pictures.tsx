// SPDX-License-Identifier: MIT
// A drawing for a rule: the position of a lesson in which that rule is taught.  A lesson's rule is the same rule if the core
// says it in the same words; the engine plays the position, and the layout engine places it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Engine } from '../../core/engine';
import { OPPONENT } from '../../core/lesson';
import { settings } from '../../core/settings';
import { botName } from '../../core/sitters';
import { lessons } from '../../generated/lessons';
import { MEXICAN } from '../../generated/tables';
import { tiles } from '../../core/views';
import { type BoneyardTable, define } from '../../table/element';
import type { Ask, Scene } from '../../table/types';
import { tell } from '../../texts';
import { takeOf } from '../castle/take';
import { showing } from '../families';
import { feet } from '../table/scene';
import { useStore } from '../use';
import type { Paragraph } from './compare';

/** A step of a lesson, by its place. */
export interface Picture { game: keyof typeof lessons; step: number }

const keyOf = ({ numbers, raw, text }: Omit<Paragraph, 'section'>): string => `${numbers} ${raw ?? text}`;

/** The picture of every rule that is the first of a lesson's step; the game's own lesson comes first. */
export function picturesOf(engine: Engine, own: string): Map<string, Picture> {
  const all = new Map<string, Picture>(), games = Object.keys(lessons) as Picture['game'][];
  for (const game of [...games].sort((a, b) => Number(b === own) - Number(a === own))) {
    const used = new Set<number>();
    engine.rules(lessons[game].rules);
    for (const told of engine.explain()) {
      const step = lessons[game].steps.findIndex(({ rules }, i) => !used.has(i) && told.numbers.split(' ').includes(rules.split(' ')[0] ?? ''));
      if (step >= 0 && !all.has(keyOf(told)))
        all.set(keyOf(told), { game, step });
      used.add(step);
    }
  }
  return all;
}

export const pictureOf = (all: Map<string, Picture>, paragraph: Paragraph): Picture | null => all.get(keyOf(paragraph)) ?? null;

/** Plays up to and including the step's own move. For a row, what can be removed is shown, so that move is left out. */
function sceneOf(engine: Engine, { game, step }: Picture, arrange: (ask: Ask) => Scene['layout']): Scene {
  const { rules, deck, lead, steps } = lessons[game], ask = steps[step]?.ask ?? null;
  engine.rules(rules);
  const opponent = botName(OPPONENT);
  engine.start(['', opponent], '1');
  engine.dealDeck(deck.map((id) => tiles[id]!), lead);
  const alone = engine.view(null).players === 1, before = steps.slice(0, step).flatMap((one) => [...(one.ask === null ? [] : [one.ask]), ...one.then]);
  for (const move of [...before, ...(ask === null || alone ? [] : [ask])])
    engine.play(engine.view(null).turn, move);
  const moves = engine.moves(0), view = engine.view(0), layout = arrange((felt) => engine.fit(felt));
  const [a = -1, b = -1] = (ask ?? '').match(/\d+/g)?.map(Number) ?? [], high = Math.max(a, b), low = Math.min(a, b);
  const last = layout.tiles.findIndex(({ tile }) => tile?.high === high && tile.low === low);
  return {
    layout, last: last < 0 || alone ? null : last, chosen: null, feet: feet(view), ghosts: [],
    takes: moves.flatMap((move) => {
      const take = takeOf(engine, view.row, move);
      return take ? [{ key: move.text, ...take, words: '', hint: false }] : [];
    }),
    signs: !showing[view.family].signed ? [] : layout.arms.map(({ train }, arm) => ({
      arm, seat: train === MEXICAN ? null : train, you: train === 0, note: '', waits: false,
      name: train === MEXICAN ? tell('rules.picture.train') : train === 0 ? tell('seat.you') : opponent,
      flag: view.markers[train] ? tell('rules.picture.open') : '',
    })),
  };
}

define();

export function RulePicture({ engine, picture }: { engine: Engine; picture: Picture }) {
  const host = useRef<BoneyardTable>(null), { face, oneColour } = useStore(settings), [sum, setSum] = useState('');
  useEffect(() => {
    if (!host.current)
      return undefined;
    const table = host.current.open({ face, oneColour, fly: 0, half: 34 }, { choose: () => undefined, look: () => undefined });
    table.show(sceneOf(engine, picture, (ask) => table.arrange(ask, true)));
    table.fit();
    const { step } = engine.terms(2), parts = engine.parts();
    setSum(step > 0 && parts.length > 1 ? `${parts.join(' + ')} = ${parts.reduce((a, b) => a + b, 0)}` : '');
    return () => table.destroy();
  }, [engine, picture, face, oneColour]);
  return <div class="rule-picture felt" aria-hidden="true"><boneyard-table ref={host} />{sum && <p>{sum}</p>}</div>;
}
