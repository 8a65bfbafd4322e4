// SPDX-License-Identifier: MIT
// A club evening:  cups.mjs PROGRAM
//
// 16 people at four tables play a tournament of three rounds with duplicate deals. Two of them have browsers, one with a mouse and one on a phone; the
// rest come by the wire (tests/server/cups.py). In the middle of the second round the server is killed and started again.
import { spawn } from 'node:child_process';
import { conclude } from './page.mjs';
import { gather, playAlong, push } from './together_people.mjs';

const PATIENCE = 180_000;
const [program] = process.argv.slice(2), tests = process.env.BONEYARD_TESTS;
const here = await gather(program, { haste: 30, more: ['--sockets-per-address', '500', '--credits', '100000'] });
const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', language: 'es', hands: 'Finger' }), people = [anna, ben];

const others = spawn('python3', [`${tests}/cups.py`, 'play', here.address, '14'], { stdio: ['pipe', 'pipe', 'inherit'] });
const cup = await new Promise((done, failed) => {
  others.stdout.once('data', (words) => done(String(words).trim()));
  others.once('exit', (code) => failed(new Error(`cups.py ended with ${code}`)));
});
/** The addresses of the tables where each of them has played. */
const tables = new Map(people.map((one) => [one, []]));
const place = ({ page }) => page.locator('.cup-standings tr.you td').first().textContent();

async function enter(person) {
  await person.page.goto(`${here.address}#tournament=${cup}`);
  await person.page.locator('#with-name').fill(person.name);
  await push(person, '[data-act="enter"]');
  await person.page.locator('[data-act="withdraw"]').waitFor();
}

/** Goes to the table of the next round. */
async function goTo(person) {
  await person.page.locator('.cup-next [data-act="go"]').waitFor({ timeout: PATIENCE });
  await push(person, '.cup-next [data-act="go"]');
  await person.page.waitForURL(/#at=/);
  tables.get(person).push(person.page.url());
}

/** Plays a round: to the table, to its end, and back. */
async function round(person) {
  await goTo(person);
  await finish(person);
}

async function finish(person) {
  await playAlong(person);
  await person.page.locator('[data-act="tournament"]').first().click({ timeout: PATIENCE });
  await person.page.locator('.cup-next').waitFor();
}

try {
  await Promise.all(people.map(enter));
  await Promise.all(people.map(round));
  await anna.page.locator('.cup-rounds [aria-current]').filter({ hasText: '2' }).waitFor({ timeout: PATIENCE });
  await Promise.all(people.map(async (one) => {
    await goTo(one);
    await playAlong(one, (decisions) => decisions > 0);
  }));
  await here.kill();
  await here.again();
  here.calm(false);
  for (const one of people)
    await one.page.reload();
  await Promise.all(people.map(finish));
  await Promise.all(people.map(round));
  for (const one of people) {
    await one.page.locator('[data-state="over"]').waitFor({ timeout: PATIENCE });
    const rows = await one.page.locator('.cup-standings tbody tr').count(), tables = await one.page.locator('.cup-table').count();
    if (rows !== 16 || tables !== 12)
      one.trouble.push(`${rows} players and ${tables} tables at the end`);
  }
  const met = await anna.page.locator('.cup-results .cup-table').evaluateAll((all) => all.map((one) => [...one.querySelectorAll('li > span:first-child')].map((name) => name.textContent)));
  const pairs = met.flatMap((names) => names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b].sort().join(' and '))));
  console.log(`places ${await place(anna)} and ${await place(ben)}; ${pairs.length - new Set(pairs).size} of ${pairs.length} meetings are repeats`);
  // Once all have finished, each browser proves the deals of its tables, and their records.
  for (const one of people)
    for (const url of tables.get(one)) {
      await one.page.goto(url);
      await one.page.locator('[data-fair="proven"]').first().waitFor({ timeout: PATIENCE });
      await push(one, '[data-act="check"]');
      await one.page.locator('[data-record] p').nth(2).waitFor({ timeout: PATIENCE });
      const said = await one.page.locator('[data-record]').textContent();
      if (!/1[0-2] (players at other tables|jugadores de otras mesas)/.test(said))
        one.trouble.push(`the record proves "${said}"`);
    }
} catch (error) {
  anna.trouble.push(String(error.stack ?? error));
  if (process.env.BONEYARD_SHOTS)
    for (const { page, name } of people)
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/cups-${name}.png` }).catch(() => undefined);
}
others.removeAllListeners('exit');
others.kill();
process.exit(conclude('cups', await here.end()));
