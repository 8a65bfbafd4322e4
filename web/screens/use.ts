// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../core/store';

/** A part that is loaded on first use; null until then. */
export function useLater<T>(load: () => Promise<T>, wanted: boolean): T | null {
  const [part, set] = useState<T | null>(null);
  useEffect(() => {
    if (wanted && !part)
      load().then((made) => set(() => made), (error: unknown) => set(() => { throw error; }));
  }, [wanted]);
  return part;
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(store.get());              // it may have changed since rendering
    return store.watch(setValue);
  }, [store]);
  return value;
}
