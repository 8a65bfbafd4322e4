// The page's side of the bots' worker (worker.ts).
import type { History } from './history';
import type { Answer, Question } from './worker';

export class Bots {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>();
  private next = 1;

  constructor(module: WebAssembly.Module) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.worker.postMessage(module);
    this.worker.addEventListener('message', (message: MessageEvent<Answer>) => {
      const asked = this.waiting.get(message.data.id);
      this.waiting.delete(message.data.id);
      if (message.data.error)
        asked?.failed(new Error(message.data.error));
      else
        asked?.done(message.data);
    });
  }

  private send(question: Omit<Question, 'id'>): Promise<Answer> {
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker.postMessage({ ...question, id });
    });
  }

  /** A bot's choice; count: its budget, 0 for its own. */
  ask = async (history: History, seat: number, bot: number, stream: number, count = 0): Promise<number> =>
    (await this.send({ kind: 'ask', history, seat, bot, stream, count })).chosen;

  hint = async (history: History, seat: number): Promise<{ best: number; words: string }> => {
    const { chosen, words } = await this.send({ kind: 'hint', history, seat, bot: 0, stream: 0, count: 0 });
    return { best: chosen, words };
  };
}
