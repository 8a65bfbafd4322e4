// SPDX-License-Identifier: MIT
// The bar above every screen except the table, and the heading that takes the focus when a screen opens.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { tell } from '../texts';
import { Sign } from './start/picture';

export function Head({ children }: { children?: ComponentChildren }) {
  return <header class="bar">
    <span class="brand"><Sign /><span>{tell('app.name')}</span></span>
    <span class="grow" />
    {children}
  </header>;
}

let shown = 0;
/** The first screen after loading leaves the focus where it is. */
export const isFirst = (): boolean => shown++ === 0;

/** A screen's h1. */
export function Title({ words }: { words: string }) {
  const at = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst())
      at.current?.focus();
  }, []);
  return <h1 tabIndex={-1} ref={at}>{words}</h1>;
}
