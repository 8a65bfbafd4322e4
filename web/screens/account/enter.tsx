// SPDX-License-Identifier: MIT
// Logging in, a new account, and a new password in place of a forgotten one.
import { useState } from 'preact/hooks';
import { login, recover, register, server } from '../../net/server';
import { tell } from '../../texts';
import { remember } from '../start/others';
import { useDeed } from '../together/deed';
import { FreshPassword, TextField } from './fields';
import { shortWords } from './words';

interface EnterProps { name: string; setName(name: string): void; said(words: string): void; turn(): void }

const NameField = ({ value, set }: { value: string; set(value: string): void }) =>
  <TextField name="name" label={tell('account.name')} auto="username" most={40} value={value} set={set} />;

function Login({ name, setName, said, turn }: EnterProps) {
  const deed = useDeed(), [password, setPassword] = useState('');
  const enter = async (how: 'register' | 'login') => {
    const short = shortWords(name, password);
    said('');
    deed.tell(short);
    if (short)
      return;
    const reply = await deed.run(how === 'register' ? register({ name: name.trim(), password }) : login(name.trim(), password));
    if (!reply.ok)
      return;
    said(how === 'register' ? tell('account.made') : '');
    server.account.set(name.trim());
    remember();
  };
  return <form onSubmit={(event) => { event.preventDefault(); void enter('login'); }}>
    <NameField value={name} set={setName} />
    <TextField name="password" label={tell('account.password')} auto="current-password" secret value={password} set={setPassword} />
    <div class="with-bar">
      <button type="submit" class="btn primary" data-act="login" disabled={deed.busy}>{tell('account.in')}</button>
      <button type="button" class="btn" data-act="register" disabled={deed.busy} onClick={() => void enter('register')}>
        {tell('account.new')}</button>
    </div>
    <p role="alert">{deed.said}</p>
    <button type="button" class="btn quiet" data-act="forgot" onClick={turn}>{tell('account.forgot')}</button>
  </form>;
}

function Recover({ name, setName, said, turn }: EnterProps) {
  const deed = useDeed(), [code, setCode] = useState(''), [fresh, setFresh] = useState('');
  const enter = async () => {
    const wrong = shortWords(name, fresh) || (code.trim() === '' ? tell('account.code.none') : '');
    said('');
    deed.tell(wrong);
    if (wrong || !(await deed.run(recover(name.trim(), code, fresh))).ok)
      return;
    said(tell('account.recovered'));
    server.account.set(name.trim());
  };
  return <form onSubmit={(event) => { event.preventDefault(); void enter(); }}>
    <h2>{tell('account.forgot')}</h2>
    <p>{tell('account.forgot.about')}</p>
    <NameField value={name} set={setName} />
    <TextField name="code" label={tell('account.code')} auto="off" most={60} value={code} set={setCode} />
    <FreshPassword value={fresh} set={setFresh} />
    <div class="with-bar">
      <button type="submit" class="btn primary" data-act="recover" disabled={deed.busy}>{tell('account.recover')}</button>
      <button type="button" class="btn" data-act="remembered" onClick={turn}>{tell('account.in.back')}</button>
    </div>
    <p role="alert">{deed.said}</p>
  </form>;
}

export function Enter({ said }: { said(words: string): void }) {
  const [name, setName] = useState(''), [forgot, setForgot] = useState(false);
  const Form = forgot ? Recover : Login;
  return <section><Form name={name} setName={setName} said={said} turn={() => { said(''); setForgot(!forgot); }} /></section>;
}
