// SPDX-License-Identifier: MIT
// The page's two modules as a page uses them: no imports, and a game of every preset played to its end through the flat
// functions, in both of them side by side: the small one plays, the fast one is asked for moves.
import assert from 'node:assert/strict';
import { Module } from './module.mjs';

const presets = ['block:basics', 'draw:basics', 'muggins:number', 'muggins:classic call=on', 'muggins:basics', 'muggins:online',
  'allfives:online', 'fiveup:online players=4', 'chickenfoot:number', 'chickenfoot:classic players=8', 'mexicantrain:number',
  'mexicantrain:classic knock=on', 'mexicantrain:hub', 'castlerock:number', 'castlerock:classic'];
const page = await Module.load(process.argv[2]), bots = await Module.load(process.argv[3]);
assert.deepEqual([...page.imports, ...bots.imports], []);
assert.equal(page.by.by_web_ask, undefined);
assert.notEqual(page.with('muggins:nmber', 'rules'), 0);
assert.match(page.text, /number/);
assert.equal(page.with('zz', 'seed'), 0);

// The seat to move: the one that can do more than call; undefined between rounds.
const onTurn = () => [...Array(16).keys()].find((seat) => page.call('moves', seat) > 0 && page.say('move', 0) !== 'call');

/** Does the same in both modules, which must give the same result. */
function both(what) {
  const one = what(page), other = what(bots);
  assert.deepEqual(one, other);
  return one;
}

function play(rules, level, seed) {
  const said = [];
  both((m) => {
    m.start(rules, seed);
    m.with('\x1b[31mAnna', 'name', 0);
  });
  for (let round = 0; round < 3 && both((m) => m.call('deal', -1)) === 0; round++)
    for (let seat = onTurn(); seat !== undefined; seat = onTurn()) {
      const chosen = bots.call('ask', level, seat, 20, said.length), move = both((m) => {
        const n = m.call('moves', seat);
        assert.ok(chosen >= 0 && chosen < n);
        return m.say('move', chosen);
      });
      assert.equal(both((m) => m.with(move, 'play', seat)), 0);
      said.push(both((m) => m.say('say', 0, 255, -1)));
      both((m) => {
        m.call('view', 255);
        const at = m.call('layout', 720, 480);
        assert.notEqual(at, 0);
        return Buffer.from(m.bytes.subarray(at, at + 3112)).toString('hex');
      });
    }
  assert.ok(said.length > 5);
  assert.ok(!said.join('').includes('\x1b'));
  return said;
}

for (const rules of presets) {
  for (const level of [0, 1])
    assert.deepEqual(play(rules, level, 'c0ffee'), play(rules, level, 'c0ffee'), rules);
  assert.notDeepEqual(play(rules, 0, 'c0ffee'), play(rules, 0, 'c0ffee1'), rules);      // the comparison can fail
}
/** A game run by what comes next, seat 0 a person's: back to its last choice there are fewer events, and it can be played on. */
const [DEAL, BOT, FORCED, CHOICE, CALL, ROUND_OVER, GAME_OVER] = [0, 1, 2, 3, 4, 5, 6];

function driven(rules) {
  let undone = 0;
  both((m) => m.start(rules, 'c0ffee'));
  both((m) => m.call('people', 1));
  for (let steps = 0, next; steps < 400 && (next = both((m) => m.call('next'))) !== GAME_OVER; steps++) {
    const seat = both((m) => m.call('next_seat')), told = both((m) => m.call('told'));
    assert.equal(seat === 255, next === DEAL || next === ROUND_OVER);
    assert.equal(next === CHOICE || next === FORCED, seat === 0 && next !== CALL);
    if (seat === 255)
      assert.equal(both((m) => m.call('deal', -1)), 0);
    else if (next === CALL && steps % 2)
      both((m) => m.call('let_go', seat));
    else
      assert.equal(both((m) => [m.call('moves', seat), m.say('move', 0), m.call('play', seat)][2]), 0);
    if (next !== CALL)
      assert.ok(both((m) => m.call('told')) > told);
    if (steps % 10 === 9 && both((m) => m.call('may_undo'))) {
      const before = both((m) => m.call('told'));
      assert.equal(both((m) => m.call('undo_choice')), 0);
      assert.ok(both((m) => m.call('told')) < before);
      assert.equal(both((m) => m.call('next_seat')), 0);
      undone++;
    }
    const ended = both((m) => m.call('ended'));
    assert.equal(both((m) => m.call('result', ended) !== 0), ended > 0);
    assert.equal(both((m) => m.call('result', ended + 1)), 0);
  }
  assert.ok(undone > 0, rules);
}
presets.forEach(driven);
console.log(`${presets.length} presets, three rounds each`);
