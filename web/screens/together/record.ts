// SPDX-License-Identifier: MIT
// The record of a finished match, and whether its tiles match the shuffles.
import { recordOf } from '../../net/server';
import { tell } from '../../texts';

/** As the server stores it; throws a sentence. */
export async function fetchRecord(table: string, match: number): Promise<string> {
  const record = await recordOf(table, match).catch(() => null);
  if (record === null)
    throw new Error(tell('with.record.none'));
  return record;
}

/** Recalculates every shuffle and returns the result in words. */
export async function checkRecord(record: string): Promise<string[]> {
  const [{ verifyRecord }, { verdictWords }] = await Promise.all([import('../../fair/record'), import('../../fair/words')]);
  return verdictWords(verifyRecord(record));
}
