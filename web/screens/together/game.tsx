// SPDX-License-Identifier: MIT
// A game with others: the playing screen and its additions.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { go, type Screen, type Tools } from '../app';
import { SeatMark } from '../mark';
import { gameName } from '../start/catalogue';
import type { Beside } from '../table/beside';
import type { Play } from '../table/play';
import { Game } from '../table/table';
import { setTitle } from '../title';
import { useStore } from '../use';
import { type Deed, useDeed } from './deed';
import { Dialog, SeatLink, Sure } from './dialogs';
import { About, CopyLink } from './invite';
import { FairMark } from './fair';
import { Foot } from './foot';
import type { Live } from './live';
import { Order } from './order';
import { ClockFace, LOW, People, stateWords, useClocks, useTakes } from './people';
import { Bubble, phraseOf, SayButton } from './phrases';
import { server } from './server';
import { isWatching, linkOf, timeWords } from './words';
import type { Spoken } from '../../core/online';
import type { Store } from '../../core/store';
import { type Reach, refusalWords, type Suspended, suspendedWords, type Table } from '../../net/wire';

/** How long a phrase is shown. */
const LATELY = 6000;

/** Why the game is paused, or what has changed: one sentence, and an action if there is one. */
function bannerOf(table: Table, reach: Reach, suspended: Suspended | null): { kind: string; words: string } | null {
  if (suspended)
    return { kind: 'suspended', words: suspendedWords(suspended) };
  if (reach !== 'open')
    return reach === 'offline' || reach === 'none' ? { kind: 'offline', words: tell('with.offline') } : { kind: 'lost',
      words: tell('with.lost') };
  if (table.phase === 'closed')
    return { kind: 'closed', words: `${tell('with.closed')} ${tell('with.closed.about')}` };
  if (table.paused)
    return { kind: `paused-${table.paused}`, words: tell(table.paused === 'host' ? 'with.paused.host' : 'with.paused.server') };
  return table.seats.some(({ you, away }) => you && away) ? { kind: 'away', words: tell('with.you.away') } : null;
}

/** A value for some seconds after it arrives. */
function useLately<T>(store: Store<T | null>): T | null {
  const value = useStore(store), [old, set] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => set(value), LATELY);
    return () => clearTimeout(timer);
  }, [value]);
  return value === old ? null : value;
}

/** Phrases of the last seconds. */
function useSpoken(live: Live): readonly Spoken[] {
  const all = useStore(live.spoken), [now, set] = useState(() => performance.now()), recent = all.filter(({ at }) => now - at < LATELY);
  const next = recent[0]?.at;
  useEffect(() => set(performance.now()), [all]);
  useEffect(() => {
    if (next === undefined)
      return;
    const timer = setTimeout(() => set(performance.now()), Math.max(0, next + LATELY - performance.now()) + 20);
    return () => clearTimeout(timer);
  }, [next]);
  return recent;
}

function Banner({ live, deed }: { live: Live; deed: Deed }) {
  const table = useStore(live.table), reach = useStore(live.reach), shown = bannerOf(table, reach, useStore(server.suspended)), objection = useLately(live.objection);
  const said = deed.said || (objection ? refusalWords(objection) : '');
  const resume = shown?.kind === 'paused-host' && table.host;
  return <div class="with-over-said" role="status">
    {shown && <p class="with-banner" data-banner={shown.kind}><span>{shown.words}</span>
      {shown.kind === 'away' && <button type="button" class="btn turn" data-act="back" onClick={() => void deed.run(live.ask('back',
        {}))}>{tell('with.back')}</button>}
      {resume && <button type="button" class="btn" data-act="resume" onClick={() => void deed.run(live.ask('pause', { on: false }))}>
        {tell('table.call.let')}</button>}
      {shown.kind === 'closed' && <button type="button" class="btn" data-act="tables"
        onClick={() => go({ at: 'tables' })}>{tell('with.over.leave')}</button>}
    </p>}
    {said && <p class="with-banner" data-banner="refused"><span>{said}</span></p>}
  </div>;
}

/** The clocks that matter now: those that run, and your own.  Where there is no room for them they stand on the plates. */
function Clocks({ live, table }: { live: Live; table: Table }) {
  const clocks = useClocks(table), [warned, warn] = useState('');
  const shown = table.seats.flatMap((seat, at) => ((table.running?.includes(at) || seat.you) && clocks[at] !== null ? [at] : []));
  const low = table.seats.findIndex((seat, at) => seat.you && table.running?.includes(at) && (clocks[at] ?? LOW) < LOW);
  useEffect(() => warn(low < 0 ? '' : tell('with.clock.left', timeWords(LOW))), [low]);
  return <div class="with-clocks">
    {shown.map((at) => {
      const name = live.names()[at] ?? '';
      return <span key={at}><SeatMark seat={at} size={14} /><b>{name}</b>
        <ClockFace ms={clocks[at] ?? 0} runs={table.running?.includes(at) ?? false} of={name} /></span>;
    })}
    <span class="game-sr" role="status">{warned}</span>
  </div>;
}

function Strip({ live }: { live: Live }) {
  const table = useStore(live.table), fair = useStore(live.fair), watching = isWatching(table);
  return <div class="with-strip">
    {watching && <span class="with-watching" data-watching>{tell('with.watching')}</span>}
    {table.clock !== 'none' && <Clocks live={live} table={table} />}
    <span class="grow" />
    <FairMark fair={fair} table={table} />
    {!watching && <SayButton ask={live.ask} />}
  </div>;
}

/** For everyone without a plate on the screen: for all, if there are no plates. */
function Heard({ live }: { live: Live }) {
  const table = useStore(live.table), spoken = useSpoken(live), last = spoken.at(-1), seat = last && table.seats[last.seat];
  const words = seat && last ? tell('with.said', live.names()[last.seat] ?? '', phraseOf(last.phrase).words) : '';
  return <>
    <p class="game-sr" role="status" data-heard>{words}</p>
    <div class="with-heard">{spoken.map((one) => {
      const who = table.seats[one.seat];
      return who && <span key={`${one.seat} ${one.at}`} class={who.you ? 'own' : 'other'}><span class="with-bubble" aria-hidden="true">
        <b>{live.names()[one.seat]}</b> {phraseOf(one.phrase).sign} {phraseOf(one.phrase).words}</span></span>;
    })}</div>
  </>;
}

function Plate({ live, seat }: { live: Live; seat: number }) {
  const table = useStore(live.table), spoken = useSpoken(live).findLast((one) => one.seat === seat), who = table.seats[seat];
  const takes = useTakes(table)[seat] ?? null, state = who ? stateWords(who, takes) : '', ms = useClocks(table)[seat] ?? null, runs = table.running?.includes(seat) ?? false;
  return <>{ms !== null && (runs || who?.you) && <ClockFace ms={ms} runs={runs} of={live.names()[seat] ?? ''} />}
    {state && <span class="with-plate">{state}</span>}{spoken && <Bubble phrase={spoken.phrase} />}</>;
}

type Open = 'link' | 'device' | 'order' | 'stand' | 'close' | null;

function Over({ open, live, deed, close }: { open: Open; live: Live; deed: Deed; close(): void }) {
  const table = live.table.get(), { ask } = live;
  const stand = async () => {
    for (const [seat, { you }] of live.table.get().seats.entries())
      if (you)
        await deed.run(ask('stand', { seat }));
  };
  switch (open) {
    case 'link': return <Dialog title={tell('with.room.invite')} onClose={close}><About host={table.host} />
      <CopyLink link={linkOf(table.table)} label={tell('with.room.invite')} />
      <button type="button" class="btn" data-act="close-dialog" onClick={close}>{tell('table.close')}</button></Dialog>;
    case 'device': return <SeatLink table={table.table} ask={ask} onClose={close} />;
    case 'order': return <Order table={table} names={live.names()} ask={ask} onClose={close} />;
    case 'stand': return <Sure title={tell('with.menu.stand')} words={tell('with.stand.ask')} yes={tell('with.stand.yes')} does={stand}
      onClose={close} />;
    case 'close': return <Sure title={tell('with.menu.close')} words={tell('with.close.ask')} yes={tell('with.close.yes')}
      does={() => deed.run(ask('close', {}))} onClose={close} />;
    default: return null;
  }
}

function itemsOf(live: Live, table: Table, deed: Deed, open: (what: Open) => void): Beside['items'] {
  const seated = !isWatching(table), all: (Beside['items'][number] | false)[] = [
    [tell('with.menu.link'), 'link', () => open('link')],
    seated && [tell('with.menu.device'), 'device', () => open('device')],
    [tell('with.order'), 'order', () => open('order')],
    table.host && [tell(table.paused === 'host' ? 'with.menu.resume' : 'with.menu.pause'), 'pause',
      () => void deed.run(live.ask('pause', { on: table.paused !== 'host' }))],
    seated && !table.tournament && [tell('with.menu.stand'), 'stand', () => open('stand')],
    table.host && [tell('with.menu.close'), 'close', () => open('close')],
    table.tournament ? [tell('with.tournament'), 'tournament', () => go({ at: 'tournament', id: table.tournament ?? '' })]
      : [tell('with.menu.tables'), 'tables', () => go({ at: 'tables' })],
  ];
  return all.filter((one) => one !== false);
}

/** The browser tab says whose turn it is, even in the background. */
function useTitle(play: Play, name: string): void {
  const { due, curtain } = useStore(play.driver.now), mine = due.kind === 'move' || curtain !== null;
  useEffect(() => setTitle(`${mine ? `● ${tell('with.turn.title')} · ` : ''}${name}`), [mine, name]);
}

export function WithOthers({ live, play, tools, here }: { live: Live; play: Play; tools: Tools; here: Screen }) {
  const table = useStore(live.table), deed = useDeed(), [open, set] = useState<Open>(null), { sides } = play.driver.session.terms;
  useTitle(play, gameName(table.rules));
  const parts = useMemo(() => ({
    Strip: () => <Strip live={live} />, Plate: ({ seat }: { seat: number }) => <Plate live={live} seat={seat} />,
      Heard: () => <Heard live={live} />,
    Foot: (foot: { next: string; first: { current: HTMLButtonElement | null }; onTable(): void }) => <Foot {...foot} live={live} tools={tools} here={here} />,
  }), [live]);
  const more = useMemo(() => ({
    Banner: () => <Banner live={live} deed={deed} />,
    People: () => <People table={useStore(live.table)} names={live.names()} ask={live.ask} deed={deed} sides={sides} />,
  }), [live, deed.said]);
  const beside: Beside = { ...parts, ...more, items: itemsOf(live, table, deed, set), kept: tell('with.menu.kept') };
  return <><Game play={play} here={here} beside={beside} /><Over open={open} live={live} deed={deed} close={() => set(null)} /></>;
}
