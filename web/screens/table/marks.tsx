// Small signs: tiles that lie face down, a flag.
import type { Session } from '../../core/session';
import { FLAG } from '../../table/marks';

export const inTeams = (session: Session): boolean => session.option('teams') === 'on';

export function Backs({ count }: { count: number }) {
  return <span class="backs" aria-hidden="true">{Array.from({ length: Math.min(count, 12) }, (_, i) => <i key={i} />)}</span>;
}

export function Flag() {
  return <svg class="flag" width="12" height="14" viewBox="-5 -6 11 14" aria-hidden="true"><path d={FLAG} /></svg>;
}
