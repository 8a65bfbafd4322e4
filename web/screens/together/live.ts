// SPDX-License-Identifier: MIT
// A table with others as its screens see it.
import type { Store } from '../../core/store';
import type { Fair } from '../../fair/checker';
import type { Spoken } from '../../core/online';
import type { AskServer, Reach, Reply, Table } from '../../net/wire';

export interface Live {
  /** What the seats are called at this table. */
  names(): readonly string[];
  table: Store<Table>;
  fair: Store<Fair>;
  spoken: Store<readonly Spoken[]>;     // of the last seconds
  reach: Store<Reach>;
  ask: AskServer;
  /** Why the last move was not played; null: it was. */
  objection: Store<Reply | null>;
}
