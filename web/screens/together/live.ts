// A table with others as its screens see it.
import type { Store } from '../../core/store';
import type { AskServer, Reach, Table } from '../../net/wire';

export interface Spoken { seat: number; phrase: string; at: number }

/** How the shuffle stands: what this browser has checked of it. */
export interface Fair {
  state: 'waiting' | 'fine' | 'proven' | 'failed' | 'alone';
  shares: number;                       // players who mixed in a part of their own
  mine: boolean;                        // this browser is one of them
  opened: number;                       // tiles that were seen and lay where they had to
  why?: string;
}

export interface Live {
  table: Store<Table>;
  fair: Store<Fair | null>;
  spoken: Store<readonly Spoken[]>;     // of the last seconds
  reach: Store<Reach>;
  ask: AskServer;
}
