// SPDX-License-Identifier: MIT
// The score sheet: over the table after each round, and at the end of the game.
import type { ComponentType } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import { showing } from '../families';
import { unbroken } from '../table/log';
import { listOf, nameOf } from './names';
import { linesOf } from './sums';
import './sheet.css';

type FootPart = ComponentType<{ next: string; first: { current: HTMLButtonElement | null }; onTable(): void }>;
/** Foot: replaces the buttons in games with others. */
interface SheetProps { session: Game; Foot?: FootPart | undefined; onNext(): void; onTable(): void; onReview(): void; onAgain(): void }

/** The first of several sentences. A dot in a name does not end a sentence. */
export function firstOf(words: string, names: readonly string[]): string {
  const masked = names.reduce((text, name) => (name === '' ? text : text.replaceAll(name, name.replaceAll('.', '\0'))), words);
  return (masked.split('. ')[0] ?? '').replaceAll('\0', '.');
}

/** "You win the round: +20", or with the fewest points where tiles count against their owner; '' if nobody wins it. */
export function wonWords(session: Game): string {
  const { low } = session.terms, lines = linesOf(session), sum = session.sum(), least = Math.min(...lines.map(({ gain }) => gain));
  const seats = low ? lines.filter(({ gain }) => gain === least).flatMap((line) => line.seats) : sum?.takers ?? [], points = low ? least : sum?.points ?? 0;
  if (seats.length === 0)
    return '';
  if (seats.length > 1)
    return tell(low ? 'sheet.low.won.all' : 'sheet.won.all', listOf(session, seats), points);
  return seats[0] === session.you ? tell(low ? 'sheet.low.won.you' : 'sheet.won.you', points)
    : tell(low ? 'sheet.low.won' : 'sheet.won', nameOf(session, seats[0] ?? 0), points);
}

/** For a blocked round, who takes it, and why; null if the round was not blocked, or if all pay for their own tiles. */
export function blocked(session: Game): { title: string; lead: string } | null {
  const view = session.view(null), ended = view.last?.round === view.round && view.last.end === 'blocked', sum = ended ? session.sum() : null;
  if (!sum)
    return null;
  if (sum.takers.length === 0)
    return { title: tell('sheet.blocked.nobody'), lead: tell('sheet.blocked.tie') };
  const lines = linesOf(session), taken = lines.find((line) => line.seats.includes(sum.takers[0] ?? -1)), least = taken?.pips ?? 0;
  const tied = lines.some((line) => line !== taken && line.pips === least);
  return { title: wonWords(session),
    lead: tell(tied ? 'sheet.blocked.single' : 'sheet.blocked.least', listOf(session, sum.takers), least) };
}

/** Who wins, and by how much; then what led to it, in the core's words. */
function headline(session: Game): { title: string; lead: string } {
  const block = blocked(session), view = session.view(null), said = session.log.filter((o) => o.round === view.round);
  const words = (kind: string) => said.findLast((o) => o.event.kind === kind)?.words ?? '';
  const end = firstOf(words('round-end'), session.names), ended = end === '' || end.endsWith('.') ? end : `${end}.`;
  const won = firstOf(words('game-end'), session.names), last = said.findLast((o) => o.event.kind === 'move');
  const heard = said.filter((o) => o.move === last?.move && (o.event.kind === 'move' || o.event.kind === 'score'));
  const move = heard.map((o) => o.words).join(' '), round = view.players > 1 && view.last?.round === view.round ? wonWords(session) : '';
  if (block)
    return { title: won.replace(/\.$/, '') || block.title, lead: won === '' ? block.lead : `${block.title}. ${block.lead}` };
  return { title: (won || round || ended).replace(/\.$/, ''), lead: won === '' && round === '' ? move : `${move} ${ended}`.trim() };
}

function useDialog(onTable: () => void) {
  const dialog = useRef<HTMLDialogElement>(null), first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const shown = dialog.current, before = document.activeElement;
    shown?.showModal();
    first.current?.focus({ preventScroll: true });
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onTable();
  };
  return { dialog, first, cancel };
}

function nextWords(session: Game, lead: number | null): string {
  if (lead === null)
    return tell('sheet.next');
  return lead === session.you ? tell('sheet.next.you') : tell('sheet.next.lead', nameOf(session, lead));
}

function Buttons({ props, first, lead }: { props: SheetProps; first: { current: HTMLButtonElement | null }; lead: number | null }) {
  const over = props.session.view(null).phase === 'game-over';
  if (props.Foot)
    return <div class="sheet-foot"><props.Foot next={nextWords(props.session, lead)} first={first} onTable={props.onTable} /></div>;
  return (
    <div class="sheet-foot">
      <button type="button" ref={first} class="btn primary" onClick={over ? props.onAgain : props.onNext}>
        {over ? tell('sheet.again') : nextWords(props.session, lead)}
      </button>
      {over && <button type="button" class="btn" onClick={props.onReview}>{tell('sheet.review')}</button>}
      <button type="button" class="btn" onClick={props.onTable}>{tell('sheet.look')}</button>
    </div>
  );
}

export function Sheet(props: SheetProps) {
  const { session } = props, id = useId(), { dialog, first, cancel } = useDialog(props.onTable);
  const [{ Sheet: Body }] = useState(() => showing[session.view(null).family]);
  const { title, lead } = headline(session);
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby={`${id}t`} aria-describedby={`${id}l`} onCancel={cancel}>
      <div class="sheet-body" tabIndex={-1}>
        <h2 id={`${id}t`}>{title}</h2>
        <p id={`${id}l`} class="sheet-lead">{unbroken(lead)}</p>
        <Body session={session} />
      </div>
      <Buttons props={props} first={first} lead={session.nextLead()} />
    </dialog>
  );
}
