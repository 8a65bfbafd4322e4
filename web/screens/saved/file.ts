// SPDX-License-Identifier: MIT
// Saves a record as a file of this device.
import { gameOf } from '../start/catalogue';

/** day: as in 2026-11-22, for the file's name. */
export function saveRecord(record: string, rules: string, day: string): void {
  const address = URL.createObjectURL(new Blob([record], { type: 'application/x-ndjson' })), link = document.createElement('a');
  link.href = address;
  link.download = `boneyard-${gameOf(rules).key}-${day}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
