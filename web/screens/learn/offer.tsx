// SPDX-License-Identifier: MIT
// Before the first game of its kind: learn it first?
import type { GameKey } from '../../generated/tables';
import { texts } from '../../generated/texts/learn';
import { learn, pick, tell } from '../../texts';
import { go } from '../app';
import { gameOf } from '../start/catalogue';
import { useModal } from '../table/use';
import { know } from './known';
import './offer.css';

learn(texts);

export function Offer({ game, close, play }: { game: GameKey; close(): void; play(): void }) {
  const dialog = useModal(), name = pick(gameOf(game).name);
  const then = (does: () => void) => () => {
    know(game);
    close();
    does();
  };
  return <dialog class="learn-offer" ref={dialog} aria-labelledby="learn-offer" onClose={then(() => undefined)}>
    <h2 id="learn-offer">{tell('learn.offer', name)}</h2>
    <p>{tell('learn.offer.about')}</p>
    <div>
      <button type="button" class="btn primary" data-act="learn-first" onClick={then(() => go({ at: 'learn', game }))}>{tell('learn.offer.yes')}</button>
      <button type="button" class="btn" data-act="just-play" onClick={then(play)}>{tell('learn.offer.no')}</button>
    </div>
  </dialog>;
}
