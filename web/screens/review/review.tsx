import type { Shown } from '../app';

export default function Review({ screen }: Shown<'review'>) {
  return <main>{screen.at}</main>;
}
