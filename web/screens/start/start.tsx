// SPDX-License-Identifier: MIT
// The start screen: continue, choose a game by what it is like, who plays by which rules, deal.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameKey } from '../../generated/tables';
import { reading } from '../../core/families';
import { changes, keeping, type SavedGame, savedGames } from '../../core/saves';
import { tell } from '../../texts';
import { isKnown } from '../learn/known';
import { go, type ShownEarly, type Tools } from '../app';
import { Head, Title } from '../head';
import { openGame, scoreLine } from '../saved/open';
import { useLater, useStore } from '../use';
import { Cards } from './cards';
import { gameName, gameOf } from './catalogue';
import { GamePicture } from './picture';
import { sittersAt } from './seats';
import { isByDays, Others, Running, useTables } from './others';
import { forMany, Setup, toRefused, type Where } from './setup';
import { Today } from './today';
import { type Planned, usePlan } from './use_plan';
import './start.css';

/** If nothing can be saved, the page says so before a game begins. */
function Kept() {
  const kept = useStore(keeping);
  return kept === 'kept' ? null : <p class="start-said" role="status">{tell(`keep.${kept}`)}</p>;
}

function Continue({ tools }: { tools: Tools | null }) {
  const [game, setGame] = useState<SavedGame | null>(null), [said, setSaid] = useState('');
  const changed = useStore(changes);
  useEffect(() => {
    void savedGames().then((all) => setGame(all.find(({ over }) => !over) ?? null));
  }, [changed]);
  if (!game)
    return null;
  const words = game.round > 0 ? tell('start.continue.game', gameName(game.rules), game.round) : tell('start.continue.new',
    gameName(game.rules));
  const on = () => {
    if (tools)
      openGame(tools, game).catch((error: unknown) => setSaid(error instanceof Error ? error.message : String(error)));
  };
  return <section class="start-continue">
    <GamePicture game={gameOf(game.rules).key} />
    <div><h2>{words}</h2><p>{scoreLine(game)}</p></div>
    <button type="button" class="btn primary" disabled={!tools} onClick={on}>
      {tell('start.continue')}</button>
    <p role="status">{said}</p>
  </section>;
}

async function begin(tools: Tools, { plan, seats }: Pick<Planned, 'plan' | 'seats'>, seed?: string): Promise<void> {
  const { Session } = await import('../../core/session');
  go({ at: 'table', session: Session.begin(tools.engine, { rules: plan.rules, seats: sittersAt(seats) }, seed) });
}

/** Does something immediately, or once a lesson has been offered. */
type First = (game: GameKey, then: () => void) => void;

function Deal({ tools, planned, first }: { tools: Tools | null; planned: Planned; first: First }) {
  const [said, setSaid] = useState(''), [search, setSearch] = useState<AbortController | null>(null), { plan, memory } = planned;
  const [pressed, setPressed] = useState(false);        // before the module has loaded
  useEffect(() => () => search?.abort(), [search]);
  useEffect(() => setSaid(''), [plan.rules, plan.refused]);
  /** Finds a deal of Castle Rock that can be cleared, using the bots' worker. */
  const find = async (made: Tools) => {
    const stop = new AbortController();
    setSearch(stop);
    try {
      const { freshSeed } = await import('../../core/session');
      const seed = await made.bots.certify(plan.rules, freshSeed(), () => undefined, stop.signal);
      if (seed)
        await begin(made, planned, seed);
      else
        setSaid(tell('start.deal.none'));
    } catch (error) {
      if (!stop.signal.aborted)
        setSaid(error instanceof Error ? error.message : String(error));
    }
    setSearch(null);
  };
  const deal = () => {
    if (plan.refused) {
      setSaid(tell('start.deal.refused'));
      toRefused();
    } else if (!tools || !planned.ready) {
      setPressed(true);
    } else {
      const clears = memory.clearable && reading[gameOf(plan.rules).family].clears;
      first(gameOf(plan.rules).key, () => void (clears ? find(tools) : begin(tools, planned)));
    }
  };
  useEffect(() => {
    if (tools && planned.ready && pressed) {
      setPressed(false);
      deal();
    }
  }, [tools, planned.ready, pressed]);
  return <div class="start-deal">
    <p role="alert">{said}</p>
    <p role="status">{search ? tell('start.deal.search') : ''}</p>
    {search ? <button type="button" class="btn" onClick={() => search.abort()}>{tell('start.deal.stop')}</button>
      : <button type="button" class="btn primary" onClick={deal}>{pressed ? tell('start.deal.wait') : tell('start.play.game', gameName(plan.rules))}</button>}
  </div>;
}

export default function Start({ tools, screen }: ShownEarly<'start'>) {
  const planned = usePlan(tools, {
    rules: screen.rules ?? null, house: screen.house ?? '',
    tell: (no) => (no !== null ? tell('start.shared.bad', no) : screen.house ? tell('start.house.came', screen.house) : tell('start.shared')),
    taken: () => {
      delete screen.rules;
      delete screen.house;              // returning here or reloading does not reopen the link
      history.replaceState(history.state, '', location.pathname + location.search);
    },
  });
  const [chosen, setWhere] = useState<Where>('here'), where = forMany(planned.plan.rules) ? chosen : 'here';
  const make = useLater(() => import('../together/make'), where === 'others'), tables = useTables();
  const calendar = useLater(() => import('../together/calendar'), tables.some(isByDays));
  const side = useRef<HTMLDivElement>(null), [offered, setOffered] = useState<{ game: GameKey; then(): void } | null>(null);
  const offer = useLater(() => import('../learn/offer'), offered !== null);
  /** Scrolls the settings into view where they are below the games. */
  const showSide = () => {
    if (side.current && getComputedStyle(side.current).position === 'static')
      side.current.scrollIntoView({ block: 'start' });
  };
  const choose = (game: GameKey) => {
    planned.choose(game);
    showSide();
  };
  useEffect(() => {
    if (planned.shared)
      showSide();                       // the rules that came with a link
  }, [planned.shared]);
  const [pressed, setPressed] = useState<GameKey | null>(null);       // before the module has loaded
  const play = (game: GameKey) => {
    if (planned.memory.clearable && reading[gameOf(game).family].clears)
      choose(game);                     // such a deal has to be searched for
    else if (tools)
      void begin(tools, planned.at(game));
  };
  /** A lesson is offered once, before the first game of its kind. */
  const first: First = (game, then) => (isKnown(game) ? then() : setOffered({ game, then }));
  useEffect(() => {
    if (tools && planned.engine && pressed) {
      setPressed(null);
      first(pressed, () => play(pressed));
    }
  }, [tools, planned.engine, pressed]);
  return <div class="start">
    <Head>
      <button type="button" class="btn quiet" onClick={() => go({ at: 'saved' })}>{tell('start.saved')}</button>
      <button type="button" class="btn quiet" onClick={() => go({ at: 'settings', back: screen })}>{tell('start.settings')}</button>
    </Head>
    <main>
      <div class="start-choose">
        {screen.note && <p class="start-said" role="status">{screen.note}</p>}
        <Kept />
        <Running tables={tables} />
        {calendar && <calendar.Calendar tables={tables} heading="h2" />}
        <Continue tools={tools} />
        <Today />
        <div class="start-title"><Title words={tell('start.title')} /><p>{tell('start.learn.about')}</p></div>
        <Cards game={planned.memory.game} choose={choose} learn={(game) => go({ at: 'learn', game })}
          play={setPressed} />
        {offered && offer && <offer.Offer game={offered.game} close={() => setOffered(null)} play={offered.then} />}
        <Others tables={tables} />
      </div>
      <div class="start-side" ref={side}>
        <div class="start-set form"><Setup planned={planned} where={where} setWhere={setWhere} /></div>
        {where === 'others' ? make && <make.Make planned={planned} /> : <Deal tools={tools} planned={planned} first={first} />}
      </div>
    </main>
  </div>;
}
