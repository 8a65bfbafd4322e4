// SPDX-License-Identifier: MIT
// Your own record:  stats.mjs PROGRAM
//
// A short game is played and counted, reviewed, exported, deleted and imported again: the same figures.  A damaged or foreign file
// is refused and changes nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chance, Mouse, playOn } from './hands.mjs';
import { browse, conclude, serve } from './page.mjs';
import { hash, openRecord, recordOf, saveFile } from './scenes.mjs';

const [program] = process.argv.slice(2), server = await serve(program), folder = mkdtempSync(join(tmpdir(), 'boneyard-stats-'));
const browser = await browse(server.address, { motion: 'reduce', settings: { speed: 'none', theme: 'light' } }), { trouble } = browser;
const expect = (name, right, seen) => right || trouble.push(`${name}: ${JSON.stringify(seen)}`);
const page = await browser.open();

/** Every figure that is shown. */
async function figures() {
  await hash(page, '#');
  await hash(page, '#stats');
  await page.locator('[data-stat="games"]').waitFor();
  return page.locator('.stats-numbers dd, .stats-table tr, [data-stat="trend"], [data-stat="coach"]').allInnerTexts();
}
const value = (name) => page.locator(`[data-stat="${name}"]`).innerText();

async function put(name, words, into) {
  writeFileSync(join(folder, name), words);
  await page.locator('#stats-file').setInputFiles(join(folder, name));
  await page.locator(into).waitFor();
}

/** Nothing here: the way to the screen, and what it says. */
async function empty() {
  await hash(page, '#saved');
  await page.locator('[data-act="stats"]').click();
  await page.locator('.stats-empty').waitFor();
}

/** A game is played to its end; its figures are those of its record. */
async function counted() {
  const own = new Mouse(page, chance(1));
  await hash(page, `#rules=${encodeURIComponent('draw players=2 target=20')}`);
  await page.locator('.start-deal button:enabled').waitFor();
  await own.deal();
  await playOn(own, chance(1));
  await page.locator('dialog').waitFor();
  const record = readFileSync(await saveFile(page), 'utf8'), lines = record.trimEnd().split('\n').map((line) => JSON.parse(line));
  const gains = lines.filter((line) => line['round-end']).map((line) => line.gains[0]), { winners } = lines.at(-1);
  await figures();
  expect('one game', await value('games') === '1', await value('games'));
  expect('won as the record has it', await value('won') === (winners.includes(0) ? '1' : '0'), [await value('won'), winners]);
  const points = await page.locator('[data-row="draw"] td').last().innerText(), mean = gains.reduce((sum, n) => sum + n, 0) / gains.length;
  expect('points a round', Math.abs(Number(points) - mean) < 0.051, [points, gains]);
  // A newcomer plays against Mabel.  An unfinished game is not counted, one that is opened is, a partner is no opponent, a lowest total is said to be better.
  await openRecord(page, recordOf(program, 'block', { part: 0.5 }));
  await openRecord(page, recordOf(program, 'muggins:classic players=4 teams=on target=100', { part: 'over', bot: 'mabel' }));
  await openRecord(page, recordOf(program, 'chickenfoot:number players=2 rounds=2', { part: 'over' }));
  await figures();
  expect('three games', await value('games') === '3', await value('games'));
  const against = await page.locator('[data-row]:not(:has(td:nth-child(4)))').evaluateAll((all) => all.map(({ dataset }) => `${dataset.row} ${dataset.games}`));
  expect('against whom', against.sort().join() === 'easy 1,mabel 2', against);
  const low = await page.locator('[data-row]:has(th small)').evaluateAll((all) => all.map((one) => one.dataset.row));
  expect('fewer is better', low.join() === 'chickenfoot', low);
  return record;
}

async function coached() {
  expect('nothing reviewed', await page.locator('[data-stat="coach"] button').count() === 1, null);
  await hash(page, '#saved');
  await page.locator('.saved-game', { hasText: 'Draw' }).locator('.saved-do .btn').nth(1).click();
  await page.locator('.review-progress p[role=status]:not(:empty)').waitFor();
  const decisions = await page.locator('.review-table tbody tr').first().locator('td').allInnerTexts();
  await figures();
  const words = await value('coach'), share = Math.round((100 * Number(decisions[1])) / Number(decisions[0]));
  expect('the coach agreed', words.includes(`${share} %`) && words.includes(` ${decisions[0]} `), [words, decisions]);
  const kept = Object.values(await page.evaluate(() => JSON.parse(localStorage.getItem('boneyard.coached')))), costs = kept.flatMap((one) => one.costs);
  expect('a summary', kept.length === 1 && kept[0].judged === Number(decisions[0]), kept);
  expect('what was lost most', await page.locator('.stats-most li').count() === Math.min(3, costs.length), costs);
}

/** Away and back. */
async function back() {
  const houses = JSON.stringify([{ name: 'Sunday', rules: 'muggins:classic target=90' }]);
  await page.evaluate((all) => localStorage.setItem('boneyard.house', all), houses);
  const before = await figures();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act="export"]').click()]);
  const file = readFileSync(await download.path(), 'utf8');
  await page.locator('[data-act="delete"]').click();
  await page.locator('[data-act="keep"]:focus').click();
  expect('not deleted yet', (await figures()).join() === before.join(), await figures());
  await page.locator('[data-act="delete"]').click();
  await page.locator('[data-act="delete-now"]').click();
  await page.locator('.stats-empty').waitFor();
  expect('no list is left', await page.evaluate(() => ['best', 'daily', 'coached', 'house'].every((one) => localStorage.getItem(`boneyard.${one}`) === null)), null);
  await hash(page, '#saved');
  expect('no game is left', await page.locator('.saved-game').count() === 0, null);
  await hash(page, '#stats');
  await put('mine.json', file, '[data-stat="games"]');
  expect('the same figures', (await figures()).join() === before.join(), [before, await figures()]);
  expect('the same house rules', await page.evaluate(() => localStorage.getItem('boneyard.house')) === houses, null);
  await put('again.json', file, '.stats-said[role=status]:not(:empty)');
  expect('imported twice, counted once', (await figures()).join() === before.join(), await figures());
  return file;
}

/** Files that are refused. */
async function refused(file, record) {
  const before = await figures(), all = JSON.parse(file), wrong = structuredClone(all);
  wrong.games.at(-1).record = wrong.games.at(-1).record.replace(/"move":"[^"]*"/, '"move":"6-6@6-6"');
  const bad = {
    'cut.json': file.slice(0, file.length / 2), 'list.json': '["eggs","bread"]', 'null.json': 'null', 'none.json': '', 'words.json': 'eggs\nbread\n', 'game.json': record,
    'nogames.json': '{"boneyard-saved":1}', 'odd.json': '{"boneyard-saved":1,"games":[null]}', 'wrong.json': JSON.stringify(wrong),
  };
  for (const [name, words] of Object.entries(bad)) {
    await put(name, words, `.stats-said[role=alert]:has-text("${name}")`);
    expect(`${name} changes nothing`, (await figures()).join() === before.join(), await figures());
  }
  // Figures come from the moves, not from what the file says about them; lists that are none are left out.
  const boast = structuredClone(all);
  boast.coached = { x: { judged: 1, agreed: 5, costs: [] }, y: 3 };
  boast.best = [null, { id: 1 }];
  boast.games.forEach((game) => Object.assign(game, { scores: [999, 0], over: true, names: ['you', 'you'] }));
  await put('boast.json', JSON.stringify(boast), '.stats-said[role=status]:not(:empty)');
  expect('a boast changes nothing', (await figures()).join() === before.join(), await figures());
}

try {
  await empty();
  const record = await counted();
  await coached();
  await refused(await back(), record);
} catch (error) {
  trouble.push(String(error.stack ?? error));
}
await browser.close();
await server.stop();
rmSync(folder, { recursive: true });
process.exit(conclude('your record', trouble));
