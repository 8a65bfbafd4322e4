// SPDX-License-Identifier: MIT
// The wire messages as the page uses them: those in src/wire/messages.def, and the contents of their objects
// (docs/wire.md).
import { settings } from '../core/settings';
import { type Asks, type EntryName, reasons, refusals, type Tells } from '../generated/wire';
import { pick, tell } from '../texts';

export { phrases, type PhraseId, type RefusalCode } from '../generated/wire';
export type { Asks, EntryName };

/** A seat as everyone sees it. away: a bot has taken over; ready: the player has seen the score; again: the player asks
 * for a rematch. */
export interface Seat {
  name: string;
  kind: 'open' | 'person' | 'bot';
  level?: string;
  here: boolean;
  away: boolean;
  you: boolean;
  ready: boolean;
  again: boolean;
  host?: boolean;
  bots?: boolean;                       // quick match: agrees to start with bots
  takes?: number;                       // milliseconds until a bot takes over
}

type Phase = 'waiting' | 'shuffle' | 'play' | 'round' | 'over' | 'closed';

/** A table; at: when it arrived, by performance.now(), for the clocks. */
export type Table = Omit<Tells['table'], 'phase' | 'seats'> & { phase: Phase; seats: Seat[]; at: number };

/** A table's summary, for the lists. */
export interface Short {
  table: string;
  rules: string;
  phase: Phase;
  seats: Pick<Seat, 'name' | 'kind' | 'level' | 'you'>[];
  clock: string;
  rated?: boolean;
  quick?: boolean;
  turn?: boolean;
  watch?: boolean;
  watchers?: number;
  quiet?: number;                       // your own tables: minutes since the last activity
  running?: number;                     // your own tables: the seat whose clock is running
  left?: number;                        // its time left in milliseconds, when sent
  due?: number;                         // when it runs out, by Date.now(); set by the page
}

/** A browser where this person is logged in; since and used in seconds of Unix time. */
export interface Device { id: string; device: string; since: number; used: number; here: boolean }

/** The current state for each of your seats, or for null: a packed view (boneyard/pack.h) in base64url. */
export interface Now { seats: { seat: number | null; see: string }[]; actors: number[] }

/** An event of docs/protocol.md, as told to one person. */
export type Line = Record<string, unknown>;

export type Told = Omit<Tells['event'], 'what' | 'events' | 'now'> & { what: EntryName; events?: Line[]; now?: Now };

/** A table of a tournament: the players' numbers by seat; score of each side and points of each player once it is over. */
export interface CupTable { table: string; sides: number; players: number[]; score?: number[]; points?: number[]; over?: boolean }
export interface CupPlace { player: number; place: number; points: number; played: number; byes: number; ties: number[]; rounds: (number | null)[] }
type Format = 'singles' | 'partners' | 'rotating';
type CupState = 'open' | 'playing' | 'over';
export type Cup = Omit<Tells['tournament'], 'state' | 'format' | 'system' | 'players' | 'standings' | 'played'> & {
  state: CupState; format: Format; system: 'swiss' | 'all'; players: { name: string; out: boolean }[]; standings: CupPlace[];
  played: { tables: CupTable[]; byes: number[] }[] };
/** A tournament's summary, for the list. */
export interface CupShort { tournament: string; name: string; state: CupState; rules: string; format: Format; players: number; round: number; rounds: number;
  start: number; in: boolean; yours: boolean }

/** An act of a moderator that concerns you; at and until in seconds of Unix time. */
export type Notice = Tells['notice'];
/** The reason and the end of this person's suspension; until: seconds of Unix time. */
export interface Suspended { reason: string; until: number }

/** An invitation to you; open: the open seats; at and until: seconds of Unix time. */
export interface Invitation { invitation: string; name: string; account?: string; rules: string; clock: string; rated: boolean; players: number; open: number;
  at: number; until: number }
/** A player of an earlier match. */
export interface Met { person: string; name: string }
/** Those whom you have invited to a table. */
export interface Invited { table: string; invited: readonly { name: string; answer: 'open' | 'yes' | 'no' }[] }

/** A player whom you have muted or blocked. */
export interface Barred { person: string; name: string; muted: boolean; blocked: boolean }

/** A seat of a finished match; you: of the person asked about. from and to: the rating before and after. */
export interface MatchSeat { name?: string; bot?: string; you: boolean; side: number; rank: number; score: number; left?: boolean; from?: number; to?: number }
/** at: seconds of Unix time. */
export type MatchRow = { table: string; match: number; at: number; rules: string; rated: boolean; record: boolean; seats: MatchSeat[] };
/** half: half of the 95 % interval.  levels: the bots' fixed ratings. */
export interface Rating { family: string; points: number; half: number; provisional: boolean; matches: number; levels: Partial<Record<string, number>> }
export interface Shows { ratings: boolean; results: boolean; matches: boolean }
/** Matches and wins, by game or opponent. */
export type Counted = Partial<Record<string, [number, number]>>;
/** Members that the person hides are missing. matches: whether the person shows them. */
export interface Profile { name: string; since?: number; ratings?: Rating[]; results?: { games: Counted; against: Counted }; shows?: Shows; matches: boolean }
/** A player on a ladder. */
export type Placed = Pick<Rating, 'points' | 'half' | 'matches'> & { name: string };

/** A report in a moderator's list; last: in seconds of Unix time, like all times here. */
export interface ReportRow { report: string; reason: string; name: string; account: string; rules: string; last: number; n: number }
/** How often a reported player's decisions were the coach's best; expected: by players of that rating, in thousandths. */
interface Agreement { done: boolean; decisions: number; agreed: number; expected?: number; rating?: number }
/** A report as shown to a moderator (docs/fair-play.md). */
export interface Case { report: string; name: string; account: string; table: string; match: number; seat: number; rules: string; clock: string;
  closed: boolean; over: boolean; by: { name: string; reason: string; at: number }[]; seats: string[];
  moves: { seat: number; move: string; by: string; ms: number }[]; shared: { account: string; seat: number; last: number }[];
  notices: { act: string; reason: string; at: number; until?: number; read: boolean }[]; agreement?: Agreement }
export interface AuditRow { n: number; at: number; by: string; act: string; name: string; reason: string; until?: number; hash: string }

export type Reply = Omit<Tells['reply'], 'reports' | 'case' | 'audit' | 'tables' | 'sessions' | 'tournaments' | 'people' | 'met' | 'matches' | 'profile' | 'ladder'> & {
  tables?: Short[]; sessions?: Device[]; tournaments?: CupShort[]; people?: Barred[]; met?: Met[]; matches?: MatchRow[]; profile?: Profile; ladder?: Placed[]; reports?: ReportRow[]; case?: Case; audit?: AuditRow[] };

export type Tell =
  | ({ is: 'reply' } & Reply)
  | ({ is: 'table' } & Omit<Table, 'at'>)
  | ({ is: 'event' } & Told)
  | ({ is: 'said' } & Tells['said'])
  | ({ is: 'moved' } & Tells['moved'])
  | ({ is: 'tournament' } & Cup)
  | { is: 'invitations'; invitations: Invitation[] }
  | ({ is: 'invited' } & Invited)
  | { is: 'pong' }
  | ({ is: 'notice' } & Notice)
  | ({ is: 'gone' } & Tells['gone']);

/** open: connected; lost: reconnecting; offline: no network; none: this page's server has no tables. */
export type Reach = 'off' | 'connecting' | 'open' | 'lost' | 'offline' | 'none';

export type Asked = keyof Asks;
/** A request and its fields; it is always answered unless the page is closed. */
export type AskServer = <What extends Asked>(what: What, fields: Asks[What]) => Promise<Reply>;

/** "24 November 2026 at 14:05", by the clock of this device. */
export const momentWords = (seconds: number): string =>
  new Intl.DateTimeFormat(settings.get().language, { dateStyle: 'long', timeStyle: 'short' }).format(1000 * seconds);

/** A reason from reasons.def, a sentence; empty if this page does not know it. */
export const reasonWords = (id: string): string => (id in reasons ? pick(reasons[id as keyof typeof reasons]) : '');

/** A sentence about the person's suspension, its end and its reason. */
export const suspendedWords = ({ until, reason }: Suspended): string =>
  `${until ? tell('with.suspended', momentWords(until)) : `${pick(refusals.suspended)}.`} ${reasonWords(reason)}`.trim();

/** The reason for a refusal by the server, in the chosen language. For refusals by the rules, the server's own sentence. */
export function refusalWords({ code, error, until = 0, reason = '' }: Pick<Reply, 'code' | 'error' | 'until' | 'reason'>): string {
  if (code === 'suspended')
    return suspendedWords({ until, reason });
  const known = code !== undefined && code in refusals ? pick(refusals[code as keyof typeof refusals]) : (error ?? code ?? '');
  return known === '' || known.endsWith('.') ? known : `${known}.`;
}
