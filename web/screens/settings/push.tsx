// SPDX-License-Identifier: MIT
// The switch for messages to this device, off at first. The browser asks for permission only when it is switched on.
import { useEffect, useState } from 'preact/hooks';
import { isOn, type Outcome, switchOff, switchOn } from '../../net/push';
import { tell } from '../../texts';
import { SwitchField } from '../parts';

export function PushPart() {
  const [state, set] = useState<Outcome>('off');
  useEffect(() => void isOn().then((on) => set(on ? 'on' : 'off')), []);
  const change = (on: boolean) => {
    set(on ? 'on' : 'off');
    void (on ? switchOn() : switchOff()).then(set);
  };
  return <section data-push={state}>
    <h2>{tell('push.title')}</h2>
    <SwitchField name={tell('push.switch')} about={tell('push.switch.about')} on={state === 'on'} set={change} />
    <p role="alert">{state === 'denied' || state === 'failed' || state === 'none' ? tell(`push.${state}`) : ''}</p>
  </section>;
}
