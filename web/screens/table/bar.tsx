// SPDX-License-Identifier: MIT
// The bar on top: what is played, and the menu.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { settings } from '../../core/settings';
import type { View } from '../../core/views';
import { tell } from '../../texts';
import { go, type Screen } from '../app';
import { gameName } from '../start/catalogue';
import { Sign } from '../start/picture';
import { Switch } from '../parts';
import { setTitle } from '../title';
import { useStore } from '../use';
import { useBeside } from './beside';
import type { Play } from './play';
import { type Shape, useGame } from './use';

/** "first to 250", "double-12", "round 1 of 13"; on a phone "to 250", and as much of the rest as fits. */
function tableFacts(play: Play, view: View, small: boolean): string[] {
  const { target, rounds } = play.driver.session.terms;
  const facts = target > 0 ? [tell(small ? 'table.bar.to' : 'table.bar.target', target)] : small && rounds > 1 ? []
    : [tell('table.bar.set', play.option('set'))];
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

/** Its name says what it does, and the switch whether it is on. */
function SoundSwitch() {
  const { sound } = useStore(settings), id = useId();
  return <label class="btn quiet game-sound" for={id}>{tell('table.sound')}
    <Switch id={id} on={sound} set={(on) => settings.set({ ...settings.get(), sound: on })} /></label>;
}

interface MenuProps { here: Screen; wide: boolean; onKeys(): void; onRules(): void; onScores: (() => void) | null }

function Menu({ here, wide, onKeys, onRules, onScores }: MenuProps) {
  const [open, set] = useState(false), beside = useBeside();
  const host = useOutside(() => set(false)), button = useRef<HTMLButtonElement>(null);
  const close = () => { set(false); button.current?.focus(); };
  const items: readonly (readonly [words: string, act: string | undefined, does: () => void])[] = [
    ...(onScores ? [[tell('table.scores'), 'scores', onScores] as const] : []),
    ...(beside?.items ?? []),
    [tell('table.menu.rules'), 'rules', onRules],
    [tell('table.menu.settings'), undefined, () => go({ at: 'settings', back: here })],
    ...(matchMedia('(any-pointer: fine)').matches ? [[tell('table.menu.keys'), 'keys', onKeys] as const] : []),       // touch alone: no keyboard
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
        ))}<li><SoundSwitch /></li></ul>
        <p>{beside ? beside.kept : tell('table.menu.kept')}</p>
      </div>}
    </div>
  );
}

interface BarProps { here: Screen; shape: Shape; onScores(): void; onKeys(): void; onRules(): void; children: ComponentChildren }

export function Bar({ here, shape, onScores, onKeys, onRules, children }: BarProps) {
  const { play, session, view } = useGame(), wide = !shape.phone && !shape.lying;
  const name = gameName(session.setup.rules), beside = useBeside();
  useEffect(() => setTitle(name), [name]);
  return (
    <header class="bar game-bar">
      {wide && <span class="brand" aria-hidden="true">
        <Sign />{tell('app.name')}</span>}
      <h1 tabIndex={-1} class="what"><b>{name}</b>{tableFacts(play, view, !wide).slice(0, wide || !beside ? undefined : 1).map((fact) => <span key={fact}><i> · </i>{fact}</span>)}</h1>
      {children}
      <span class="grow" />
      {!shape.side && wide && <button type="button" class="btn quiet" data-act="scores" onClick={onScores}>{tell('table.scores')}</button>}
      {beside && <beside.Strip />}
      {shape.wide && !beside && <>
        <button type="button" class="btn quiet" data-act="rules" onClick={onRules}>
          {tell('app.rules')}</button>
        <SoundSwitch />
        <button type="button" class="btn quiet" onClick={() => go({ at: 'settings', back: here })}>{tell('table.look')}</button>
      </>}
      <Menu here={here} wide={wide} onKeys={onKeys} onRules={onRules} onScores={wide ? null : onScores} />
    </header>
  );
}
