// SPDX-License-Identifier: MIT
// Small signs: tiles that lie face down.
export function Backs({ count }: { count: number }) {
  return <span class="backs" aria-hidden="true">{Array.from({ length: Math.min(count, 12) }, (_, i) => <i key={i} />)}</span>;
}
