// SPDX-License-Identifier: MIT
// "Could this deal be cleared?": a worker runs the solver; the search can be stopped, and there are three answers.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Bots } from '../../core/bots';
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import './castle.css';

type State = { at: 'ready' } | { at: 'asking'; s: number } | { at: 'answer'; words: string };

const answerOf = (clear: boolean | null): string => tell(clear === null ? 'castle.unknown' : clear ? 'castle.yes' : 'castle.no');

function useQuestion(session: Game) {
  const [state, setState] = useState<State>({ at: 'ready' }), asked = useRef<AbortController | null>(null);
  useEffect(() => () => asked.current?.abort(), []);
  const ask = async (): Promise<void> => {
    const stop = (asked.current = new AbortController()), begun = Date.now();
    setState({ at: 'asking', s: 0 });
    const timer = setInterval(() => setState({ at: 'asking', s: Math.floor((Date.now() - begun) / 1000) }), 1000);
    try {
      setState({ at: 'answer', words: answerOf(await new Bots().clearable(session.history, stop.signal)) });
    } catch (error) {
      setState(stop.signal.aborted ? { at: 'ready' } : { at: 'answer', words: tell('castle.failed', String(error)) });
    } finally {
      clearInterval(timer);
    }
  };
  return { state, ask: () => void ask(), stop: () => asked.current?.abort() };
}

export function Clearable({ session }: { session: Game }) {
  const { state, ask, stop } = useQuestion(session), said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (state.at === 'answer')
      said.current?.focus();            // the focused button is gone
  }, [state.at]);
  return (
    <div class="castle-ask">
      {state.at === 'ready' && <button type="button" class="btn" onClick={ask}>{tell('castle.ask')}</button>}
      {state.at === 'asking' && (
        <>
          <progress aria-label={tell('castle.ask')} />
          <span>{tell('castle.asking', state.s)}</span>
          <button type="button" class="btn" onClick={stop}>{tell('castle.stop')}</button>
        </>
      )}
      <p role="status" ref={said} tabIndex={-1} class={state.at === 'answer' ? 'castle-answer' : ''}>
        {state.at === 'answer' && <><b>{tell('castle.ask')}</b> {state.words}</>}
      </p>
    </div>
  );
}
