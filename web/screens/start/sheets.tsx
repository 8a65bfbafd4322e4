// The rule sheet: which one, and where the sheets of a game differ.
import { useId, useState } from 'preact/hooks';
import type { Engine } from '../../core/engine';
import { optionIds } from '../../generated/tables';
import { tell } from '../../texts';
import { inWords, type Option, optionName, type Preset, presetOf, sheetName, sheetOf, valueName } from './catalogue';
import { players } from './plan';

interface Props { presets: readonly Preset[]; rules: string; engine: Engine | null; take(preset: string): void }

/** What a sheet says for so many players; the tables' default where it cannot seat them. */
function valuesOf(engine: Engine | null, preset: Preset, seats: number): Map<string, string> {
  const found = new Map(preset.options.map((one) => [one.option, String(one.default)]));
  if (!engine || !found.has('players'))
    return found;
  try {
    engine.rules(`${preset.preset} players=${seats}`);
  } catch {
    return found;                       // as the sheet has it for its usual number of players
  }
  for (const { option } of preset.options)
    found.set(option, engine.option(optionIds[option as keyof typeof optionIds])?.value ?? '');
  return found;
}

function Differences({ presets, rules, engine, take }: Props) {
  const seats = players(rules), sheets = presets.map((preset) => valuesOf(engine, preset, seats));
  const options: Option[] = [];
  for (const preset of presets)
    for (const one of preset.options)
      if (one.option !== 'players' && !options.some(({ option }) => option === one.option))
        options.push(one);
  const differ = options.filter(({ option }) => new Set(sheets.map((sheet) => sheet.get(option))).size > 1);
  const cell = (one: Option, i: number) => {
    const value = sheets[i]?.get(one.option), here = presets[i]?.options.find(({ option }) => option === one.option);
    return value === undefined ? tell('start.sheet.none') : valueName(here ?? one, value);
  };
  const now = presetOf(rules);
  return <div class="start-differ" tabIndex={0} role="region" aria-label={tell('start.sheet.differ')}>
    <table>
      <thead><tr><th scope="col">{tell('start.sheet.option')}</th>
        {presets.map((preset) => <th key={preset.preset} scope="col">{sheetName(preset)}</th>)}</tr></thead>
      <tbody>{differ.map((one) => <tr key={one.option}>
        <th scope="row">{optionName(one)}</th>
        {presets.map((preset, i) => <td key={preset.preset} class={preset.preset === now ? 'on' : ''}>{cell(one, i)}</td>)}
      </tr>)}</tbody>
      <tfoot><tr><td />
        {presets.map((preset) => <td key={preset.preset}>{preset.preset === now ? tell('start.sheet.taken')
          : <button type="button" class="btn" onClick={() => take(preset.preset)}>{tell('start.sheet.take', sheetName(preset))}</button>}</td>)}
      </tr></tfoot>
    </table>
  </div>;
}

export function Sheets(props: Props) {
  const id = useId(), [open, setOpen] = useState(false), now = sheetOf(props.rules);
  return <section>
    <fieldset class="start-sheets">
      <legend>{tell('start.sheet')}</legend>
      <div class="start-seg">{props.presets.map((preset) => <label key={preset.preset}>
        <input type="radio" name={id} checked={preset === now} onChange={() => props.take(preset.preset)} /><span>{sheetName(preset)}</span>
      </label>)}</div>
    </fieldset>
    {now?.about && <p class="start-note">{inWords(now.about)}</p>}
    {props.presets.length > 1 && <>
      <button type="button" class="btn quiet start-more" aria-expanded={open} onClick={() => setOpen(!open)}>{tell('start.sheet.which')}</button>
      {open && <Differences {...props} />}
    </>}
  </section>;
}
