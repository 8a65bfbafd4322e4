// SPDX-License-Identifier: MIT
// The keyboard at the table.  The hand is one stop: arrows, Home, End and numbers move in it; Enter chooses and goes to the
// first place; arrows go round the places; Escape puts back.  Single letters can be turned off.
import { settings } from '../../core/settings';
import { dragging } from './drag';
import type { Play } from './play';
import { fitting, spotsOf } from './places';

export interface Deeds { ends(): void; count(): void; log(): void; help(): void }

const tilesOf = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('.game-hand [data-tile], .game-takes [data-move]')];

function moveIn(root: HTMLElement, key: string): boolean {
  const all = tilesOf(root), at = all.findIndex((one) => one === document.activeElement);
  if (at < 0)
    return false;
  const to = key === 'Home' ? 0 : key === 'End' ? all.length - 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? at - 1 : at + 1;
  all[(to + all.length) % all.length]?.focus();
  return true;
}

/** The places of the chosen tile, clockwise; Enter lays it at the highlighted one. */
function round(play: Play, by: number): boolean {
  const held = play.held.get();
  if (!held.tile || held.claim || held.ways)
    return false;
  const places = spotsOf(fitting(play.laid.get().places, held.tile)), at = places.findIndex((place) => place.key === held.stand);
  play.stand(places[(Math.max(at, by > 0 ? -1 : 0) + by + places.length) % places.length]?.key ?? null);
  return true;
}

function enter(play: Play): boolean {
  const held = play.held.get(), active = document.activeElement;
  if (!(active instanceof HTMLElement) || !active.dataset.tile || held.claim || held.ways)
    return false;
  if (held.tile && held.stand && active.dataset.tile === `${held.tile.high}-${held.tile.low}`) {
    play.point(held.stand);
    return true;
  }
  active.click();
  const { tile, claim, ways } = play.held.get();
  if (tile && !claim && !ways)
    play.stand(fitting(play.laid.get().places, tile)[0]?.key ?? null);
  return true;
}

function escape(play: Play): boolean {
  const held = play.held.get();
  if (!held.tile && !held.claim && !held.hint && !held.refusal && held.opening === null)
    return false;
  play.back();
  return true;
}

function number(root: HTMLElement, n: number): boolean {
  const one = tilesOf(root)[n - 1];
  one?.focus();
  one?.click();
  return one !== undefined;
}

function letter(play: Play, deeds: Deeds, key: string): boolean {
  const does: Record<string, () => void> = {
    '+': () => dragging.table?.zoom?.(1.25), '-': () => dragging.table?.zoom?.(0.8), '0': () => dragging.table?.fit?.(),
    d: () => play.do('draw'), p: () => play.do('pass'), m: () => play.do('call'), h: () => void play.hint(), e: deeds.ends, c: deeds.count,
    l: deeds.log, '?': deeds.help, u: () => void play.undo(),
  };
  const deed = settings.get().keys ? does[key.toLowerCase()] : undefined;
  deed?.();
  return deed !== undefined;
}

/** Whether the key was handled. */
export function pressed(event: KeyboardEvent, root: HTMLElement, play: Play, deeds: Deeds): boolean {
  const { key, target } = event;
  const typing = target instanceof HTMLElement && target.closest('dialog, select, textarea') !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || typing)
    return false;
  if (target instanceof HTMLInputElement)
    return key === 'Escape' && escape(play);
  play.driver.skip();
  const inHand = target instanceof HTMLElement && target.closest('.game-hand') !== null;
  if (key === 'Escape')
    return escape(play);
  if (inHand && ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key))
    return (play.held.get().stand !== null && round(play, key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)) || moveIn(root, key);
  if (inHand && (key === 'Home' || key === 'End'))
    return moveIn(root, key);
  if (inHand && (key === 'Enter' || key === ' '))
    return enter(play);
  if (/^[1-9]$/.test(key))
    return settings.get().keys && number(root, Number(key));
  return letter(play, deeds, key);
}
