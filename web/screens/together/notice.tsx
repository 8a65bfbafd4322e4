// SPDX-License-Identifier: MIT
// What moderators have done that concerns this person: one message at a time, each until it is confirmed.
import { useEffect, useId, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { notices } from '../../generated/wire';
import { texts as together } from '../../generated/texts/with';
import { momentWords, type Notice, reasonWords } from '../../net/wire';
import { learn, pick, tell } from '../../texts';
import { useModal } from '../table/use';
import { useStore } from '../use';
import { server } from './server';
import './together.css';

learn(together);

const titleOf = ({ act }: Notice): string => (act in notices ? pick(notices[act as keyof typeof notices]) : act);

/** Only its button confirms it: not Escape, nor a reconnection that removes it. */
function Message({ notice }: { notice: Notice }) {
  const dialog = useModal(), button = useRef<HTMLButtonElement>(null), id = useId(), why = reasonWords(notice.reason);
  useEffect(() => {
    button.current?.focus();
    // Dialogs lie in the order in which they open; a score sheet that opens later must not cover the message.
    const raise = new MutationObserver((seen) => {
      if (!seen.some(({ target }) => target !== dialog.current && target instanceof HTMLDialogElement && target.open))
        return;
      dialog.current?.close();
      dialog.current?.showModal();
      button.current?.focus();
      raise.takeRecords();
    });
    raise.observe(document, { subtree: true, attributeFilter: ['open'] });
    return () => raise.disconnect();
  }, []);
  return <dialog class="with-dialog" ref={dialog} role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-why`} data-notice={notice.act}
    onCancel={(event) => event.preventDefault()}>
    <div class="inner"><h2 id={id}>{titleOf(notice)}</h2>
      <div id={`${id}-why`} class="with-notice">
        {why && <p>{why}</p>}
        {notice.until !== undefined && <p><b>{tell('with.notice.until', momentWords(notice.until))}</b></p>}
        <p class="note">{tell('with.notice.at', momentWords(notice.at))}</p>
      </div>
      <button type="button" class="btn primary" data-act="noted" ref={button} onClick={() => server.confirm(notice)}>{tell('with.notice.confirm')}</button>
    </div>
  </dialog>;
}

export function Notices() {
  const [first] = useStore(server.notices);
  useStore(settings);
  return first ? <Message key={first.notice} notice={first} /> : null;
}
