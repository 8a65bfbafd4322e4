// SPDX-License-Identifier: MIT
// Parts that the dailies share: the date in words, the line to share, the bar.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { untilNext } from '../../core/daily';
import { settings } from '../../core/settings';
import { tell } from '../../texts';
import { go } from '../app';
import '../sheet/sheet.css';

const words = (date: string, form: Intl.DateTimeFormatOptions): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(settings.get().language, { timeZone: 'UTC', ...form });
export const dayWords = (date: string): string => words(date, { day: 'numeric', month: 'short', year: 'numeric' });
export const shortDay = (date: string): string => words(date, { day: 'numeric', month: 'short' });
export const weekday = (date: string): string => words(date, { weekday: 'short', day: 'numeric', month: 'short' });

/** "9 h 12 min" until the next day begins. */
export function Next() {
  const [ms, set] = useState(untilNext);
  useEffect(() => {
    const timer = setInterval(() => set(untilNext()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.ceil(ms / 60_000);
  return <p class="daily-next">{tell('daily.next', Math.floor(minutes / 60), minutes % 60)}</p>;
}

/** Two lines of plain text that name no tile and no move. */
export function Share({ lines }: { lines: readonly [string, string] }) {
  const [said, say] = useState(''), text = lines.join('\n');
  const share = async () => {
    try {
      if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
        await navigator.share({ text });
        return;
      }
      await navigator.clipboard.writeText(text);
      say(tell('daily.copied'));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        say(tell('daily.uncopied'));
    }
  };
  return (
    <div class="daily-share">
      <p data-share>{lines[0]}<br />{lines[1]}</p>
      <button type="button" class="btn primary" data-act="share" onClick={() => void share()}>{tell('daily.share')}</button>
      <p class="daily-said" role="status">{said}</p>
    </div>
  );
}

/** The bar of a daily that is not played at the table. */
export function DayBar({ title, date }: { title: string; date: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header class="bar daily-bar">
      <button type="button" class="btn quiet" aria-label={tell('daily.back')} data-act="back" onClick={() => go({ at: 'daily' })}>
        <span aria-hidden="true">←</span></button>
      <h1 tabIndex={-1} ref={heading}>{title}</h1>
      <span class="grow" />
      <span>{weekday(date)}</span>
    </header>
  );
}

/** A sheet over a daily. */
export function DaySheet({ title, children, foot, onClose }: { title: string; children: ComponentChildren; foot: ComponentChildren; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="sheet daily-sheet" aria-label={title} onCancel={(event) => { event.preventDefault(); onClose(); }}>
      <div class="sheet-body" tabIndex={-1}><h2 tabIndex={-1}>{title}</h2>{children}</div>
      <div class="sheet-foot">{foot}</div>
    </dialog>
  );
}
