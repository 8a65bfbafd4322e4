// SPDX-License-Identifier: MIT
// The table before a decision, as the deciding seat saw it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReviewStep } from '../../core/bots';
import type { Engine } from '../../core/engine';
import { Session } from '../../core/session';
import { settings } from '../../core/settings';
import type { Tile } from '../../core/views';
import { optionIds } from '../../generated/tables';
import { type BoneyardTable, define } from '../../table/element';
import type { Table } from '../../table/types';
import { tell } from '../../texts';
import { showing } from '../families';
import { High, TileMark } from '../mark';
import { wordsOf } from '../sheet/tiles';
import { useStore } from '../use';
import { cut } from './data';
import { sceneOf } from './scene';

function Hand({ tiles, step }: { tiles: readonly Tile[]; step: ReviewStep }) {
  const tileIn = (move: string) => /\d+-\d+/.exec(move)?.[0].split('-').map(Number).sort((a, b) => b - a).join('-') ?? '';
  const played = tileIn(step.played), best = tileIn(step.best), draws = step.played.startsWith('draw');
  const marksOf = (tile: Tile) => {
    const text = `${tile.high}-${tile.low}`;
    return text === best && best !== played ? (['hint'] as const) : text === played && !draws ? (['selected'] as const) : [];
  };
  return (
    <p class="review-hand">
      <span class="review-quiet">{tell('review.hand')}</span>
      <span role="img" aria-label={tiles.map(wordsOf).join(', ')} class="review-tiles">
        {tiles.map((tile) => <TileMark key={tile.id} tile={tile} half={tiles.length > 12 ? 22 : 28} turn={2} marks={marksOf(tile)} />)}
      </span>
    </p>
  );
}

define();

export function Board({ engine, record, step }: { engine: Engine; record: string; step: ReviewStep }) {
  const host = useRef<BoneyardTable>(null), table = useRef<Table | null>(null), [hand, setHand] = useState<Tile[] | null>(null);
  const [{ high }] = useState(() => showing[engine.view(null).family]), [large] = useState(() => Number(engine.option(optionIds.set)?.value) > 9);
  const { face, oneColour } = useStore(settings), key = `${step.seat} ${step.round} ${step.move}`;
  useEffect(() => {
    if (!host.current)
      return undefined;
    const made = host.current.open({ face, oneColour, fly: 0, half: 40, high: large }, { choose: () => undefined, look: () => undefined });
    table.current = made;
    return () => {
      made.destroy();
      table.current = null;
    };
  }, [face, oneColour]);
  useEffect(() => {
    const drawn = table.current, place = host.current;
    if (!drawn || !place)
      return undefined;
    const session = Session.load(engine, cut(record, step));
    const show = () => drawn.show(sceneOf(engine, session, step, (ask) => drawn.arrange(ask, true)));
    show();
    drawn.fit();
    setHand(engine.view(step.seat).hands[step.seat] ?? null);
    const watcher = new ResizeObserver(show);
    watcher.observe(place);
    return () => watcher.disconnect();
  }, [engine, record, key, face, oneColour]);
  return (
    <High.Provider value={large}>
      <boneyard-table ref={host} class={`review-board felt${high ? ' high' : ''}`} aria-hidden="true" />
      <p class="review-quiet" aria-hidden="true">{tell(step.best === step.played ? 'review.legend.one' : 'review.legend')}</p>
      {hand && hand.length > 0 && <Hand tiles={hand} step={step} />}
    </High.Provider>
  );
}
