// SPDX-License-Identifier: MIT
// The clock of Castle Rock.
import { useEffect, useState } from 'preact/hooks';
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import './castle.css';

const two = (n: number): string => String(n).padStart(2, '0');

/** 3:42, 1:03:42. */
export function clockOf(ms: number): string {
  const s = Math.floor(ms / 1000), m = Math.floor(s / 60), h = Math.floor(m / 60);
  return h > 0 ? `${h}:${two(m % 60)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

export const timeWords = (ms: number): string => {
  const s = Math.floor(ms / 1000);
  return s < 60 ? tell('castle.seconds', s) : tell('castle.time.words', Math.floor(s / 60), s % 60);
};

/** Not announced: a screen reader reads the clock on request, not every second. */
export function Clock({ session }: { session: Game }) {
  const [ms, setMs] = useState(session.elapsed);
  useEffect(() => {
    const timer = setInterval(() => setMs(session.elapsed), 250);
    return () => clearInterval(timer);
  }, [session]);
  const words = `${tell('castle.time')}: ${timeWords(ms)}`;
  return <span class="castle-clock" role="timer" aria-live="off" aria-label={words}>{clockOf(ms)}</span>;
}
