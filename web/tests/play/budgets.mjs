// SPDX-License-Identifier: MIT
// Budgets of the page:  budgets.mjs PROGRAM [bytes|start|turn|frames|memory ...]
//
// bytes   what the first load takes over the wire, module included: at most 120 kB in fewer than 24 requests; in `make test`,
//         as it is no time
// start   until "Play Draw" can be pressed, with the processor slowed down 4 times: at most 1.5 times the time of an empty page
//         of ours, which is this page with a button in place of its scripts and its module; medians of 20, taken in turn
// turn    from a player's tile to the player's next turn, with three bots at the normal speed: at most 1.2 s; a tap skips
// frames  while three `expert` bots think, all games: no frame takes longer than 50 ms; on a busy machine, where others take their
//         time in between, no task of the page's thread takes more than 50 ms of processor time
// memory  after 25 games and after 200 more: neither heap nor module memory has grown by more than a tenth
// Prints what it measured and ends with 1 if anything is over.
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { browse, serve } from './page.mjs';
import { hash } from './scenes.mjs';

const [program, ...wanted] = process.argv.slice(2);
const server = await serve(program);
let failed = 0;
const report = (what, value, limit, unit) => {
  const over = value > limit;
  failed += over ? 1 : 0;
  console.log(`${what}: ${Math.round(value * 10) / 10} ${unit}, at most ${limit}${over ? ' -- OVER' : ''}`);
};
const fresh = (more) => browse(server.address, { worker: true, settings: { speed: 'none' }, ...more });
const ready = (page) => page.locator('.start-deal button:enabled').waitFor();

async function bytes() {
  const browser = await fresh(), page = browser.context.pages()[0];
  const network = await browser.context.newCDPSession(page), names = new Map(), got = [];
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => got.push([names.get(requestId), encodedDataLength]));
  await browser.context.addInitScript((later) => {      // what the first game needs is fetched a second later, and is counted below
    const start = window.setTimeout;
    window.setTimeout = (work, ms, ...given) => (ms === later ? 0 : start(work, ms, ...given));
  }, 1000);
  await page.goto(server.address);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const total = got.reduce((sum, [, length]) => sum + length, 0) / 1000;
  for (const [name, length] of got)
    console.log(`  ${String(length).padStart(7)} ${name}`);
  report('first load, with headers', total, 120, 'kB');
  report('requests of the first load', got.length, 23, '');
  const first = got.length;
  await page.locator('.start-deal button').click();
  await page.locator('.game-hand [data-tile]').first().waitFor();
  await page.waitForTimeout(1500);
  console.log(`  the table and the bots: ${got.slice(first).reduce((sum, [, length]) => sum + length, 0) / 1000} kB more`);
  if (!got.some(([name]) => name?.endsWith('.wasm')))
    throw new Error('no module was loaded: the count is blind');
  await browser.close();
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The program's page behind a second door: `/?empty` is the same document with a button in place of its scripts and its module. The
 *  door keeps what it has fetched, so that neither page waits for it. */
const fetched = new Map();
async function bring(url, accept = '*/*') {
  const answer = await fetch(new URL(url, server.address), { headers: { accept } });
  return { status: answer.status, type: answer.headers.get('content-type'), body: Buffer.from(await answer.arrayBuffer()) };
}
const door = createServer(async ({ url, headers }, reply) => {
  const empty = url === '/?empty';
  if (!fetched.has(url))
    fetched.set(url, await bring(url, headers.accept));
  const { status, type, body } = fetched.get(url);
  const bare = () => body.toString().replace(/<script.*?<\/script>|<link rel="(preload|expect)"[^>]*>|<template.*?<\/template>/gs, '')
    .replace(/<div id="app".*<\/div>/s, '<div id="app"><div class="start-deal"><button class="btn primary">Play Draw</button></div></div>');
  reply.writeHead(status, { 'content-type': type }).end(empty ? bare() : body);
});

/** Milliseconds until the button can be pressed and is drawn. */
async function timeOf(address, empty) {
  const browser = await fresh(), page = browser.context.pages()[0], control = await browser.context.newCDPSession(page);
  await browser.context.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.start-deal button:enabled'))
        requestAnimationFrame(() => console.log(`usable ${performance.now()}`));
      else
        requestAnimationFrame(look);
    };
    look();
  });
  await control.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // The page tells the time itself: the scripts of Playwright that wait for it would run in the page meanwhile.
  const told = page.waitForEvent('console', (message) => message.text().startsWith('usable'));
  await page.goto(`${address}${empty ? '?empty' : ''}`, { waitUntil: 'commit' });
  const time = Number((await told).text().split(' ')[1]);
  await page.waitForLoadState();
  const scripts = await page.evaluate(() => document.scripts.length);
  if ((scripts === 0) !== empty)
    throw new Error(`a page with ${scripts} scripts was taken for the other`);
  await browser.close();
  return time;
}

async function start() {
  const ours = [], bare = [];
  await new Promise((done) => door.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${door.address().port}/`;
  await timeOf(address, true);
  await timeOf(address, false);         // the door has everything now
  for (let i = 0; i < 20; i++) {
    bare.push(await timeOf(address, true));
    ours.push(await timeOf(address, false));
  }
  door.close();
  door.closeAllConnections();
  console.log(`  median of 20, 4 times slower: ${Math.round(median(ours))} ms, an empty page ${Math.round(median(bare))} ms`);
  report('usable, 4 times slower', median(ours) / median(bare), 1.5, 'times an empty page');
}

const games = ['block players=4', 'draw players=4', 'muggins players=4', 'allfives players=4', 'fiveup players=4', 'chickenfoot players=4',
  'mexicantrain players=4', 'castlerock'];

/** Plays by itself, in the page: whatever can be pressed first. */
const autoplay = (games) => new Promise((done, stuck) => {
  let left = games, pressed = performance.now(), before = '', dealt = '', asked = false;
  const press = (selector) => { const one = document.querySelector(selector); one?.click(); return one !== null; };
  const step = () => {
    const root = document.querySelector('[data-due]'), due = root?.dataset.due, now = `${due} ${root?.dataset.at} ${left}`;
    if (now !== before)
      [before, pressed] = [now, performance.now()];
    else if (performance.now() - pressed > 20000)
      return stuck(new Error(`nothing goes on at ${now}: ${document.querySelector('.game-tray, main')?.textContent}`));
    if (due === 'over') {
      if (!asked && document.querySelector('dialog .btn.primary') && --left <= 0)
        return done();
      asked ||= press('dialog .btn.primary');
      return setTimeout(step, 8);
    }
    asked = false;
    if (due === 'round' && root.dataset.at !== dealt) {
      dealt = root.dataset.at;
      press('dialog .btn.primary');
    } else if (due === 'move')
      press('.game-claim :is([data-act="silent"], [data-act="way"])') || press('.game-takes [data-move]') || (document.querySelector('.handtile.sel') && press('.game-ends [data-move], .row-target'))
        || press('.game-hand [data-tile]:not([data-fits="0"])') || press('[data-act="draw"]') || press('[data-act="pass"]');
    setTimeout(step, 8);
  };
  step();
});

async function begin(page, rules, bot) {
  await hash(page, `#rules=${encodeURIComponent(rules)}`);
  await ready(page);
  if (bot)
    for (const seat of await page.locator('.start-seat select').all())
      await seat.selectOption(bot);
  await page.locator('.start-deal button').click();
  await page.locator('[data-due="move"]').waitFor();   // a solitaire may open with nothing but a draw: no tile can be pressed
}

/** Plays ten turns by whatever can be pressed first, and times the others' moves after each. */
const turns = () => new Promise((done) => {
  const times = [], press = (selector) => { const one = document.querySelector(selector); one?.click(); return one !== null; };
  let laid = 0, others = false;
  const step = () => {
    const due = document.querySelector('[data-due]')?.dataset.due;
    if (due === 'over' || due === 'round' || times.length >= 10)
      return done(times);
    if (due !== 'move') {
      others = true;
    } else {
      if (laid > 0 && others)
        times.push(performance.now() - laid);
      others = false;
      press('.game-claim [data-act="way"]') || press('.game-takes [data-move]') || (document.querySelector('.handtile.sel') && press('.game-ends [data-move], .row-target'))
        || press('.game-hand [data-tile]:not([data-fits="0"])') || press('[data-act="draw"]') || press('[data-act="pass"]');
      laid = performance.now();
    }
    requestAnimationFrame(step);
  };
  step();
});

async function turn() {
  for (const rules of games.filter((one) => one.includes('players=4'))) {
    const browser = await fresh({ settings: { speed: 'normal' } }), page = await browser.open();
    await begin(page, rules);
    const times = await page.evaluate(turns);
    if (times.length === 0)
      throw new Error(`no turn of ${rules} was timed`);
    report(`a turn of three bots, ${rules} (${times.length} turns, median)`, median(times), 1200, 'ms');
    await browser.close();
  }
}

/** In the page: the longest frame, with everything from its first script to its drawing (w3c.github.io/long-animation-frames). */
const watchFrames = () => {
  window.longest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration))))
    .observe({ type: 'long-animation-frame' });
};

async function frames() {
  const busy = loadavg()[0] > availableParallelism() / 2;
  for (const rules of games) {
    const browser = await fresh(), page = await browser.open(), trace = await browser.context.newCDPSession(page), events = [];
    await begin(page, rules, 'expert');
    trace.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    await page.evaluate(watchFrames);
    await trace.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] } });
    await Promise.race([page.evaluate(autoplay, 1), page.waitForTimeout(12000)]).catch(() => undefined);
    const complete = new Promise((done) => trace.once('Tracing.tracingComplete', done));
    await trace.send('Tracing.end');
    await complete;
    const main = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = events.filter(({ ph, name, pid, tid }) => ph === 'X' && /RunTask|ThreadControllerImpl/.test(name) && main.has(`${pid} ${tid}`));
    if (tasks.length < 50)
      throw new Error(`only ${tasks.length} tasks were seen`);
    const task = Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000, frame = await page.evaluate(() => window.longest);
    console.log(`  ${rules}, expert: ${tasks.length} tasks, the longest ${task.toFixed(1)} ms of processor time; the longest frame ${frame > 0 ? `${Math.round(frame)} ms` : 'under 50 ms'}`);
    report(`longest ${busy ? 'task' : 'frame'}, ${rules}`, busy ? task : frame, 50, 'ms');
    await browser.close();
  }
}

async function memory() {
  const browser = await fresh({ motion: 'reduce' }), page = await browser.open(), control = await browser.context.newCDPSession(page);
  const used = async () => {
    for (let i = 0; i < 3; i++)
      await control.send('HeapProfiler.collectGarbage');
    const { usedSize } = await control.send('Runtime.getHeapUsage');
    const { result } = await control.send('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
    const { objects } = await control.send('Runtime.queryObjects', { prototypeObjectId: result.objectId });
    const { result: sum } = await control.send('Runtime.callFunctionOn', { objectId: objects.objectId, returnByValue: true,
      functionDeclaration: 'function () { return this.reduce((sum, one) => sum + one.buffer.byteLength, 0); }' });
    const { nodes, jsEventListeners } = await control.send('Memory.getDOMCounters');
    return { heap: usedSize / 1e6, modules: sum.value / 1e6, nodes, jsEventListeners };
  };
  await begin(page, 'mexicantrain players=2 rounds=1 hand=2');
  await page.evaluate(autoplay, 25);
  const before = await used();
  await page.evaluate(() => document.querySelector('dialog .btn.primary').click());
  await page.evaluate(autoplay, 200);
  const after = await used();
  console.log(`  after 25 games ${JSON.stringify(before)}\n  after 225 games ${JSON.stringify(after)}`);
  report('heap after 200 more games', after.heap / before.heap * 100, 110, '% of before');
  report('module memory', after.modules / before.modules * 100, 100, '% of before');
  await browser.close();
}

console.log(`load average ${loadavg().map((one) => one.toFixed(1)).join(' ')}`);
const parts = { bytes, start, turn, frames, memory };
for (const part of wanted.length > 0 ? wanted : Object.keys(parts))
  try {
    await parts[part]();
  } catch (error) {
    console.error(`${part}: ${error.stack ?? error}`);
    failed++;
  }
await server.stop();
process.exit(failed === 0 ? 0 : 1);
