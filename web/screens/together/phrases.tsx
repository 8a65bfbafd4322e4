// SPDX-License-Identifier: MIT
// Set phrases instead of free text, since children play: buttons to send one, bubbles to show them.
import { useEffect, useRef, useState } from 'preact/hooks';
import { pick, tell } from '../../texts';
import { type AskServer, phrases } from '../../net/wire';

export const phraseOf = (id: string): { sign: string; words: string } => {
  const found = phrases.find((one) => one.id === id);
  return { sign: found?.sign ?? '', words: found ? pick(found.words) : id };
};

export function SayButton({ ask }: { ask: AskServer }) {
  const [open, set] = useState(false), host = useRef<HTMLDivElement>(null), button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open)
      return;
    host.current?.querySelector<HTMLElement>('.with-phrases button')?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !host.current?.contains(event.target))
        set(false);
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [open]);
  const close = () => { set(false); button.current?.focus(); };
  return <div class="with-say" ref={host} onKeyDown={(event) => { if (event.key === 'Escape'
    && open) { event.stopPropagation(); close(); } }}>
    <button type="button" class="btn" ref={button} data-act="say" aria-expanded={open}
      onClick={() => set(!open)}>{tell('with.say')}</button>
    {open && <ul class="with-phrases" aria-label={tell('with.say.title')}>
      {phrases.map((one) => <li key={one.id}><button type="button" class="btn quiet" data-phrase={one.id}
        onClick={() => { void ask('say', { phrase: one.id }); close(); }}><i
          aria-hidden="true">{one.sign}</i>{pick(one.words)}</button></li>)}
    </ul>}
  </div>;
}

/** A player's phrase, shown for some seconds. */
export function Bubble({ phrase }: { phrase: string }) {
  const { sign, words } = phraseOf(phrase);
  return <span class="with-bubble" data-said={phrase} aria-hidden="true">{sign} {words}</span>;
}
