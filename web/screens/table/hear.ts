// SPDX-License-Identifier: MIT
// Which sound an event has: derived from the log, so that every sound also has text.
import { type GameEvent, tiles } from '../../core/views';
import type { Now } from './loop';
import type { Play } from './play';
import { sound } from './sound';

const isDouble = ({ move }: GameEvent): boolean => tiles[move & 255]?.high === tiles[move & 255]?.low;

function moveSound(play: Play, from: number): void {
  for (const { event } of play.driver.session.log.slice(from)) {
    if (event.kind === 'score')
      sound('score', Math.ceil(event.points / (play.driver.session.terms.step || 5)));
    else if (event.kind === 'round-end')
      sound('over');
    else if (event.kind === 'move')
      sound(event.deed === 'draw' || event.deed === 'pass' || event.deed === 'call' ? event.deed : isDouble(event) ? 'double' : 'lay');
  }
}

/** Returns what ends it. */
export function hearing(play: Play): () => void {
  const { driver } = play;
  const open = ({ view }: Now): number => view.markers.filter(Boolean).length;
  let length = driver.session.log.length, markers = open(driver.now.get()), kind: Now['due']['kind'] = driver.now.get().due.kind;
  let tile: number | null = null, refused = 0;
  const unwatch = driver.now.watch((now) => {
    moveSound(play, Math.min(length, driver.session.log.length));
    const { due } = now, opened = open(now);
    if (opened > markers)
      sound('flag');
    if (play.moment.get() === 'one' && driver.session.log.length !== length)
      sound('one');
    if (due.kind === 'move' && kind !== 'move')
      sound('turn');
    [length, markers, kind] = [driver.session.log.length, opened, due.kind];
  });
  const unhold = play.held.watch((held) => {
    if (held.refusal && held.refusal.at !== refused)
      sound('refused');
    else if (held.tile && held.tile.id !== tile)
      sound('choose');
    [tile, refused] = [held.tile?.id ?? null, held.refusal?.at ?? 0];
  });
  return () => { unwatch(); unhold(); };
}
