// SPDX-License-Identifier: MIT
// A link as a QR code, for a phone across the table. Loaded when a link is shown; the only file that imports lean-qr.
import { generate } from 'lean-qr';
import { tell } from '../texts';

/** The light margin that readers need, in modules. */
const MARGIN = 4;

/** Dark on light in both themes, as readers expect. */
export function Code({ link }: { link: string }) {
  const code = generate(link), rows = Array.from({ length: code.size }, (_, i) => i), size = code.size + 2 * MARGIN;
  const path = rows.flatMap((y) => rows.flatMap((x) => (code.get(x, y) ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : []))).join('');
  return <svg class="with-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={tell('start.share.code')} data-qr={link}>
    <rect width={size} height={size} fill="var(--tile)" /><path d={path} fill="var(--face-ink)" shape-rendering="crispEdges" />
  </svg>;
}
