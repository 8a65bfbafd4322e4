// SPDX-License-Identifier: MIT
// Every screen and every state of the page, each looked at in several ways:  screens.mjs PROGRAM KIND [SCENE...]
//
// axe-core looks in the light theme, and on the laptop at the colours again in the dark one, since colours do not depend on the
// window.  No word is left in another language.  Nothing is wider than the window or cut off.  At the end a fault of every sort
// is planted that has to be found.
import axe from 'axe-core';
import { settle } from './hands.mjs';
import { browse, conclude, serve, sizes } from './page.mjs';
import { bring, scenes } from './scenes.mjs';

// ---- Ways to look: each returns sentences ----

async function axeFinds(page, only) {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(axe.source);
  const { violations } = await page.evaluate((values) => window.axe.run(document,
    { preload: false, resultTypes: ['violations'], ...(values ? { runOnly: { type: 'rule', values } } : {}) }), only);
  return violations.map((one) => `${one.id} (${one.impact}): ${one.help}; ${one.nodes.slice(0, 3).map((node) =>
    `${node.target.join(' ')}: ${node.failureSummary.split('\n').slice(1, 2).join('').trim()}`).join(' | ')}`);
}

/** The other theme differs in colours alone. */
async function turn(page, theme) {
  await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
  await settle(page);
}

const light = async (page, name) => (axed(name) ? (await axeFinds(page)).map((words) => `light: ${words}`) : []);

async function dark(page) {
  await turn(page, 'dark');
  const found = await axeFinds(page, ['color-contrast']);
  await turn(page, 'light');
  return found.map((words) => `dark: ${words}`);
}

const foreign = {
  es: /(?<!\p{L})(the|and|you|your|yours|with|tiles?|rounds?|lays?|draws?|turn|choose|settings|saved|scores?|wins?|from|this|that|what|which|of|open)(?!\p{L})/iu,
  en: /(?<!\p{L})(el|los|las|del|fichas?|juega|rondas?|partidas?|manos?|pozo|trenes|tren|una|con|qué|tu|te|más|abierto)(?!\p{L})/iu,
};
/** Names that are the same in both languages. */
const names = /Boneyard|Mexican Train|Castle Rock|All Fives|Five Up|Muggins|Chickenfoot|Español|English|["“«„][^"”»]*["”»]|[a-z]+:[a-z]+( [a-z-]+=\w+)*|https?:\S+|[a-z-]+=\w+|draw \(robar\)/g;

const language = (own) => async (page) => {
  const { words, lang } = await page.evaluate(() => {
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [document.title];
    while (all.nextNode())
      if (!all.currentNode.parentElement.closest('script, noscript, [lang]:not(html)'))
        words.push(all.currentNode.data);
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      words.push(...['aria-label', 'title', 'placeholder', 'alt'].map((key) => one.getAttribute(key) ?? ''));
    return { words, lang: document.documentElement.lang };
  });
  return [
    ...(lang === own ? [] : [`the page says that it is in ${lang}`]),
    ...words.filter((one) => foreign[own].test(one.replace(names, ' '))).slice(0, 4).map((one) => `not in ${own}: "${one.trim().slice(0, 120)}"`),
  ];
};

/** Nothing is wider than the screen, and no button is cut off; `all`: no other text either. */
const overflow = (all) => {
  const found = [], wide = document.scrollingElement.scrollWidth, width = Math.min(innerWidth, screen.width);
  if (wide > width + 1)
    found.push(`the page is ${wide} px wide`);
  for (const one of document.querySelectorAll('button, h1, h2, select, input, label, p')) {
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || one.closest('.game-sr, .visually-hidden') || getComputedStyle(one).visibility === 'hidden')
      continue;
    let host = one.parentElement, scrolls = false, clipped = false;
    for (; host && host !== document.body; host = host.parentElement) {
      const style = getComputedStyle(host);
      scrolls ||= /auto|scroll/.test(style.overflowX);
      clipped ||= style.clipPath !== 'none';
    }
    if (scrolls || clipped)
      continue;
    const name = `${one.tagName} "${(one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 30)}"`;
    if (box.left < -2 || box.right > width + 2)
      found.push(`${name} ends at ${Math.round(box.right)}`);
    else if ((one.tagName === 'BUTTON' || (all && one.tagName !== 'INPUT')) && (one.scrollWidth > one.clientWidth + 2) && getComputedStyle(one).overflowX !== 'visible')
      found.push(`${name} is cut off`);
  }
  return found.slice(0, 4);
};

/** In windows of these sizes; the screen follows its window in a few frames. */
const fits = (windows, all = false) => async (page, name) => {
  const found = [], before = page.viewportSize();
  for (const window of windows) {
    let wrong = [];
    await resize(page, window);
    for (let looks = 0; looks < 30 && (looks === 0 || wrong.length > 0); looks++) {
      await settle(page);
      wrong = await page.evaluate(overflow, all);
    }
    if (process.env.BONEYARD_SHOTS)
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${name}-${window.width}x${window.height}.png` });
    found.push(...wrong.map((words) => `${window.width}x${window.height}: ${words}`));
  }
  await resize(page, before);
  return found;
};

async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => matchMedia(`(width: ${w}px) and (height: ${h}px)`).matches, [width, height]);
  await settle(page);
}

// ---- Kinds of screens ----

const { laptop, phone, small } = Object.fromEntries(Object.entries(sizes).map(([name, { viewport }]) => [name, viewport]));
/** What a reader sets who wants letters twice as large. */
const LARGE = ['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'];
/** The page has it in a build with -Dpseudo=true. */
const PSEUDO = { speed: 'none', language: 'xx' };
const kinds = {
  laptop: { how: { size: 'laptop', language: 'en' }, looks: [light, dark, language('en')] },
  phone: { how: { size: 'phone', language: 'es' }, looks: [light, language('es'), fits([small])] },
  large: { how: { size: 'laptop', flags: LARGE }, looks: [fits([laptop, phone])] },
  pseudo: { how: { size: 'laptop', settings: PSEUDO }, looks: [fits([laptop], true)] },
  'pseudo-phone': { how: { size: 'phone', settings: PSEUDO }, looks: [fits([phone], true)] },
};

/** Scenes that axe-core sees on the laptop or that resemble others: not examined on a phone, except in the long ring. */
const seen = /^(start-(open|continue)|table-(muggins|chickenfoot|mexicantrain|castlerock|claim|menu|arranged|rules|16-feet)|sheet-(trains|over)|review|stats|rules|saved|daily-(puzzle|castle|train-end)|learn-points|others-(watching|round|device|say|fair))$/;
const axed = (name) => process.argv[3] !== 'phone' || Boolean(process.env.BONEYARD_LONG) || !seen.test(name);
/** Scenes that another one stands for: left out on a phone, except in the long ring. */
const alike = new RegExp(['start-(train|refused)', 'rules-muggins', 'chosen', 'table-(draw|fiveup|block|allfives|calls|16-trains|8-trains|hint|scores)$',
  'sheet-(block|muggins|castle)', 'learn-trains', 'others-(trains|guest|paused|tables)', 'review-fair', 'stats-delete', 'saved-failed', 'daily-answer',
  'account-(codes|erase)'].join('|'));

const [program, kind, ...wanted] = process.argv.slice(2), { how, looks } = kinds[kind];
const server = await serve(program, { haste: 6 });
const browser = await browse(server.address, { motion: 'reduce', ...how, settings: { speed: 'none', theme: 'light', ...how.settings } });
const page = await browser.open();
for (const name of wanted.length > 0 ? wanted : Object.keys(scenes).filter((one) => looks.includes(dark) || process.env.BONEYARD_LONG || !alike.test(one)))
  try {
    await bring(name, { page, program });
    for (const see of looks)
      browser.trouble.push(...(await see(page, name)).map((words) => `${name}: ${words}`));
  } catch (error) {
    browser.trouble.push(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
    await page.goto(`${server.address}#`);
    await page.reload();
  }

await page.evaluate(() => document.querySelector('main').append(document.createElement('button'),
  Object.assign(document.createElement('p'), { textContent: 'a pale line', style: 'color: #777; background: #888' }),
  Object.assign(document.createElement('p'), { textContent: 'wide: the con '.repeat(40), style: 'white-space: nowrap' })));
for (const see of looks)
  if ((await see(page, 'planted')).length === 0)
    browser.trouble.push(`faults were planted and not found by look ${looks.indexOf(see) + 1}`);
await browser.close();
await server.stop();
process.exit(conclude(`screens, ${kind}`, browser.trouble));
