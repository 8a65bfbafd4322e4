// SPDX-License-Identifier: MIT
// The messages of the wire as the page uses them: what src/wire/messages.def lists, and what its objects hold (docs/wire.md).
import { type Asks, type EntryName, refusals, type Tells } from '../generated/tables';
import { pick } from '../texts';

export { phrases, type PhraseId, type RefusalCode } from '../generated/tables';
export type { Asks, EntryName };

/** A seat as everybody sees it; away: a bot plays for them; ready: has seen the score; again: wants a rematch. */
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
}

type Phase = 'waiting' | 'shuffle' | 'play' | 'round' | 'over' | 'closed';

/** A table; at: when it came, by performance.now(), for the clocks. */
export type Table = Omit<Tells['table'], 'phase' | 'seats'> & { phase: Phase; seats: Seat[]; at: number };

/** A table in short, for the lists. */
export interface Short {
  table: string;
  rules: string;
  phase: Phase;
  seats: Pick<Seat, 'name' | 'kind' | 'level' | 'you'>[];
  clock: string;
  turn?: boolean;
  watch?: boolean;
  watchers?: number;
  quiet?: number;                       // your own tables: minutes since something happened there
}

/** How things stand, for each own seat, or for null: a packed view (boneyard/pack.h) in base64url. */
export interface Now { seats: { seat: number | null; see: string }[]; actors: number[] }

/** An event of docs/protocol.md as somebody hears it. */
export type Line = Record<string, unknown>;

export type Told = Omit<Tells['event'], 'what' | 'events' | 'now'> & { what: EntryName; events?: Line[]; now?: Now };

export type Reply = Omit<Tells['reply'], 'tables'> & { tables?: Short[] };

export type Tell =
  | ({ is: 'reply' } & Reply)
  | ({ is: 'table' } & Omit<Table, 'at'>)
  | ({ is: 'event' } & Told)
  | ({ is: 'said' } & Tells['said'])
  | { is: 'pong' }
  | ({ is: 'gone' } & Tells['gone']);

/** open: it answers; lost: it did and comes back; offline: no network; none: whoever serves this page plays with nobody. */
export type Reach = 'off' | 'connecting' | 'open' | 'lost' | 'offline' | 'none';

export type Asked = keyof Asks;
/** What is asked and with which fields; the answer comes for certain, or when the page is closed. */
export type AskServer = <What extends Asked>(what: What, fields: Asks[What]) => Promise<Reply>;

/** Why the server does not do something, in the language that is set; what the rules refuse it says itself. */
export function refusalWords({ code, error }: Pick<Reply, 'code' | 'error'>): string {
  const known = code !== undefined && code in refusals ? pick(refusals[code as keyof typeof refusals]) : (error ?? code ?? '');
  return known === '' || known.endsWith('.') ? known : `${known}.`;
}
