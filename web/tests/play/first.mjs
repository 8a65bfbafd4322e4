// SPDX-License-Identifier: MIT
// The start screen that the build has drawn into the document:  first.mjs PROGRAM
//
// The page's script is held back: what is done meanwhile is kept and carried out, and what the script takes over is the very
// screen that it would have drawn.  Where another screen is wanted, nothing of it is seen; a script that cannot be fetched is said.
// At the end faults are planted in what the server sends; each must be found.
import { conclude, crowd, serve } from './page.mjs';

const server = await serve(process.argv[2]), people = await crowd(server.address), trouble = [];
const must = (holds, words) => {
  if (!holds)
    throw new Error(words);
};

const SCRIPT = '**/assets/start-*.js';
/** A newcomer before a page whose script waits for release(); fault: [files, what to replace, by what]. */
async function come({ language, path = '', kept = {}, fault = null } = {}) {
  const one = await people.come({ language }), held = {};
  held.until = new Promise((done) => (held.release = done));
  await one.context.addInitScript((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), kept);
  await one.page.route(SCRIPT, async (route) => {
    await held.until;
    await route.continue();
  });
  let spoilt = 0;
  if (fault)
    await one.page.route(fault[0], async (route) => {
      const answer = await route.fetch(), text = await answer.text(), body = text.replace(fault[1], fault[2]);
      spoilt += body === text ? 0 : 1;
      const headers = Object.entries(answer.headers()).filter(([name]) => name !== 'content-security-policy');      // it would stop a spoilt script
      await route.fulfill({ response: answer, headers: Object.fromEntries(headers), body });
    });
  await one.page.goto(server.address + path, { waitUntil: 'commit' });
  await one.page.locator('#app').waitFor({ state: 'attached' });
  await one.page.waitForFunction(() => document.readyState !== 'loading');
  if (fault)
    must(spoilt === 1, `${fault[1]} was not found in ${fault[0]}`);
  return { ...one, release: held.release };
}

/** The page's script has the screen, and has read the rules. */
const taken = (page) => page.waitForFunction(() => !document.querySelector('[data-drawn]') && document.querySelector('#app main'));
/** The screen in words; HTML says at first what is chosen, scripts do not. */
const screenOf = (page) => page.locator('#app').evaluate((app) => {
  const copy = app.cloneNode(true);
  copy.querySelectorAll('input, option').forEach((one) => ['checked', 'selected', 'value'].forEach((name) => one.removeAttribute(name)));
  return copy.innerHTML;
});

// ---- What must hold; each gives up on a fault ----

async function pressed(fault = null) {
  for (const [press, family] of [['.start-deal button', 'line'], ['[data-act="play"][data-game="chickenfoot"]', 'feet']]) {
    const { page, context, trouble: wrong, release } = await come({ fault });
    await page.locator(press).click();
    release();
    await taken(page);
    must(await page.locator('html.first').count() === 0, 'the settings stay hidden after the first frame');
    if (fault)
      await page.waitForFunction(() => localStorage.getItem('boneyard.start') !== null || performance.getEntriesByType('resource').some(({ name }) => name.includes('worker')));
    else
      await page.locator('[data-due]').waitFor();
    must(await page.locator(`[data-due][data-family="${family}"]`).count() === 1, `${press}: no game of the family ${family} has begun`);
    trouble.push(...wrong);
    await context.close();
  }
}

/** The same steps before the script has come and after. */
async function chosen(fault = null) {
  const ends = [];
  for (const early of [true, false]) {
    const { page, context, trouble: wrong, release } = await come({ fault, kept: early ? {} : { 'boneyard.other': '1' } });
    if (!early) {
      release();
      await taken(page);
    }
    await page.locator('.start-card input[type=radio]').nth(3).check({ force: true });
    await page.locator('.start-set select').first().selectOption({ index: 3 });
    release();
    await taken(page);
    await page.waitForFunction(() => document.querySelectorAll('.start-card.on').length === 1 && localStorage.getItem('boneyard.start') !== null);
    ends.push(await page.evaluate(() => [document.querySelector('.start-card.on b').textContent, document.querySelector('.start-set select').value, localStorage.getItem('boneyard.start')].join(' ')));
    trouble.push(...wrong);
    await context.close();
  }
  must(ends[0] === ends[1], `chosen early:\n${ends[0]}\nand late:\n${ends[1]}`);
}

/** The settings are there before the script. */
async function whole(fault = null) {
  for (const language of ['en', 'es']) {
    const { page, context, trouble: wrong } = await come({ language, fault });
    await page.locator('.start-set select').first().waitFor({ timeout: fault ? 3000 : 120_000 });
    must(await page.locator('script[type="text/html"]').count() === 0, 'the settings are kept twice');
    trouble.push(...wrong);
    await context.close();
  }
}

/** The screen that was taken over and the one that the script draws by itself; both come to rest. */
async function same(fault = null) {
  const rested = [];
  for (const kept of [{}, { 'boneyard.other': '1' }]) {
    const { page, context, trouble: wrong, release } = await come({ fault, kept });
    must(await page.locator('.start-deal').isVisible() === (Object.keys(kept).length === 0), 'the screen of the build is shown to the wrong browser');
    release();
    await taken(page);
    await page.locator('.game-pic .tile').first().waitFor();
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('worker')));
    rested.push(await screenOf(page));
    trouble.push(...wrong);
    await context.close();
  }
  const [one, other] = rested, at = [...one].findIndex((sign, i) => sign !== other[i]);
  must(one === other, `taken over: ...${one.slice(at - 80, at + 80)}\ndrawn: ...${other.slice(at - 80, at + 80)}`);
}

async function hidden(fault = null) {
  for (const [what, sees] of [[{}, true], [{ path: '#saved' }, false], [{ language: 'es' }, true], [{ language: 'es', kept: { 'boneyard.settings': '{"language":"en"}' } }, false], [{ kept: { 'boneyard.start': '{}' } }, false]]) {
    const { page, context, trouble: wrong, release } = await come({ ...what, fault });
    must((await page.locator('#app').innerText() !== '') === sees, `${JSON.stringify(what)}: the start screen is ${sees ? 'not ' : ''}seen`);
    release();
    await taken(page);
    trouble.push(...wrong);
    await context.close();
  }
}

async function lost(fault = null) {
  const { page, context, trouble: wrong } = await come({ fault });
  await page.unroute(SCRIPT);
  await page.route(SCRIPT, (route) => route.abort());
  wrong.calm(true);
  await page.reload();
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('start-')));
  await page.locator('.failure [role=alert]').waitFor({ timeout: fault ? 3000 : 120_000 });
  await page.unroute(SCRIPT);
  await page.locator('.failure button').click();
  await taken(page);
  trouble.push(...wrong);
  await context.close();
}

/** What the first frame shows stays where it is when the rest appears. */
async function still(fault = null) {
  for (const language of ['en', 'es']) {
    const { page, context, trouble: wrong } = await come({ language, fault });
    for (const [width, height] of [[1440, 900], [1024, 768], [844, 390], [390, 844], [320, 640]]) {
      await page.setViewportSize({ width, height });
      const moved = await page.evaluate(() => {
        const root = document.documentElement, all = [...document.querySelectorAll('#app *:not(svg)')];
        const boxes = () => all.map((one) => one.getBoundingClientRect());
        root.classList.add('first');
        const before = boxes();
        root.classList.remove('first');
        const after = boxes(), shown = (i) => before[i].width > 0 && before[i].height > 0 && all[i].textContent !== '' && !all[i].closest('.start-set, .start-card > span, h1, h2');
        return all.filter((one, i) => shown(i) && ['x', 'y'].some((side) => Math.abs(before[i][side] - after[i][side]) > 0.5))
          .map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 20)}`);
      });
      must(moved.length === 0, `${language}, ${width}x${height}: moved after the first frame: ${moved.slice(0, 5).join(', ')}`);
    }
    trouble.push(...wrong);
    await context.close();
  }
}

const STYLES = '**/assets/start-*.css', DOCUMENT = server.address;
for (const [part, ...faults] of [
  [pressed, [DOCUMENT, '.splice(0)', '.slice(0,0)'], [DOCUMENT, 'remove(`first`)', 'remove(`never`)']], [chosen, [DOCUMENT, '===`input`&&', '===`inpux`&&']], [whole, [DOCUMENT, '.outerHTML=', '.title=']],
  [same, [DOCUMENT, 'class="start-deal"', 'class="start-deal other"']], [hidden, [DOCUMENT, 'location.hash===``', '!0']],
  [lost, [DOCUMENT, '.catch(', '.then(']], [still, [STYLES, 'block-size:var(--target)}', 'block-size:0}']],
])
  try {
    await part();
    for (const fault of faults)
      if (await part(fault).then(() => true, (error) => !(error instanceof Error)))
        trouble.push(`${part.name}: ${fault[1]} was spoilt and not found`);
    console.log(`${part.name}: done`);
  } catch (error) {
    trouble.push(`${part.name}: ${error.stack}`);
  }
await people.close();
await server.stop();
// The module was fetched for a script that is held back here: Chromium warns that it is not used for so long.
process.exit(conclude('first', trouble.filter((one) => !one.includes('was preloaded using link preload but not used'))));
