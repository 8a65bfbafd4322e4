// SPDX-License-Identifier: MIT
// Shows an error: what happened, what is safe, and how to continue.
import { tell, type TextKey } from '../texts';

/** An error with its own sentence. */
export class Known extends Error {
  constructor(readonly words: TextKey, override readonly cause: unknown = null) { super(words); }
}

export function Failure({ error, fetching }: { error: unknown; fetching?: boolean }) {
  const words = error instanceof Known ? error.words : fetching ? 'app.unfetched' : 'app.unexpected';
  const detail = error instanceof Known ? error.cause : error;
  return <main class="failure">
    <h1>{tell('app.stopped')}</h1>
    <p role="alert">{tell(words)}</p>
    {words !== 'app.nowasm' && <button type="button" class="btn primary" onClick={() => location.reload()}>{tell('app.reload')}</button>}
    {detail !== null && <details><summary>{tell('app.detail')}</summary><p>{String(detail)}</p></details>}
  </main>;
}
