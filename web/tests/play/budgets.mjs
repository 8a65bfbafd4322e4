// SPDX-License-Identifier: MIT
// Budgets of the page:  budgets.mjs PROGRAM [bytes|start|frames|memory ...]
//
// bytes   what the first load takes over the wire, module included: at most 150 kB (aim 60); in `make test`, as it is no time
// start   until "Play now" can be pressed, with the processor slowed down 4 times: at most 1 s, the best of five
// frames  while three `expert` bots think, all games: no task of the page's thread takes more than 50 ms of processor time
// memory  after 25 games and after 50 more: neither heap nor module memory has grown by more than a tenth
// Prints what it measured and ends with 1 if anything is over.
import { loadavg } from 'node:os';
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
const fresh = (more) => browse(server.address, { settings: { speed: 'none' }, ...more });
const ready = (page) => page.locator('.start-deal button:enabled').waitFor();

async function bytes() {
  const browser = await fresh(), page = browser.context.pages()[0];
  const network = await browser.context.newCDPSession(page), names = new Map(), got = [];
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => got.push([names.get(requestId), encodedDataLength]));
  await page.goto(server.address);
  await ready(page);
  await page.waitForTimeout(500);
  const total = got.reduce((sum, [, length]) => sum + length, 0) / 1000;
  for (const [name, length] of got)
    console.log(`  ${String(length).padStart(7)} ${name}`);
  report('first load, with headers', total, 150, 'kB');
  const first = got.length;
  await page.locator('.start-deal button').click();
  await page.locator('.game-hand [data-tile]').first().waitFor();
  await page.waitForTimeout(1500);
  console.log(`  the table and the bots: ${got.slice(first).reduce((sum, [, length]) => sum + length, 0) / 1000} kB more`);
  if (!got.some(([name]) => name?.endsWith('.wasm')))
    throw new Error('no module was loaded: the count is blind');
  await browser.close();
}

async function start() {
  let best = Infinity;
  for (let i = 0; i < 5; i++) {
    const browser = await fresh();
    await browser.context.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.start-deal button:enabled'))
          requestAnimationFrame(() => { window.readyAt = performance.now(); });
        else
          requestAnimationFrame(look);
      };
      look();
    });
    const page = browser.context.pages()[0], control = await browser.context.newCDPSession(page);
    await control.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(server.address);
    best = Math.min(best, await (await page.waitForFunction(() => window.readyAt)).jsonValue());
    await browser.close();
  }
  report('interactive, 4 times slower', best, 1000, 'ms');
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
}

async function frames() {
  for (const rules of games) {
    const browser = await fresh(), page = await browser.open(), trace = await browser.context.newCDPSession(page), events = [];
    await begin(page, rules, 'expert');
    await page.locator('.game-hand button').first().waitFor({ timeout: 60000 });
    trace.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    await trace.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] } });
    await Promise.race([page.evaluate(autoplay, 1), page.waitForTimeout(12000)]).catch(() => undefined);
    const complete = new Promise((done) => trace.once('Tracing.tracingComplete', done));
    await trace.send('Tracing.end');
    await complete;
    const main = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = events.filter(({ ph, name, pid, tid }) => ph === 'X' && /RunTask|ThreadControllerImpl/.test(name) && main.has(`${pid} ${tid}`));
    if (tasks.length < 50)
      throw new Error(`only ${tasks.length} tasks were seen`);
    const longest = Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000, wall = Math.max(...tasks.map(({ dur }) => dur ?? 0)) / 1000;
    report(`longest task, ${rules}, expert (${tasks.length} tasks; by the clock ${Math.round(wall)} ms)`, longest, 50, 'ms');
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
  await page.evaluate(autoplay, 50);
  const after = await used();
  console.log(`  after 25 games ${JSON.stringify(before)}\n  after 75 games ${JSON.stringify(after)}`);
  report('heap after fifty more games', after.heap / before.heap * 100, 110, '% of before');
  report('module memory', after.modules / before.modules * 100, 100, '% of before');
  await browser.close();
}

console.log(`load average ${loadavg().map((one) => one.toFixed(1)).join(' ')}`);
const parts = { bytes, start, frames, memory };
for (const part of wanted.length > 0 ? wanted : Object.keys(parts))
  try {
    await parts[part]();
  } catch (error) {
    console.error(`${part}: ${error.stack ?? error}`);
    failed++;
  }
await server.stop();
process.exit(failed === 0 ? 0 : 1);
