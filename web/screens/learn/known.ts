// SPDX-License-Identifier: MIT
// The games whose lesson has been offered or begun: it is offered once.
const KEY = 'boneyard.learnt';

function known(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ');
  } catch {
    return ['all'];                     // nothing can be stored, so the question is not asked
  }
}

export const isKnown = (game: string): boolean => known().some((one) => one === game || one === 'all');

export function know(game: string): void {
  try {
    localStorage.setItem(KEY, [...new Set([...known(), game])].join(' ').trim());
  } catch {
    // The question is then asked again.
  }
}
