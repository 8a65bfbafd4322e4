// SPDX-License-Identifier: MIT
// A table with others: the waiting room until the game begins, then the game; or why the table is unavailable.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Online } from '../../core/online';
import { settings } from '../../core/settings';
import { refusalWords } from '../../net/wire';
import { learn, tell } from '../../texts';
import { texts as castle } from '../../generated/texts/castle';
import { texts as fair } from '../../generated/texts/fair';
import { texts as sheet } from '../../generated/texts/sheet';
import { texts as tableTexts } from '../../generated/texts/table';
import { texts as together } from '../../generated/texts/with';
import { go, screen as shown, type Shown, type Tools } from '../app';
import { Head, isFirst, Title } from '../head';
import { remember } from '../start/others';
import { OnlineDriver } from '../table/online_driver';
import { Play } from '../table/play';
import { useRunning } from '../table/running';
import { useStore } from '../use';
import { WithOthers } from './game';
import type { Live } from './live';
import { Room } from './room';
import { useLater } from '../use';
import { server, takeSeats, useServer } from './server';
import { NoServer } from './tables';
import './together.css';

learn(tableTexts, sheet, castle, fair, together);

/** Why the table is unavailable, and what to do. */
function Closed({ words }: { words: string }) {
  return <div class="with" data-room="none">
    <Head><button type="button" class="btn" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('with.room.leave')}</button></Head>
    <main class="form with-tables"><Title words={tell('with.title')} /><p role="alert">{words}</p></main>
  </div>;
}

/** The table, while this screen is shown; null while it is loading or the seat link is being used. */
function useOnline(tools: Tools, table: string, seat: string | undefined): Online | null {
  const [online, set] = useState<Online | null>(null);
  useEffect(() => {
    if (seat !== undefined)
      return;
    let wanted = true, made: Online | null = null;
    void tools.seen().then((engine) => {
      if (wanted)
        set(made = new Online(engine, server, table));
    });
    return () => {
      wanted = false;
      made?.close();
      set(null);
    };
  }, [tools, table, seat]);
  return online;
}

/** A seat link gives its seat to this browser, once; it is removed from the address. */
function useSeatLink(screen: Shown<'online'>['screen']): void {
  useEffect(() => {
    const { seat, table } = screen;
    if (seat === undefined)
      return;
    void takeSeats(seat).then((took) => {
      delete screen.seat;               // Back does not try it again
      if (shown.get() === screen)
        shown.set(took ? { at: 'online', table } : { at: 'tables', note: tell('with.device.used') });
    });
  }, [screen]);
}

/** Controller and loop for a game in progress. */
function Running({ online, tools, here }: { online: Online; tools: Tools; here: Shown<'online'>['screen'] }) {
  const play = useMemo(() => new Play(new OnlineDriver(online, () => settings.get().speed), online.engine,
    (seat) => tools.bots.hint(online.history, seat)), [online]);
  const live = useMemo((): Live => ({
    names: () => online.names,
    table: online.table as Live['table'], fair: online.fair, spoken: online.spoken, reach: server.reach, objection: online.objection,
    ask: (what, fields) => server.ask(what, fields, online.id),
  }), [online]);
  useRunning(play);
  return <WithOthers live={live} play={play} tools={tools} here={here} />;
}

function Joined({ online, tools, screen }: { online: Online; tools: Tools; screen: Shown<'online'>['screen'] }) {
  const table = useStore(online.table), refused = useStore(online.refused), reach = useStore(server.reach),
    { language } = useStore(settings);
  useStore(online.changes);
  const waiting = useLater(() => import('./waiting'), table?.quick === true);
  const mine = table?.seats.some(({ you }) => you) ?? false, [told, setTold] = useState(language), { sit } = screen;
  useEffect(() => {
    if (mine)
      remember();
    if (!table || sit === undefined)
      return;
    delete screen.sit;
    if (!mine && table.seats.some(({ kind }) => kind === 'open'))     // the host, or a player who was invited
      void online.ask('sit', { ...(table.seats[0]?.kind === 'open' ? { seat: 0 } : {}), name: sit });
  }, [table, mine]);
  useEffect(() => {
    if (language !== told)
      online.retell();
    setTold(language);
  }, [language]);
  if (refused)
    return <Closed words={refusalWords(refused)} />;
  if (table && online.running)
    return <Running online={online} tools={tools} here={screen} />;
  if (table?.phase === 'closed')
    return <Closed words={`${tell('with.closed')} ${tell('with.closed.about')}`} />;
  if (table?.phase === 'waiting' && table.quick)
    return waiting ? <waiting.default table={table} sides={online.terms.sides} ask={(what, fields) => server.ask(what, fields, online.id)} screen={screen} />
      : <Looking words={tell('with.connecting')} none={false} />;
  if (table?.phase === 'waiting')
    return <Room table={table} sides={online.terms.sides} ask={(what, fields) => server.ask(what, fields, online.id)} screen={screen} />;
  return table ? <Looking key="shuffle" words={tell('with.fair.waiting')} none={false} shuffling />
    : <Looking words={tell('with.connecting')} none={reach === 'none' || reach === 'offline'} />;
}

/** The room or the table follows and takes the focus; during a shuffle the heading has it, since the focused button is
 * gone. */
function Looking({ words, none, shuffling = false }: { words: string; none: boolean; shuffling?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst() && shuffling)
      heading.current?.focus();
  }, []);
  return <div class="with" data-room="looking">
    <Head><button type="button" class="btn" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('with.room.leave')}</button></Head>
    <main class="form with-tables"><h1 tabIndex={-1} ref={heading}>{shuffling ? words : tell('with.title')}</h1>
      {none ? <NoServer again={() => server.again()} /> : <p role="status" class="note">{shuffling ? '' : words}</p>}</main>
  </div>;
}

export default function OnlineScreen({ tools, screen }: Shown<'online'>) {
  const { reach } = useServer(), at = useStore(reach), online = useOnline(tools, screen.table, screen.seat);
  useSeatLink(screen);
  return online ? <Joined key={online.id} online={online} tools={tools} screen={screen} />
    : <Looking words={tell(screen.seat === undefined ? 'with.connecting' : 'with.device.take')} none={at === 'none' || at === 'offline'} />;
}
