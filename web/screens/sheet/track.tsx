// SPDX-License-Identifier: MIT
// The wooden track of games with a target: two pegs, the hollow one at the previous score.
import { tell } from '../../texts';

export function Track({ now, before, target, kind }: { now: number; before: number; target: number; kind: number }) {
  const at = (score: number) => `calc(8px + ${Math.max(0, Math.min(1, score / target))} * (100% - 16px))`;    // a peg stays on the wood
  const words = now === before ? tell('sheet.track.same', now, target) : tell('sheet.track', now, target, before);
  return (
    <span class="sheet-track" role="img" aria-label={words}>
      {before !== now && <i class={`sheet-peg was seat-${kind}`} style={{ insetInlineStart: at(before) }} />}
      <i class={`sheet-peg seat-${kind}`} style={{ insetInlineStart: at(now) }} />
    </span>
  );
}
