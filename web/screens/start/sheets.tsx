// SPDX-License-Identifier: MIT
// The rule sheet: the choice.
import { useId, useState } from 'preact/hooks';
import { tell, pick } from '../../texts';
import { useLater } from '../use';
import { gameOf, optionOf, type OptionKey, sheetName, sheetOf, valueName } from './catalogue';
import { type House, housesOf } from './house';
import { given } from './plan';
import type { Planned } from './use_plan';

/** How rules differ from their sheet. */
function differences(rules: string): string {
  const all = given(rules).filter(([key]) => key !== 'players').map(([key, value]) => {
    const option = optionOf(key as OptionKey);
    return `${pick(option.label)}: ${valueName(option, value)}`;
  });
  return [sheetName(sheetOf(rules)), ...all].join(' · ');
}

function HouseChoice({ house, on, name, take }: { house: House; on: boolean; name: string; take(): void }) {
  return <label>
    <input type="radio" name={name} checked={on} data-house={house.name} onChange={take} />
    <span><b>{house.name}</b> <em>{tell('start.house')}</em> {differences(house.rules)}</span>
  </label>;
}

/** One of the sheets, each with its differences. The player's own rules come first. */
export function Sheets({ planned }: { planned: Planned }) {
  const id = useId(), [open, setOpen] = useState(false), { plan: { rules }, house } = planned, { presets } = gameOf(rules), now = sheetOf(rules);
  const houses = housesOf(planned.houses, rules), differ = useLater(() => import('./differ'), open);
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
    {open && differ && presets.length > 1 && <differ.Differences planned={planned} id={`${id}-sheets`} />}
  </section>;
}
