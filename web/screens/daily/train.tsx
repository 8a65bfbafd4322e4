// SPDX-License-Identifier: MIT
// Train of the day: lay the heaviest train from a hand, then compare it with the best there is.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TrainDay } from '../../core/daily';
import type { Engine } from '../../core/engine';
import { settings } from '../../core/settings';
import { pipsOf, type Tile } from '../../core/views';
import { NO_TILE } from '../../generated/tables';
import { type BoneyardTable, define } from '../../table/element';
import type { Scene, Table } from '../../table/types';
import { tell } from '../../texts';
import { go } from '../app';
import { wordsOf } from '../sheet/tiles';
import { Face } from '../table/face';
import { useStore } from '../use';
import type { DayProps } from './daily';
import { dayWords, DayBar, DaySheet, Next, Share } from './parts';
import { keepResult, resultOf } from './results';

interface Made { engine: Engine; day: TrainDay }

/** The train drawn on the felt, with a disc at its open end. */
function sceneOf({ engine, day }: Made, laid: readonly Tile[], table: Table): Scene {
  engine.trainEnd([day.engine, ...laid]);
  const layout = table.arrange((felt) => engine.fit(felt), laid.length === 0), end = layout.openings[0];
  const ghosts = end ? [{ key: 'end', spot: { ...end.single, tile: null, first: end.number, second: NO_TILE }, label: '', scores: false, hint: false, words: '' }] : [];
  return { layout, last: laid.length > 0 ? laid.length : null, chosen: null, feet: [], signs: [], takes: [], ghosts };
}

define();

function Board({ made, laid }: { made: Made; laid: readonly Tile[] }) {
  const host = useRef<BoneyardTable>(null), table = useRef<Table | null>(null), { face, oneColour, speed } = useStore(settings);
  useLayoutEffect(() => {
    if (!host.current)
      return undefined;
    const drawn = host.current.open({ face, oneColour, fly: speed === 'none' ? 0 : 240, half: 44 }, { choose: () => undefined, look: () => undefined });
    table.current = drawn;
    return () => {
      drawn.destroy();
      table.current = null;
    };
  }, [face, oneColour, speed]);
  useLayoutEffect(() => {
    const drawn = table.current, place = host.current;
    if (!drawn || !place)
      return undefined;
    const show = () => drawn.show(sceneOf(made, laid, drawn));
    show();
    const watcher = new ResizeObserver(show);
    watcher.observe(place);
    return () => watcher.disconnect();
  }, [laid, face, oneColour, speed]);
  return <boneyard-table class="felt daily-board" ref={host} aria-hidden="true" />;
}

/** A train in a row, each tile turned as it was laid. */
function Row({ made: { engine, day }, tiles, other }: { made: Made; tiles: readonly Tile[]; other: readonly Tile[] }) {
  const differs = tiles.findIndex((tile, i) => tile.id !== other[i]?.id);
  return (
    <span class="daily-row" role="img" aria-label={tiles.map(wordsOf).join(', ') || tell('daily.train.none')}>
      {tiles.map((tile, i) => {
        const from = engine.trainEnd([day.engine, ...tiles.slice(0, i)]);
        return <span key={tile.id} class={i === differs ? 'differs' : ''}><Face tile={tile} half={20} lying={tile.high !== tile.low} turned={tile.high !== from} /></span>;
      })}
    </span>
  );
}

function Compared({ made, date, laid, onLook }: { made: Made; date: string; laid: readonly Tile[]; onLook(): void }) {
  const { best } = made.day, own = pipsOf(laid), most = pipsOf(best);
  return (
    <DaySheet title={own === most ? tell('daily.train.found', most) : tell('daily.train.short', own, most)} onClose={onLook} foot={<>
      <button type="button" class="btn primary" data-act="today" onClick={() => go({ at: 'daily' })}>{tell('daily.title')}</button>
      <button type="button" class="btn" onClick={onLook}>{tell('sheet.look')}</button>
    </>}>
      <h3>{tell('daily.train.yours', own)}</h3><Row made={made} tiles={laid} other={best} />
      <h3>{tell('daily.train.best', most)}</h3><Row made={made} tiles={best} other={laid} />
      <p class="daily-quiet">{tell('daily.train.proof', most)}</p>
      <Share lines={[tell('daily.line', tell('daily.train'), dayWords(date)), tell('daily.train.done', own, most)]} />
      <Next />
    </DaySheet>
  );
}

const tilesOf = (day: TrainDay, ids: readonly number[]): Tile[] => ids.flatMap((id) => day.hand.find((tile) => tile.id === id) ?? []);

function Laying({ made, date }: { made: Made; date: string }) {
  const { engine, day } = made, kept = resultOf(date).train, [laid, lay] = useState<Tile[]>(() => tilesOf(day, kept?.tiles ?? []));
  const [over, cover] = useState(kept?.best !== undefined), [said, say] = useState(''), [ended, end] = useState(over);
  const train = [day.engine, ...laid], open = engine.trainEnd(train) ?? 0, pips = pipsOf(laid), most = Math.max(kept?.pips ?? 0, pips);
  const fits = (tile: Tile): boolean => !laid.includes(tile) && engine.trainEnd([...train, tile]) !== null;
  const left = day.hand.filter((tile) => !laid.includes(tile)), stuck = !left.some(fits);
  const put = (tiles: Tile[]): void => {
    lay(tiles);
    say('');
    keepResult(date, { train: { pips: Math.max(most, pipsOf(tiles)), tiles: tiles.map(({ id }) => id) } });
  };
  const choose = (tile: Tile): void => {
    if (ended)
      return;
    if (fits(tile))
      put([...laid, tile]);
    else
      say(tell('daily.train.misfit', wordsOf(tile), open));
  };
  const compare = (): void => {
    if (!ended)
      keepResult(date, { train: { pips, best: pipsOf(day.best), tiles: laid.map(({ id }) => id) } });
    end(true);
    cover(true);
  };
  return (
    <>
      <section class="daily-facts">
        <p><b>{tell('daily.train.task')}</b><br />{tell('daily.train.hand', day.hand.length, wordsOf(day.engine))}</p>
        <dl><div><dt>{tell('daily.train.now')}</dt><dd data-pips={pips}>{pips}</dd></div>
          <div><dt>{tell('daily.train.most')}</dt><dd>{most}</dd></div></dl>
      </section>
      <Board made={made} laid={laid} />
      <section class="tray now daily-tray" aria-label={tell('daily.train.tray')}>
        <p class="turntag" role="status">{said || (ended ? tell('daily.train.over') : stuck ? tell('daily.train.stuck') : tell('daily.train.lay', open))}</p>
        <div class="daily-hand" role="group" aria-label={tell('daily.train.tray')}>
          {left.map((tile) => {
            const may = !ended && fits(tile);
            return (
              <button key={tile.id} type="button" class={`handtile${may ? ' up' : ''}`} data-tile={`${tile.high}-${tile.low}`} data-fits={may}
                aria-label={tell(may ? 'daily.train.fits' : 'daily.train.rests', wordsOf(tile))} onClick={() => choose(tile)}>
                <Face tile={tile} half={34} mark={may ? 'play' : 'rest'} />
              </button>
            );
          })}
        </div>
        <div class="daily-buttons">
          {!ended && <button type="button" class="btn onfelt" data-act="undo" disabled={laid.length === 0} onClick={() => put(laid.slice(0, -1))}>
            {tell('daily.train.undo')}</button>}
          <button type="button" class="btn onfelt" data-act="compare" disabled={!ended && laid.length === 0} onClick={compare}>
            {tell(ended ? 'daily.answer' : 'daily.train.compare')}</button>
        </div>
        {!ended && <p class="daily-note">{tell('daily.train.ends')}</p>}
      </section>
      {over && <Compared made={made} date={date} laid={laid} onLook={() => cover(false)} />}
    </>
  );
}

export default function TrainOfTheDay({ tools, date }: DayProps) {
  const [made, set] = useState<Made | null>(null), [error, fail] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    Promise.all([tools.fresh(), tools.bots.daily('train', date)])
      .then(([engine, day]) => wanted && set({ engine, day }), (reason: unknown) => wanted && fail(reason));
    return () => void (wanted = false);
  }, []);
  if (error !== null)
    throw error;
  return (
    <div class="daily daily-train">
      <DayBar title={tell('daily.train')} date={date} />
      <main>{made ? <Laying made={made} date={date} /> : <p class="loading" role="status">{tell('app.loading')}</p>}</main>
    </div>
  );
}
