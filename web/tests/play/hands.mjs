// SPDX-License-Identifier: MIT
// Hands that play: with the mouse (clicks and drags), with the keyboard alone, with a finger.  They do only what a person
// can do; what is read of the page is what is written there for people, and a few data attributes that say what is due.

/** Until what has been done is drawn. */
export const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What stands on the screen: what is waited for, how far the game is, which tiles fit, where they can go. */
export const look = (page) => page.evaluate(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const root = document.querySelector('[data-due]');
  if (!root)
    return null;
  const all = (q, of) => [...root.querySelectorAll(q)].map(of);
  return {
    due: root.dataset.due, at: Number(root.dataset.at), round: Number(root.dataset.round), family: root.dataset.family, claim: root.querySelector('[data-claim]')?.dataset.claim ?? null,
    tiles: all('.game-hand [data-tile]', (b) => ({ tile: b.dataset.tile, fits: Number(b.dataset.fits), chosen: b.getAttribute('aria-pressed') === 'true' })),
    takes: all('.game-takes [data-move]', (b) => b.dataset.move),
    acts: all('[data-act]', (b) => (b.getAttribute('aria-disabled') === 'true' || b.disabled ? '' : b.dataset.act)),
    points: all('[data-points]', (b) => b.dataset.points),
  };
});

/** Waits until a person has to do something; tells what stands there then. */
export async function awaitDue(page, after = -1) {
  for (;;) {
    await page.waitForFunction((was) => {
      const root = document.querySelector('[data-due]');
      return root && root.dataset.due !== 'bots' && (Number(root.dataset.at) !== was || root.dataset.due !== 'move');
    }, after).catch(async (error) => {
      throw new Error(`nothing goes on after ${after}: ${JSON.stringify(await look(page))}`, { cause: error });
    });
    const now = await look(page);       // the time to call may be over by now
    if (now && now.due !== 'bots' && (now.at !== after || now.due !== 'move'))
      return now;
  }
}

/** A small generator, so that a run can be done again. */
export function chance(seed) {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/**
 * Where to point at it: a spot of it that nothing covers, after the page has been scrolled there as a person would.  The page
 * draws anew while one looks, so it is looked for until it stands still.
 */
export async function aim(place, times = 1000) {
  let seen = '';
  for (let i = 0; i < times; i++) {
    const found = await place.evaluateAll(spotOf);
    if (found.x !== undefined)
      return found;
    seen = found.why;
    await place.page().waitForTimeout(50);
  }
  throw new Error(`${place} ${seen}`);
}

/** In the page.  A place of the drawing is taken wherever it shows; a button must have its middle free. */
async function spotOf([place]) {
  if (!place)
    return { why: 'is not there' };
  if (place instanceof HTMLElement)
    place.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const before = place.getBoundingClientRect();
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const box = place.getBoundingClientRect(), own = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (place.contains(hit) || (place instanceof SVGElement && !hit.closest('.edgesign')
      && place.ownerSVGElement === (hit.ownerSVGElement ?? hit)));
  };
  if (box.width === 0 || box.height === 0)
    return { why: 'has no size' };
  if (Math.hypot(box.left - before.left, box.top - before.top) > 0.5)
    return { why: 'moves' };
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  if (own(x, y))
    return { x, y };
  const hit = document.elementFromPoint(x, y);
  return { why: `cannot be seen at ${Math.round(x)}, ${Math.round(y)}: ${hit ? `${hit.tagName} ${hit.getAttribute('class')} lies there` : 'outside'}` };
}

/** Ghosts, the discs of arcs, and rows, for pointing; where the drawing is larger than the screen its places are buttons too. */
const drawn = '.game-board .ghost[data-key], .game-board .arc[data-key] circle, .game-rows .row-target, .game-ends.strip [data-move]';

class Pointing {
  constructor(page, next) {
    this.page = page;
    this.next = next;
    this.tries = 1000;                  // how often something is looked for
  }

  async deal() { await this.press('.start-deal button'); }
  async sheet() { await this.press('dialog .btn.primary'); }
  async act(name, times) { await this.press(`[data-act="${name}"]`, times); }
  async press(selector, times = this.tries) { await this.tap(await aim(this.page.locator(selector).first(), times)); }

  async take(now) {
    if (this.next(2) === 0 && (await this.page.locator(drawn).count()) > 0)
      return this.place();
    return this.press(`.game-takes [data-move="${now.takes[this.next(now.takes.length)]}"]`);
  }

  async tile(now, tile) {
    const chosen = now.tiles.some((one) => one.chosen && one.tile === tile);       // pressed again it would go back
    if (!chosen)
      await this.press(`.game-hand [data-tile="${tile}"]`);
    const then = chosen ? await look(this.page) : await this.answer(now.at, tile);
    if (then?.at === now.at && then.due === 'move' && !then.claim)
      await this.place();
  }

  /** What stands there when a pressed tile has been taken up or played: a finger's press comes a while after the finger. */
  async answer(at, tile) {
    await this.page.waitForFunction(([was, pressed, places]) => {
      const root = document.querySelector('[data-due]');
      return !root || Number(root.dataset.at) !== was || root.dataset.due !== 'move' || root.querySelector('[data-claim]')
        || (root.querySelector(pressed) && root.querySelector(places));
    }, [at, `.game-hand [data-tile="${tile}"][aria-pressed=true]`, drawn]);
    return look(this.page);
  }

  /** One of the places that are lit and in sight. */
  async place() { await this.tap(await this.somewhere()); }

  async somewhere() {
    const places = this.page.locator(drawn), n = await places.count(), first = n > 0 ? this.next(n) : 0;
    if (n === 0)
      throw new Error('no place is lit');
    for (let i = 0; i < n; i++) {
      const spot = await aim(places.nth((first + i) % n), 3).catch(() => null);
      if (spot)
        return spot;
    }
    return aim(places.nth(first));
  }
}

export class Mouse extends Pointing {
  async tap({ x, y }) { await this.page.mouse.click(x, y); }

  async tile(now, tile) {
    const { page } = this, press = now.tiles.find((one) => one.tile === tile)?.chosen || this.next(3) > 0;
    if (press || await page.locator('.game-ends.strip').count() > 0)        // a button there takes no tile that is dragged
      return super.tile(now, tile);
    const from = await aim(page.locator(`.game-hand [data-tile="${tile}"]`));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 30, { steps: 3 });
    await page.locator(`.game-hand [data-tile="${tile}"][aria-pressed=true]`).waitFor();
    const to = await this.somewhere();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  }
}

export class Finger extends Pointing {
  async tap({ x, y }) { await this.page.touchscreen.tap(x, y); }
}

export class Keys {
  constructor(page, next) {
    this.page = page;
    this.next = next;
  }

  /** Tab until the focus is where it is wanted. */
  async reach(selector) {
    for (let i = 0; i < 120; i++) {
      if (await this.page.evaluate((q) => document.activeElement?.matches(q) ?? false, selector))
        return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${selector} cannot be reached by Tab`);
  }

  async deal() {
    await this.reach('.start-deal button');
    await this.page.keyboard.press('Enter');
  }

  async sheet() {
    await this.reach('dialog .btn.primary');
    await this.page.keyboard.press('Enter');
  }

  async act(name) {
    const key = { draw: 'd', pass: 'p', call: 'm' }[name];
    if (key && this.next(2) === 0)
      return this.page.keyboard.press(key);
    await this.reach(`[data-act="${name}"]`);
    await this.page.keyboard.press('Enter');
  }

  async walk(selector) {
    await this.reach('.game-hand button');
    for (let i = 0; i < 60; i++) {
      if (await this.page.evaluate((q) => document.activeElement?.matches(q) ?? false, selector))
        return this.page.keyboard.press('Enter');
      await this.page.keyboard.press('ArrowRight');
    }
    throw new Error(`${selector} cannot be reached by arrows`);
  }

  async take(now) { await this.walk(`[data-move="${now.takes[this.next(now.takes.length)]}"]`); }

  async tile(now, tile) {
    if (now.tiles.some((one) => one.chosen && one.tile !== tile))
      await this.page.keyboard.press('Escape');         // the arrows go round its places
    await this.walk(`[data-tile="${tile}"]`);
    const then = await look(this.page);
    if (then?.at !== now.at || then.due !== 'move' || then.claim)
      return;
    for (let i = this.next(3); i > 0; i--)
      await this.page.keyboard.press('ArrowRight');
    await this.page.keyboard.press('Enter');
  }
}

/** One decision of a person; what is said with a tile is looked for so many times.  last: what is said with the last but one. */
export async function decide(hands, now, next, times, last = 'knock') {
  const fitting = now.tiles.filter((t) => t.fits > 0);
  if (now.takes.length > 0)
    await hands.take(now);
  else if (fitting.length > 0)
    await hands.tile(now, fitting[next(fitting.length)].tile);
  else
    await hands.act(now.acts.includes('draw') ? 'draw' : 'pass');
  for (let then = await look(hands.page), i = 0; then?.claim && i < 2; then = await look(hands.page), i++)
    await hands.act({ last, way: 'way' }[then.claim] ?? 'silent', times);
}

/** Plays until the game is over, or until `stop` says so at a decision; how many decisions that were.  `see` looks first. */
export async function playOn(hands, next, stop = () => false, see = async () => undefined) {
  let at = -1, decisions = 0;
  for (;;) {
    const now = await awaitDue(hands.page, at);
    if (now.due === 'over' || (now.due === 'move' && stop(decisions, now)))
      return decisions;
    if (now.due === 'move')
      await see(now);
    if (now.due === 'round') {
      await hands.sheet();
      at = -1;
      await hands.page.waitForFunction(() => document.querySelector('[data-due]')?.dataset.due !== 'round');
    } else if (now.due === 'curtain') {
      return decisions;
    } else if (now.due === 'call') {
      await hands.act('let', 3).catch(async (error) => {
        const then = await look(hands.page);
        if (then?.due === 'call' && then.at === now.at)
          throw error;                  // else the time to call is over
      });
      at = -1;
    } else {
      at = now.at;
      await decide(hands, now, next);
      decisions++;
    }
    if (decisions > 4000)
      throw new Error('the game does not end');
  }
}
