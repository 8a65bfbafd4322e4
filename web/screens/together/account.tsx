// SPDX-License-Identifier: MIT
// An optional account: the same tables on all devices.
import { useId, useState } from 'preact/hooks';
import { login, register } from '../../net/server';
import { learn, tell } from '../../texts';
import { texts as together } from '../../generated/texts/with';
import { useStore } from '../use';
import { useDeed } from './deed';
import { useServer } from './server';
import { NoServer } from './tables';
import './together.css';

learn(together);

const NAME = 3, PASSWORD = 8;

export function Account() {
  const server = useServer(), reach = useStore(server.reach), account = useStore(server.account), deed = useDeed(), id = useId();
  const [name, setName] = useState(''), [password, setPassword] = useState(''), [done, setDone] = useState('');
  const enter = async (how: 'register' | 'login') => {
    setDone('');
    if (name.trim().length < NAME || password.length < PASSWORD) {
      deed.tell(tell('with.account.short'));
      return;
    }
    const reply = await deed.run(how === 'register' ? register({ name: name.trim(), password }) : login(name.trim(), password));
    if (reply.ok) {
      setPassword('');
      server.account.set(name.trim());
      setDone(how === 'register' ? tell('with.account.made') : '');
    }
  };
  const leave = async () => {
    if ((await deed.run(server.ask('logout', {}))).ok) {
      server.account.set(null);
      setDone(tell('with.account.left'));
      server.again();
    }
  };
  if (reach === 'none' || reach === 'offline')
    return <NoServer again={() => server.again()} />;
  return <div class="with-account">
    {account !== null ? <>
      <p>{tell('with.account.is', account)}</p>
      <button type="button" class="btn" data-act="logout" disabled={deed.busy}
        onClick={() => void leave()}>{tell('with.account.out')}</button>
    </> : <form onSubmit={(event) => { event.preventDefault(); void enter('login'); }}>
      <label for={`${id}n`}>{tell('with.account.name')}</label>
      <input id={`${id}n`} type="text" autocomplete="username" maxLength={40} value={name}
        onInput={(e) => setName(e.currentTarget.value)} />
      <label for={`${id}p`}>{tell('with.account.password')}</label>
      <input id={`${id}p`} type="password" autocomplete="current-password" maxLength={100} value={password}
        onInput={(e) => setPassword(e.currentTarget.value)} />
      <div class="with-bar">
        <button type="submit" class="btn" data-act="login" disabled={deed.busy}>{tell('with.account.in')}</button>
        <button type="button" class="btn" data-act="register" disabled={deed.busy} onClick={() => void enter('register')}>
          {tell('with.account.new')}</button>
      </div>
      <p class="note">{tell('with.account.lost')}</p>
    </form>}
    <p role="alert">{deed.said}</p>
    <p role="status">{done}</p>
  </div>;
}
