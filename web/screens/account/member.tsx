// SPDX-License-Identifier: MIT
// What the owner of an account can do: the password, the devices, recovery codes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { server } from '../../net/server';
import type { Device } from '../../net/wire';
import { tell } from '../../texts';
import { type Deed, useDeed } from '../together/deed';
import { Sure } from '../together/dialogs';
import { CurrentPassword, FreshPassword, Outcome, OwnName } from './fields';
import { deviceWords, passwordRefusal, shortWords, usedWords } from './words';

interface Logins { devices: readonly Device[]; left: number; look(): Promise<void> }

function useLogins(deed: Deed): Logins {
  const [devices, set] = useState<readonly Device[]>([]), [left, setLeft] = useState(0);
  const look = async () => {
    const reply = await deed.run(server.ask('sessions', {}));
    if (!reply.ok)
      return;
    set([...reply.sessions ?? []].sort((a, b) => Number(b.here) - Number(a.here) || b.used - a.used));
    setLeft(reply.left ?? 0);
  };
  useEffect(() => void look(), []);
  return { devices, left, look };
}

function Password({ name, look }: { name: string; look(): Promise<void> }) {
  const deed = useDeed(), [password, setPassword] = useState(''), [fresh, setFresh] = useState(''), [done, setDone] = useState('');
  const change = async () => {
    const short = shortWords(name, fresh);
    setDone('');
    deed.tell(short);
    if (short)
      return;
    const reply = await deed.run(server.ask('password', { password, fresh }));
    if (!reply.ok) {
      deed.tell(passwordRefusal(reply));
      return;
    }
    setPassword('');
    setFresh('');
    setDone(tell('account.changed'));
    await look();
  };
  return <section>
    <h2>{tell('account.change')}</h2>
    <p>{tell('account.change.about')}</p>
    <form onSubmit={(event) => { event.preventDefault(); void change(); }}>
      <OwnName name={name} />
      <CurrentPassword value={password} set={setPassword} />
      <FreshPassword value={fresh} set={setFresh} />
      <button type="submit" class="btn" data-act="change" disabled={deed.busy}>{tell('account.change')}</button>
      <Outcome deed={deed} done={done} />
    </form>
  </section>;
}

function Devices({ logins, deed, leave }: { logins: Logins; deed: Deed; leave(words: string): void }) {
  const [done, setDone] = useState(''), [asked, setAsked] = useState(false), now = Date.now() / 1000;
  const end = async ({ id }: Device) => {
    setDone('');
    if (!(await deed.run(server.ask('logout', { session: id }))).ok)
      return;
    await logins.look();
    setDone(tell('account.device.ended'));
  };
  const endAll = async () => {
    if ((await deed.run(server.ask('logout', { all: true }))).ok)
      leave(tell('account.left.all'));
  };
  return <section>
    <h2>{tell('account.devices')}</h2>
    <ul class="account-devices">{logins.devices.map((one) => {
      const words = deviceWords(one.device);
      return <li key={one.id} data-here={one.here}>
        <div><b>{words}</b><p class="note">{one.here ? tell('account.device.here') : usedWords(one.used, now)}</p></div>
        {!one.here && <button type="button" class="btn" data-act="end" disabled={deed.busy} aria-label={tell('account.device.end.of', words)}
          onClick={() => void end(one)}>{tell('account.device.end')}</button>}
      </li>;
    })}</ul>
    <button type="button" class="btn" data-act="logout-all" disabled={deed.busy} onClick={() => setAsked(true)}>
      {tell('account.out.all')}</button>
    <Outcome deed={deed} done={done} />
    {asked && <Sure title={tell('account.out.all.sure')} words={tell('account.out.all.about')} yes={tell('account.out.all')}
      does={endAll} onClose={() => setAsked(false)} />}
  </section>;
}

/** The codes exist only in this component and are gone once the screen is left. */
function Codes({ name, left, look }: { name: string; left: number; look(): Promise<void> }) {
  const deed = useDeed(), [password, setPassword] = useState(''), [codes, setCodes] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (codes.length > 0)
      heading.current?.focus();         // the focused button is gone
  }, [codes]);
  const make = async () => {
    const reply = await deed.run(server.ask('codes', { password }));
    if (!reply.ok) {
      deed.tell(passwordRefusal(reply));
      return;
    }
    setPassword('');
    setCodes(reply.codes ?? []);
    await look();
  };
  if (codes.length > 0)
    return <section class="account-codes">
      <h2 tabIndex={-1} ref={heading}>{tell('account.codes.of', name, location.host)}</h2>
      <p>{tell('account.codes.once')}</p>
      <ol>{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ol>
      <div class="with-bar">
        <button type="button" class="btn primary" data-act="print" onClick={() => window.print()}>{tell('account.codes.print')}</button>
        <button type="button" class="btn" data-act="codes-kept" onClick={() => setCodes([])}>{tell('account.codes.kept')}</button>
      </div>
    </section>;
  return <section>
    <h2>{tell('account.codes')}</h2>
    <p>{tell('account.codes.about')}</p>
    <p data-left={left}>{left === 0 ? tell('account.codes.none') : tell('account.codes.left', left)}</p>
    <form onSubmit={(event) => { event.preventDefault(); void make(); }}>
      <OwnName name={name} />
      <CurrentPassword value={password} set={setPassword} />
      <button type="submit" class="btn" data-act="codes" disabled={deed.busy}>{tell('account.codes.make')}</button>
      <p role="alert">{deed.said}</p>
    </form>
  </section>;
}

export function Member({ name, leave }: { name: string; leave(words: string): void }) {
  const deed = useDeed(), logins = useLogins(deed), own = useDeed();
  const logOut = async () => {
    if ((await own.run(server.ask('logout', {}))).ok)
      leave(tell('account.left'));
  };
  return <>
    <section>
      <p>{tell('account.is', name)}</p>
      <button type="button" class="btn" data-act="logout" disabled={own.busy} onClick={() => void logOut()}>{tell('account.out')}</button>
      <p role="alert">{own.said}</p>
    </section>
    <Codes name={name} left={logins.left} look={logins.look} />
    <Password name={name} look={logins.look} />
    <Devices logins={logins} deed={deed} leave={leave} />
  </>;
}
