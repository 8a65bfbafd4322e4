// SPDX-License-Identifier: MIT
// Makes a tournament.
import { useId, useState } from 'preact/hooks';
import { learn, pick, tell } from '../../texts';
import { texts as own } from '../../generated/texts/cup';
import { texts as together } from '../../generated/texts/with';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { OneOf, SwitchField } from '../parts';
import { type Preset, sheetName, sheetOf } from '../start/catalogue';
import { PARTY } from '../start/games';
import { useDeed } from '../together/deed';
import { server, useServer } from '../together/server';
import { many, NoServer } from '../together/tables';
import { clockWords } from '../together/words';
import { useStore } from '../use';
import type { Cup } from '../../net/wire';
import { rulesFor, secondsOf } from './data';
import { formatWords, systemWords } from './words';
import './cup.css';

learn(own, together);

const clocks = ['move 30', 'move 60', 'bank 300+5', 'bank 600+10', 'bank 1800+15'] as const;
const sizes = [2, 3, 4] as const, most = 40, longest = 600;

interface Plan { name: string; sheet: string; format: Cup['format']; system: Cup['system']; size: number; rounds: number; minutes: number; clock: string; start: string; until: string; duplicate: boolean }

const presets: readonly Preset[] = many.flatMap((game) => game.presets);
const has = (preset: Preset, size: number): boolean => preset.players[0] <= size && size <= preset.players[1];
/** Whether a game can be played in pairs: its sheets have the option. */
const pairs = (preset: Preset): boolean => 'teams' in preset.values && has(preset, 4);

function Pick({ name, value, all, set }: { name: string; value: string; all: readonly (readonly [string, string])[]; set(value: string): void }) {
  const id = useId();
  return <p class="cup-field"><label for={id}>{name}</label>
    <select id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
      {all.map(([key, words]) => <option key={key} value={key}>{words}</option>)}
    </select></p>;
}

function Count({ name, about, value, high, set }: { name: string; about: string; value: number; high: number; set(value: number): void }) {
  const id = useId();
  return <p class="cup-field"><label for={id}>{name}</label>
    <input id={id} type="number" min={0} max={high} value={value} aria-describedby={`${id}-about`} onInput={(e) => set(Math.round(Number(e.currentTarget.value)))} />
    <span class="note" id={`${id}-about`}>{about}</span></p>;
}

function Time({ name, about, value, set }: { name: string; about: string; value: string; set(value: string): void }) {
  const id = useId();
  return <p class="cup-field"><label for={id}>{name}</label>
    <input id={id} type="datetime-local" value={value} aria-describedby={`${id}-about`} onInput={(e) => set(e.currentTarget.value)} />
    <span class="note" id={`${id}-about`}>{about}</span></p>;
}

function Form() {
  const [plan, setPlan] = useState<Plan>({ name: '', sheet: sheetOf(PARTY).rules, format: 'singles', system: 'swiss', size: 4, rounds: 3, minutes: 0, clock: 'move 30', start: '', until: '', duplicate: false });
  const deed = useDeed(), name = useId(), preset = presets.find(({ rules }) => rules === plan.sheet) ?? presets[0]!;
  const change = (some: Partial<Plan>) => setPlan({ ...plan, ...some });
  const format = pairs(preset) ? plan.format : 'singles', allowed = sizes.filter((one) => has(preset, one)), size = allowed.find((one) => one === plan.size) ?? allowed.at(-1) ?? 2;
  const make = async (e: Event) => {
    e.preventDefault();
    const reply = await deed.run(server.ask('organise', { name: plan.name.trim(), rules: rulesFor(preset.rules, 'teams' in preset.values, format, size), format, system: plan.system,
      size: format === 'singles' ? size : 4, rounds: plan.rounds, clock: plan.clock, minutes: plan.minutes, start: secondsOf(plan.start), until: secondsOf(plan.until), duplicate: plan.duplicate }));
    if (reply.ok && reply.tournament)
      go({ at: 'tournament', id: reply.tournament });
  };
  return <form class="cup-form" onSubmit={(e) => void make(e)}>
    <p class="cup-field"><label for={name}>{tell('cup.name')}</label>
      <input id={name} type="text" required maxLength={40} value={plan.name} onInput={(e) => change({ name: e.currentTarget.value })} /></p>
    <Pick name={tell('cup.game')} value={preset.rules} set={(sheet) => change({ sheet })}
      all={many.flatMap((game) => game.presets.map((one) => [one.rules, `${pick(game.name)}: ${sheetName(one)}`] as const))} />
    {pairs(preset) && <OneOf name={tell('cup.format')} value={format} set={(one) => change({ format: one })}
      all={(['singles', 'partners', 'rotating'] as const).map((one) => [one, formatWords(one)] as const)} />}
    {format === 'singles' && <OneOf name={tell('cup.size')} value={String(size)} set={(one) => change({ size: Number(one) })}
      all={allowed.map((one) => [String(one), String(one)] as const)} />}
    <OneOf name={tell('cup.system')} value={plan.system} set={(system) => change({ system })} about={tell(plan.system === 'swiss' ? 'cup.system.swiss.about' : 'cup.system.all.about')}
      all={(['swiss', 'all'] as const).map((one) => [one, systemWords(one)] as const)} />
    <Count name={tell('cup.rounds')} about={tell('cup.rounds.about')} value={plan.rounds} high={most} set={(rounds) => change({ rounds })} />
    <SwitchField name={tell('cup.duplicate')} about={tell('cup.duplicate.about')} on={plan.duplicate} set={(duplicate) => change({ duplicate })} />
    <Pick name={tell('with.clock')} value={plan.clock} set={(clock) => change({ clock })} all={clocks.map((one) => [one, clockWords(one)] as const)} />
    <Count name={tell('cup.minutes')} about={tell('cup.minutes.about')} value={plan.minutes} high={longest} set={(minutes) => change({ minutes })} />
    <Time name={tell('cup.start')} about={tell('cup.start.about')} value={plan.start} set={(start) => change({ start })} />
    <Time name={tell('cup.until')} about={tell('cup.until.about')} value={plan.until} set={(until) => change({ until })} />
    <p role="alert">{deed.said}</p>
    <button type="submit" class="btn primary" data-act="make" disabled={deed.busy}>{tell('cup.make')}</button>
  </form>;
}

export default function Organise({ screen }: ShownEarly<'organise'>) {
  const { reach: at } = useServer(), reach = useStore(at);
  return <div class="cup" data-screen={screen.at}>
    <Head><button type="button" class="btn" onClick={() => go({ at: 'tournaments' })}>{tell('app.back')}</button></Head>
    <main class="form">
      <Title words={tell('cup.new')} />
      {reach === 'none' || reach === 'offline' ? <NoServer again={() => server.again()} /> : <Form />}
    </main>
  </div>;
}
