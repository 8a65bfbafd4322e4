// SPDX-License-Identifier: MIT
// The rule sheet: the choice, and how a game's sheets differ.
import { useId, useState } from 'preact/hooks';
import { tell, pick } from '../../texts';
import { gameOf, type Option, optionOf, type OptionKey, type Preset, sheetAbout, sheetName, sheetOf, type Value,
  valueName } from './catalogue';
import { HouseChoice } from './houses';
import { housesOf } from './house';
import { players } from './plan';
import type { Planned } from './use_plan';

/** What a sheet says for this many players; null if it lacks the option or gives no hand size. */
function valueOf(preset: Preset, key: OptionKey, seats: number): Value | null {
  const follows = preset.follows[String(seats)];
  return (follows === null && key === 'hand' ? null : follows?.[key] ?? preset.values[key]) ?? null;
}

function Row({ option, presets, now, seats }: { option: Option; presets: readonly Preset[]; now: Preset; seats: number }) {
  const say = (preset: Preset) => {
    const value = valueOf(preset, option.key, seats);
    return value === null ? tell('start.sheet.none') : option.key === 'first-seat' ? String(Number(value) + 1) : valueName(option, value);
  };
  return <tr>
    <th scope="row">{pick(option.label)}</th>
    {presets.map((preset) => <td key={preset.rules} class={preset === now ? 'on' : ''}>{say(preset)}</td>)}
  </tr>;
}

function Differences({ planned, id }: { planned: Planned; id: string }) {
  const { plan: { rules }, take } = planned, seats = players(rules), { presets, differ } = gameOf(rules), now = sheetOf(rules);
  const rows = differ.filter((key) => new Set(presets.map((preset) => valueOf(preset, key, seats))).size > 1);
  return <div id={id}>
    <ul class="start-known">{presets.map((preset) => <li key={preset.rules}><b>{sheetName(preset)}</b> {sheetAbout(preset)}</li>)}</ul>
    <div class="start-differ" tabIndex={0} role="region" aria-label={tell('start.sheet.differ')}>
      <table>
        <thead><tr><th scope="col">{tell('start.sheet.option')}</th>
          {presets.map((preset) => <th key={preset.rules} scope="col">{sheetName(preset)}</th>)}</tr></thead>
        <tbody>
          {rows.map((key) => <Row key={key} option={optionOf(key)} presets={presets} now={now} seats={seats} />)}
          <tr><th scope="row">{tell('start.sheet.choose')}</th>
            {presets.map((preset) => <td key={preset.rules} class={preset === now ? 'on' : ''}>{preset === now ? tell('start.sheet.taken')
              : <button type="button" class="btn" aria-label={tell('start.sheet.take', sheetName(preset))}
                  onClick={() => take(preset.rules)}>{sheetName(preset)}</button>}</td>)}</tr>
        </tbody>
      </table>
    </div>
  </div>;
}

/** One of the sheets, each with what sets it apart. The player's own rules come first. */
export function Sheets({ planned }: { planned: Planned }) {
  const id = useId(), [open, setOpen] = useState(false), { plan: { rules }, house } = planned, { presets } = gameOf(rules), now = sheetOf(rules);
  const houses = housesOf(planned.houses, rules);
  if (presets.length + houses.length === 1)
    return <section><h3>{tell('start.sheet')}</h3><p class="note">{pick(now.about)}</p></section>;
  return <section>
    <fieldset class="start-sheets">
      <legend>{tell('start.sheet')}</legend>
      {houses.map((one) => <HouseChoice key={one.name} house={one} on={one === house} name={id} take={() => planned.takeHouse(one)} />)}
      {presets.map((preset) => <label key={preset.rules}>
        <input type="radio" name={id} checked={!house && preset === now} onChange={() => planned.take(preset.rules)} />
        <span><b>{sheetName(preset)}</b> {pick(preset.about)}</span>
      </label>)}
    </fieldset>
    {presets.length > 1 && <button type="button" class="btn quiet start-more" aria-expanded={open} aria-controls={`${id}-sheets`}
      onClick={() => setOpen(!open)}>{tell('start.sheet.which')}</button>}
    {open && presets.length > 1 && <Differences planned={planned} id={`${id}-sheets`} />}
  </section>;
}
