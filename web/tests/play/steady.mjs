// SPDX-License-Identifier: MIT
// Nothing jumps:  steady.mjs PROGRAM SIZE[,SIZE...] [GAME...]
//
// A whole short game of each family, played by hands that choose at random: tiles that lie move on the screen only when the
// table is fitted again, and nothing else shifts by more than 0.01, as browsers measure it (web.dev/articles/cls), also right
// after a click.
import { browse, conclude, serve } from './page.mjs';
import { chance, Finger, Mouse, playOn, settle } from './hands.mjs';

const games = { line: 'muggins players=4 target=30', feet: 'chickenfoot players=4 rounds=1', trains: 'mexicantrain players=2 rounds=1',
  castle: 'castlerock', calls: 'muggins:number players=3 call=on target=20' };
const windows = { laptop: [1440, 900], low: [1280, 720], phone: [390, 844], small: [360, 640], lying: [844, 390] };
const [program, wide, ...wanted] = process.argv.slice(2);
/** The largest shift within five seconds. */
const MOST = 0.01;

/** In the page, before its own scripts: writes down what shifts and which tiles move. */
function watch() {
  const seen = window.steady = { shifts: [], moves: [], fits: 0 };
  const nameOf = (node) => { const one = node?.nodeType === 1 ? node : node?.parentElement; return one ? `${one.tagName.toLowerCase()}.${String(one.className?.baseVal ?? one.className)}` : '?'; };
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries())
      if (document.querySelector('[data-due]'))
        seen.shifts.push({ value, startTime, sources: sources.map(({ node, previousRect: a, currentRect: b }) => `${nameOf(node)} ${[a.x, a.y, a.width, a.height, '->', b.x, b.y, b.width, b.height].map((n) => (typeof n === 'number' ? Math.round(n) : n)).join(' ')}`) });
  }).observe({ type: 'layout-shift', buffered: true });
  let last = new Map(), fit = '';
  const frame = () => {
    const board = document.querySelector('.game-board .drawing'), root = document.querySelector('[data-due]'), at = new Map();
    if (board && root && root.dataset.family !== 'castle') {       // a row of Castle Rock closes by the rules
      const now = `${root.dataset.round} ${board.dataset.fit}`;
      for (const tile of board.querySelectorAll('.tiles > [data-tile]')) {
        const { x, y } = tile.querySelector('.base').getBoundingClientRect(), was = last.get(tile.dataset.tile);
        at.set(tile.dataset.tile, { x, y });
        if (now === fit && was && Math.hypot(x - was.x, y - was.y) > 1)
          seen.moves.push(`tile ${tile.dataset.tile} from ${Math.round(was.x)},${Math.round(was.y)} to ${Math.round(x)},${Math.round(y)} at ${root.dataset.said}`);
      }
      seen.fits += now !== fit;
      fit = now;
    }
    last = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The largest sum within five seconds that no second without a shift interrupts. */
function largest(shifts) {
  let most = 0, sum = 0, first = -1e9, before = -1e9;
  for (const { value, startTime } of shifts) {
    if (startTime - before > 1000 || startTime - first > 5000)
      [sum, first] = [0, startTime];
    before = startTime;
    most = Math.max(most, sum += value);
  }
  return most;
}

/** What has moved since the page was opened. */
async function movesOf(page, name) {
  const { shifts, moves, fits } = await page.evaluate(() => window.steady), most = largest(shifts);
  console.log(`${name}: shifts by ${most.toFixed(4)} at most, fitted ${fits} times, ${moves.length} tiles moved between`);
  for (const { value, sources } of process.env.BONEYARD_SHIFTS ? shifts.sort((a, b) => b.value - a.value).slice(0, 5) : [])
    console.log(`  ${value.toFixed(4)} ${sources.join('; ')}`);
  return { most, moves };
}

/** Styles that push what is on the screen: a gap above the table, which moves tiles, too, and a tray that grows. */
const faults = ['.game-table { margin-block-start: 60px !important }', '.game-tray { padding-block-end: 50vh !important }'];

async function findFaults(page) {
  const missed = [];
  for (const style of faults) {
    await page.evaluate((text) => {
      window.steady.shifts.length = window.steady.moves.length = 0;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, style);
    for (let i = 0; i < 3; i++)
      await settle(page);
    const { most, moves } = await movesOf(page, style);
    if (most <= MOST || (style === faults[0] && moves.length === 0))
      missed.push(`not found: ${style}`);
    await page.evaluate(() => (document.adoptedStyleSheets = []));
    await settle(page);
  }
  return missed;
}

const server = await serve(program), rest = [];
for (const size of wide.split(',')) {
  const [width, height] = windows[size], touch = Math.min(width, height) < 500;
  const browser = await browse(server.address, { size: touch ? 'phone' : 'laptop', motion: 'reduce', settings: { speed: 'none' } });
  await browser.context.addInitScript(watch);
  for (const family of wanted.length > 0 ? wanted : Object.keys(games)) {
    const next = chance(3), page = await browser.open(`#rules=${encodeURIComponent(games[family])}`), hands = new (touch ? Finger : Mouse)(page, next);
    try {
      await page.setViewportSize({ width, height });
      await page.locator('.start-deal button:enabled').waitFor();
      await hands.deal();
      const made = await playOn(hands, next), { most, moves } = await movesOf(page, `${family}, ${size}, ${made} decisions`);
      rest.push(...moves.slice(0, 5).map((words) => `${family}, ${size}: ${words}`));
      if (most > MOST)
        rest.push(`${family}, ${size}: shifts by ${most.toFixed(4)}`);
      if (family === 'line')
        rest.push(...await findFaults(page));
    } catch (error) {
      browser.trouble.push(`${family}: ${error.stack ?? error}`);
    }
    await page.goto('about:blank');
  }
  rest.push(...browser.trouble);
  await browser.close();
}
await server.stop();
process.exit(conclude(`steady, ${wide}`, rest) === 0 ? 0 : 1);
