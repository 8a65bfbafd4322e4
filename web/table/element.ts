// SPDX-License-Identifier: MIT
// <boneyard-table>: the drawing of a table as a custom element, without a framework.  The page draws every table in it; the npm
// package (web/package/) adds a match to it.
import { createTable } from './table';
import type { Config, Handlers, Table } from './types';

export class BoneyardTable extends HTMLElement {
  /** What the drawing fills. */
  protected get ground(): HTMLElement { return this; }

  /** Draws in this element until the table is destroyed. */
  open(config: Config, handlers: Handlers): Table { return createTable(this.ground, config, handlers); }
}

/** Makes the tag known, once; returns its name. */
export function define(element: typeof BoneyardTable = BoneyardTable): void {
  if (!customElements.get('boneyard-table'))
    customElements.define('boneyard-table', element);
}
