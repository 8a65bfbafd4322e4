// SPDX-License-Identifier: MIT
// Puzzle of the day: one position, one answer, then the reason and the value of every move.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Why } from '../../core/daily';
import { positionOf, type PuzzleLine, readPuzzle } from '../../core/daily';
import type { History } from '../../core/history';
import { Puzzle } from '../../core/puzzle';
import { settings } from '../../core/settings';
import type { Move } from '../../core/views';
import { tell } from '../../texts';
import { go, type Screen, type Tools } from '../app';
import { clockOf } from '../castle/clock';
import { High, TileMark } from '../mark';
import type { Beside } from '../table/beside';
import { Driver } from '../table/driver';
import { Play } from '../table/play';
import { Game } from '../table/table';
import type { DayProps } from './daily';
import { dayWords, DaySheet, Next, Share, shortDay } from './parts';
import { keepResult, resultOf } from './results';

/** Stops at the answer, after which no one moves. */
class PuzzleDriver extends Driver {
  private done = false;

  constructor(readonly puzzle: Puzzle, tools: Tools, private readonly answered: (move: string) => void) {
    super(puzzle, tools.bots.ask, () => settings.get().speed);
  }

  override play(move: string): void {
    const { due } = this.now.get();
    if (due.kind !== 'move' || this.done)
      return;
    this.done = true;
    this.session.play(due.seat, move);
    this.stop();
    this.show();
    this.answered(move);
  }
}

/** A position before the answer, its moves, and the moves that led to it. */
interface Asked { puzzle: Puzzle; line: PuzzleLine; moves: Move[]; seat: number; history: History }

async function ask(tools: Tools, date: string): Promise<Asked> {
  const lines = (await import('../../generated/puzzles.txt?raw')).default.trimEnd().split('\n');
  const line = readPuzzle(lines[await tools.bots.daily('puzzle', date, lines.length)] ?? '');
  const puzzle = await Puzzle.of(tools.engine, line), seat = puzzle.people[0] ?? 0;
  return { puzzle, line, seat, moves: puzzle.moves(seat), history: structuredClone(puzzle.history) };
}

const sentence = (words: string): string => (words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`);
const tenths = (thousandths: number, signDisplay: 'exceptZero' | 'never' = 'exceptZero'): string => new Intl.NumberFormat(settings.get().language,
  { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay }).format(thousandths / 1000);
const percent = (thousandths: number): string => new Intl.NumberFormat(settings.get().language, { style: 'percent' }).format(thousandths / 1000);

/** One of each group of moves that lead to the same table, best first. */
function ranked({ line, moves }: Asked): number[] {
  const value = (at: number): number => line.values[at] ?? 0;
  const order = moves.map((_, at) => at).sort((a, b) => value(b) - value(a) || Number(b === line.best) - Number(a === line.best) || a - b);
  return order.filter((at, i) => !order.slice(0, i).some((other) => value(other) === value(at) && moves[other]?.tile?.id === moves[at]?.tile?.id));
}

function Values({ asked, words, played }: { asked: Asked; words: readonly string[]; played: number }) {
  const { line, moves } = asked, matched = line.deals === 0 && asked.puzzle.terms.target > 0, chances = matched ? line.values : line.wins;
  const best = line.values[line.best] ?? 0, points = line.deals > 0, shown = ranked(asked);
  const isPlayed = (at: number): boolean => at === played || (line.values[at] === line.values[played] && moves[at]?.tile?.id === moves[played]?.tile?.id);
  return (
    <table class="daily-values">
      <thead><tr><th>{tell('daily.move')}</th>{chances.length > 0 && <th>{tell(matched ? 'daily.match' : 'daily.rounds')}</th>}
        {!matched && <th>{tell(points ? 'daily.points' : 'daily.behind')}</th>}</tr></thead>
      <tbody>{shown.map((at) => {
        const tile = moves[at]?.tile, chance = chances[at] ?? 0, value = line.values[at] ?? 0;
        return (
          <tr key={at} class={isPlayed(at) ? 'own' : ''}>
            <th>{tile && <TileMark tile={tile} half={20} />} <span>{sentence(words[at] ?? moves[at]?.text ?? '').replace(/\.$/, '')}
              {isPlayed(at) && <small> {tell('daily.yours')}</small>}</span></th>
            {chances.length > 0 && <td><span class="daily-meter" aria-hidden="true"><i style={{ inlineSize: `${chance / 10}%` }} /></span>{percent(chance)}</td>}
            {!matched && <td>{points ? tenths(value) : value === best ? tell('daily.best') : tenths(best - value, 'never')}</td>}
          </tr>
        );
      })}</tbody>
    </table>
  );
}

interface AnswerProps { asked: Asked; tools: Tools; date: string; played: number; ms: number; onAgain(): void; onLook(): void }

function Answer({ asked, tools, date, played, ms, onAgain, onLook }: AnswerProps) {
  const { line, seat, history } = asked, right = line.values[played] === line.values[line.best], [why, set] = useState<Why | null>(null);
  useEffect(() => {
    const next = ranked(asked).find((at) => line.values[at] !== line.values[line.best]) ?? line.best;
    tools.bots.why(history, seat, line.best, right ? next : played).then(set, () => set({ why: '', known: '', moves: [] }));
  }, []);
  const best = why?.moves[right ? played : line.best] ?? '', time = clockOf(ms);
  const result = right ? tell('daily.puzzle.solved', time) : tell('daily.puzzle.missed');
  return (
    <DaySheet title={tell(right ? 'daily.right' : 'daily.wrong')} onClose={onLook} foot={<>
      <button type="button" class="btn primary" data-act="today" onClick={() => go({ at: 'daily' })}>{tell('daily.title')}</button>
      <button type="button" class="btn" data-act="again" onClick={onAgain}>{tell('daily.puzzle.again')}</button>
      <button type="button" class="btn" onClick={onLook}>{tell('sheet.look')}</button>
    </>}>
      <p class="sheet-lead" data-right={right}>{best !== '' && tell('daily.puzzle.best', best)} {right ? tell('daily.puzzle.time', time)
        : tell('daily.puzzle.played', why?.moves[played] ?? '')}</p>
      {why && (why.why !== '' || why.known !== '') && <p class="daily-why"><b>{sentence(why.why)}</b> {why.known}</p>}
      <Values asked={asked} words={why?.moves ?? []} played={played} />
      <p class="daily-quiet">{line.deals > 0 ? tell('daily.proof.exact', line.deals) : tell('daily.proof.search')}</p>
      <Share lines={[tell('daily.line', tell('daily.puzzle'), dayWords(date)), result]} />
      <Next />
    </DaySheet>
  );
}

const nothing = (): null => null;

/** The day's answer if it was given for this position; an older page may have had another list of puzzles. */
function answered({ line, moves }: Asked, date: string): { played: number; ms: number } | null {
  const { puzzle } = resultOf(date), played = moves.findIndex(({ text }) => text === puzzle?.move);
  return puzzle && puzzle.position === positionOf(line) && played >= 0 ? { played, ms: puzzle.ms } : null;
}

interface TableProps { asked: Asked; tools: Tools; screen: Screen; date: string; onAgain(): void }

function PuzzleTable({ asked, tools, screen, date, onAgain }: TableProps) {
  const [answer, set] = useState(() => answered(asked, date)), [over, cover] = useState(true);
  const play = useMemo(() => new Play(new PuzzleDriver(asked.puzzle, tools, (text) => {
    const played = asked.moves.findIndex((move) => move.text === text), ms = asked.puzzle.elapsed;
    const right = asked.line.values[played] === asked.line.values[asked.line.best];
    if (!resultOf(date).puzzle)         // only the first move counts
      keepResult(date, { puzzle: { position: positionOf(asked.line), move: text, right, ms } });
    setTimeout(() => { set({ played, ms }); cover(true); }, settings.get().speed === 'none' ? 0 : 900);
  }), tools.engine, () => Promise.reject(new Error())), [asked]);
  useEffect(() => {
    play.driver.start();
    return () => {
      play.stop();
      play.driver.stop();
    };
  }, [play]);
  const beside = useMemo((): Beside => ({
    Strip: () => <span class="daily-strip">{tell('daily.puzzle.short')} · {shortDay(date)}</span>, Plate: nothing, People: nothing, Heard: nothing, Foot: nothing,
    Banner: () => <p class="daily-banner ruled-banner"><span>{tell('daily.puzzle.task')}</span> <button type="button" class="btn quiet" data-act="puzzle-rules"
      onClick={() => go({ at: 'rules', rules: asked.puzzle.setup.rules, back: screen })}>{tell('app.rules')}</button></p>,
    items: [[tell('daily.title'), 'today', () => go({ at: 'daily' })]], kept: tell('daily.puzzle.kept'),
  }), [asked]);
  return (
    <High.Provider value={play.high}>
      <Game play={play} here={screen} beside={beside} />
      {answer && over && <Answer asked={asked} tools={tools} date={date} {...answer} onAgain={onAgain} onLook={() => cover(false)} />}
      {answer && !over && <button type="button" class="btn turn big daily-back" data-act="answer" onClick={() => cover(true)}>{tell('daily.answer')}</button>}
    </High.Provider>
  );
}

export default function PuzzleDay({ tools, screen, date }: DayProps) {
  const [asked, set] = useState<Asked | null>(null), [error, fail] = useState<unknown>(null), [tries, again] = useState(0);
  useEffect(() => {
    let wanted = true;
    ask(tools, date).then((made) => wanted && set(made), (reason: unknown) => wanted && fail(reason));
    return () => void (wanted = false);
  }, [tries]);
  if (error !== null)
    throw error;
  return asked ? <PuzzleTable key={tries} asked={asked} tools={tools} screen={screen} date={date} onAgain={() => { set(null); again(tries + 1); }} />
    : <p class="loading" role="status">{tell('app.loading')}</p>;
}
