// SPDX-License-Identifier: MIT
// The part of the start form for a table with others: seats, clock, visibility, and the button that makes it.
import { useEffect, useId, useState } from 'preact/hooks';
import type { Sides } from '../../core/views';
import { learn, tell } from '../../texts';
import { texts as together } from '../../generated/texts/with';
import { go } from '../app';
import { SeatMark } from '../mark';
import { Portrait } from '../portrait';
import { Players } from '../start/seats';
import { Field, SwitchField } from '../parts';
import { players } from '../start/plan';
import { toRefused } from '../start/setup';
import type { Planned } from '../start/use_plan';
import { useStore } from '../use';
import { useDeed } from './deed';
import { NameField, nameOrAsk } from './name';
import { clocks, graces, makeFields, type Others, recallOthers, rememberOthers, seatOf } from './plan';
import { server, useServer } from './server';
import { NoServer } from './tables';
import { clockWords, graceWords } from './words';
import { Store } from '../../core/store';
import './together.css';

learn(together);

const plan = new Store<Others>(recallOthers());
plan.watch(rememberOthers);
const change = (some: Partial<Others>): void => plan.set({ ...plan.get(), ...some });

function Chair({ at, sides, others }: { at: number; sides: Sides | undefined; others: Others }) {
  const guests = useStore(server.bots), who = seatOf(others.seats[at] ?? 'open', guests, others.practice);
  return <li class="start-seat">
    <SeatMark seat={at} sides={sides} />
    <Portrait bot={who.startsWith('bot:') ? who.slice(4) : null} size={36} />
    <b>{at === 0 ? tell('seat.you') : tell('seat.number', at + 1)}</b>
    {at > 0 && <select value={who} aria-label={tell('with.seat.who', at + 1)}
      onChange={(e) => change({ seats: others.seats.map((one, i) => (i === at ? e.currentTarget.value : one)) })}>
      {!others.practice && <option value="open">{tell('with.seat.open')}</option>}
      <Players value={(key) => `bot:${key}`} />
      {guests.map((name) => <option key={name} value={`bot:${name}`}>{tell('with.seat.guest', name)}</option>)}
    </select>}
  </li>;
}

function Choice<T extends string | number>(props: { name: string; about: string; value: T; all: readonly T[]; say(value: T): string; set(value: T): void }) {
  const id = useId();
  return <Field id={id} name={props.name} about={props.about} wide>
    <select id={id} value={String(props.value)} aria-describedby={`${id}-about`}
      onChange={(e) => props.set(props.all.find((one) => String(one) === e.currentTarget.value) ?? props.value)}>
      {props.all.map((one) => <option key={one} value={String(one)}>{props.say(one)}</option>)}
    </select>
  </Field>;
}

/** Next to the rules: who may sit down, and the table's settings. */
export function OthersForm({ planned, sides }: { planned: Planned; sides: Sides | undefined }) {
  const others = useStore(plan), seats = players(planned.plan.rules), slow = others.clock.startsWith('days');
  return <section class="with-make">
    <h3>{tell('with.seats')}</h3>
    <ul class="start-seats">{Array.from({ length: seats }, (_, at) => <Chair key={at} at={at} sides={sides} others={others} />)}</ul>
    <NameField />
    {!others.practice && <>
      <Choice name={tell('with.clock')} about={tell('with.clock.about')}
        value={others.clock} all={clocks} say={clockWords} set={(clock) => change({ clock })} />
      {!slow && <Choice name={tell('with.grace')} about={tell('with.grace.about')} value={others.grace} all={graces} say={graceWords}
        set={(grace) => change({ grace })} />}
      <SwitchField name={tell('with.public.on')} about={tell('with.public.on.about')} on={others.public} set={(on) => change({ public: on })} />
      {!others.public && <SwitchField name={tell('with.shared')} about={tell('with.shared.about')} on={others.shared} set={(shared) => change({ shared })} />}
    </>}
    <SwitchField name={tell('with.watch')} about={tell('with.watch.about')} on={others.watch} set={(watch) => change({ watch })} />
    <SwitchField name={tell('with.practice')} about={tell('with.practice.about')} on={others.practice} set={(practice) => change({ practice })} />
  </section>;
}

/** In the place of the button that deals. */
export function Make({ planned }: { planned: Planned }) {
  const { reach: at } = useServer(), reach = useStore(at), deed = useDeed(), { plan: chosen } = planned, [refused, refuse] = useState('');
  useEffect(() => refuse(''), [chosen.rules, chosen.refused]);
  const make = async () => {
    if (chosen.refused) {
      refuse(tell('start.deal.refused'));
      toRefused();
      return;
    }
    const name = nameOrAsk(), { rules } = chosen;
    if (name === '') {
      deed.tell(tell('with.name.first'));
      return;
    }
    const reply = await deed.run(server.ask('make', makeFields(rules, players(rules), plan.get(), server.bots.get())));
    if (reply.ok && reply.table)
      go({ at: 'online', table: reply.table, sit: name });
  };
  if (reach === 'none' || reach === 'offline')
    return <div class="start-deal"><NoServer again={() => server.again()} /></div>;
  return <div class="start-deal">
    <p role="alert">{refused || deed.said}</p>
    <button type="button" class="btn primary" data-act="make" disabled={deed.busy || !planned.engine} onClick={() => void make()}>
      {tell(deed.busy ? 'with.make.wait' : 'with.make')}</button>
  </div>;
}
