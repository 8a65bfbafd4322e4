// The bots' side of the page: a module of its own in a Web Worker, so that the page never freezes.  Each question brings
// the whole history, which is played again: nothing is kept that could go out of step.
import { Engine } from './engine';
import { type History, standAt } from './history';

export interface Question { id: number; kind: 'ask' | 'hint'; history: History; seat: number; bot: number; count: number; stream: number }
export interface Answer { id: number; chosen: number; values: number[]; words: string; error: string }

let engine: Promise<Engine> | null = null;

async function answer(q: Question): Promise<Answer> {
  const e = await (engine ?? Promise.reject(new Error('no module')));
  standAt(e, q.history);
  if (q.kind === 'hint') {
    const { best, words } = e.hint(q.seat, q.count);
    return { id: q.id, chosen: best, values: [], words, error: '' };
  }
  return { id: q.id, ...e.ask(q.bot, q.seat, q.count, q.stream), words: '', error: '' };
}

addEventListener('message', (message: MessageEvent<WebAssembly.Module | Question>) => {
  const data = message.data;
  if (data instanceof WebAssembly.Module) {
    engine = Engine.load(data);
    return;
  }
  answer(data).then((a) => postMessage(a), (error: unknown) =>
    postMessage({ id: data.id, chosen: -1, values: [], words: '', error: String(error) } satisfies Answer));
});
