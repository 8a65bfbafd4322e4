import type { Shown } from '../app';

export default function TableScreen({ screen }: Shown<'table'>) {
  return <main>{screen.at}</main>;
}
