import type { ShownEarly } from '../app';

export default function Saved({ screen }: ShownEarly<'saved'>) {
  return <main>{screen.at}</main>;
}
