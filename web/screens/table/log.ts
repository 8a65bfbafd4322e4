// SPDX-License-Identifier: MIT
// The log grouped by moves: which sentences belong together, and which tile they are about.
import type { Said } from '../../core/session';
import { type Tile, tiles } from '../../core/views';

/** The newest entries of the log that are looked at in any case: a few moves. */
const RECENT = 24;

const isMove = ({ event }: Said): boolean => event.kind !== 'round' && event.kind !== 'round-end';

/** A sentence of the core as it is printed: names of tiles are not broken across lines, and apostrophes are curly. */
export const unbroken = (words: string): string => words.replace(/(?<=\d)-(?=\d)/g, '\u2011').replace(/(?<=\p{L})'(?=\p{L})/gu, '\u2019');

const isDraw = ({ event }: Pick<Said, 'event'>): boolean => event.deed === 'draw';

/** Whether a sentence goes on with a player's draws: another draw, told with them, or the pass that follows. */
const follows = (last: readonly Said[], { event, drew }: Said): boolean =>
  last.every((one) => isDraw(one) && one.event.seat === event.seat && one.drew !== undefined)
  && (event.deed === 'pass' || (event.deed === 'draw' && drew !== undefined));

/** The sentences of one move, which share its place in the log; draws in a row are one move. */
export function movesOf(log: readonly Said[]): Said[][] {
  const all: Said[][] = [];
  for (const said of log) {
    const last = all.at(-1), first = last?.[0];
    if (last && first && first.round === said.round && isMove(first) && isMove(said) && (first.move === said.move || follows(last, said)))
      last.push(said);
    else
      all.push([said]);
  }
  return all;
}

/** The sentences of a move as they are shown: of draws in a row only the last, which tells of all. */
export const toldOf = (move: readonly Said[]): string[] =>
  move.flatMap((said, i) => (said.drew === undefined ? [said.words] : move[i + 1]?.drew === undefined ? [said.drew] : []));

/** Whether `you` drew or passed: as a rule, the page made this move at once, with no choice. */
const drewOrPassed = ({ event }: Said, you: number | null): boolean => event.kind === 'move' && event.seat === you && (isDraw({ event }) || event.deed === 'pass');

/** The end of the log that the event line needs: the newest entries, and those of `you` in a row that came last. */
export function recentOf(log: readonly Said[], you: number | null): readonly Said[] {
  let from = log.findLastIndex(({ event }) => event.kind === 'move' && event.seat === you);
  while (from > 0 && log[from - 1]?.event.seat === you)
    from--;
  return log.slice(Math.min(from < 0 ? log.length : from, Math.max(0, log.length - RECENT)));
}

/** What the event line tells: the last move and the one before it. Draws and passes of `you` are mostly made by the page at once, so they
 *  are told with the move before them, and with the newest move until your next move. `joined`: it tells of both, in short. */
export function latestOf(moves: readonly Said[][], you: number | null): { moves: Said[]; joined: boolean; before: Said[] | undefined } {
  const last = moves.at(-1) ?? [], before = moves.at(-2), other = before?.[0], same = (one?: Said): boolean => one?.round === last[0]?.round;
  const own = moves.findLast((move) => move[0]?.event.kind === 'move' && move[0].event.seat === you)?.[0];
  if (last[0] && isDraw(last[0]) && last[0].event.seat === you && other?.event.kind === 'move' && other.event.seat !== you && same(other))
    return { moves: [...before ?? [], ...last], joined: true, before: undefined };
  if (own && own !== last[0] && drewOrPassed(own, you) && same(own) && last[0]?.event.kind === 'move')
    return { moves: [...moves.find(([first]) => first === own) ?? [], ...last], joined: true, before: undefined };
  return { moves: last, joined: false, before };
}

/** The tile that a move laid, removed or drew in the sight of `you`, or null. Other players' draws stay hidden. */
export function tileIn(said: Said | undefined, you: number | null): Tile | null {
  const { event } = said ?? {}, seen = event?.kind === 'move' && (event.drawn === 0 || event.seat === you);
  const [, high, low] = /(\d+)-(\d+)/.exec(seen ? event.text : '') ?? [];
  const most = Math.max(Number(high), Number(low)), least = Math.min(Number(high), Number(low));
  return tiles.find((tile) => tile.high === most && tile.low === least) ?? null;
}
