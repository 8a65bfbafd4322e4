// The page's module as a page uses it: no imports, and a game of every preset played to its end through the flat functions.
import assert from 'node:assert/strict';
import fs from 'node:fs';

const presets = ['block:basics', 'draw:basics', 'muggins:number', 'muggins:classic call=on', 'muggins:basics', 'muggins:online',
  'allfives:online', 'fiveup:online players=4', 'chickenfoot:number', 'chickenfoot:classic players=8', 'mexicantrain:number',
  'mexicantrain:classic knock=on', 'mexicantrain:hub', 'castlerock:number', 'castlerock:classic'];
const module = await WebAssembly.compile(fs.readFileSync(process.argv[2]));
assert.deepEqual(WebAssembly.Module.imports(module), []);
const { exports: by } = await WebAssembly.instantiate(module, {});
const utf8 = new TextDecoder('utf-8', { fatal: true });
const bytes = () => new Uint8Array(by.memory.buffer);
const text = () => {
  const from = by.by_web_text(), all = bytes();
  return utf8.decode(all.subarray(from, all.indexOf(0, from)));
};
const put = (words) => {
  const at = by.by_web_text(), coded = new TextEncoder().encode(words);
  bytes().set(coded, at);
  bytes()[at + coded.length] = 0;
};

put('muggins:nmber');
assert.notEqual(by.by_web_rules(), 0);
assert.match(text(), /number/);
put('zz');
assert.equal(by.by_web_seed(), 0);

// The seat on turn: the one that can do something else than call; undefined between rounds.
const onTurn = () => [...Array(16).keys()].find((seat) => by.by_web_moves(seat) > 0 && (by.by_web_move(0), text() !== 'call'));

function play(rules, level) {
  const said = [];
  put(rules);
  assert.equal(by.by_web_rules(), 0, text());
  put('c0ffee');
  assert.equal(by.by_web_seed(), 1);
  by.by_web_start();
  put('\x1b[31mAnna');
  by.by_web_name(0);
  for (let round = 0; round < 3 && by.by_web_deal(-1) === 0; round++)
    for (let seat = onTurn(); seat !== undefined; seat = onTurn()) {
      const chosen = by.by_web_ask(level, seat, 20, said.length);
      assert.ok(chosen >= 0 && chosen < by.by_web_moves(seat));
      by.by_web_move(chosen);
      assert.equal(by.by_web_play(seat), 0);
      by.by_web_say(0, 255, -1);
      said.push(text());
      by.by_web_view(255);
      assert.notEqual(by.by_web_layout(720, 480), 0);
    }
  assert.ok(said.length > 5);
  assert.ok(!said.join('').includes('\x1b'));
  return said;
}

for (const rules of presets)
  for (const level of [0, 1])
    assert.deepEqual(play(rules, level), play(rules, level), rules);
console.log(`${presets.length} presets, three rounds each`);
