import type { Shown } from '../app';

export default function Rules({ screen }: Shown<'rules'>) {
  return <main>{screen.at}</main>;
}
