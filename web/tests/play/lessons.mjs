// SPDX-License-Identifier: MIT
// Plays every lesson by what the screen says, at three sizes of a phone: the words cover neither the hand nor an open place,
// another move is declined kindly, Undo takes a move back, and axe-core finds nothing.  Then the offer before a first game.
//
//     lessons.mjs PROGRAM LANGUAGE [GAME...]
//
// With BONEYARD_LONG, axe-core looks at every lesson, not only at the first, and each step is shown at every size.
import axe from 'axe-core';
import { awaitDue, settle } from './hands.mjs';
import { browse, conclude, serve } from './page.mjs';

const [program, language, ...wanted] = process.argv.slice(2);
const GAMES = ['block', 'draw', 'muggins', 'allfives', 'fiveup', 'chickenfoot', 'mexicantrain', 'castlerock'];
const WINDOWS = [[360, 640], [844, 390], [390, 844]];
const LONG = Boolean(process.env.BONEYARD_LONG);
const WORDS = { en: { three: /all three/i, own: 'your train', other: 'That move is legal' }, es: { three: /las tres\./i, own: 'tu tren', other: 'Las reglas' } }[language];

const server = await serve(program);
const { open, close, trouble } = await browse(server.address, { size: 'phone', language, motion: 'reduce', settings: { speed: 'none' } });
const page = await open();
const must = (fine, words) => fine || trouble.push(words);

/** In the page: what the words of the lesson cover, or what is out of sight. */
const covered = () => {
  const box = (one) => one.getBoundingClientRect(), bar = box(document.querySelector('.learn-bar')), found = [];
  const below = [...document.querySelectorAll('.game-hand [data-tile], .game-takes button, .game-board .ghost, .game-board .take, .row.open, .game-acts button')];
  for (const one of below) {
    const { top, bottom, left, right, width } = box(one);
    const name = one.dataset.tile ?? one.getAttribute('class') ?? '';
    if (width > 0 && top < bar.bottom - 1 && bottom > bar.top + 1)
      found.push(`covers ${name}`);
    if (width > 0 && !one.closest('.game-takes') && (bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1))
      found.push(`${name} is out of sight`);
    const hand = one.dataset.tile && box(one.closest('.game-hand'));
    if (hand && (top < hand.top - 12 || bottom > hand.bottom + 1))
      found.push(`cut ${name}`);
  }
  const hand = document.querySelector('.game-hand:not(.game-takes)');
  if (hand && getComputedStyle(hand).overflowY !== 'visible' && (hand.scrollHeight > hand.clientHeight || hand.scrollWidth > hand.clientWidth))
    found.push('leave a hand that scrolls');
  if (document.querySelector('.game-table').clientHeight < 120)
    found.push(`leaves ${document.querySelector('.game-table').clientHeight} px of table`);
  const words = document.querySelector('.learn-say p'), said = box(words);
  for (const button of document.querySelectorAll('.learn-say .btn')) {
    const { top, bottom, left, right } = box(button);
    if (left < said.right - 1 && right > said.left + 1 && top < said.bottom - 1 && bottom > said.top + 1)
      found.push(`are covered by ${button.textContent}`);
  }
  const dots = box(document.querySelector('.learn-dots'));
  if (said.top < dots.bottom + 2 && said.bottom > dots.top && said.left < dots.right)
    found.push('touch the dots above');
  if (words.scrollHeight > words.clientHeight + 1 || document.scrollingElement.scrollWidth > innerWidth)
    found.push('are cut off');
  return [...new Set(found)];
};

async function resize([width, height]) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  await settle(page);
  await settle(page);
}

/** In the page: what can be seen and pressed. */
const see = () => page.evaluate(() => ({
  stage: document.querySelector('.learn-bar')?.dataset.stage, step: document.querySelector('.learn-bar')?.dataset.step,
  words: document.querySelector('[data-words]')?.textContent.replaceAll('\u2011', '-') ?? '',
  tiles: [...document.querySelectorAll('.game-hand [data-tile]')].filter((one) => one.dataset.fits !== '0').map((one) => one.dataset.tile),
  takes: [...document.querySelectorAll('.game-takes [data-move], .game-acts .draws.turn')].map((one) => [one.dataset.move ?? 'draw', one.textContent]),
}));

const waits = () => page.waitForFunction(() => ['ask', 'read'].includes(document.querySelector('.learn-bar')?.dataset.stage)
  && (document.querySelector('.learn-bar').dataset.stage === 'read' || document.querySelector('[data-due]').dataset.due === 'move'));

const named = (words, tile) => new RegExp(`(?<![\\d-])${tile}(?![\\d-])`).test(words);

/** The place of a tile that fits in several, by its words. */
async function choosePlace(words) {
  const places = page.locator('.row-target, .game-ends [data-move]');
  for (const place of await places.all()) {
    const said = `${await place.getAttribute('aria-label') ?? ''} ${await place.textContent()}`.toLowerCase();
    if (words.toLowerCase().includes(WORDS.own) && said.includes(WORDS.own))
      return place.dispatchEvent('click');
  }
  throw new Error(`no place for: ${words}`);
}

/** Does what the words say, and nothing else. */
async function obey({ words, tiles, takes, step }) {
  if (takes.length > 0) {
    const three = takes.find(([move]) => move.startsWith('take3') && WORDS.three.test(words));
    const one = three ?? takes.find(([move]) => named(words, move.replace('take ', ''))) ?? (takes.length === 1 ? takes[0] : null);
    must(one, `no choice is named by: ${words}`);
    return page.locator(one[0] === 'draw' ? '.game-acts .draws' : `.game-takes [data-move="${one[0]}"]`).tap();
  }
  const mine = tiles.filter((tile) => named(words, tile));
  must(mine.length === 1, `${mine.length} tiles that fit are named by: ${words}`);
  await page.locator(`.game-hand [data-tile="${mine[0]}"]`).tap();
  await settle(page);
  const now = await see();
  return now.stage === 'ask' && now.step === step ? choosePlace(words) : undefined;
}

async function axeFinds(name) {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { preload: false, resultTypes: ['violations'] }));
  for (const { id, nodes } of violations)
    trouble.push(`${name}: axe ${id}: ${nodes[0].html.slice(0, 120)}`);
}

async function lesson(game) {
  const name = (now) => `${game} ${now.step}`;
  await page.goto(`${server.address}#`);
  await page.locator(`[data-act="learn"][data-game="${game}"]`).click();
  for (let moves = 0, tried = false, undone = false; ; moves++) {
    await waits();
    const now = await see(), end = page.locator('.learn-end [data-act="play"]');
    for (const window of LONG || moves === 0 || await end.count() > 0 ? WINDOWS : WINDOWS.slice(0, 2)) {
      await resize(window);
      const found = await page.evaluate(covered);
      must(found.length === 0, `${name(now)} at ${window.join('x')}: the words ${found.join(', ')}`);
    }
    if ((LONG || game === (wanted[0] ?? GAMES[0])) && (moves < 2 || await end.count() > 0))
      await axeFinds(name(now));
    if (now.stage === 'ask' && !tried && game === 'muggins') {        // any tile may be led; one is asked for
      tried = true;
      await page.locator(`.game-hand [data-tile="${now.tiles.find((tile) => !named(now.words, tile))}"]`).tap();
      await page.waitForFunction((words) => document.querySelector('[data-words]').textContent.includes(words), WORDS.other);
      must((await see()).step === now.step, 'another move was played');
    }
    if (now.stage === 'read') {
      must(await page.locator('.game-takes .btn.turn, .game-acts .btn.turn, .game-hand .handtile.up').count() === 0, `${name(now)}: something is lit that does nothing`);
      if (!undone && now.step === '2') {
        undone = true;
        await page.locator('[data-act="undo"]').tap();
        await waits();
        must((await see()).stage === 'ask', `${name(now)}: Undo does not ask again`);
        continue;
      }
      if (await end.count() > 0)
        break;
      await page.locator('[data-act="next"]').tap();
    } else {
      await obey(now);
    }
    must(moves < 40, `${name(now)} does not end`);
    if (moves >= 40)
      return;
  }
  await page.locator('.learn-end [data-act="play"]').tap();
  await awaitDue(page);
  must(await page.locator('.learn-bar').count() === 0, `${game}: no game after the lesson`);
}

/** The offer before a first game: once for each game. */
async function offer() {
  await page.goto(`${server.address}#`);
  await page.evaluate(() => localStorage.setItem('boneyard.learnt', ''));
  await page.locator('[data-act="play"][data-game="draw"]:enabled').click();
  await page.locator('.learn-offer').waitFor();
  await axeFinds('offer');
  await page.locator('[data-act="just-play"]').tap();
  await awaitDue(page);
  await page.goto(`${server.address}#`);
  await page.locator('[data-act="play"][data-game="draw"]:enabled').click();
  await awaitDue(page);
  await page.goto(`${server.address}#`);
  await page.locator('[data-act="play"][data-game="block"]:enabled').click();
  await page.locator('[data-act="learn-first"]').tap();
  await waits();
  await page.locator('[data-act="leave"]').tap();
  await page.locator('.start-games').waitFor();
}

for (const game of wanted.length > 0 ? wanted : GAMES)
  await lesson(game).catch((error) => trouble.push(`${game}: ${String(error).split('\n').slice(0, 3).join(' ')}`));
await offer().catch((error) => trouble.push(`offer: ${String(error).split('\n').slice(0, 3).join(' ')}`));
// A planted fault: words over the hand.
await page.goto(`${server.address}#learn=block`);
await waits();
await page.evaluate(() => Object.assign(document.querySelector('.learn-bar').style, { position: 'fixed', inset: '0' }));
must((await page.evaluate(covered)).length > 0, 'words over the hand were planted and not found');
await page.evaluate(() => Object.assign(document.querySelector('.game-hand').style, { height: '40px', overflow: 'auto' }));
must((await page.evaluate(covered)).some((one) => one.includes('scrolls')), 'a hand that scrolls was planted and not found');
await close();
await server.stop();
process.exit(conclude(`lessons, ${language}`, trouble));
