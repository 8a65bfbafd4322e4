import type { ShownEarly } from '../app';

export default function Settings({ screen }: ShownEarly<'settings'>) {
  return <main>{screen.at}</main>;
}
