// Settings that the whole page wears: theme, felt, colours, language.  Set on the root element; style/tokens.css does the rest.
import { type Settings, settings } from '../core/settings';

function wear(now: Settings): void {
  const root = document.documentElement;
  root.lang = now.language;
  if (now.theme === 'auto')
    delete root.dataset['theme'];
  else
    root.dataset['theme'] = now.theme;
  root.dataset['felt'] = now.felt;
  root.dataset['palette'] = now.palette;
  root.dataset['speed'] = now.speed;
  root.classList.toggle('mono', now.oneColour);
}

export function wearSettings(): void {
  wear(settings.get());
  settings.watch(wear);
}
