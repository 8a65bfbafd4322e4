// SPDX-License-Identifier: MIT
// People at tables of the real server, each in a browser of their own: they come, sit down, play and look.
import { execFileSync } from 'node:child_process';
import { crowd, serve } from './page.mjs';
import { chance, decide, Finger, Keys, look, Mouse } from './hands.mjs';
import { hash } from './scenes.mjs';

/** Looked at again after so long (ms) where something that was done may have been undone by what others did meanwhile. */
const AGAIN = 3000;
/** Looks without anything new until nothing goes on. */
const STUCK = 60;
/** How often, at 50 ms, something is looked for: what one waits for, what was there a moment ago, and what others may take away. */
const WAITED = 1000, SEEN = 200, SHARED = 60;
/** Milliseconds: the proof of a shuffle may come after the end of the game. */
const PROOF = 20_000;

const manners = { Mouse, Keys, Finger };

/** A server and a Chromium; everybody who comes is in .all. */
export async function gather(program, how = {}) {
  let server = await serve(program, how);
  const chrome = await crowd(server.address), all = [];
  return {
    all, program,
    get address() { return server.address; },
    get db() { return server.db; },
    /** name: what they are called; hands: Mouse, Keys or Finger; null: they only watch. */
    async come(name, { hands = 'Mouse', seed = all.length + 1, ...how } = {}) {
      const came = await chrome.come(how), next = chance(seed), own = new manners[hands](came.page, next);
      const one = { ...came, name, next, hands: own, keyboard: hands === 'Keys', stop: false };
      own.tries = SEEN;
      all.push(one);
      return one;
    },
    /** The server is ended as a power cut would end it. */
    async kill() {
      for (const { trouble } of all)
        trouble.calm(true);
      await server.kill();
    },
    /** It is started again at the same place. */
    async again() { server = await serve(program, server); },
    calm: (on) => all.forEach(({ trouble }) => trouble.calm(on)),
    async end() {
      await chrome.close();
      await server.stop();
      return all.flatMap(({ name, trouble }) => trouble.map((line) => `${name}: ${line}`));
    },
  };
}

// ---- What a person does ----

/** Presses something, with the hands that one has. */
export async function push(person, selector, times = WAITED) {
  return person.hands.press(selector, times);
}

/** Something of the menu. */
export async function fromMenu(person, act) {
  await push(person, '[data-act="menu"]');
  await person.page.locator(`.game-menu [data-act="${act}"]`).click();
}

/**
 * Makes a table with the form, and sits down at it; its link.  seats: for those after the first, open or bot:LEVEL; clock, grace:
 * as the form has them; more: which switches are pressed, by their place.
 */
export async function makeTable(person, rules, { seats = [], clock = 'none', grace = '30', more = [] } = {}) {
  const { page } = person, field = (value) => page.locator(`.with-make select:has(option[value="${value}"])`);
  await page.goto(`${person.address}#rules=${encodeURIComponent(rules)}`);
  await page.locator('.start-deal button:enabled').waitFor();
  await page.locator('.start-set .seg', { hasText: /others|gente/ }).locator('input').nth(1).check();
  await page.locator('#with-name').fill(person.name);
  for (const [i, who] of seats.entries())
    await page.locator('.with-make .start-seats select').nth(i).selectOption(who);
  await field('days 1').selectOption(clock);
  if (!clock.startsWith('days'))
    await field('600').selectOption(grace);
  for (const name of more)
    await page.locator('.with-make').getByRole('switch', { name }).click();
  await push(person, '[data-act="make"]:enabled');
  await page.locator('[data-room="waiting"] [data-act="stand"]').waitFor();
  const link = await page.locator('.with-invite [data-link]').inputValue(), code = await page.locator('.with-invite [data-qr]').getAttribute('data-qr');
  if (code !== link)
    throw new Error(`the QR code leads to ${code}, the link to ${link}`);
  return link;
}

/** Makes a table over the wire, as the form has none; its link. */
export async function makeByWire(person, fields) {
  const { page, address } = person;
  await page.goto(`${address}#tables`);
  await page.locator('[data-list="mine"] .note, [data-list="mine"] li').first().waitFor({ state: 'attached' });     // the server has answered: there is a session
  const table = await page.evaluate((make) => new Promise((done, failed) => {
    const key = String(Math.random()), socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`), say = (what) => socket.send(JSON.stringify(what));
    socket.onopen = () => (say({ do: 'hello', key: 'hello', v: 1, view: 'packed' }), say({ do: 'make', key, ...make }));
    socket.onclose = () => failed(new Error('the connection has gone'));
    socket.onmessage = ({ data }) => {
      const told = JSON.parse(data);
      if (told.key !== key)
        return;
      (told.ok ? done(told.table) : failed(new Error(told.error)));
      socket.close();
    };
  }), fields);
  return `${address}#at=${table}`;
}

/** Opens the link that somebody has sent. */
export async function follow(person, link) {
  await person.page.goto(link);
  await person.page.locator('[data-room="waiting"], [data-due]').first().waitFor();
}

/** Opens it and sits down in the first free seat. */
export async function sitDown(person, link) {
  await follow(person, link);
  await person.page.locator('#with-name').fill(person.name);
  await push(person, '[data-act="sit"]');
  await person.page.locator('[data-room="waiting"] [data-act="stand"]').waitFor();
}

/** The host begins, when everybody sits. */
export async function start(host, people) {
  for (const { name } of people)
    await host.page.locator('.with-seat.person', { hasText: name }).waitFor();
  await push(host, '[data-act="start"]:enabled');
}

// ---- Playing ----

const seen = (page) => look(page).catch(() => null);        // the page may just be loading

/** Until something is different from `at`, or the game is over; false: not within a while. */
const changed = (page, at) => page.waitForFunction((was) => {
  const root = document.querySelector('[data-due]');
  return root && (root.dataset.due === 'over' || (Number(root.dataset.at) !== was && root.dataset.due !== 'bots'));
}, at, { timeout: AGAIN }).then(() => true, () => false);

/**
 * Plays until the game is over, `until` says so at a decision, or somebody sets person.stop; how many decisions that were.
 * What stands may change under the hands, as others play too: what could not be done then is looked at again.
 */
export async function playAlong(person, until = () => false) {
  const { page, hands, next } = person;
  let at = -1, decisions = 0, quiet = 0, before = '';
  person.stop = false;
  for (let failures = 0; !person.stop;) {
    const news = await changed(page, at), now = await seen(page), stands = JSON.stringify(now);
    quiet = stands === before ? quiet + 1 : 0;
    before = stands;
    if (quiet === 15 && process.env.BONEYARD_SHOTS)
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/quiet-${person.name}.png` }).catch(() => undefined);
    if (quiet > STUCK)
      throw new Error(`${person.name}: nothing goes on: ${stands}`);
    if (now?.due === 'over')
      break;
    if (!now || now.due === 'bots' || (!news && now.due !== 'move' && now.due !== 'round'))
      continue;
    at = now.at;
    if (now.due === 'move' && until(decisions, now))
      break;
    try {
      if (now.due === 'round')
        await pressNext(person);
      else if (now.acts.includes('unveil'))
        await push(person, '[data-act="unveil"]').then(() => (person.curtains = (person.curtains ?? 0) + 1));
      else if (now.due === 'call')
        await answer(person, now);
      else {
        if (person.calls && now.acts.includes('call') && !now.claim)    // on a phone the claim covers the button
          await hands.act('call', SHARED);      // whoever is on turn may call first
        await decide(hands, now, next, 60, person.silent ? 'silent' : 'knock');
        decisions++;
      }
      failures = 0;
    } catch (error) {
      const then = await seen(page);
      if (then?.at === now.at && then.due === now.due && ++failures > 2)
        throw error;
    }
  }
  return decisions;
}

/** They play until it is so at a decision of one of them; the others stop then too, wherever they are. */
export async function playUntil(people, so) {
  const end = () => people.forEach((one) => (one.stop = true));
  await Promise.all(people.map((one) => playAlong(one, (n) => so(one, n) && (end(), true))));
}

async function pressNext(person) {
  const next = person.page.locator('dialog.sheet [data-act="next"][aria-disabled="false"]');
  if (await next.count() > 0)
    await push(person, 'dialog.sheet [data-act="next"]', SHARED);
}

/** Time to call: whoever calls (person.calls) always does; others let it go. */
async function answer(person, now) {
  if (process.env.BONEYARD_SHOTS && person.calls)
    await person.page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/call-${now.family}-${person.name}.png` }).catch(() => undefined);
  if (person.calls)
    await person.hands.act('call', SHARED);
  else if (now.acts.includes('let') && !person.keyboard)
    await person.hands.act('let', 3);
}

// ---- Looking ----

/** What everybody sees of how it goes: the round, and how many tiles each seat holds. */
export const counts = (page) => page.evaluate(() => {
  const found = {};
  for (const seat of document.querySelectorAll('.game-seats [data-seat]'))
    found[seat.dataset.seat] = Number(seat.querySelector('.n i').textContent);
  return JSON.stringify([document.querySelector('[data-due]')?.dataset.round, found]);
});
export const handOf = (page) => page.locator('.game-hand [data-tile]').evaluateAll((all) => all.map((one) => one.dataset.tile).sort());
const totals = (page) => page.locator('dialog.sheet .sheet-lines td.sheet-total').evaluateAll((all) => all.map((one) => one.textContent.trim()));

/** From now on it is noted when a hand is shown on this page, or sent to it. */
export async function watchClosely(person) {
  const { page, trouble } = person;
  await person.context.addInitScript(() => {
    const count = () => {
      const shown = document.querySelectorAll('.game-hand [data-tile], .game-hand .face').length;
      if (shown > 0)
        console.error(`a watcher is shown ${shown} tiles of a hand`);
    };
    new MutationObserver(count).observe(document, { subtree: true, childList: true });
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    const told = JSON.parse(String(payload));
    if (told.is === 'event' && told.what === 'deal') {
      person.deals = (person.deals ?? 0) + 1;
      if (told.fair?.open?.length > 0 || told.events?.some((line) => line.hands?.some((hand) => Array.isArray(hand))))
        trouble.push(`a watcher is told tiles of a hand: ${payload}`);
    }
  }));
}

/** At the end everybody sees the same scores, and the shuffle proved; the record is right. */
export async function compare(people, program, alone = false) {
  const all = [];
  for (const { page, name, trouble } of people) {
    await page.locator('dialog.sheet').waitFor();
    all.push([name, await totals(page)]);
    const fair = alone ? 'alone' : 'proven';
    if (!await page.locator(`[data-fair="${fair}"]`).first().waitFor({ state: 'attached', timeout: PROOF }).then(() => true, () => false)) {
      await page.keyboard.press('Escape');
      await page.locator('[data-fair]').first().click();
      trouble.push(`the shuffle is not ${fair}: ${await page.locator('dialog.with-dialog ul').textContent()}`);
    }
  }
  const [[, first]] = all;
  if (first.length === 0 || all.some(([, one]) => String(one) !== String(first)))
    people[0].trouble.push(`the scores differ: ${JSON.stringify(all)}`);
  const [{ page }] = people, [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act="download"]').click()]);
  const path = await file.path();
  execFileSync(program, ['check', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync(program, ['verify', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  return path;
}

/** The record goes into this browser's list, and the review of it opens; then back to the table. */
export async function keepAndReview({ page }, games = 1) {
  await page.locator('[data-act="keep"]').click();
  await page.locator('[data-record] p').first().waitFor();
  await page.locator('[data-act="review"]:enabled').click();
  await page.locator('.review-progress').waitFor();
  await page.goBack();
  await page.locator('dialog.sheet').waitFor();
  const at = await page.evaluate(() => location.hash);
  await hash(page, '#saved');
  await page.locator('.saved-game').nth(games - 1).waitFor();
  await hash(page, at);
  await page.locator('dialog.sheet').waitFor();
}
