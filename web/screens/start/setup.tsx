// SPDX-License-Identifier: MIT
// The right side of the start screen: sheet, players, who plays, the options that matter, all options.
import { useId, useState } from 'preact/hooks';
import type { Engine } from '../../core/engine';
import { settings } from '../../core/settings';
import { reading } from '../../core/families';
import type { Terms } from '../../core/views';
import { pick, tell } from '../../texts';
import { OneOf, SwitchField } from '../parts';
import { useLater } from '../use';
import { gameOf, type Note, type Option, optionAbout, optionOf, type OptionKey, optionsOf, plainly, presetOf, sheetOf, valueName } from './catalogue';
import { type Asked, type Choice, OptionField, Stepper } from './options';
import { given, players } from './plan';
import { namesAt, Seats } from './seats';
import { Sheets } from './sheets';
import type { Planned } from './use_plan';

/** The value and range of an option in these rules. */
function ask(engine: Engine | null, rules: string, option: Option): Asked {
  const sheet = sheetOf(rules), range = sheet.ranges[option.key], [low = 0, high = 0] = range ?? [];
  const usual = given(rules).find(([key]) => key === option.key)?.[1] ?? String(sheet.values[option.key] ?? '');
  if (!engine)
    return { value: usual, low, high };
  engine.rules(rules);
  const found = engine.option(option.id);
  const ends = range ? (found?.allowed.match(/\d+/g) ?? []).map(Number) : [];
  return { value: found?.value ?? usual, low: ends[0] ?? low, high: ends[1] ?? ends[0] ?? high };
}

/** The names of an option's values: a set in the sheet, a seat by its player. */
function choicesOf({ plan, seats }: Planned, option: Option): Choice[] | null {
  if (option.key === 'first-seat')
    return namesAt(seats).map((name, seat) => ({ value: String(seat), name }));
  const { sets } = sheetOf(plan.rules), values = option.values.filter(({ value }) => option.key !== 'set' || sets.includes(Number(value)));
  return values.length > 0 ? values.map(({ value, name }) => ({ value: String(value), name: pick(name) })) : null;
}

function Asking({ planned, option, notes = [] }: { planned: Planned; option: Option; notes?: readonly Note[] | undefined }) {
  const { plan, engine } = planned, refused = plan.refused?.option === option.key ? plan.refused : null;
  return <OptionField option={option} about={optionAbout(sheetOf(plan.rules), option, notes)} asked={ask(engine, plan.rules, option)}
    choices={choicesOf(planned, option)} refused={refused} forget={planned.forget} set={(value) => planned.put(option.key, value)} />;
}

function ShowCount() {
  const now = settings.get();
  return <SwitchField name={tell('start.count')} about={tell('start.count.about')} on={now.showCount}
    set={(showCount) => settings.set({ ...now, showCount })} />;
}

/** The set and the hand size under these rules, which follow from the number of players. */
function dealt({ engine, plan }: Planned): string {
  const value = (key: OptionKey) => (key in sheetOf(plan.rules).values ? ask(engine, plan.rules, optionOf(key)).value : '');
  const hand = value('hand'), set = valueName(optionOf('set'), value('set'));
  return hand ? tell('start.deal.each', hand, set) : tell('start.deal.row', set);
}

function Players({ planned }: { planned: Planned }) {
  const id = useId(), option = optionOf('players'), name = pick(option.label), { plan } = planned;
  if (!('players' in sheetOf(plan.rules).values))
    return <p class="note" role="status">{dealt(planned)}</p>;
  const asked = ask(planned.engine, plan.rules, option), refused = plan.refused?.option === 'players' ? plan.refused : null;
  return <section class="start-players">
    <label for={id}>{name}</label>
    <Stepper id={id} name={name} value={refused?.value ?? asked.value} low={asked.low} high={asked.high} says={`${id}-dealt`}
      bad={refused !== null} set={(value) => planned.put('players', value)} />
    <div class={refused ? 'start-refusal' : 'start-dealt'} id={`${id}-dealt`} role="status"><p class="note">{refused ? plainly(refused.words)
      : dealt(planned)}</p>
      {refused && <button type="button" class="btn" onClick={planned.forget}>{tell('start.option.keep', asked.value)}</button>}</div>
  </section>;
}

/** Whether the rules differ from their sheet. */
const isOwn = ({ plan }: Planned): boolean => given(plan.rules).some(([key]) => key !== 'players');
/** The rules came with a name or have just lost it, so the form that saves them is next to that sentence. */
const named = ({ shared, naming }: Planned): boolean => shared !== '' && naming !== '';

function AllOptions({ planned, options }: { planned: Planned; options: readonly Option[] }) {
  const [open, setOpen] = useState(false), id = useId(), own = isOwn(planned), preset = presetOf(planned.plan.rules);
  const more = useLater(() => import('../../generated/notes'), open), houses = useLater(() => import('./houses'), open || own);
  return <section>
    <button type="button" class="btn quiet start-more" aria-expanded={open} aria-controls={id}
      onClick={() => setOpen(!open)}>{tell('start.options.all')}</button>
    <div id={id}>
      {own && <p class="start-own">{tell('start.options.own')} <button type="button" class="btn"
        onClick={planned.reset}>{tell('start.options.reset')}</button></p>}
      {houses && own && !planned.house && !named(planned) && <houses.SaveHouse planned={planned} />}
      {open && more && options.map((option) => <Asking key={`${preset} ${option.key}`} planned={planned} option={option} notes={more.notes[preset]} />)}
      {open && houses && <houses.Share rules={planned.plan.rules} />}
    </div>
  </section>;
}

/** The target of these rules; unknown until the module has loaded. */
function termsOf({ engine, plan }: Planned): Terms | undefined {
  engine?.rules(plan.rules);
  return engine?.terms(players(plan.rules));
}

/** On this device or with others: the same form with different seats. */
export type Where = 'here' | 'others';
export const forMany = (rules: string): boolean => gameOf(rules).players[1] > 1;

/** Focuses the field that must be changed before the deal. */
export const toRefused = (): void => document.querySelector<HTMLElement>('.start-set [aria-invalid=true]')?.focus();

/** setWhere: null if only a table with others can be made. */
interface SetupProps { planned: Planned; where: Where; setWhere: ((where: Where) => void) | null }

export function Setup({ planned, where, setWhere }: SetupProps) {
  const { plan } = planned, game = gameOf(plan.rules), options = optionsOf(sheetOf(plan.rules));
  const first = game.matters.filter((key) => options.some((option) => option.key === key));
  const sides = termsOf(planned)?.sides;
  const others = useLater(() => import('../together/make'), where === 'others'), houses = useLater(() => import('./houses'), isOwn(planned));
  return <>
    {setWhere && <div><h2>{[pick(game.name), planned.house?.name ?? (isOwn(planned) ? planned.naming : '')].filter(Boolean).join(' · ')}</h2><p class="note">{pick(game.like)}</p></div>}
    <p class="start-shared" role="status">{planned.shared}</p>
    {houses && isOwn(planned) && !planned.house && named(planned) && <houses.SaveHouse planned={planned} />}
    {setWhere && forMany(plan.rules) && <OneOf name={tell('start.where')} value={where} all={[['here', tell('start.where.here')], ['others',
      tell('start.where.others')]]}
      set={setWhere} />}
    <Sheets planned={planned} />
    {houses && planned.house && <houses.HouseActs planned={planned} house={planned.house} />}
    <Players planned={planned} />
    {where === 'others' ? others && <others.OthersForm planned={planned} sides={sides} />
      : players(plan.rules) > 1 && <Seats seats={planned.seats} sides={sides} set={planned.sit} setAll={planned.level} />}
    <section>
      <h3>{tell('start.options')}</h3>
      {first.map((key) => <Asking key={`${presetOf(plan.rules)} ${key}`} planned={planned} option={optionOf(key)} />)}
      {game.counts && <ShowCount />}
      {reading[game.family].clears && <SwitchField name={tell('start.clearable')} about={tell('start.clearable.about')}
        on={planned.memory.clearable} set={planned.clear} />}
    </section>
    <AllOptions planned={planned} options={options.filter(({ key }) => key !== 'players' && !first.includes(key))} />
  </>;
}
