// SPDX-License-Identifier: MIT
// A daily of each kind, from Today to the line to share, with the clock set:  daily.mjs PROGRAM [castle|train|puzzle|days|shots ...]
//
// The page's deals are those that the program prints.  BONEYARD_SHOTS names a folder for pictures.
import { execFileSync } from 'node:child_process';
import { awaitDue, settle } from './hands.mjs';
import { browse, conclude, serve } from './page.mjs';
import { hash } from './scenes.mjs';

const [program, ...wanted] = process.argv.slice(2);
const server = await serve(program);
const DAY = '2026-11-22', trouble = [];
const expect = (name, right, seen) => right || trouble.push(`${name}: ${JSON.stringify(seen)}`);
const told = (what, date) => JSON.parse(execFileSync(program, ['daily', what, '--date', date, '--json'], { encoding: 'utf8' }));

async function opened(date, more = {}) {
  const browser = await browse(server.address, { motion: 'reduce', ...more, settings: { speed: 'none', theme: 'light', sound: false } });
  const page = await browser.open();
  await page.clock.setFixedTime(new Date(`${date}T12:00:00Z`));
  await page.reload();
  await page.locator('[data-act="daily"]').click();
  await page.locator('[data-daily]').first().waitFor();
  return { browser, page };
}

let shots = 0;
async function shoot(page, name) {
  await settle(page);
  if (process.env.BONEYARD_SHOTS)
    await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/daily-${String(++shots).padStart(2, '0')}-${name}.png` });
}

const start = (page, what) => page.locator(`[data-daily="${what}"] .btn`).click();
const shared = (page) => page.locator('[data-share]').innerText();
const done = async (page, what) => (await page.locator(`[data-daily="${what}"]`).getAttribute('data-done')) === 'true';
const close = async ({ browser }) => {
  trouble.push(...browser.trouble);
  await browser.close();
};

const choice = '.game-takes [data-move], .game-acts .draws.turn';

/** Takes whatever can be taken until the game is over. */
async function clear(page) {
  for (let moves = 0; moves < 200; moves++) {
    const { due } = await awaitDue(page);
    if (due === 'over')
      return;
    await page.locator(choice).first().click();
  }
  throw new Error('Castle Rock does not end');
}

/** The deck of the game that is saved. */
const deckOf = (page) => page.evaluate(() => new Promise((done, failed) => {
  const asked = indexedDB.open('boneyard');
  asked.onerror = () => failed(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction('games').objectStore('games').getAll();
    all.onsuccess = () => done(JSON.parse(all.result[0].record.split('\n')[1]).deck);
  };
}));

async function castle(more = {}) {
  const own = await opened(DAY, more), { page } = own, { row } = told('castle', DAY);
  await shoot(page, 'today');
  await start(page, 'castle');
  await awaitDue(page);
  const seen = await page.evaluate(() => location.hash);
  expect('castle: the address has the day', seen === `#daily/castle/${DAY}`, seen);
  await shoot(page, 'castle');
  // The next day begins during the game: it goes on as the one of its day, also after a reload.
  await page.clock.setFixedTime(new Date('2026-11-23T00:01:00Z'));
  await page.locator(choice).first().click();
  await page.reload();
  await awaitDue(page);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('boneyard.daily')));
  expect('castle: kept under its day', Object.keys(kept).join() === DAY, kept);
  const deck = await deckOf(page);
  expect('castle: the same deal as the program', deck.slice(0, row.length).join() === row.join(), [deck, row]);
  await clear(page);
  const line = await shared(page);
  expect('castle: the line to share', /Castle Rock[^]*22[^]*2026\n.*\d:\d\d/.test(line), line);
  await shoot(page, 'castle-end');
  await page.locator('dialog [data-act="today"]').click();
  await page.locator('[data-act="before"]').click();
  expect('castle: done', await done(page, 'castle'), await page.locator('[data-daily="castle"]').innerText());
  await close(own);
}

/** The tiles of the hand that are shown, in order. */
const handOf = (page) => page.locator('.daily-hand [data-tile]').evaluateAll((all) => all.map((one) => one.dataset.tile));

async function train(more = {}) {
  const own = await opened(DAY, more), { page } = own, { hand, best, pips } = told('train', DAY);
  await start(page, 'train');
  await page.locator('.daily-hand [data-tile]').first().waitFor();
  expect('train: the same hand as the program', (await handOf(page)).sort().join() === [...hand].sort().join(), [await handOf(page), hand]);
  await shoot(page, 'train');
  await page.locator('.daily-hand [data-fits="false"]').first().click();
  expect('train: a tile that does not fit stays', (await handOf(page)).length === hand.length, await handOf(page));
  const flat = (tile) => tile.split('-').map(Number).sort((a, b) => b - a).join('-');
  for (const tile of best.slice(0, -1))
    await page.locator(`.daily-hand [data-tile="${flat(tile)}"]`).click();
  await page.locator('[data-act="undo"]').click();
  await page.locator(`.daily-hand [data-tile="${flat(best.at(-2))}"]`).click();
  await shoot(page, 'train-laid');
  await page.reload();                  // the train is kept
  await page.locator(`.daily-hand [data-tile="${flat(best.at(-1))}"]`).click();
  expect('train: pips', Number(await page.locator('[data-pips]').innerText()) === pips, await page.locator('[data-pips]').innerText());
  await page.locator('[data-act="compare"]').click();
  const line = await shared(page);
  expect('train: the line to share', line.includes(String(pips)) && !/\d-\d/.test(line), line);
  await shoot(page, 'train-end');
  await page.locator('dialog [data-act="today"]').click();
  await page.locator('[data-daily]').first().waitFor();
  expect('train: done', await done(page, 'train'), await page.locator('[data-daily="train"]').innerText());
  await hash(page, '#');
  const card = page.locator('[data-act="daily-train"]');
  expect('train: its card on the start screen', (await card.innerText()).includes(String(pips)), await card.innerText());
  await card.click();
  await page.locator('[data-pips]').first().waitFor({ state: 'attached' });
  await close(own);
}

/** Lays a tile: on the only place, or on the place that the move names. */
async function answer(page, move) {
  const flat = move.split('@')[0].split('-').map(Number).sort((a, b) => b - a).join('-');
  await page.locator(`.game-hand [data-tile="${flat}"]`).click();
  await settle(page);
  await page.evaluate((key) => [...document.querySelectorAll('.game-ends [data-move], .row-target')].find((one) => one.dataset.move === key)?.click(), move);
}

async function puzzle(more = {}) {
  for (const right of [true, false]) {
    const own = await opened(DAY, more), { page } = own, { moves, best } = told('puzzle', DAY);
    await start(page, 'puzzle');
    await awaitDue(page);
    if (right)
      await shoot(page, 'puzzle');
    const tile = (move) => move.split('@')[0], move = right ? best : moves.find((one) => tile(one) !== tile(best));
    await answer(page, move);
    await page.locator('dialog .daily-values').waitFor();
    await page.locator('.daily-why').waitFor();
    expect(`puzzle: ${right ? 'right' : 'wrong'}`, (await page.locator('[data-right]').getAttribute('data-right')) === String(right), move);
    await shoot(page, `puzzle-${right ? 'right' : 'wrong'}`);
    const line = await shared(page);
    expect('puzzle: the line to share names no tile', !/\d-\d/.test(line), line);
    await page.locator('dialog [data-act="again"]').click();    // it does not count again
    await page.locator('dialog .daily-values').waitFor();
    await page.locator('dialog [data-act="today"]').click();
    await page.locator('[data-daily]').first().waitFor();
    expect('puzzle: done', await done(page, 'puzzle'), await page.locator('[data-daily="puzzle"]').innerText());
    if (right) {                        // another list of puzzles: the answer was not given to this position
      await page.evaluate(() => localStorage.setItem('boneyard.daily', localStorage.getItem('boneyard.daily').replace('"position":"', '"position":"another ')));
      await start(page, 'puzzle');
      await awaitDue(page);
      expect('puzzle: no answer to another position', await page.locator('dialog').count() === 0, null);
    }
    await close(own);
  }
}

/** Two days differ; a day far off, and an address that is none, have a screen too. */
async function days() {
  const own = await opened(DAY), { page } = own, hands = [];
  for (const date of [DAY, '2026-11-23', '0001-01-01', '9999-12-31']) {
    await hash(page, `#daily/train/${date}`);
    await page.waitForFunction((day) => document.querySelector('.daily-hand') && location.hash.endsWith(day), date);
    await settle(page);
    hands.push((await handOf(page)).sort().join());
    expect(`${date}: the same hand as the program`, hands.at(-1) === told('train', date).hand.sort().join(), hands.at(-1));
  }
  expect('every day has its own hand', new Set(hands).size === hands.length, hands);
  await page.clock.setFixedTime(new Date('1970-01-02T00:00:00Z'));       // a clock that is wrong
  await hash(page, '#daily/nothing/2026-99-99');
  await page.locator('[data-daily]').first().waitFor();
  expect('nothing is done on another day', !(await done(page, 'train')), null);
  await close(own);
}

const parts = { castle, train, puzzle, days };
for (const part of wanted.length > 0 ? wanted : Object.keys(parts))
  try {
    await parts[part](process.env.BONEYARD_SIZE ? { size: process.env.BONEYARD_SIZE } : {});
  } catch (error) {
    trouble.push(`${part}: ${error.stack ?? error}`);
  }
await server.stop();
process.exit(conclude('dailies', trouble));
