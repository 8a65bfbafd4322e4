// SPDX-License-Identifier: MIT
// A request to the server: one at a time, with the reason if it was refused.
import { useRef, useState } from 'preact/hooks';
import { type Reply, refusalWords } from '../../net/wire';

export interface Deed { busy: boolean; said: string; tell(words: string): void; run(asked: Promise<Reply>): Promise<Reply> }

export function useDeed(): Deed {
  const [busy, setBusy] = useState(false), [said, tell] = useState(''), last = useRef(0);
  const run = async (asked: Promise<Reply>): Promise<Reply> => {
    const mine = ++last.current;
    setBusy(true);
    const reply = await asked;
    if (mine === last.current) {
      setBusy(false);
      tell(reply.ok ? '' : refusalWords(reply));
    }
    return reply;
  };
  return { busy, said, tell, run };
}
