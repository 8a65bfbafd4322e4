// SPDX-License-Identifier: MIT
// The rules beside the table: about this table, with its players' names and a drawing where one helps.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Engine } from '../../core/engine';
import { settings } from '../../core/settings';
import { tell } from '../../texts';
import { go, screen, ToolsHere } from '../app';
import { showing } from '../families';
import { SwitchField } from '../parts';
import { gameOf } from '../start/catalogue';
import { useGame, useModal } from '../table/use';
import { useStore } from '../use';
import { sheetOf } from './compare';
import { pictureOf, type Picture, picturesOf, RulePicture } from './pictures';
import { Others, Told, tellOf } from './rules';
import './panel.css';

interface Shown { told: ReturnType<typeof tellOf>; engine: Engine; pictures: Map<string, Picture> }

/** A table: its rules, its players, and which of them is the reader (null for none). */
interface Table { rules: string; names: readonly string[]; you: number | null }

function useTold({ rules, names, you }: Table): Shown | null {
  const tools = useContext(ToolsHere), [shown, set] = useState<Shown | null>(null), { language } = useStore(settings), around = names.join('\n');
  useEffect(() => {
    let wanted = true;
    void tools?.fresh().then((engine) => {
      const told = tellOf(engine, rules, { names: [...names], you });
      if (wanted)
        set({ told, engine, pictures: picturesOf(engine, gameOf(told.rules).key) });
    });
    return () => void (wanted = false);
  }, [tools, rules, around, you, language]);
  return shown;
}

/** The rules of a table, in words and drawings. */
export function TableRules(table: Table) {
  const shown = useTold(table), { numbers } = useStore(settings), all = () => go({ at: 'rules', rules: table.rules, back: screen.get() });
  if (!shown)
    return <p role="status">{tell('app.loading')}</p>;
  return <>
    <p class="quiet">{shown.told.name} · {tell('rules.sheet', sheetOf(shown.told.rules))} · {table.names.join(', ')}</p>
    <SwitchField name={tell('rules.show')} about={tell('rules.show.about')} on={numbers} set={(on) => settings.set({ ...settings.get(), numbers: on })} />
    {shown.told.sections.map(({ title: name, paragraphs }) => <section key={name}>
      <h3>{name}</h3>
      {paragraphs.map((one) => {
        const picture = pictureOf(shown.pictures, one);
        return <div key={one.text} class={`panel-rule${picture ? ' drawn' : ''}${picture && showing[gameOf(picture.game).family].signed ? ' rails' : ''}`}>
          {picture && <RulePicture engine={shown.engine} picture={picture} />}
          <Told paragraph={one} />
        </div>;
      })}
    </section>)}
    <details class="panel-others"><summary>{tell('rules.beside.differ')}</summary><Others told={shown.told} /></details>
    <button type="button" class="btn" data-act="all-rules" onClick={all}>{tell('rules.beside.all')}</button>
  </>;
}

function Rules({ onClose }: { onClose(): void }) {
  const { session } = useGame(), title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return <>
    <header class="panel-head">
      <h2 tabIndex={-1} ref={title}>{tell('rules.beside')}</h2>
      <button type="button" class="btn quiet" data-act="close-rules" onClick={onClose}>{tell('table.close')}</button>
    </header>
    <div class="panel-text" tabIndex={0} role="region" aria-label={tell('rules.beside')}>
      <TableRules rules={session.setup.rules} names={session.names} you={session.you} />
    </div>
  </>;
}

export function Panel({ onClose }: { onClose(): void }) {
  return <aside class="game-side panel" aria-label={tell('rules.beside')}><Rules onClose={onClose} /></aside>;
}

/** The same as a drawer, or as a sheet that slides up. */
export function Drawer({ onClose }: { onClose(): void }) {
  const dialog = useModal();
  return <dialog class="game-drawer panel" ref={dialog} aria-label={tell('rules.beside')} onClose={onClose}
    onClick={(event) => { if (event.target === dialog.current) onClose(); }}>
    <div class="inner"><Rules onClose={onClose} /></div>
  </dialog>;
}
