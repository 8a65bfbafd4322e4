// SPDX-License-Identifier: MIT
// What the build draws into index.html: the start screen as a newcomer meets it, so that it is there before any script.
// vite.config.ts runs this under happy-dom.
import { type ComponentChild, render } from 'preact';
import { settings } from './core/settings';
import type { Language } from './generated/languages';
import { Page } from './page';
import { bring } from './screens/app';
import { Failure } from './screens/failure';
import Start from './screens/start/start';

/** Attributes mark what is chosen, since HTML has no properties. */
function write(place: Element): void {
  for (const one of place.querySelectorAll('input')) {
    one.toggleAttribute('checked', one.checked);
    if (one.type !== 'radio' && one.type !== 'checkbox')
      one.setAttribute('value', one.value);
  }
  for (const one of place.querySelectorAll('option'))
    one.toggleAttribute('selected', one.selected);
}

/** Keeps the settings as text, which early.ts turns into elements after the first frame: parsing them would delay it. */
function pack(place: Element): void {
  for (const one of place.querySelectorAll('.start-set')) {
    const text = Object.assign(document.createElement('script'), { type: 'text/html', textContent: one.innerHTML });
    one.replaceChildren(text);
  }
}

/** The first frame of a part, before any effect has run. */
function draw(part: ComponentChild): string {
  const place = document.createElement('div');
  render(part, place);
  write(place);
  pack(place);
  return place.innerHTML;
}

bring('start', Start);

/** start: the screen; lost: its replacement if the scripts cannot be fetched. */
export function drawn(language: Language): { start: string; lost: string } {
  settings.set({ ...settings.get(), language });
  return { start: draw(<Page tools={null} />), lost: draw(<Failure error={null} fetching />) };
}
