import type { Shown } from '../app';

export default function Saved({ screen }: Shown<'saved'>) {
  return <main>{screen.at}</main>;
}
