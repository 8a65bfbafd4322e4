import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../core/store';

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(store.get());              // it may have changed between drawing and here
    return store.watch(setValue);
  }, [store]);
  return value;
}
