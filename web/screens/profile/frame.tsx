// SPDX-License-Identifier: MIT
// What the profile, the matches and the ladder have in common.
import type { ComponentChildren } from 'preact';
import { learn, tell } from '../../texts';
import { texts as own } from '../../generated/texts/profile';
import { texts as together } from '../../generated/texts/with';
import { go, type Screen } from '../app';
import { Head, Title } from '../head';
import { useServer } from '../together/server';
import { NoServer } from '../together/tables';
import { useStore } from '../use';
import './profile.css';

learn(own, together);

interface FrameProps { at: 'profile' | 'history' | 'ladder'; back: Screen; title: string; said: string; children: ComponentChildren }

export function Frame({ at, back, title, said, children }: FrameProps) {
  const server = useServer(), reach = useStore(server.reach);
  return <div class="profile" data-screen={at}>
    <Head><button type="button" class="btn" onClick={() => go(back)}>{tell('app.back')}</button></Head>
    <main class="form">
      <div class="profile-top"><Title words={title} />
        <nav aria-label={tell('profile.results')}>{(['profile', 'history', 'ladder'] as const).filter((one) => one !== at).map((one) =>
          <button key={one} type="button" class="btn" data-act={one} onClick={() => go({ at: one, back })}>{tell(`profile.to.${one}`)}</button>)}</nav>
      </div>
      {reach === 'none' || reach === 'offline' ? <NoServer again={() => server.again()} /> : <>
        <p role="status" class="note">{reach === 'open' ? '' : tell('with.connecting')}</p>
        <p role="alert">{said}</p>
        {children}
      </>}
    </main>
  </div>;
}

/** A sentence about the missing data, with a remedy. */
export function Empty({ title, about }: { title: string; about: string }) {
  return <div class="profile-empty"><h2>{title}</h2><p>{about}</p>
    <button type="button" class="btn primary" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('profile.find')}</button></div>;
}
