// SPDX-License-Identifier: MIT
// A part of the sheet that is folded at first.
import type { ComponentChildren } from 'preact';

/** Opened, it scrolls into view: its place is at the end of a sheet that may be full already. */
export function More({ words, children }: { words: string; children: ComponentChildren }) {
  return (
    <details class="sheet-more" onToggle={({ currentTarget }) => { if (currentTarget.open) currentTarget.scrollIntoView({ block: 'start' }); }}>
      <summary>{words}</summary>
      {children}
    </details>
  );
}
