// SPDX-License-Identifier: MIT
// The link to a table: to copy, or to share where the device can.
import { useId, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { useLater } from '../use';
import { InvitePlayers } from './players';
import { isHere, linkOf } from './words';
import type { AskServer } from '../../net/wire';

/** A link that can be copied, with its QR code; without a clipboard (no HTTPS) it is selected instead. */
export function CopyLink({ link, label }: { link: string; label: string }) {
  const id = useId(), at = useRef<HTMLInputElement>(null), [said, setSaid] = useState('');
  const qr = useLater(() => import('../qr'), true);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(tell('with.room.copied'));
    } catch {
      at.current?.select();
      setSaid(tell('with.room.select'));
    }
  };
  return <div class="with-link">
    <label class="hidden-words" for={id}>{label}</label>
    <input id={id} ref={at} type="text" readOnly value={link} data-link onFocus={(e) => e.currentTarget.select()} />
    <button type="button" class="btn" data-act="copy" onClick={() => void copy()}>{tell('with.room.copy')}</button>
    <p role="status">{said}</p>
    <div class="with-code-place">{qr && <qr.Code link={link} />}</div>
  </div>;
}

/** Who can use the link. host: the person who can give the page another address. */
export function About({ host }: { host: boolean }) {
  const here = isHere(location.hostname);
  return <>
    <p class="note">{tell(here ? 'with.room.invite.here' : 'with.room.invite.about')}</p>
    {here && host && <details class="with-how note"><summary>{tell('with.room.invite.how')}</summary>
      <p>{tell('with.room.invite.command')}</p><p><code>boneyard serve --listen 0.0.0.0:8400</code></p></details>}
  </>;
}

/** host: see About.  ask: to invite people; null if that is not possible. */
export function Invite({ table, game, host, ask }: { table: string; game: string; host: boolean; ask: AskServer | null }) {
  const link = linkOf(table), words = tell('with.room.share.words', game);
  return <section class="with-invite">
    <h2>{tell('with.room.invite')}</h2>
    <About host={host} />
    <CopyLink link={link} label={tell('with.room.invite')} />
    {typeof navigator.share === 'function' && <button type="button" class="btn" data-act="share"
      onClick={() => void navigator.share({ title: words, text: words,
        url: link }).catch(() => undefined)}>{tell('with.room.share')}</button>}
    {ask && <InvitePlayers table={table} ask={ask} />}
  </section>;
}
