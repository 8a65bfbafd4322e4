// SPDX-License-Identifier: MIT
// The bar on top: what is played, and the menu.
import { useEffect, useRef, useState } from 'preact/hooks';
import { settings } from '../../core/settings';
import type { View } from '../../core/views';
import { tell } from '../../texts';
import { go, type Screen } from '../app';
import { gameName } from '../start/catalogue';
import { Sign } from '../start/picture';
import { useStore } from '../use';
import { useBeside } from './beside';
import type { Play } from './play';
import { type Shape, useGame } from './use';

/** "first to 250", "double-12", "round 1 of 13". */
function tableFacts(play: Play, view: View): string[] {
  const { target, rounds } = play.driver.session.terms;
  const facts = [target > 0 ? tell('table.bar.target', target) : tell('table.bar.set', play.option('set'))];
  if (rounds > 1 || target > 0)
    facts.push(rounds > 1 ? tell('table.bar.round.of', view.round, rounds) : tell('table.bar.round', view.round));
  return facts;
}

function useOutside(close: () => void) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !host.current?.contains(event.target))
        close();
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  return host;
}

function Menu({ here, wide, onKeys }: { here: Screen; wide: boolean; onKeys(): void }) {
  const { session } = useGame(), [open, set] = useState(false), beside = useBeside();
  const host = useOutside(() => set(false)), button = useRef<HTMLButtonElement>(null);
  const { sound } = useStore(settings);
  const close = () => { set(false); button.current?.focus(); };
  const items: readonly (readonly [words: string, act: string | undefined, does: () => void])[] = [
    ...(beside?.items ?? []),
    [tell('table.menu.rules'), undefined, () => go({ at: 'rules', rules: session.setup.rules, back: here })],
    [tell(sound ? 'table.sound.off' : 'table.sound.on'), undefined, () => settings.set({ ...settings.get(), sound: !sound })],
    [tell('table.menu.settings'), undefined, () => go({ at: 'settings', back: here })],
    [tell('table.menu.keys'), undefined, onKeys],
    ...(beside ? [] : [[tell('table.menu.saved'), undefined, () => go({ at: 'saved' })] as const]),
    [tell('table.menu.new'), undefined, () => go({ at: 'start' })],
  ];
  return (
    <div class="game-menu" ref={host} onKeyDown={(event) => { if (event.key === 'Escape' && open) { event.stopPropagation(); close(); } }}>
      <button type="button" ref={button} class="btn" aria-expanded={open} aria-label={tell('app.menu')} data-act="menu"
        onClick={() => set(!open)}>
        {wide ? tell('app.menu') : <span aria-hidden="true">☰</span>}</button>
      {open && <div class="list">
        <ul>{items.map(([words, act, does]) => (
          <li key={words}><button type="button" class="btn quiet" data-act={act}
            onClick={() => { set(false); does(); }}>{words}</button></li>
        ))}</ul>
        <p>{beside ? beside.kept : tell('table.menu.kept')}</p>
      </div>}
    </div>
  );
}

export function Bar({ here, shape, onScores, onKeys }: { here: Screen; shape: Shape; onScores(): void; onKeys(): void }) {
  const { play, session, view } = useGame(), { sound } = useStore(settings), wide = !shape.phone && !shape.lying;
  const name = gameName(session.setup.rules), beside = useBeside();
  useEffect(() => void (document.title = `${name} · ${tell('app.name')}`), [name]);
  return (
    <header class="bar game-bar">
      {wide && <span class="brand" aria-hidden="true">
        <Sign />{tell('app.name')}</span>}
      <h1 tabIndex={-1} class="what"><b>{name}</b>{tableFacts(play, view).map((fact) => <span key={fact}><i> · </i>{fact}</span>)}</h1>
      <span class="grow" />
      {!shape.side && <button type="button" class="btn quiet" data-act="scores" onClick={onScores}>{tell('table.scores')}</button>}
      {beside && shape.wide && <beside.Strip />}
      {shape.wide && !beside && <>
        <button type="button" class="btn quiet" onClick={() => go({ at: 'rules', rules: session.setup.rules, back: here })}>
          {tell('app.rules')}</button>
        <button type="button" class="btn quiet" aria-pressed={sound} onClick={() => settings.set({ ...settings.get(), sound: !sound })}>
          {tell(sound ? 'table.sound.is-on' : 'table.sound.is-off')}</button>
        <button type="button" class="btn quiet" onClick={() => go({ at: 'settings', back: here })}>{tell('table.look')}</button>
      </>}
      <Menu here={here} wide={wide} onKeys={onKeys} />
    </header>
  );
}
