// SPDX-License-Identifier: MIT
// What the account's screen says about devices and mistakes.
import { refusalWords, type Reply } from '../../net/wire';
import { tell } from '../../texts';
import { agoWords } from '../together/words';

const NAME = 3, PASSWORD = 8;

/** The names of browsers and systems, by the words of `sessions` (docs/wire.md). */
const names: Record<string, string> = {
  edge: 'Edge', opera: 'Opera', samsung: 'Samsung Internet', firefox: 'Firefox', chrome: 'Chrome', safari: 'Safari',
  android: 'Android', ios: 'iOS', chromeos: 'ChromeOS', windows: 'Windows', mac: 'macOS', linux: 'Linux',
};

/** "firefox android" in words. */
export function deviceWords(device: string): string {
  if (device === 'program')
    return tell('account.device.program');
  const [first, second] = device.split(' ').flatMap((word) => names[word] ?? []);
  if (first === undefined)
    return tell('account.device.unknown');
  return second === undefined ? first : tell('account.device.on', first, second);
}

/** "Last used 5 min. ago"; now and used in seconds of Unix time. */
export const usedWords = (used: number, now: number): string => tell('account.device.used', agoWords(Math.floor((now - used) / 60)));

/** Why the server would refuse this name and new password; '' if it would not. */
export const shortWords = (name: string, password: string): string =>
  name.trim().length < NAME || password.length < PASSWORD ? tell('account.short') : '';

/** A refusal of a request in which only the password can be wrong. */
export const passwordRefusal = (reply: Reply): string =>
  reply.code === 'wrong-password' ? tell('account.wrong') : refusalWords(reply);
