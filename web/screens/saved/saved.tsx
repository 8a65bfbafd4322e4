// SPDX-License-Identifier: MIT
// Saved games: resume, review, save as a file, delete with undo, open a file.
import { useEffect, useRef, useState } from 'preact/hooks';
import { changes, dropGame, keeping, keepGame, type SavedGame, savedGames } from '../../core/saves';
import { Session } from '../../core/session';
import { settings } from '../../core/settings';
import { learn, tell } from '../../texts';
import { texts as saved } from '../../generated/texts/saved';
import { go, type Screen, type ShownEarly, type Tools } from '../app';
import { Head, Title } from '../head';
import { gameName, gameOf } from '../start/catalogue';
import { GamePicture } from '../start/picture';
import { useStore } from '../use';
import { saveRecord } from './file';
import { openGame, scoreLine } from './open';
import './saved.css';

learn(saved);

const LARGEST = 4e6;                    // bytes; a long game takes a few hundred thousand

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A date in the language's format, with the time if it is today. */
function whenOf(utc: string): string {
  const date = new Date(utc), today = new Date().toDateString() === date.toDateString();
  if (Number.isNaN(date.getTime()))
    return utc;
  return new Intl.DateTimeFormat(settings.get().language, today ? { timeStyle: 'short' } : { dateStyle: 'long' }).format(date);
}

interface Doing { tools: Tools | null; here: Screen; drop(game: SavedGame): void; fail(words: string): void }

function Row({ game, tools, here, drop, fail }: { game: SavedGame } & Doing) {
  const name = gameName(game.rules), long = `${name}, ${whenOf(game.date)}`;
  const on = () => {
    if (tools)
      openGame(tools, game).catch((error: unknown) => fail(wordsOf(error)));
  };
  return <li class="saved-game">
    <GamePicture game={gameOf(game.rules).key} />
    <div class="saved-words">
      <h2>{name}</h2>
      <p>{scoreLine(game)}</p>
      <p class="note"><span class={game.over ? 'saved-state' : 'saved-state on'}>{game.over ? tell('saved.over') : tell('saved.on',
        game.round)}</span>{' '}
        {tell('saved.played', whenOf(game.changed))}</p>
    </div>
    <div class="saved-do">
      <button type="button" class={game.over ? 'btn' : 'btn primary'} disabled={!tools} onClick={on}
        aria-label={tell(game.over ? 'saved.look.of' : 'saved.continue.of', long)}>{tell(game.over ? 'saved.look'
          : 'saved.continue')}</button>
      <button type="button" class="btn" disabled={!tools} aria-label={tell('saved.review.of', long)}
        onClick={() => go({ at: 'review', record: game.record, back: here })}>{tell('saved.review')}</button>
      <button type="button" class="btn" data-act="download" aria-label={tell('saved.file.of', long)}
        onClick={() => saveRecord(game.record, game.rules, game.date.slice(0, 10))}>{tell('saved.file')}</button>
      <button type="button" class="btn" aria-label={tell('saved.delete.of', long)}
        onClick={() => drop(game)}>{tell('saved.delete')}</button>
    </div>
  </li>;
}

/** Reads a record on a separate engine and saves it in this browser. Returns its name. */
async function takeFile(tools: Tools, file: File): Promise<string> {
  if (file.size > LARGEST)
    throw new RangeError(tell('saved.large', (file.size / 1e6).toFixed(1)));
  const session = Session.load(await tools.fresh(), await file.text());
  session.keep();
  await session.settled();
  return gameName(session.setup.rules);
}

function Opening({ tools, say, fail }: { tools: Tools | null; say(words: string): void; fail(words: string): void }) {
  const [over, setOver] = useState(false);
  const take = async (files: FileList | null | undefined) => {
    for (const file of [...(files ?? [])])
      try {
        if (tools)
          say(tell('saved.opened', await takeFile(tools, file)));
      } catch (error) {
        fail(tell('saved.unread', file.name, wordsOf(error)));
      }
  };
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files'))
        return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop')
        void take(event.dataTransfer.files);
    };
    const kinds = ['dragover', 'dragleave', 'drop'] as const;
    kinds.forEach((kind) => window.addEventListener(kind, drag));
    return () => kinds.forEach((kind) => window.removeEventListener(kind, drag));
  }, [tools]);
  return <section class={over ? 'saved-open over' : 'saved-open'}>
    <p class="note" id="saved-file-about">{over ? tell('saved.drop') : tell('saved.open.about')}</p>
    <input id="saved-file" class="hidden-words" type="file" accept=".jsonl,.ndjson,.json,.txt,.boneyard" disabled={!tools} aria-describedby="saved-file-about"
      onChange={(e) => {
        const field = e.currentTarget;
        void take(field.files).then(() => void (field.value = ''));     // so that the same file can be chosen again
      }} />
    <label for="saved-file" class="btn">{tell('saved.open')}</label>
  </section>;
}

export default function Saved({ tools, screen }: ShownEarly<'saved'>) {
  const [games, setGames] = useState<SavedGame[] | null>(null), [dropped, setDropped] = useState<SavedGame | null>(null);
  const [said, setSaid] = useState(''), [failed, setFailed] = useState(''), undo = useRef<HTMLButtonElement>(null);
  const changed = useStore(changes), kept = useStore(keeping);
  useEffect(() => {
    void savedGames().then(setGames);
  }, [changed]);
  useEffect(() => undo.current?.focus(), [dropped]);
  const drop = async (game: SavedGame) => {
    await dropGame(game.id);
    setDropped(game);
    setSaid('');
  };
  const back = async () => {
    if (dropped)
      await keepGame({ ...dropped, version: 0 });
    setDropped(null);
  };
  const say = (words: string) => { setSaid(words); setFailed(''); };
  const fail = (words: string) => { setFailed(words); setSaid(''); };
  return <div class="saved">
    <Head>
      <button type="button" class="btn quiet" data-act="stats" onClick={() => go({ at: 'stats' })}>{tell('saved.stats')}</button>
      <button type="button" class="btn" onClick={() => go({ at: 'start' })}>{tell('saved.start')}</button>
    </Head>
    <main class="form">
      <Title words={tell('saved.title')} />
      <p class="note">{kept === 'kept' ? tell('saved.lead') : tell(`keep.${kept}`)}</p>
      <div class="saved-said" role="status">
        {dropped && <p>{tell('saved.deleted', gameName(dropped.rules))} <button type="button" class="btn" ref={undo}
          onClick={() => void back()}>{tell('saved.undo')}</button></p>}
        {said && <p>{said}</p>}
      </div>
      <p class="saved-failed" role="alert">{failed}</p>
      {!games && <p role="status">{tell('saved.reading')}</p>}
      {games?.length === 0 && <p>{tell('saved.none')}</p>}
      <ul class="saved-list">{games?.map((game) => <Row key={game.id} game={game} tools={tools} here={screen}
        drop={(one) => void drop(one)} fail={fail} />)}</ul>
      <Opening tools={tools} say={say} fail={fail} />
    </main>
  </div>;
}
