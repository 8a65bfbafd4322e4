// SPDX-License-Identifier: MIT
// Whole rounds of every game through the package, refusals, hidden tiles, undo, and a worker thread.
import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { BoneyardError, load } from 'boneyard';

const boneyard = await load();
assert.equal(boneyard.constructor, (await load(new URL('./node_modules/boneyard/boneyard.wasm', import.meta.url))).constructor);

for (const rules of ['block', 'draw players=4', 'muggins:classic', 'allfives players=3', 'fiveup', 'chickenfoot players=4', 'mexicantrain players=4',
  'castlerock']) {
  const match = await boneyard.match(rules, { seed: 'abc', names: ['<b>', 'Zoë'] });
  let moves = 0;
  match.deal();
  while (match.phase === 'playing') {
    const seat = match.turn, list = match.moves(), move = match.choose('greedy'), view = match.view(seat);
    assert.ok(list.includes(move), `${rules}: ${move} is none of ${list}`);
    if (moves % 9 === 0) {
      const svg = match.svg({ seat, places: true });
      assert.ok(svg.startsWith('<svg') && svg.endsWith('</svg>\n') && !svg.includes('<b>'));
      assert.equal(match.view().hand, null);
      assert.equal(view.counts.length, match.players);
      assert.equal(view.hand.length, view.counts[seat]);
      const other = match.view((seat + 1) % match.players);
      if (match.players > 1)
        assert.ok(view.hand.every((tile) => !other.hand.includes(tile)));
      match.play(move);
      match.undo();
      assert.deepEqual(match.view(seat), view);
    }
    match.play(move);
    moves++;
  }
  console.log(`${rules}: ${moves} moves, ${match.view().tiles.length} tiles, scores ${match.view().scores}`);
  assert.ok(moves > 5);
}

// The same seed deals the same tiles; the same bots play the same game.
const twice = [];
for (let i = 0; i < 2; i++) {
  const match = await boneyard.match('draw', { seed: '7' });
  match.deal();
  while (match.phase === 'playing')
    match.play(match.choose('medium', { count: 20 }));
  twice.push(match.view());
}
assert.deepEqual(twice[0], twice[1]);

const match = await boneyard.match('muggins', { seed: '1' });
assert.throws(() => match.play('6-6'), BoneyardError);
match.deal();
const before = match.view(0), { turn } = match;
assert.throws(() => match.play('9-9'), BoneyardError);
assert.throws(() => match.play('x'.repeat(1e6)), BoneyardError);
assert.throws(() => match.play(match.moves()[0], 1 - turn), BoneyardError);
assert.throws(() => match.choose('nobody'), BoneyardError);
assert.throws(() => match.view(2), RangeError);
assert.throws(() => match.view(-1), RangeError);
assert.throws(() => match.view(0.5), RangeError);
assert.throws(() => match.deal(), BoneyardError);
assert.deepEqual(match.view(0), before);
const { move, why } = match.hint({ count: 50 });
assert.ok(match.moves().includes(move) && why.length > 0);
await assert.rejects(boneyard.match('muggins players=9'), /2 to 4/);
await assert.rejects(boneyard.match('draw', { seed: 'xyz' }), BoneyardError);
await assert.rejects(load(new URL('./none.wasm', import.meta.url)));

const worker = new Worker(`import('boneyard').then(async ({ load }) => {
  const match = await (await load()).match('block', { seed: '3' });
  match.deal();
  (await import('node:worker_threads')).parentPort.postMessage(match.choose('hard', { count: 30 }));
})`, { eval: true });
console.log('worker:', await new Promise((done, fail) => worker.once('message', done).once('error', fail)));
await worker.terminate();
