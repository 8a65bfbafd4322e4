// SPDX-License-Identifier: MIT
// A game runs while its screen is shown.
import { useEffect } from 'preact/hooks';
import { hearing } from './hear';
import type { Play } from './play';

/** Starts the loop and the sounds of a game, after `first`; stops everything with the screen. */
export function useRunning(play: Play, first?: () => void): void {
  useEffect(() => {
    first?.();
    const deaf = hearing(play);
    play.driver.start();
    return () => {
      deaf();
      play.stop();
      play.driver.stop();
    };
  }, [play]);
}
