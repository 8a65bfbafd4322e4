// SPDX-License-Identifier: MIT
// Whole games with others, through the page and the real server:  together.mjs PROGRAM SET
//
// At each table there are people with a mouse, a finger and a keyboard, in browsers of their own, bots, and somebody who watches.
// The table is made with the form and the others come by its link.  In the end everybody has the same scores, the shuffle is
// proved, `boneyard check` and `boneyard verify` find the record right, and the review of it opens.
import { conclude } from './page.mjs';
import { compare, follow, gather, keepAndReview, makeTable, playAlong, sitDown, start, watchClosely } from './together_people.mjs';

/** Short games: rules, who takes the seats behind the first. */
const games = {
  block: ['block target=10', ['open']],
  draw: ['draw players=4 target=1', ['open', 'open', 'bot:easy']],
  muggins: ['muggins players=2 call=on target=5', ['open']],
  allfives: ['allfives players=3 target=10 call=off', ['open', 'bot:easy']],
  fiveup: ['fiveup players=4 target=5 call=off', ['open', 'bot:easy', 'open']],
  chickenfoot: ['chickenfoot players=3 rounds=1', ['open', 'bot:medium']],
  mexicantrain: ['mexicantrain players=4 rounds=1 knock=on', ['open', 'bot:easy', 'bot:easy']],
};
const sets = { line: ['block', 'muggins', 'draw'], fives: ['allfives', 'fiveup'], trains: ['chickenfoot', 'mexicantrain'] };

async function game(here, key, [host, ...guests], watcher) {
  const [rules, seats] = games[key], came = guests.slice(0, seats.filter((one) => one === 'open').length), people = [host, ...came];
  const link = await makeTable(host, rules, { seats });
  for (const one of came)
    await sitDown(one, link);
  await follow(watcher, link);
  await start(host, people);
  const decisions = await Promise.all(people.map((one) => playAlong(one)));
  const record = await compare([...people, watcher], here.program);
  console.log(`${key}: ${decisions.join(' + ')} decisions, a right record`);
  return { people, record };
}

const [program, set, ...some] = process.argv.slice(2);
const here = await gather(program, { haste: 6 });
const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', theme: 'dark', hands: 'Finger' });
const cleo = await here.come('Cleo', { language: 'es', hands: 'Keys' }), watcher = await here.come('a watcher', { size: 'phone' });
await watchClosely(watcher);
let done = 0;
for (const key of some.length > 0 ? some : sets[set])
  try {
    anna.calls = ben.calls = false;
    const order = key === 'mexicantrain' ? [cleo, anna, ben] : [anna, ben, cleo];
    const { people } = await game(here, key, order, watcher);
    if (done++ === 0)
      await keepAndReview(people[0]);
  } catch (error) {
    anna.trouble.push(`${key}: ${error.stack ?? error}`);
    if (process.env.BONEYARD_SHOTS)
      for (const { page, name } of here.all)
        await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${key}-${name}.png` }).catch(() => undefined);
  }
if (watcher.deals === undefined)
  watcher.trouble.push('the watcher has not heard of any deal');
process.exit(conclude(`together, ${set}`, await here.end()));
