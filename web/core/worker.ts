// SPDX-License-Identifier: MIT
// The bots' side of the page, in a Web Worker so that the page never freezes. It fetches its own module.
import bots from '../generated/bots.wasm?url';
import { type Job, type Progress, type Results, work } from './jobs';
import { Thinker } from './thinker';

export type Question = Job & { id: number };
export type Answer =
  | { id: number; kind: 'done'; result: Results[Job['kind']] }
  | { id: number; kind: 'step'; progress: Progress }
  | { id: number; kind: 'failed'; error: string };

const reply = (answer: Answer): void => postMessage(answer);

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(bots);
  if (!answer.ok)
    throw new Error(`${answer.status} ${answer.statusText}`);
  // Not every server sends the media type that streaming requires.
  return answer.headers.get('content-type') === 'application/wasm' ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

let module = compile();
module.catch(() => undefined);          // told to the caller
let thinker: Promise<Thinker> | null = null;

async function answer(question: Question): Promise<void> {
  const { id } = question;
  try {
    const t = await (thinker ??= module.then((compiled) => Thinker.load(compiled)));
    reply({ id, kind: 'done', result: work(t, question, (progress) => reply({ id, kind: 'step', progress })) });
  } catch (error) {
    thinker = null;                     // its state is unknown, so the next question gets a new one
    module = module.catch(compile);     // and loads the module again if it never arrived
    module.catch(() => undefined);
    reply({ id, kind: 'failed', error: String(error) });
  }
}

addEventListener('message', (message: MessageEvent<Question>) => void answer(message.data));
