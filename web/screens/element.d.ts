// SPDX-License-Identifier: MIT
// The table's custom element in JSX.
import type { HTMLAttributes } from 'preact';
import type { BoneyardTable } from '../table/element';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements { 'boneyard-table': HTMLAttributes<BoneyardTable> }
  }
}
