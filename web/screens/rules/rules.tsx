// SPDX-License-Identifier: MIT
// The rules of one table in plain words: those in force, how other sheets differ, and a search.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Engine, Refusal } from '../../core/engine';
import { settings } from '../../core/settings';
import { learn, tell } from '../../texts';
import { texts as rules } from '../../generated/texts/rules';
import { go, type Shown } from '../app';
import { Head, Title } from '../head';
import { SwitchField } from '../parts';
import { gameName, presetOf } from '../start/catalogue';
import { useStore } from '../use';
import { type Difference, differences, named, otherSheets, type Paragraph, plain, type Section, sectionsOf, sheetOf } from './compare';
import './rules.css';

learn(rules);

export interface Told { rules: string; name: string; sections: Section[]; others: { rules: string; differs: Difference[] }[] }

/** Who sits at the table that is asked about. */
interface Sitting { names: readonly string[]; you: number | null }

/** The rules in force but for N-01 to N-07: how moves are written concerns those who type them, and here nobody does. */
const played = (engine: Engine, { names, you }: Sitting): Paragraph[] =>
  engine.explain().filter((o) => !o.numbers.startsWith('N-')).map((o) => ({ ...o, raw: o.text, text: named(o.text, names, you) }));

export function tellOf(engine: Engine, words: string, who: Sitting): Told {
  engine.language(settings.get().language);
  const rules = engine.rules(words), here = played(engine, who), others = otherSheets(engine, rules);
  return {
    rules, sections: sectionsOf(here), name: gameName(rules),
    others: others.map((other) => {
      engine.rules(other);
      return { rules: other, differs: differences(here, played(engine, who)) };
    }),
  };
}

/** Text with the search matches marked. */
function Marked({ text, find }: { text: string; find: string }) {
  const at = find === '' ? -1 : plain(text).indexOf(find);
  if (at < 0 || plain(text).length !== text.length)
    return <>{text}</>;
  return <>{text.slice(0, at)}<mark>{text.slice(at, at + find.length)}</mark><Marked text={text.slice(at + find.length)} find={find} /></>;
}

export function Told({ paragraph, find = '' }: { paragraph: Paragraph; find?: string }) {
  return (
    <p class="rules-told">
      <Marked text={paragraph.text} find={find} />
      {settings.get().numbers && <>{' '}<small class="rules-number" aria-label={tell('rules.numbers', paragraph.numbers)}
        role="note">{paragraph.numbers}</small></>}
    </p>
  );
}

function Differs({ other, differs, level: Heading }: { other: string; differs: Difference[]; level: 'h3' | 'h4' }) {
  if (differs.length === 0)
    return <p>{tell('rules.same')}</p>;
  const cell = (list: Paragraph[]) => (list.length === 0 ? <p class="rules-silent">{tell('rules.nothing')}</p>
    : list.map((o) => <Told key={o.text} paragraph={o} />));
  return (
    <div class="rules-differs">
      {differs.map((o) => (
        <section key={o.title}>
          <Heading class="rules-where">{o.title}</Heading>
          <div class="rules-pair">
            <div><p class="rules-whose">{tell('rules.here')}</p>{cell(o.here)}</div>
            <div><p class="rules-whose">{tell('rules.there', sheetOf(other))}</p>{cell(o.there)}</div>
          </div>
        </section>
      ))}
    </div>
  );
}

export function Others({ told }: { told: Told }) {
  const own = told.others.find((o) => presetOf(o.rules) === presetOf(told.rules)), rest = told.others.filter((o) => o !== own);
  return (
    <>
      {own && own.differs.length > 0 && (
        <section class="rules-section" id="rules-changed">
          <h2 tabIndex={-1}>{tell('rules.changed')}</h2>
          <p>{tell('rules.changed.lead', sheetOf(own.rules))}</p>
          <Differs other={own.rules} differs={own.differs} level="h3" />
        </section>
      )}
      {rest.length > 0 && (
        <section class="rules-section" id="rules-others">
          <h2 tabIndex={-1}>{tell('rules.others')}</h2>
          <p>{tell('rules.others.lead')}</p>
          {rest.map((o) => (
            <details key={o.rules} class="rules-other">
              <summary><h3>{tell('rules.sheet', sheetOf(o.rules))}</h3></summary>
              <Differs other={o.rules} differs={o.differs} level="h4" />
            </details>
          ))}
        </section>
      )}
    </>
  );
}

function Contents({ told, onShow }: { told: Told; onShow(): void }) {
  const own = told.others.some((o) => presetOf(o.rules) === presetOf(told.rules) && o.differs.length > 0);
  const all = [
    ...told.sections.map((o, i) => ({ id: `rules-${i}`, title: o.title })),
    ...(own ? [{ id: 'rules-changed', title: tell('rules.changed') }] : []),
    ...(told.others.some((o) => presetOf(o.rules) !== presetOf(told.rules)) ? [{ id: 'rules-others', title: tell('rules.others') }] : []),
  ];
  const show = (id: string) => (event: Event) => {
    event.preventDefault();
    onShow();
    requestAnimationFrame(() => requestAnimationFrame(() => {       // the whole text is there again
      const place = document.getElementById(id);
      place?.scrollIntoView({ block: 'start' });
      place?.querySelector('h2')?.focus({ preventScroll: true });
    }));
  };
  return (
    <nav class="rules-contents" aria-label={tell('rules.contents')}>
      <ol>{all.map((o) => <li key={o.id}><a href={`#${o.id}`} onClick={show(o.id)}>{o.title}</a></li>)}</ol>
    </nav>
  );
}

function foundWords(find: string, found: number): string {
  if (find === '')
    return '';
  return found === 0 ? tell('rules.found.none', find) : tell('rules.found', found);
}

function Search({ find, set, found }: { find: string; set(words: string): void; found: number }) {
  return (
    <div class="rules-search" role="search">
      <label for="rules-find">{tell('rules.find')}</label>
      <input id="rules-find" type="search" value={find} autoComplete="off" onInput={(event) => set(event.currentTarget.value)} />
      <p role="status" class="rules-found">{foundWords(find, found)}</p>
    </div>
  );
}

function Page({ told }: { told: Told }) {
  const [find, setFind] = useState(''), wanted = plain(find.trim());
  const shown = useMemo(() => told.sections.map((o, i) => ({
    ...o, id: `rules-${i}`, paragraphs: o.paragraphs.filter((p) => plain(`${p.text} ${p.numbers}`).includes(wanted)),
  })).filter((o) => o.paragraphs.length > 0), [told, wanted]);
  return (
    <div class="rules-page">
      <div class="rules-side">
        <Search find={find} set={setFind} found={shown.reduce((n, o) => n + o.paragraphs.length, 0)} />
        <Contents told={told} onShow={() => setFind('')} />
        <SwitchField name={tell('rules.show')} about={tell('rules.show.about')} on={settings.get().numbers}
          set={(numbers) => settings.set({ ...settings.get(), numbers })} />
      </div>
      <div class="rules-text">
        {shown.map((o) => (
          <section key={o.id} id={o.id} class="rules-section">
            <h2 tabIndex={-1}>{o.title}</h2>
            {o.paragraphs.map((p) => <Told key={p.text} paragraph={p} find={wanted} />)}
          </section>
        ))}
        {wanted === '' && <Others told={told} />}
      </div>
    </div>
  );
}

export default function Rules({ tools, screen }: Shown<'rules'>) {
  const [told, setTold] = useState<Told | string | null>(null), { numbers } = useStore(settings);
  useEffect(() => {
    const { back } = screen, who = back.at === 'table' ? { names: back.session.names, you: back.session.you } : { names: [], you: null };
    void tools.fresh().then((engine) => setTold(tellOf(engine, screen.rules, who))).catch((error: unknown) => {
      if (!(error instanceof Refusal))
        throw error;
      setTold(error.message);
    });
  }, [tools, screen.rules]);
  return (
    <div class="rules">
      <Head>
        <button type="button" class="btn quiet" onClick={() => print()}>{tell('rules.print')}</button>
        <button type="button" class="btn" onClick={() => go(screen.back)}>{tell('app.back')}</button>
      </Head>
      <main class="rules-main">
        {told === null && <p role="status">{tell('app.loading')}</p>}
        {typeof told === 'string' && <><Title words={tell('app.rules')} /><p role="alert">{tell('rules.refused', told)}</p></>}
        {told !== null && typeof told !== 'string' && (
          <>
            <Title words={tell('rules.title', told.name)} />
            <p class="rules-string">{tell('rules.sheet', sheetOf(told.rules))}{numbers && <> · <code>{told.rules}</code></>}</p>
            <Page told={told} />
          </>
        )}
      </main>
    </div>
  );
}
