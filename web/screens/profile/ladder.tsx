// SPDX-License-Identifier: MIT
// The ladder of a family, page by page.
import { useEffect, useState } from 'preact/hooks';
import type { Placed } from '../../net/wire';
import { tell } from '../../texts';
import { go, type ShownEarly } from '../app';
import { OneOf } from '../parts';
import { useDeed } from '../together/deed';
import { server } from '../together/server';
import { useStore } from '../use';
import { Empty, Frame } from './frame';
import { familyName, rated } from './words';

const PAGE = 50;

/** The user's name as written by the server; null without an account. */
function useOwnName(): string | null {
  const account = useStore(server.account), [own, set] = useState<string | null>(null);
  useEffect(() => {
    set(null);
    if (account !== null)
      void server.ask('profile', {}).then((reply) => reply.ok && set(reply.profile?.name ?? null));
  }, [account]);
  return own;
}

function Rows({ rows, first, screen }: { rows: readonly Placed[]; first: number; screen: ShownEarly<'ladder'>['screen'] }) {
  const own = useOwnName();
  return <section><table>
    <thead><tr><th scope="col" class="num">{tell('profile.rank')}</th><th scope="col">{tell('profile.player')}</th>
      <th scope="col" class="num">{tell('profile.rating')}</th><th scope="col" class="num">{tell('profile.count')}</th></tr></thead>
    <tbody>{rows.map(({ name, points, half, matches }, i) => <tr key={name} class={name === own ? 'you' : ''}>
      <td class="num">{first + i}</td>
      <th scope="row"><button type="button" class="btn quiet" data-act="person" onClick={() => go({ at: 'profile', name, back: screen })}><bdi>{name}</bdi></button>
        {name === own && <span class="profile-you">{tell('profile.you')}</span>}</th>
      <td class="num"><b>{points}</b> ± {half}</td><td class="num">{matches}</td>
    </tr>)}</tbody>
  </table></section>;
}

export default function Ladder({ screen }: ShownEarly<'ladder'>) {
  const wanted = rated.find((one) => one === screen.family) ?? rated[0] ?? 'line', [family, setFamily] = useState<string>(wanted);
  const [pages, setPages] = useState<readonly string[]>(['']), after = pages.at(-1) ?? '';
  const [rows, set] = useState<readonly Placed[] | null>(null), [more, setMore] = useState<string | undefined>(), deed = useDeed();
  useEffect(() => {
    let stays = true;
    set(null);
    void deed.run(server.ask('ladder', { family, ...(after ? { after } : {}) })).then((reply) => {
      if (!stays || !reply.ok)
        return;
      set(reply.ladder ?? []);
      setMore(reply.more);
    });
    return () => void (stays = false);
  }, [family, after]);
  const choose = (one: string) => { setFamily(one); setPages(['']); setMore(undefined); };
  useEffect(() => choose(wanted), [wanted]);              // another address
  return <Frame at="ladder" back={screen.back} title={tell('profile.ladder')} said={deed.said}>
    <p class="note">{tell('profile.ladder.about')}</p>
    <OneOf name={tell('profile.family')} value={family} all={rated.map((one) => [one as string, familyName(one)] as const)} set={choose} />
    {rows?.length === 0 && pages.length === 1 && <Empty title={tell('profile.ladder.none')} about={tell('profile.ladder.none.about')} />}
    {rows && rows.length > 0 && <Rows rows={rows} first={PAGE * (pages.length - 1) + 1} screen={{ ...screen, family }} />}
    {(pages.length > 1 || more !== undefined) && <div class="with-bar">
      <button type="button" class="btn" data-act="previous" disabled={pages.length === 1 || deed.busy} onClick={() => setPages(pages.slice(0, -1))}>{tell('with.page.previous')}</button>
      <button type="button" class="btn" data-act="next" disabled={more === undefined || deed.busy} onClick={() => more !== undefined && setPages([...pages, more])}>{tell('with.page.next')}</button>
    </div>}
  </Frame>;
}
