// SPDX-License-Identifier: MIT
// The faces of the named players: ivory half tiles, drawn from a few parameters. The colours are in tokens.css.
import type { BotKey } from '../generated/tables';

interface Looks {
  skin: 1 | 2 | 3 | 4 | 5;
  hair: 1 | 2 | 3 | 4 | 5 | 6;
  coat: string;                         // a colour of the pips
  crown: string;                        // the outline of the hair, or of a hat
  more: readonly { d: string; line?: boolean; of: 'hair' | 'coat' | 'ink' }[];
  smile: number;                        // the curvature of the mouth; 0 if none is visible
}

const ring = (x: number, y: number, r: number): string => `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}`;

const people: Partial<Record<BotKey, Looks>> = {
  mabel: { skin: 2, hair: 1, coat: 'var(--pip-3)', crown: 'M-13-3C-15-15 15-15 13-3C9-9-9-9-13-3Z', smile: 7,
    more: [{ d: ring(0, -14, 5), of: 'hair' }, { d: ring(-5, 0, 4.4) + ring(5, 0, 4.4) + 'M-.8 0H.8', line: true, of: 'ink' }] },
  walt: { skin: 1, hair: 2, coat: 'var(--pip-6)', crown: 'M-15-6H15L10-8C9-17-9-17-10-8Z', smile: 0,
    more: [{ d: 'M-9 5C-10 14 10 14 9 5C5 8-5 8-9 5Z', of: 'hair' }] },
  otto: { skin: 1, hair: 3, coat: 'var(--pip-1)', crown: 'M-12-4C-12-14 12-14 12-4C6-8-6-8-12-4Z', smile: 0,
    more: [{ d: 'M-7 5.5C-4 3-1 4 0 5C1 4 4 3 7 5.5C4 8 1 7.4 0 6.4C-1 7.4-4 8-7 5.5Z', of: 'hair' }] },
  rosa: { skin: 3, hair: 4, coat: 'var(--pip-7)', crown: 'M-14 8C-17-16 17-16 14 8C13-2 8-7 2-8C-4-6-11-4-14 8Z', smile: 8,
    more: [{ d: ring(11, -9, 4), of: 'coat' }] },
  ines: { skin: 4, hair: 5, coat: 'var(--pip-9)', crown: 'M-13 4C-15-17 15-17 13 4L10 4C10-4 8-8 0-8C-8-8-10-4-10 4Z', smile: 4,
    more: [{ d: 'M-8-4.2Q-5.5-5.6-3-4.6M3-4.6Q5.5-5.6 8-4.2', line: true, of: 'hair' }] },
  kofi: { skin: 5, hair: 6, coat: 'var(--pip-8)', crown: 'M-12-3C-13-15 13-15 12-3C8-9-8-9-12-3Z', smile: 4,
    more: [{ d: 'M-7 9C-4 13 4 13 7 9', line: true, of: 'hair' }] },
};

/** The face of a named player; nothing for other players. */
export function Portrait({ bot, size = 44 }: { bot: string | null; size?: number }) {
  const one = people[bot as BotKey];
  if (!one)
    return null;
  const colour = { hair: `var(--hair-${one.hair})`, coat: one.coat, ink: 'var(--face-ink)' };
  return <svg class="portrait" width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true">
    <rect x="-19" y="-19" width="38" height="38" rx="8" fill="var(--tile)" stroke="var(--tile-rim)" />
    <path d="M-14 19C-13 11 13 11 14 19Z" fill={one.coat} />
    <ellipse cy="1" rx="11.5" ry="12.5" fill={`var(--skin-${one.skin})`} />
    <path d={one.crown} fill={colour.hair} />
    {one.more.map(({ d, line, of }) => <path key={d} d={d} fill={line ? 'none' : colour[of]} stroke={line ? colour[of] : 'none'} stroke-width="1.5" />)}
    <path d={ring(-5, 0, 1.7) + ring(5, 0, 1.7)} fill="var(--face-ink)" />
    {one.smile > 0 && <path d={`M-4 6.5Q0 ${6.5 + one.smile / 2} 4 6.5`} fill="none" stroke="var(--face-ink)" stroke-width="1.6" stroke-linecap="round" />}
  </svg>;
}
