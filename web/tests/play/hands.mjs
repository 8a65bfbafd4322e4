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
    due: root.dataset.due, at: Number(root.dataset.at), said: Number(root.dataset.said), round: Number(root.dataset.round), family: root.dataset.family, claim: root.querySelector('[data-claim]')?.dataset.claim ?? null,
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
    }, after, { polling: TRY }).catch(async (error) => {
      throw new Error(`nothing goes on after ${after}: ${JSON.stringify(await look(page))}`, { cause: error });
    });
    const now = await look(page);       // the time to call may be over by now
    if (now && now.due !== 'bots' && (now.at !== after || now.due !== 'move'))
      return now;
  }
}

/** Whether the player still faces the same choice: the table may have been redrawn, but nothing was played. */
const isSame = (now, then) => then?.due === now.due && then.said === now.said;
const isHeld = ({ tiles }, tile) => tiles.some((one) => one.chosen && one.tile === tile);

/** Milliseconds: how long a press may take to show; less after a redraw, which can move the target away from under it. */
const SHOWS = 20_000, REDRAWN = 1000;

/**
 * Waits until the last press shows and returns the new look.  A press that hit nothing because the table was redrawn or moved
 * may be repeated; one that the page ignored is an error.
 */
export async function outcome(hands, before) {
  const doing = ({ due, said, claim, tiles, takes }) => JSON.stringify([due, said, claim, tiles, takes]), began = Date.now();
  for (;;) {
    const now = await look(hands.page), passed = Date.now() - began;
    if (!now || doing(now) !== doing(before) || (now.at !== before.at && passed > REDRAWN))
      return now;
    if (passed > SHOWS) {
      if (await hands.isStill())
        throw new Error(`the page ignored a press on ${hands.pressed?.target}: ${JSON.stringify(now)}`);
      return now;
    }
  }
}

/** Counts the tries of something that a redraw may spoil: it ends. */
function trying(what, most = 40) {
  let tries = 0;
  return (now) => {
    if (++tries > most)
      throw new Error(`cannot ${what}: ${JSON.stringify(now)}`);
  };
}

/** Milliseconds between two tries, and how long a button is waited for at least. */
const TRY = 50, LEAST = 1000;

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
    await place.page().waitForTimeout(TRY);
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
    this.pressed = null;                // what was pressed last, and where
  }

  async deal() { await this.press('.start-deal button'); }
  async sheet() { await this.press('dialog .btn.primary'); }
  async act(name, times) { await this.press(`[data-act="${name}"]`, times); }

  /** A button is pressed again until the press hits it: what moves or is covered just then is waited for. */
  async press(selector, times = this.tries) {
    const target = this.page.locator(selector).first();
    this.pressed = { target, spot: null };
    await this.button(target, { timeout: Math.max(LEAST, times * TRY) });
  }

  async hit(pressed) {
    this.pressed = pressed;
    await this.tap(pressed.spot);
  }

  /** Whether what was pressed last is still where it was. */
  async isStill() {
    const { target, spot } = this.pressed, now = spot && await aim(target, 1).catch(() => null);
    return spot === null || now !== null && Math.hypot(now.x - spot.x, now.y - spot.y) < 1;
  }

  async take(now) {
    const place = this.next(2) === 0 ? await this.somewhere() : null;
    return place ? this.hit(place) : this.press(`.game-takes [data-move="${now.takes[this.next(now.takes.length)]}"]`);
  }

  /** Chooses a tile, then a place, until it is played or a claim is asked for.  The table may be redrawn meanwhile. */
  async tile(now, tile) {
    for (let then = now, tries = trying(`lay ${tile}`); isSame(now, then) && !then.claim; tries(then)) {
      const held = isHeld(then, tile), place = held ? await this.somewhere() : null;
      if (held && !place) {             // places are lit a moment after the tile
        await settle(this.page);
        then = await look(this.page);
        continue;
      }
      await (place ? this.hit(place) : this.press(`.game-hand [data-tile="${tile}"]`));
      then = await outcome(this, then);
    }
  }

  /** One of the places that are lit and in sight; null: none is. */
  async somewhere() {
    const places = this.page.locator(drawn), n = await places.count(), first = n > 0 ? this.next(n) : 0;
    for (let i = 0; i < n; i++) {
      const target = places.nth((first + i) % n), spot = await aim(target, 3).catch(() => null);
      if (spot)
        return { target, spot };
    }
    return null;
  }
}

export class Mouse extends Pointing {
  async tap({ x, y }) { await this.page.mouse.click(x, y); }
  async button(target, how) { await target.click(how); }

  async tile(now, tile) {
    const press = isHeld(now, tile) || this.next(3) > 0;
    if (press || await this.page.locator('.game-ends.strip').count() > 0)      // a button there takes no tile that is dragged
      return super.tile(now, tile);
    const then = await this.drag(now, tile);
    return isSame(now, then) && !then.claim ? super.tile(then, tile) : undefined;
  }

  /** Drags a tile to a place and drops it once the place lights up under the pointer: a redraw can move it away before. */
  async drag(now, tile) {
    const { page } = this, { x, y } = await aim(page.locator(`.game-hand [data-tile="${tile}"]`));
    const over = () => page.locator('.game-board .ghost.selected, .game-rows .row-target').count();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 30, { steps: 3 });
    let then = await look(page);
    for (let i = 0; i < 20 && isSame(now, then); i++, then = await look(page)) {
      const place = isHeld(then, tile) ? await this.somewhere() : null;
      if (!place)
        continue;
      await page.mouse.move(place.spot.x, place.spot.y, { steps: 4 });
      if (await over() === 0)
        continue;
      await page.mouse.up();
      const dropped = await outcome(this, then);
      if (isSame(then, dropped) && !dropped.claim && dropped.at === then.at)
        throw new Error(`${tile} was dropped on a lit place and not laid: ${JSON.stringify(dropped)}`);
      return dropped;
    }
    await page.mouse.up();
    return look(page);
  }
}

export class Finger extends Pointing {
  async tap({ x, y }) { await this.page.touchscreen.tap(x, y); }
  async button(target, how) { await target.tap(how); }
}

export class Keys {
  constructor(page, next) {
    this.page = page;
    this.next = next;
    this.pressed = null;                // where Enter was pressed last
  }

  isAt(selector) { return this.page.evaluate((q) => document.activeElement?.matches(q) ?? false, selector); }
  isStill() { return this.pressed === null || this.isAt(this.pressed.target); }

  /** Tab until the focus is where it is wanted. */
  async reach(selector) {
    for (let i = 0; i < 120; i++) {
      if (await this.isAt(selector))
        return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${selector} cannot be reached by Tab`);
  }

  async enter(target) {
    this.pressed = { target };
    await this.page.keyboard.press('Enter');
  }

  async press(selector) {
    await this.reach(selector);
    await this.enter(selector);
  }

  async deal() { await this.press('.start-deal button'); }
  async sheet() { await this.press('dialog .btn.primary'); }

  async act(name) {
    const key = { draw: 'd', pass: 'p', call: 'm' }[name];
    if (!key || this.next(2) > 0)
      return this.press(`[data-act="${name}"]`);
    this.pressed = null;
    return this.page.keyboard.press(key);
  }

  async walk(selector) {
    await this.reach('.game-hand button');
    for (let i = 0; i < 60; i++) {
      if (await this.isAt(selector))
        return this.enter(selector);
      await this.page.keyboard.press('ArrowRight');
    }
    throw new Error(`${selector} cannot be reached by arrows`);
  }

  async take(now) { await this.walk(`[data-move="${now.takes[this.next(now.takes.length)]}"]`); }

  /** Chooses a tile, then a place, until it is played or a claim is asked for. */
  async tile(now, tile) {
    const button = `.game-hand [data-tile="${tile}"]`;
    for (let then = now, tries = trying(`lay ${tile}`); isSame(now, then) && !then.claim; then = await look(this.page), tries(then)) {
      if (then.tiles.some((one) => one.chosen)) {
        await this.page.keyboard.press('Escape');       // the arrows go round its places
        then = await look(this.page);
      }
      await this.walk(button);
      const held = await outcome(this, then);
      if (!isSame(now, held) || held.claim || !isHeld(held, tile))
        continue;
      for (let i = this.next(3); i > 0; i--)
        await this.page.keyboard.press('ArrowRight');
      await this.enter(button);
      await outcome(this, held);
    }
  }
}

/** One decision of a person; what is said with a tile is looked for so many times.  last: what is said with the last but one. */
export async function decide(hands, now, next, times, last = 'knock') {
  for (let then = now, tries = trying('decide'); isSame(now, then); tries(then)) {
    const fitting = then.tiles.filter((t) => t.fits > 0), before = then;
    if (then.claim)
      await hands.act({ last, way: 'way' }[then.claim] ?? 'silent', times);
    else if (then.takes.length > 0)
      await hands.take(then);
    else if (fitting.length > 0)
      await hands.tile(then, (fitting.find(({ chosen }) => chosen) ?? fitting[next(fitting.length)]).tile);
    else
      await hands.act(then.acts.includes('draw') ? 'draw' : 'pass');
    then = await outcome(hands, before);
  }
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
      await outcome(hands, now);
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
