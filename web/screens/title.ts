// SPDX-License-Identifier: MIT
// The page's title and icon, and the badge of the installed page: they show how many games wait for the player.
import { tell } from '../texts';

let words = '', waiting = 0;

const titled = (shown: string, count: number): string => `${count > 0 ? `(${count}) ` : ''}${shown} · ${tell('app.name')}`;

function show(): void {
  if (words !== '')
    document.title = titled(words, waiting);
}

export function setTitle(shown: string): void {
  words = shown;
  show();
}

export function setWaiting(count: number): void {
  if (count === waiting)
    return;
  waiting = count;
  show();
  document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? './icon-turn.svg' : './icon.svg');
  if ('setAppBadge' in navigator)       // refused where the page is not installed
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
