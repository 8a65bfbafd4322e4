// SPDX-License-Identifier: MIT
// What a phone must show, upright and lying: parts of more.mjs.
import { awaitDue, look, settle } from './hands.mjs';
import { hash, openRecord, recordOf, whenKept } from './scenes.mjs';

const upright = [[360, 640], [390, 844]], lying = [[844, 390], [667, 375]];

async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  await settle(page);
  await settle(page);
}

/** In the page: what is wrong with the table's arrangement, in words. */
const wrong = (players) => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect(), found = [];
  const meets = (a, b) => a && b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const scores = [...document.querySelectorAll('.game-seats .score, .row-score')].filter((one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return width > 3 && left >= 0 && right <= innerWidth && hit && one.closest('li').contains(hit);
  });
  if (scores.length < players)
    found.push(`${scores.length} of ${players} scores can be seen`);
  if (box('.game-bar').height > 57)
    found.push(`the bar is ${box('.game-bar').height} px high`);
  const claim = box('.game-claim');
  for (const over of ['.game-hand', '.game-board', '.game-strip', '.game-say'])
    if (meets(claim, box(over)))
      found.push(`the claim box covers ${over}`);
  for (const target of document.querySelectorAll('.game-tray button, .game-bar button')) {
    const { width, height } = target.getBoundingClientRect();
    if (width > 0 && (width < 43.9 || height < 43.9) && !target.closest('.handpart'))
      found.push(`"${target.textContent}" is ${Math.round(width)} x ${Math.round(height)}`);
  }
  return found;
};

/** Scores on every plate, a bar of one row, a claim box of its own place, targets for a finger. */
async function arranged({ open, program, must }) {
  const page = await open();
  const see = async (name, players) => {
    for (const size of [...upright, ...lying]) {
      await resize(page, size);
      const found = await page.evaluate(wrong, players);
      must(found.length === 0, `${name} at ${size.join('x')}: ${found.join(', ')}`);
    }
  };
  for (const [rules, players] of [['muggins:classic players=4 teams=off', 4], ['chickenfoot players=4', 4], ['mexicantrain players=4', 3]]) {
    await openRecord(page, recordOf(program, rules, { part: 0.4 }));
    await see(rules, players);
  }
  await openRecord(page, recordOf(program, 'muggins:classic players=2 call=on', { part: 0.4 }));
  const tile = page.locator('.game-hand [data-tile]:not([data-fits="0"])').last();
  await tile.click();
  await settle(page);
  if (await page.locator('.game-claim').count() === 0)
    await page.locator('.game-ends [data-move]').first().dispatchEvent('click');
  await page.locator('.game-claim').waitFor();
  await see('a claim', 2);
  await page.evaluate(() => Object.assign(document.querySelector('.game-claim').style, { position: 'fixed', inset: '0' }));
  must((await page.evaluate(wrong, 9)).length > 1, 'a claim box over the table and a missing score were planted and not found');
}

/** A game on its card begins at once; the first games are in sight also on a phone that lies. */
async function atOnce({ open, must }) {
  const page = await open();
  for (const size of [...upright, ...lying]) {
    await resize(page, size);
    await hash(page, '#');
    const seen = await page.locator('[data-act="play"]').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length);
    const least = size.join('x') === '390x844' ? 8 : 2;
    must(seen >= least, `${seen} games can be seen at ${size.join('x')}`);
    must(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), `the start is too wide at ${size.join('x')}`);
  }
  await page.locator('[data-act="play"][data-game="draw"]:enabled').click();
  must((await awaitDue(page)).family === 'line', 'no game has begun');
}

const CODE = /\b[A-Z]-\d\d\b/;

/** Rule numbers are shown to those who ask for them; the rules name the players of the table. */
async function numbers({ open, program, must }) {
  const page = await open(), text = (selector) => page.locator(selector).first().innerText();
  await openRecord(page, recordOf(program, 'allfives:online players=2', { part: 0.55 }));
  const refused = async () => {
    await page.locator('.game-hand [data-tile][data-fits="0"]').first().click();
    return text('.game-say .refusal');
  };
  must(!CODE.test(await refused()), 'a refusal has a rule number that nobody asked for');
  await page.locator('[data-act="menu"]').click();
  await page.locator('.game-menu li button', { hasText: 'Rules' }).click();
  await page.locator('.rules-told').first().waitFor();
  must(!CODE.test(await text('.panel')) && !/[Ss]eat \d/.test(await text('.panel')), 'the rules have codes or seat numbers');
  await page.locator('.panel .switch').check();
  must(CODE.test(await text('.rules-told')), 'the switch shows no rule numbers');
  must(await page.locator('.panel .rule-picture svg').count() >= 3, 'the rules have no drawings');
  await page.locator('[data-act="close-rules"]').click();
  await awaitDue(page);
  must(CODE.test(await refused()), 'the refusal has no rule number');
}

/** Another tab takes the game over, says so in the first, and gives it back. */
async function tabs({ open, context, must, begin }) {
  const page = await open(), stopped = (one) => one.locator('[data-elsewhere] [data-act="take"]');
  await begin(page, 'draw players=2');
  await whenKept(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await awaitDue(other);
  await stopped(page).waitFor();
  const now = await look(other), tile = now.tiles.find(({ fits }) => fits > 0);
  if (tile)
    await other.locator(`.game-hand [data-tile="${tile.tile}"]`).click();
  await whenKept(other);
  await stopped(page).click();
  await stopped(other).waitFor();
  await awaitDue(page);
  await hash(page, '#saved');
  await page.locator('.saved-game').first().waitFor();
  must(await page.locator('.saved-game').count() === 1, 'a second tab has made a copy of the game');
}

/** Undo gives back one tile, also where it was the only one that could be laid. */
async function once({ open, program, must }) {
  const page = await open();
  let undone = 0;
  await openRecord(page, recordOf(program, 'draw players=2', { part: 0.3 }));
  for (let i = 0; i < 8; i++) {
    // A tile that fits in one way is laid as soon as it is pressed.
    const before = await look(page), tile = before.tiles.find(({ fits }) => fits === 1), { length } = before.tiles;
    if (before.due !== 'move' || !tile)
      break;
    await page.locator(`.game-hand [data-tile="${tile.tile}"]`).click();
    const after = await awaitDue(page, before.at);
    if (after.due !== 'move')
      break;
    await page.locator('[data-act="undo"]').click();
    await page.waitForFunction((at) => Number(document.querySelector('[data-at]').dataset.at) > at, after.at);
    must((await awaitDue(page)).tiles.length === length, 'undo has not given back one tile');
    undone++;
    await page.locator(`.game-hand [data-tile="${tile.tile}"]`).click();
    await awaitDue(page, before.at);
    await settle(page);
  }
  must(undone > 0, 'no tile fitted in one way: nothing was undone');
}

export const parts = { arranged: [arranged], atOnce: [atOnce, { size: 'phone' }], numbers: [numbers], tabs: [tabs], once: [once] };
