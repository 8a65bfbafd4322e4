// SPDX-License-Identifier: MIT
// A table with others, as its screens use it.
import type { Store } from '../../core/store';
import type { Fair } from '../../fair/checker';
import type { Spoken } from '../../core/online';
import type { AskServer, Reach, Reply, Table } from '../../net/wire';

export interface Live {
  /** The names of the seats at this table. */
  names(): readonly string[];
  table: Store<Table>;
  fair: Store<Fair>;
  spoken: Store<readonly Spoken[]>;     // of the last seconds
  reach: Store<Reach>;
  ask: AskServer;
  /** Why the last move was refused; null if it was played. */
  objection: Store<Reply | null>;
}
