// SPDX-License-Identifier: MIT
// A value that can be watched: the page's only state management.

export class Store<T> {
  private readonly watchers = new Set<(value: T) => void>();

  constructor(private value: T) {}

  get(): T { return this.value; }

  set(value: T): void {
    this.value = value;
    for (const watcher of [...this.watchers])
      watcher(value);
  }

  /** Returns a function that stops watching. */
  watch(watcher: (value: T) => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }
}
