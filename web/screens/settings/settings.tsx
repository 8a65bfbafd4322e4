// SPDX-License-Identifier: MIT
// Settings: each change takes effect at once; a piece of the table previews it.
import { languages, speech } from '../../generated/languages';
import { choices as lists, type Settings as All, settings } from '../../core/settings';
import { tiles } from '../../core/views';
import { learn, tell, type TextKey } from '../../texts';
import { texts as words } from '../../generated/texts/settings';
import { go, type Screen, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { TileMark } from '../mark';
import { Field, OneOf, SwitchField } from '../parts';
import { useLater } from '../use';
import './settings.css';

learn(words);

const set = (some: Partial<All>): void => settings.set({ ...settings.get(), ...some });
const shownTiles = [[6, 5], [9, 8], [3, 3], [7, 2], [12, 10], [4, 1]] as const;

function Preview() {
  return <figure class="settings-preview felt">
    <figcaption>{tell('settings.preview')}</figcaption>
    <div role="img" aria-label={tell('settings.preview.words')}>
      {shownTiles.map(([high, low], i) => {
        const tile = tiles.find((one) => one.high === high && one.low === low);
        return tile && <TileMark key={tile.id} tile={tile} half={38} turn={2} marks={i === 1 ? ['play'] : i === 3 ? ['last'] : i === 5
          ? ['rest'] : []} />;
      })}
    </div>
  </figure>;
}

/** The values of a setting with their names. */
const choices = <Kind extends 'face' | 'palette' | 'theme' | 'felt' | 'speed'>(kind: Kind, values: readonly All[Kind][]) =>
  values.map((value): readonly [All[Kind], string] => [value, tell(`settings.${kind}.${value}` as TextKey)]);

function TilePart({ now }: { now: All }) {
  return <section>
    <h2>{tell('settings.tiles')}</h2>
    <OneOf name={tell('settings.face')} about={tell(`settings.face.${now.face}.about`)} value={now.face}
      all={choices('face', lists.face)} set={(face) => set({ face })} />
    <SwitchField name={tell('settings.colour')} about={tell('settings.colour.about')} on={now.oneColour}
      set={(oneColour) => set({ oneColour })} />
    {!now.oneColour && <OneOf name={tell('settings.palette')} about={tell('settings.palette.about')} value={now.palette}
      all={choices('palette', lists.palette)} set={(palette) => set({ palette })} />}
  </section>;
}

function TablePart({ now }: { now: All }) {
  return <section>
    <h2>{tell('settings.table')}</h2>
    <OneOf name={tell('settings.theme')} value={now.theme} all={choices('theme', lists.theme)}
      set={(theme) => set({ theme })} />
    <OneOf name={tell('settings.felt')} value={now.felt} all={choices('felt', lists.felt)}
      set={(felt) => set({ felt })} />
    <OneOf name={tell('settings.speed')} about={tell('settings.speed.about')} value={now.speed}
      all={choices('speed', lists.speed)} set={(speed) => set({ speed })} />
  </section>;
}

function SoundPart({ now }: { now: All }) {
  return <section>
    <h2>{tell('settings.sounds')}</h2>
    <SwitchField name={tell('settings.sound')} about={tell('settings.sound.about')} on={now.sound} set={(sound) => set({ sound })} />
    {now.sound && <Field id="settings-volume" name={tell('settings.volume')} about={tell('settings.volume.about')}>
      <input id="settings-volume" type="range" min={0} max={100} step={5} value={Math.round(100 * now.volume)}
        aria-describedby="settings-volume-about"
        onInput={(e) => set({ volume: Number(e.currentTarget.value) / 100 })} />
    </Field>}
  </section>;
}

function PlayPart({ now }: { now: All }) {
  return <section>
    <h2>{tell('settings.playing')}</h2>
    <SwitchField name={tell('settings.tap')} about={tell('settings.tap.about')} on={now.oneTap} set={(oneTap) => set({ oneTap })} />
    <SwitchField name={tell('settings.count')} about={tell('settings.count.about')} on={now.showCount}
      set={(showCount) => set({ showCount })} />
    <SwitchField name={tell('settings.keys')} about={tell('settings.keys.about')} on={now.keys} set={(keys) => set({ keys })} />
  </section>;
}

function AccountPart({ back }: { back: Screen }) {
  return <section>
    <h2>{tell('settings.account')}</h2>
    <p class="note">{tell('settings.account.about')}</p>
    <button type="button" class="btn settings-account" data-act="account" onClick={() => go({ at: 'account', back })}>
      {tell('settings.account.open')}</button>
  </section>;
}

export default function Settings({ screen }: ShownEarly<'settings'>) {
  const now = settings.get(), push = useLater(() => import('./push'), 'PushManager' in window && 'Notification' in window);
  return <div class="settings">
    <Head><button type="button" class="btn" onClick={() => go(screen.back)}>{tell('app.back')}</button></Head>
    <main class="form">
      <Title words={tell('settings.title')} />
      <p class="note">{tell('settings.lead')}</p>
      <Preview />
      <div class="settings-parts">
        <section>
          <h2>{tell('settings.language')}</h2>
          <OneOf name={tell('settings.language.which')} value={now.language} all={languages.map((one) => [one, speech[one].name])}
            set={(language) => set({ language })} />
        </section>
        <TilePart now={now} />
        <TablePart now={now} />
        <SoundPart now={now} />
        <PlayPart now={now} />
        {push && <push.PushPart />}
        <AccountPart back={screen} />
        <p class="note"><a href="notices.txt" target="_blank">{tell('settings.notices')}</a></p>
      </div>
    </main>
  </div>;
}
