// SPDX-License-Identifier: MIT
// A page for tests of the table that run in Node, where the real module can be read.
import { Window } from 'happy-dom';

export const page = new Window();
Object.assign(globalThis, {
  document: page.document, getComputedStyle: page.getComputedStyle.bind(page),
  requestAnimationFrame: page.requestAnimationFrame.bind(page), cancelAnimationFrame: page.cancelAnimationFrame.bind(page),
});

/** An empty host of a usual size. */
export function hostOf(width = 1100, height = 600): HTMLElement {
  document.body.replaceChildren();
  const host = document.body.appendChild(document.createElement('div'));
  Object.defineProperties(host, { clientWidth: { value: width }, clientHeight: { value: height } });
  return host;
}
