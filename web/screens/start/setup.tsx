// The right side of the start screen: sheet, players, who plays, the options that matter, all options.
import { useId, useRef, useState } from 'preact/hooks';
import type { Engine } from '../../core/engine';
import { settings } from '../../core/settings';
import { optionIds } from '../../generated/tables';
import { tell } from '../../texts';
import { gameOf, inWords, type Option, optionName, presetOf, sheetOf } from './catalogue';
import { type Asked, OptionField, OptionRow, Stepper, Switch } from './options';
import { given, players } from './plan';
import { Seats } from './seats';
import { Sheets } from './sheets';
import type { Planned } from './use_plan';

const SHOW_COUNT = '';                  // a setting of the page that stands among the options of games that count

/** The three options that matter, by game. */
const matters: Record<string, readonly string[]> = {
  block: ['teams', 'target', 'blanks'], draw: ['teams', 'target', 'blanks'], muggins: ['teams', 'call', SHOW_COUNT],
  allfives: ['teams', 'call', SHOW_COUNT], fiveup: ['teams', 'call', SHOW_COUNT], chickenfoot: ['set', 'rounds', 'blank-penalty'],
  mexicantrain: ['set', 'rounds', 'two-doubles'], castlerock: ['set', 'rounds', 'removals'],
};

/** Value and range of an option in these rules. */
function ask(engine: Engine | null, rules: string, option: Option): Asked {
  const [low = 0, high = 0] = option.range ?? [], usual = given(rules).find(([key]) => key === option.option)?.[1] ?? String(option.default);
  if (!engine)
    return { value: usual, low, high };
  engine.rules(rules);
  const found = engine.option(optionIds[option.option as keyof typeof optionIds]);
  const ends = option.range ? (found?.allowed.match(/\d+/g) ?? []).map(Number) : [];
  return { value: found?.value ?? usual, low: ends[0] ?? low, high: ends[1] ?? ends[0] ?? high };
}

function Field({ planned, option }: { planned: Planned; option: Option }) {
  const { plan, engine } = planned, refused = plan.refused?.option === option.option ? plan.refused : null;
  return <OptionField option={option} asked={ask(engine, plan.rules, option)} refused={refused} forget={planned.forget}
    set={(value) => planned.put(option.option, value)} />;
}

function ShowCount() {
  const id = useId(), now = settings.get();
  return <OptionRow id={id} name={tell('start.count')} about={tell('start.count.about')}>
    <Switch id={id} on={now.showCount} says={`${id}-about`} set={(showCount) => settings.set({ ...now, showCount })} />
  </OptionRow>;
}

function Clearable({ planned }: { planned: Planned }) {
  const id = useId();
  return <OptionRow id={id} name={tell('start.clearable')} about={tell('start.clearable.about')}>
    <Switch id={id} on={planned.memory.clearable} says={`${id}-about`} set={planned.clear} />
  </OptionRow>;
}

/** What is dealt by these rules: set and hand follow from the players. */
function dealt(planned: Planned, options: readonly Option[]): string {
  const value = (key: string) => {
    const option = options.find((one) => one.option === key);
    return option && ask(planned.engine, planned.plan.rules, option).value;
  };
  const hand = value('hand'), set = value('set') ?? '';
  return hand ? tell('start.deal.each', hand, set) : tell('start.deal.row', set);
}

function Players({ planned, options }: { planned: Planned; options: readonly Option[] }) {
  const id = useId(), option = options.find((one) => one.option === 'players'), { plan } = planned;
  if (!option)
    return <p class="start-note" role="status">{dealt(planned, options)}</p>;
  const asked = ask(planned.engine, plan.rules, option), refused = plan.refused?.option === 'players' ? plan.refused : null;
  return <section class="start-players">
    <label for={id}>{optionName(option)}</label>
    <Stepper id={id} name={optionName(option)} value={refused?.value ?? asked.value} low={asked.low} high={asked.high} says={`${id}-dealt`}
      bad={refused !== null} set={(value) => planned.put('players', value)} />
    <p class="start-note" id={`${id}-dealt`} role="status">{refused ? refused.words : dealt(planned, options)}</p>
  </section>;
}

function AllOptions({ planned, options }: { planned: Planned; options: readonly Option[] }) {
  const [open, setOpen] = useState(false), id = useId(), own = given(planned.plan.rules).filter(([key]) => key !== 'players').length > 0;
  return <section>
    <button type="button" class="btn quiet start-more" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>{tell('start.options.all')}</button>
    <div id={id}>
      {own && <p class="start-own">{tell('start.options.own')} <button type="button" class="btn" onClick={planned.reset}>{tell('start.options.reset')}</button></p>}
      {open && options.map((option) => <Field key={`${presetOf(planned.plan.rules)} ${option.option}`} planned={planned} option={option} />)}
      {open && <Share rules={planned.plan.rules} />}
    </div>
  </section>;
}

function Share({ rules }: { rules: string }) {
  const id = useId(), at = useRef<HTMLInputElement>(null), [said, setSaid] = useState('');
  const link = `${location.origin}${location.pathname}#rules=${encodeURIComponent(rules)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(tell('start.share.copied'));
    } catch {
      at.current?.select();             // no clipboard on a page without encryption
      setSaid(tell('start.share.select'));
    }
  };
  return <div class="start-share">
    <label for={id}>{tell('start.share')}</label>
    <input id={id} ref={at} type="text" readOnly value={link} aria-describedby={`${id}-rules`} />
    <button type="button" class="btn" onClick={() => void copy()}>{tell('start.share.copy')}</button>
    <p id={`${id}-rules`} class="start-rules">{rules}</p>
    <p role="status">{said}</p>
  </div>;
}

export function Setup({ planned }: { planned: Planned }) {
  const { plan } = planned, game = gameOf(plan.rules), options = sheetOf(plan.rules)?.options ?? [];
  const first = (matters[game?.game ?? ''] ?? options.map(({ option }) => option).filter((key) => key !== 'players').slice(0, 3));
  if (!game)
    return null;
  return <>
    <div><h2>{inWords(game.name)}</h2><p class="start-note">{inWords(game.about)}</p></div>
    <p class="start-shared" role="status">{planned.shared}</p>
    <Sheets presets={game.presets} rules={plan.rules} engine={planned.engine} take={planned.take} />
    <Players planned={planned} options={options} />
    {players(plan.rules) > 1 && <Seats seats={planned.seats} set={planned.sit} setAll={planned.level} />}
    <section>
      <h3>{tell('start.options')}</h3>
      {first.map((key) => {
        const option = options.find((one) => one.option === key);
        return key === SHOW_COUNT ? <ShowCount key={key} /> : option && <Field key={`${presetOf(plan.rules)} ${key}`} planned={planned} option={option} />;
      })}
      {game.game === 'castlerock' && <Clearable planned={planned} />}
    </section>
    <AllOptions planned={planned} options={options.filter(({ option }) => option !== 'players' && !first.includes(option))} />
  </>;
}
