// A table with others: the waiting room until the game begins, then the game; or why there is none.
import { useEffect, useState } from 'preact/hooks';
import { type Reply, refusalWords, type Table } from '../../net/wire';
import { learn, tell } from '../../texts';
import { fair } from '../../texts/fair';
import { together } from '../../texts/together';
import { go, screen as shown, type Shown } from '../app';
import { Head, Title } from '../head';
import { SAT } from '../start/others';
import { useStore } from '../use';
import { Room } from './room';
import { server, takeSeats, useServer } from './server';
import { NoServer } from './tables';
import './together.css';

learn(fair, together);

/** From now on the start screen asks whether a table waits. */
function remember(): void {
  try {
    localStorage.setItem(SAT, '1');
  } catch {
    // Then it does not.
  }
}

/** Why there is no table here, and the way on. */
function Closed({ words }: { words: string }) {
  return <div class="with" data-room="none">
    <Head><button type="button" class="btn" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('with.room.leave')}</button></Head>
    <main class="form with-tables"><Title words={tell('with.title')} /><p role="alert">{words}</p></main>
  </div>;
}

function useJoined(table: string, seat: string | undefined) {
  const [now, set] = useState<Table | null>(null), [refused, refuse] = useState<Reply | null>(null);
  useEffect(() => {
    if (seat !== undefined)
      return;
    const deaf = server.hear((told) => {
      if (told.is === 'table' && told.table === table)
        set({ ...told, at: performance.now() });
    });
    const join = () => void server.ask('join', { table, from: 0 }).then((reply) => {
      if (!reply.ok && reply.code !== 'unknown')
        refuse(reply);
    });
    const end = server.opened(join);
    if (server.reach.get() === 'open')
      join();
    return () => {
      deaf();
      end();
      void server.ask('leave', {});
    };
  }, [table, seat]);
  return { now, refused };
}

/** A seat link makes this browser the one whose seat it is, once. */
function useSeatLink(screen: Shown<'online'>['screen']): void {
  useEffect(() => {
    const { seat, table } = screen;
    if (seat === undefined)
      return;
    delete screen.seat;
    history.replaceState(history.state, '', `${location.pathname}${location.search}#at=${table}`);
    void takeSeats(seat).then((took) => {
      if (shown.get() === screen)
        shown.set(took ? { at: 'online', table } : { at: 'tables', note: tell('with.device.used') });
    });
  }, [screen]);
}

export default function OnlineScreen({ screen }: Shown<'online'>) {
  const { reach } = useServer(), at = useStore(reach), [link] = useState(screen.seat), { now, refused } = useJoined(screen.table, screen.seat);
  useSeatLink(screen);
  const mine = now?.seats.some(({ you }) => you) ?? false, { sit } = screen;
  useEffect(() => {
    if (mine)
      remember();
    if (!now || sit === undefined)
      return;
    delete screen.sit;
    if (!mine && now.seats[0]?.kind === 'open')
      void server.ask('sit', { seat: 0, name: sit });
  }, [now, mine]);
  if (refused)
    return <Closed words={refusalWords(refused)} />;
  if (now?.phase === 'closed')
    return <Closed words={`${tell('with.closed')} ${tell('with.closed.about')}`} />;
  if (now)
    return <Room table={now} ask={(what, fields) => server.ask(what, fields)} screen={screen} />;
  return <div class="with"><Head /><main class="form with-tables"><h1>{tell('with.title')}</h1>
    {at === 'none' || at === 'offline' ? <NoServer again={() => server.again()} />
      : <p role="status" class="note">{tell(link === undefined ? 'with.connecting' : 'with.device.wait')}</p>}</main></div>;
}
