import type { Shown } from '../app';

export default function Start({ screen }: Shown<'start'>) {
  return <main>{screen.at}</main>;
}
