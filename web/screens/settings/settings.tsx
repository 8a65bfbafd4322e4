import type { Shown } from '../app';

export default function Settings({ screen }: Shown<'settings'>) {
  return <main>{screen.at}</main>;
}
