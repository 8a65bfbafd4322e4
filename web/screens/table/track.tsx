// SPDX-License-Identifier: MIT
// The wooden score track: holes out and back, and two pegs; the hollow one marks the previous score.
const WIDTH = 264;

export function Track({ now, before, target, unit, seat }: { now: number; before: number; target: number; unit: number; seat: number }) {
  const holes = Math.ceil(target / unit), row = Math.ceil(holes / 2), groups = Math.ceil(row / 5) - 1, gap = Math.min(3.4, 60 / row);
  const pitch = (WIDTH - 16 - groups * gap) / Math.max(1, row - 1), r = Math.min(2.3, pitch * 0.28);
  const at = (hole: number): { cx: number; cy: number } => {
    const back = hole > row, k = back ? 2 * row + 1 - hole : hole;
    return { cx: 8 + (k - 1) * pitch + Math.floor((k - 1) / 5) * gap, cy: back ? 19 : 7 };
  };
  const peg = (score: number): number => Math.min(holes, Math.max(0, Math.floor(score / unit))), here = peg(now), was = peg(before);
  return (
    <svg class={`track seat-${seat % 5}`} viewBox={`0 0 ${WIDTH} 26`} aria-hidden="true">
      {Array.from({ length: holes }, (_, i) => <circle key={i} class={i < here ? 'hole gone' : 'hole'} {...at(i + 1)} r={r} />)}
      {was > 0 && was !== here && <circle class="peg was" {...at(was)} r="4.2" />}
      {here > 0 && <circle class="peg" {...at(here)} r="5.2" />}
    </svg>
  );
}
