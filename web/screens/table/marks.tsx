// Small signs: tiles that lie face down, a flag.
import { FLAG } from '../../table/marks';
import type { Play } from './play';

export const inTeams = (play: Play): boolean => play.option('teams') === 'on';

export function Backs({ count }: { count: number }) {
  return <span class="backs" aria-hidden="true">{Array.from({ length: Math.min(count, 12) }, (_, i) => <i key={i} />)}</span>;
}

export function Flag() {
  return <svg class="flag" width="12" height="14" viewBox="-5 -6 11 14" aria-hidden="true"><path d={FLAG} /></svg>;
}
