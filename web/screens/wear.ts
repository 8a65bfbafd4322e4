// SPDX-License-Identifier: MIT
// Settings for the whole page: theme, felt, colours, language. They are set on the root element; style/tokens.css does
// the rest.
import { type Settings, settings } from '../core/settings';

const dark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;

const root = document.documentElement;

/** What style/tokens.css needs to know. */
export function dress(now: Settings): void {
  root.lang = now.language;
  root.dataset['theme'] = now.theme === 'auto' ? (dark?.matches ? 'dark' : 'light') : now.theme;
  root.dataset['felt'] = now.felt;
  root.dataset['palette'] = now.palette;
  root.dataset['speed'] = now.speed;
  root.classList.toggle('mono', now.oneColour);
}

function wear(now: Settings): void {
  dress(now);
  const bar = document.querySelector('meta[name=theme-color]');
  bar?.setAttribute('content', getComputedStyle(root).getPropertyValue('--surface').trim());
}

export function wearSettings(): void {
  wear(settings.get());
  settings.watch(wear);
  dark?.addEventListener('change', () => wear(settings.get()));
}
