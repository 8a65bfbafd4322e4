// SPDX-License-Identifier: MIT
// Castle Rock of the day: a usual game from the day's seed, saved like any other, with a line to share at its end.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Session } from '../../core/session';
import { tell } from '../../texts';
import { go, type Screen, type Tools } from '../app';
import { gameOf } from '../castle/best';
import { clockOf } from '../castle/clock';
import { findGame } from '../saved/open';
import type { Beside } from '../table/beside';
import { Elsewhere, useElsewhere } from '../table/elsewhere';
import { Game, useGameOf } from '../table/table';
import type { DayProps } from './daily';
import { dayWords, Next, Share, shortDay } from './parts';
import { keepResult, resultOf } from './results';

async function begin(tools: Tools, date: string): Promise<Session> {
  const kept = resultOf(date).castle, game = kept ? await findGame(kept.id) : null;
  if (game)
    return Session.resume(tools.engine, game);
  const { seed, rules } = await tools.bots.daily('castle', date);
  return Session.begin(tools.engine, { rules, seats: [{ name: '', bot: null }] }, seed);
}

type FootProps = { first: { current: HTMLButtonElement | null }; onTable(): void };

function Foot({ session, date, first, onTable }: FootProps & { session: Session; date: string }) {
  const [game] = useState(() => gameOf(session)), time = clockOf(game.ms);
  useEffect(() => {
    const { castle } = resultOf(date);
    if (castle?.tiles === undefined)    // only the first attempt counts
      keepResult(date, { castle: { id: castle?.id ?? '', tiles: game.tiles, pips: game.pips, ms: game.ms } });
  }, []);
  const result = game.tiles === 0 ? tell('daily.castle.cleared', time) : tell('daily.castle.left', game.tiles, game.pips, time);
  return (
    <>
      <Share lines={[tell('daily.line', tell('daily.castle'), dayWords(date)), result]} />
      <Next />
      <div class="daily-buttons">
        <button type="button" ref={first} class="btn primary" data-act="today" onClick={() => go({ at: 'daily' })}>{tell('daily.title')}</button>
        <button type="button" class="btn" onClick={onTable}>{tell('sheet.look')}</button>
      </div>
    </>
  );
}

const nothing = (): null => null;

function CastleTable({ session, tools, screen, date }: { session: Session; tools: Tools; screen: Screen; date: string }) {
  const play = useGameOf(session, tools), taken = useElsewhere(session, play);
  useEffect(() => session.kept.watch((game) => {
    const { castle } = resultOf(date);
    if (game && castle?.id !== game.id)
      keepResult(date, { castle: { ...castle, id: game.id } });
  }), [session]);
  const beside = useMemo((): Beside => ({
    Strip: () => <span class="daily-strip">{shortDay(date)}</span>, Banner: nothing, People: nothing, Plate: nothing, Heard: nothing,
    Foot: (foot: FootProps) => <Foot {...foot} session={session} date={date} />,
    items: [[tell('daily.title'), 'today', () => go({ at: 'daily' })]], kept: tell('table.menu.kept'),
  }), [session]);
  return taken === null ? <Game play={play} here={screen} beside={beside} /> : <Elsewhere id={taken} tools={tools} />;
}

export default function CastleDay({ tools, screen, date }: DayProps) {
  const [session, set] = useState<Session | null>(null), [error, fail] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    begin(tools, date).then((made) => wanted && set(made), (reason: unknown) => wanted && fail(reason));
    return () => void (wanted = false);
  }, []);
  if (error !== null)
    throw error;
  return session ? <CastleTable session={session} tools={tools} screen={screen} date={date} /> : <p class="loading" role="status">{tell('app.loading')}</p>;
}
