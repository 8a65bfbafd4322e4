// The record of a finished match, and whether its tiles lay as the shuffle says.
import { recordOf } from '../../net/server';
import { tell } from '../../texts';

/** As the server has it; throws a sentence. */
export async function fetchRecord(table: string, match: number): Promise<string> {
  const record = await recordOf(table, match).catch(() => null);
  if (record === null)
    throw new Error(tell('with.record.none'));
  return record;
}

/** Shuffles every round again; what came of it, in words. */
export async function checkRecord(record: string): Promise<string[]> {
  const { verifyRecord } = await import('../../fair/record'), verdict = verifyRecord(record);
  if (verdict.is === 'none')
    return [tell('fair.none')];
  if (verdict.is === 'wrong')
    return [tell('fair.wrong', verdict.line, tell(`fair.why.${verdict.why}`))];
  const rounds = verdict.rounds.map(({ round, seats }) => (seats.length === 0 ? tell('fair.round.alone', round)
    : tell('fair.round', round, seats.map((seat) => verdict.names[seat] ?? '').join(', '))));
  return [tell('fair.holds'), ...rounds, tell('fair.not')];
}
