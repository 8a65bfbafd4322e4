import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../core/store';

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => store.watch(setValue), [store]);
  return value;
}
