// The start screen: continue, choose a game by what it is like, who plays by which rules, deal.
import { useEffect, useState } from 'preact/hooks';
import { type SavedGame, savedGames } from '../../core/saves';
import { Session } from '../../core/session';
import { tell } from '../../texts';
import { go, type ShownEarly, type Tools } from '../app';
import { Head, Title } from '../head';
import { openGame, scoreLine } from '../saved/open';
import { Cards } from './cards';
import { botList, gameName } from './catalogue';
import { GamePicture } from './picture';
import { gameOf } from './catalogue';
import { nameOf } from './seats';
import { Setup } from './setup';
import { type Planned, usePlan } from './use_plan';
import './start.css';

function Continue({ tools }: { tools: Tools | null }) {
  const [game, setGame] = useState<SavedGame | null>(null), [said, setSaid] = useState('');
  useEffect(() => {
    savedGames().then((all) => setGame(all.find(({ over }) => !over) ?? null), () => setSaid(tell('start.unkept')));
  }, []);
  if (!game)
    return said ? <p class="start-note" role="status">{said}</p> : null;
  const words = game.round > 0 ? tell('start.continue.game', gameName(game.rules), game.round) : tell('start.continue.new', gameName(game.rules));
  return <section class="start-continue">
    <GamePicture game={gameOf(game.rules)?.game ?? ''} />
    <div><h2>{words}</h2><p>{scoreLine(game)}</p></div>
    <button type="button" class="btn primary" disabled={!tools} onClick={() => tools && void openGame(tools, game).catch((error: unknown) => setSaid(String(error)))}>
      {tell('start.continue')}</button>
    <p role="status">{said}</p>
  </section>;
}

function begin(tools: Tools, { plan, seats, memory }: Planned): void {
  const sitters = seats.map((seat, i) => ({ name: nameOf(seats, i), bot: botList.find(({ key }) => key === seat.bot)?.id ?? null }));
  const session = Session.begin(tools.engine, { rules: plan.rules, seats: sitters });
  void memory;
  go({ at: 'table', session });
}

function Deal({ tools, planned }: { tools: Tools | null; planned: Planned }) {
  const [said, setSaid] = useState(''), { plan } = planned;
  const deal = () => {
    if (plan.refused) {
      setSaid(tell('start.deal.refused'));
      document.querySelector<HTMLElement>('.start-set [aria-invalid=true]')?.focus();
    } else if (tools) {
      begin(tools, planned);
    }
  };
  return <div class="start-deal">
    <p role="alert">{plan.refused ? said : ''}</p>
    <button type="button" class="btn primary" disabled={!tools} onClick={deal}>
      {tell(tools ? 'start.deal' : 'start.deal.wait')}</button>
  </div>;
}

export default function Start({ tools, screen }: ShownEarly<'start'>) {
  const planned = usePlan(tools, screen.rules ?? null, (no) => (no === null ? tell('start.shared') : tell('start.shared.bad', no)));
  return <div class="start">
    <Head>
      <button type="button" class="btn quiet" onClick={() => go({ at: 'saved' })}>{tell('start.saved')}</button>
      <button type="button" class="btn quiet" onClick={() => go({ at: 'settings', back: screen })}>{tell('start.settings')}</button>
    </Head>
    <main>
      <div class="start-choose">
        <Title words={tell('start.title')} />
        <p class="start-lead wide">{tell('start.lead')}</p>
        <p class="start-lead narrow">{tell('start.lead.below')}</p>
        {screen.note && <p class="start-said" role="status">{screen.note}</p>}
        <Continue tools={tools} />
        <Cards game={planned.memory.game} choose={planned.choose} />
      </div>
      <div class="start-side">
        <div class="start-set"><Setup planned={planned} /></div>
        <Deal tools={tools} planned={planned} />
      </div>
    </main>
  </div>;
}
