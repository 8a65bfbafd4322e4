// SPDX-License-Identifier: MIT
// What people do besides playing to the end:  more.mjs PROGRAM [PART...]
//
// Each part has a browser of its own; a console error or a failed request fails it too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parts as asked } from './asked.mjs';
import { awaitDue, chance, Finger, look, Mouse, playOn, settle } from './hands.mjs';
import { parts as odd } from './odd.mjs';
import { browse, conclude, serve } from './page.mjs';
import { parts as phone } from './phone.mjs';
import { hash, hinted, openRecord, recordOf, saveFile, whenKept } from './scenes.mjs';

const [program, ...wanted] = process.argv.slice(2);
const quiet = { motion: 'reduce', settings: { speed: 'none' } };

export const must = (holds, words) => {
  if (!holds)
    throw new Error(words);
};

const texts = (page, selector) => page.locator(selector).allTextContents();
/** What a person sees of a game: hand, table, scores, what happened. */
const state = async (page) => JSON.stringify({
  hand: await page.locator('.game-hand [data-tile]').evaluateAll((all) => all.map((one) => one.dataset.tile).sort()),
  faces: await page.locator('.game-board svg .tile:not(.ghost) .half').evaluateAll((all) => all.map((one) => one.getAttribute('class')).sort()),
  log: await texts(page, '.game-log li'), scores: await texts(page, '.game-score'), round: await page.locator('[data-round]').getAttribute('data-round'),
});

async function begin(page, rules) {
  await hash(page, `#rules=${encodeURIComponent(rules)}`);
  await page.locator('.start-deal button:enabled').click();
  return awaitDue(page);
}

/** Plays some decisions as a hurried person. */
async function some(page, decisions, Hands = Mouse, seed = 1) {
  const next = chance(seed);
  await playOn(new Hands(page, next), next, (done) => done >= decisions);
}

// ---- Parts ----

/** A reload, a closed tab, and another visit: the very same game goes on. */
async function reload({ open, context }) {
  let page = await open();
  await begin(page, 'draw players=3');
  await some(page, 4);
  const before = await state(page);
  await whenKept(page);
  await page.reload();
  await awaitDue(page);
  must((await state(page)) === before, `after a reload the game is another one:\n${before}\n${await state(page)}`);
  const address = page.url();
  const other = await context.newPage();
  await page.close();
  await other.goto(address);
  await awaitDue(other);
  must((await state(other)) === before, 'in a tab opened again the game is another one');
  page = other;
  await hash(page, '#');
  await page.locator('.start-continue button:enabled').click();
  await awaitDue(page);
  must((await state(page)) === before, 'the start screen goes on with another game');
  await some(page, 6, Mouse, 2);
  must((await state(page)) !== before, 'the game does not go on');
}

/** The network is off and the server gone: a reload, a whole game against bots, a hint and the review. */
async function offline({ open, context, server }) {
  const page = await open();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  await server.stop();
  await context.setOffline(true);
  await page.reload();
  await begin(page, 'allfives:online players=2 target=20');
  await hinted(page);
  await some(page, Infinity);
  await page.locator('dialog button').nth(1).click();
  await page.locator('.review-progress p[role=status]:not(:empty)').waitFor();
  must((await page.locator('.review-graph').count()) === 1, 'there is no graph in the review');
  for (const where of ['#settings', '#saved', '#read=draw', '#'])
    await hash(page, where);
}

/** A finger drags a tile to its place, and back into the hand. */
async function drag({ open, context }) {
  const page = await open(), touch = await context.newCDPSession(page);
  await openRecord(page, recordOf(program, 'block', { part: 0.5 }));
  const at = (await look(page)).at, send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const middle = async (place) => {
    await settle(page);                 // the table makes room for what has changed below it
    const box = await place.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const tile = page.locator('.game-hand [data-tile]:not([data-fits="0"])').first(), from = await middle(tile);
  await send('touchStart', [from]);
  await send('touchMove', [{ x: from.x, y: from.y - 20 }]);
  await send('touchMove', [{ x: from.x, y: from.y - 60 }]);
  await page.locator('.game-board .ghost[data-key]').first().waitFor();
  for (let n = 0; n < 20 && await page.locator('.game-board .ghost.selected').count() === 0; n++) {       // until it lies over the place
    const to = await middle(page.locator('.game-board .ghost[data-key]').first());
    for (let i = 1; i <= 6; i++)
      await send('touchMove', [{ x: from.x + (to.x - from.x) * i / 6, y: from.y - 60 + (to.y - from.y + 60) * i / 6 }]);
  }
  await send('touchEnd', []);
  await awaitDue(page, at);
  must(/^You lay|^\S+ (lays|draws|passes)/.test((await texts(page, '.game-say .event')).join(' ').trim()), 'the dragged tile has not been laid');
}

/** Reduced motion: things appear in place; without it they fly. */
async function motion({ open }) {
  const page = await open();
  await openRecord(page, recordOf(program, 'block', { part: 0.4 }));
  const watch = () => page.evaluate(() => {
    window.moved = { flown: 0, most: 0 };
    new MutationObserver((all) => { window.moved.flown += all.filter((one) => one.target.matches('.air') && one.addedNodes.length > 0).length; })
      .observe(document, { subtree: true, childList: true });
    const count = () => {
      window.moved.most = Math.max(window.moved.most,
        document.getAnimations().filter((one) => Number(one.effect.getComputedTiming().activeDuration) > 20).length);
      requestAnimationFrame(count);
    };
    count();
  });
  for (const still of [true, false]) {
    await page.emulateMedia({ reducedMotion: still ? 'reduce' : 'no-preference' });
    await page.evaluate(() => localStorage.setItem('boneyard.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('boneyard.settings')), speed: 'slow' })));
    await page.reload();
    const now = await awaitDue(page), tile = now.tiles.find((one) => one.fits > 0).tile;
    await settle(page);
    await watch();
    await page.locator(`.game-hand [data-tile="${tile}"]`).click();
    if ((await look(page)).tiles.some((one) => one.chosen))
      await page.locator('.game-ends [data-move]').first().dispatchEvent('click');
    await awaitDue(page, now.at);       // the tile has been laid, and the bot has answered
    const { flown, most } = await page.evaluate(() => window.moved);
    must(still ? flown + most === 0 : flown > 1, still ? 'something moves although motion is reduced' : `${flown} tiles have flown`);
    await page.locator('[data-act="undo"]:not([aria-disabled=true])').click();
    await awaitDue(page);
    await whenKept(page);
  }
}

/** Files: a game goes out and comes back, one of the terminal is opened, what is no record changes nothing. */
async function files({ open }) {
  const page = await open(), folder = mkdtempSync(join(tmpdir(), 'boneyard-files-')), put = (name, words) => {
    writeFileSync(join(folder, name), words);
    return page.locator('#saved-file:enabled').setInputFiles(join(folder, name));
  };
  await begin(page, 'fiveup players=3');
  await some(page, 3);
  const before = await state(page);
  const record = readFileSync(await saveFile(page), 'utf8');
  await page.locator('.saved-do .btn').last().click();
  await page.locator('.saved-said button').waitFor();
  await put('mine.jsonl', record);
  await page.locator('.saved-game .btn').first().click();
  await awaitDue(page);
  must((await state(page)) === before, 'a game that was saved and opened is another one');
  await hash(page, '#saved');
  const games = await page.locator('.saved-game').count();
  // Cut inside a line: a record that stops between two lines is a game not yet finished, which may be opened.
  const cut = record.slice(0, record.lastIndexOf('"move"') + 3), wrong = record.replace(/"move":"[^"]*"/, '"move":"6-6@6-6"');
  for (const [name, words] of [['list.txt', 'eggs\nbread\n'], ['cut.jsonl', cut], ['wrong.jsonl', wrong], ['none.jsonl', '']]) {
    await put(name, words);
    await page.locator('.saved-failed', { hasText: name }).waitFor();
    must((await page.locator('.saved-game').count()) === games, `${name} has changed the list`);
  }
  const terminal = join(folder, 'terminal.jsonl');
  execFileSync(program, ['play', 'draw', '--watch', '--bots', 'easy', '--seed', '7', '--speed', 'none', '--plain', '--save', terminal],
    { stdio: 'ignore', env: { ...process.env, XDG_STATE_HOME: folder } });
  await page.locator('#saved-file:enabled').setInputFiles(terminal);
  await page.waitForFunction((n) => document.querySelectorAll('.saved-game').length === n + 1, games);
  await page.locator('.saved-game .btn').first().click();
  await page.locator('dialog').waitFor();
  rmSync(folder, { recursive: true });
}

const parts = {
  reload: [reload, { worker: true }], offline: [offline, { worker: true }], drag: [drag, { size: 'phone' }], motion: [motion, { motion: 'no-preference' }], files: [files],
  ...Object.fromEntries(Object.entries({ ...asked, ...odd, ...phone }).map(([name, [part, how]]) => [name, [(at) => part({ ...at, must, begin, some, state }), how]])),
};

let failed = 0;
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const [part, how] = parts[name], server = await serve(program), browser = await browse(server.address, { ...quiet, ...how });
  let offlineNow = false;
  const mine = { address: server.address, stop: async () => { offlineNow = true; await server.stop(); } };
  try {
    await part({ ...browser, program, server: mine });
  } catch (error) {
    browser.trouble.push(`${error.stack ?? error}`);
    const [page] = browser.context.pages().slice(-1);
    if (process.env.BONEYARD_SHOTS && page)
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${name}.png` }).catch(() => undefined);
  }
  await browser.close();
  if (!offlineNow)
    await server.stop();
  failed += conclude(name, browser.trouble);
}
process.exit(failed === 0 ? 0 : 1);
