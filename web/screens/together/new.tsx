// SPDX-License-Identifier: MIT
// A new table with others: the game, its rules, who may sit down.
import { useEffect } from 'preact/hooks';
import { learn, pick, tell } from '../../texts';
import { texts as together } from '../../generated/texts/with';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { gameOf } from '../start/catalogue';
import { PARTY } from '../start/games';
import { forMany, Setup } from '../start/setup';
import { usePlan } from '../start/use_plan';
import { Make } from './make';
import { Games, many } from './tables';
import '../start/start.css';
import './together.css';

learn(together);

export default function New({ tools }: ShownEarly<'make'>) {
  const planned = usePlan(tools, { rules: null, tell: () => '', taken: () => undefined }), { plan } = planned, game = gameOf(plan.rules);
  useEffect(() => {
    if (!forMany(plan.rules))
      planned.choose(PARTY);            // what was played last is for one
  }, [plan.rules]);
  return <div class="start making">
    <Head><button type="button" class="btn" onClick={() => go({ at: 'tables' })}>{tell('app.back')}</button></Head>
    <main>
      <div class="start-side">
        <div class="start-set form">
          <Title words={tell('with.new')} />
          <div class="making-game">
            <Games value={game.key} label={tell('with.public.game')} set={(key) => planned.choose(many.find((one) => one.key === key)?.key ?? PARTY)} />
            <h2 class="hidden-words">{pick(game.name)}</h2>
            <p class="note">{pick(game.like)}</p>
          </div>
          <Setup planned={planned} where="others" setWhere={null} />
        </div>
        <Make planned={planned} />
      </div>
    </main>
  </div>;
}
