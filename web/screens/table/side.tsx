// SPDX-License-Identifier: MIT
// Next to the table: the scores and the log. A drawer, or a sheet from below, if there is no space.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Said } from '../../core/game';
import { tell } from '../../texts';
import { showing } from '../families';
import { movesOf, toldOf, unbroken } from './log';
import { SeatMark } from './face';
import { useBeside } from './beside';
import type { Play } from './play';
import { gainsOf } from './seats';
import { Track } from './track';
import { useGame, useModal } from './use';
import { nameOf } from './words';

function Wood({ target }: { target: number }) {
  const { session, view } = useGame(), { sides, step } = session.terms, gains = gainsOf(session, view);
  const fine = step === 1 || target <= 61;
  return (
    <div class="wood">
      {sides.map((side) => {
        const seat = side[0] ?? 0, names = side.map((one) => nameOf(session, one));
        const score = view.scores[seat] ?? 0, gain = Math.max(...side.map((one) => gains[one] ?? 0));
        return (
          <div class="lane" key={seat} data-score={score}>
            <p><SeatMark seat={seat} sides={sides} /><span>{names.join(' + ')}</span>
              {gain > 0 && <em>+{gain}</em>}<b>{score}</b></p>
            <Track now={score} before={score - gain} target={target} unit={fine ? 1 : 5} seat={seat} />
          </div>
        );
      })}
    </div>
  );
}

/** Games in which the lowest score wins: a plain table that says so. */
function Low() {
  const { session, view } = useGame(), round = session.results.at(-1);
  return (
    <>
      <p class="quiet">{tell('table.low')}</p>
      <table class="game-scores">
        <thead><tr><th scope="col">{tell('table.player')}</th>
          {round && <th scope="col">{tell('table.round.n', round.round)}</th>}<th scope="col">{tell('table.total')}</th></tr></thead>
        <tbody>
          {view.scores.map((score, seat) => (
            <tr key={seat}><th scope="row"><SeatMark seat={seat} />{nameOf(session, seat)}</th>
              {round && <td>{round.gains[seat]}</td>}<td><b>{score}</b></td></tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** From this many players on, the list may scroll and must be reachable by keyboard. */
const LONG = 8;

export function Scores() {
  const { play, now } = useGame();
  return useMemo(() => <Standing />, [play, now.at]);
}

function Standing() {
  const { view, session } = useGame(), { target } = session.terms, { Standing: Own } = showing[view.family];
  if (Own)
    return <Own />;
  return (
    <section class="game-score" tabIndex={view.players > LONG ? 0 : undefined} aria-label={tell('table.scores')}>
      <h2>{target > 0 ? tell('table.first-to', target) : tell('table.scores')}</h2>
      {target > 0 ? <Wood target={target} /> : <Low />}
    </section>
  );
}

const lineOf = (said: readonly Said[]): string => unbroken(toldOf(said).join(' '));

function Log() {
  const { play, now } = useGame();
  return useMemo(() => <Lines play={play} />, [play, now.at]);
}

/** Pixels between two lines of the log. */
const APART = 8;

/** Stacks the lines by `translate`, the newest on top. All heights are read before the first line moves: each height read after a
 *  change would lay out the page again. */
function stack(list: HTMLElement): void {
  const lines = [...list.children].filter((line) => line instanceof HTMLElement), heights = lines.map((line) => line.offsetHeight + APART);
  let y = 0;
  lines.forEach((line, i) => {
    line.style.translate = `0 ${y}px`;
    y += heights[i] ?? 0;
  });
}

/** Stacks the lines again when one is added. A reader who has scrolled back keeps seeing the same lines. */
function useStack(newest: string) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const { current } = list, size = new ResizeObserver(() => current && stack(current));
    if (current)
      size.observe(current);
    return () => size.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { current } = list, second = current?.children[1];
    if (!current)
      return;
    stack(current);
    if (current.scrollTop > 0 && second instanceof HTMLElement)
      current.scrollTop += parseFloat(second.style.translate.split(' ')[1] ?? '');
  }, [newest]);
  return list;
}

function Lines({ play }: { play: Play }) {
  const { session } = play.driver, moves = movesOf(session.log.slice(-160)).slice(-40).reverse(), { sides } = session.terms;
  let at = session.log.length;
  const list = useStack(`${at}`);
  return (
    <section class="game-log">
      <h2 id="game-log">{tell('table.happened')}</h2>
      <ol aria-labelledby="game-log" tabIndex={0} ref={list}>
        {moves.map((said) => {
          const seat = said[0]?.event.kind === 'move' ? (said[0]?.event.seat ?? null) : null;
          return <li key={at -= said.length}>
            {seat !== null && session.setup.seats.length > 1 ? <SeatMark seat={seat} sides={sides} /> : <i class="dot" />}
            <span>{lineOf(said)}</span></li>;
        })}
      </ol>
    </section>
  );
}

export function Side() {
  const beside = useBeside();
  return <aside class="game-side" aria-label={tell('table.side')}>{beside && <beside.People />}<Scores /><Log /></aside>;
}

/** The same as a drawer (from the side) or a sheet (from below). */
export function Drawer({ onClose }: { onClose(): void }) {
  const dialog = useModal(), beside = useBeside();
  return (
    <dialog class="game-drawer" ref={dialog} aria-label={tell('table.side')} onClose={onClose}
      onClick={(event) => { if (event.target === dialog.current) onClose(); }}>
      <div class="inner">
        <button type="button" class="btn quiet close" onClick={onClose}>{tell('table.close')}</button>
        {beside && <beside.People />}<Scores /><Log /></div>
    </dialog>
  );
}
