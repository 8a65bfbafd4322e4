// A table with others as its screens see it.
import type { Store } from '../../core/store';
import type { Fair } from '../../fair/checker';
import type { AskServer, Reach, Table } from '../../net/wire';

export interface Spoken { seat: number; phrase: string; at: number }

export interface Live {
  table: Store<Table>;
  fair: Store<Fair>;
  spoken: Store<readonly Spoken[]>;     // of the last seconds
  reach: Store<Reach>;
  ask: AskServer;
}
