// Small signs: tiles that lie face down.
import type { Play } from './play';

export const inTeams = (play: Play): boolean => play.option('teams') === 'on';

export function Backs({ count }: { count: number }) {
  return <span class="backs" aria-hidden="true">{Array.from({ length: Math.min(count, 12) }, (_, i) => <i key={i} />)}</span>;
}
