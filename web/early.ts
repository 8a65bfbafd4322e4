// SPDX-License-Identifier: MIT
// Runs before the first frame: the start screen that the build drew (drawn.tsx) is shown if it is what this browser would
// draw, and what is done on it before the page's own script has come is kept for that script.
import { settings } from './core/settings';
import { dress } from './screens/wear';

/** Something done early: a press, or a new value of a field. */
export type Deed = { on: HTMLElement; value: string | null };
export interface Early {
  fresh: boolean;                       // the screen of the build is shown
  /** Stops recording. Returns the recorded actions in order. */
  take(): Deed[];
}
declare global { interface Window { early?: Early } }

/** Data that the browser may have stored without any effect on the start screen, if these settings are the defaults. */
const harmless = ['boneyard.settings', 'boneyard.learnt'];

function isFresh(): boolean {
  const { language, oneColour, showCount } = settings.get();
  try {
    return language === root.lang && !oneColour && showCount && location.hash === '' &&
      Object.keys(localStorage).every((key) => !key.startsWith('boneyard.') || harmless.includes(key));
  } catch {
    return false;                       // no storage, which the start screen says
  }
}

const root = document.documentElement, deeds: Deed[] = [], fresh = isFresh(), staged = fresh && !document.hidden;
const files = (document.currentScript as HTMLScriptElement).dataset;    // their addresses

function keep({ type, target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  const pressed = button ?? (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type) ? target : null);
  if (type === 'click' && pressed)
    deeds.push({ on: pressed, value: null });
  else if (type === 'input' && !pressed && (target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    deeds.push({ on: target, value: target.value });
}

window.early = {
  fresh,
  take() {
    document.removeEventListener('click', keep, true);
    document.removeEventListener('input', keep, true);
    return deeds.splice(0);
  },
};
dress(settings.get());
root.classList.toggle('fresh', fresh);
root.classList.toggle('first', staged);
document.addEventListener('click', keep, true);
document.addEventListener('input', keep, true);

/** Reports that the page's script cannot be fetched. */
function lose(): void {
  const place = document.getElementById('app'), words = document.querySelector<HTMLTemplateElement>('#lost');
  root.classList.remove('fresh');
  place?.removeAttribute('data-drawn');
  place?.replaceChildren(...(words?.content.childNodes ?? []));
  place?.querySelector('button')?.addEventListener('click', () => location.reload());
}

/** Fetches and runs the page's script, and fetches the module for it. */
function begin(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href: files['module'] }));
  import(/* @vite-ignore */ new URL(files['script']!, location.href).href).catch(lose);
}

/** Shows what the first frame leaves out: style/page.css hides some of it, and the build keeps the settings as text. */
function complete(): void {
  for (const text of document.querySelectorAll('script[type="text/html"]'))
    text.outerHTML = text.textContent;
  root.classList.remove('first');
}

/** The first frame shows the games and the button, the second one everything else. Then the page's script runs, at once in
 *  a hidden tab, which draws no frames. */
document.addEventListener('DOMContentLoaded', () => {
  if (staged) {
    requestAnimationFrame(() => requestAnimationFrame(() => {
      complete();
      setTimeout(begin);
    }));
  } else {
    complete();
    begin();
  }
});
