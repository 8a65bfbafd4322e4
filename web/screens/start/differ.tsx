// SPDX-License-Identifier: MIT
// How a game's sheets differ, as a table. Loaded on first use.
import { pick, tell } from '../../texts';
import { gameOf, type Option, optionOf, type OptionKey, type Preset, sheetAbout, sheetName, sheetOf, type Value, valueName } from './catalogue';
import { players } from './plan';
import type { Planned } from './use_plan';

/** A sheet's value for this many players; null if it lacks the option or gives no hand size. */
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

export function Differences({ planned, id }: { planned: Planned; id: string }) {
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
