// SPDX-License-Identifier: MIT
// What the server stores about a person, with or without an account: a copy, and deletion.
import { useState } from 'preact/hooks';
import { server } from '../../net/server';
import { tell } from '../../texts';
import { useDeed } from '../together/deed';
import { Sure } from '../together/dialogs';
import { CurrentPassword, OwnName } from './fields';
import { passwordRefusal } from './words';

export function Data({ name, leave }: { name: string | null; leave(words: string): void }) {
  const deed = useDeed(), [password, setPassword] = useState(''), [asked, setAsked] = useState(false);
  const what = tell(name === null ? 'account.erase.guest' : 'account.erase');
  const erase = async () => {
    const reply = await deed.run(server.ask('erase', name === null ? {} : { password }));
    if (reply.ok)
      leave(tell('account.erased'));
    else
      deed.tell(passwordRefusal(reply));
  };
  const ask = () => {
    deed.tell(name !== null && password === '' ? tell('account.erase.password') : '');
    setAsked(name === null || password !== '');
  };
  return <section>
    <h2>{tell('account.data')}</h2>
    <p>{tell('account.data.about')}</p>
    <a class="btn" data-act="copy" href={server.where('me.json').href} download="boneyard.json">{tell('account.data.load')}</a>
    <p>{tell('account.erase.about')}</p>
    <form onSubmit={(event) => { event.preventDefault(); ask(); }}>
      {name !== null && <><OwnName name={name} /><CurrentPassword value={password} set={setPassword} /></>}
      <button type="submit" class="btn" data-act="erase" disabled={deed.busy}>{what}</button>
      <p role="alert">{deed.said}</p>
    </form>
    {asked && <Sure title={tell('account.erase.sure')} words={tell('account.erase.about')} yes={what} does={erase}
      onClose={() => setAsked(false)} />}
  </section>;
}
