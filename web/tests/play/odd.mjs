// SPDX-License-Identifier: MIT
// The clumsy and the hostile: stray clicks, odd addresses, rubbish that was kept, hands on a phone that lies: parts of more.mjs.
import { aim, awaitDue, chance, Keys, look, Mouse, outcome, playOn, settle } from './hands.mjs';
import { hash, openRecord, recordOf } from './scenes.mjs';

/** Wild blanks: a tile that fits both ways round is asked about, and lies as it was answered. */
async function ways({ open, must, begin }) {
  const page = await open(), next = chance(3), hands = new Mouse(page, next);
  await begin(page, 'block:basics players=2');
  for (let i = 0; i < 300; i++) {
    const now = await awaitDue(page);
    if (now.due === 'round' || now.due === 'over') {
      await hands.sheet();
      await outcome(hands, now);
      continue;
    }
    await hands.tile(now, now.tiles.find((one) => one.fits > 0).tile);
    await settle(page);
    const buttons = page.locator('[data-claim="way"] [data-way]');
    if ((await buttons.count()) === 0)
      continue;
    must((await buttons.count()) === 2, 'there are not two ways');
    await page.keyboard.press('Escape');
    must((await page.locator('[data-claim]').count()) === 0, 'Escape does not leave the question');
    await page.waitForFunction(() => document.activeElement?.closest('.game-hand')).catch(() => must(false, 'the focus has not gone back to the hand'));
    return;
  }
  throw new Error('no tile ever fitted both ways round');
}

/** A double click is one click: the second one lays no other tile and takes nothing back. */
async function twice({ open, must }) {
  const page = await open();
  await hash(page, `#rules=${encodeURIComponent('castlerock:number')}`);
  await page.locator('.start-deal button:enabled').click();
  await awaitDue(page);
  for (let i = 0; i < 12; i++) {
    const before = await page.locator('[data-at]').getAttribute('data-at'), { x, y } = await aim(page.locator('.game-takes [data-move], .game-acts .draws.turn').first());
    await page.mouse.dblclick(x, y);
    await settle(page);
    const gone = Number(await page.locator('[data-at]').getAttribute('data-at')) - Number(before);
    must(gone === 1, `a double click was ${gone} choices`);
    if ((await look(page))?.due !== 'move')
      return;
  }
}

/** A press meant for the table does not hit a button of the sheet that opens under it; a moment later the buttons work. */
async function early({ open, must, begin }) {
  const page = await open(), next = chance(7);
  await begin(page, 'block:basics players=2 target=1');
  await page.evaluate(() => new MutationObserver((_, observer) => {
    const button = document.querySelector('dialog.sheet[open] .sheet-foot button');
    if (!button)
      return;
    observer.disconnect();
    const { x, y, width, height } = button.getBoundingClientRect();
    window.hitEarly = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') === button;
  }).observe(document, { subtree: true, childList: true, attributes: true }));
  await playOn(new Mouse(page, next), next);
  await page.locator('dialog.sheet .primary').click({ trial: true });
  must(await page.evaluate(() => window.hitEarly) === false, 'a press for the table hits the sheet');
}

/** Whoever plays by keys always stands somewhere, also when a button or a sheet has gone. */
async function focus({ open, must, begin }) {
  const page = await open(), next = chance(5), keys = new Keys(page, next);
  const stands = async (after) => {
    await settle(page);
    await page.waitForFunction(() => document.activeElement !== document.body, null, { timeout: 20_000 })
      .catch(() => must(false, `the focus is lost after ${after}`));
  };
  for (const name of ['act', 'walk', 'sheet']) {
    const does = keys[name].bind(keys);
    keys[name] = async (what) => { await does(what); await stands(`${name} ${what ?? ''}`); };
  }
  for (const rules of ['muggins:number call=on target=40', 'block:basics target=30']) {
    await begin(page, rules);
    await keys.reach('.game-hand button');
    await playOn(keys, next, (done) => done > (process.env.BONEYARD_LONG ? 25 : 10));
  }
}

/** Addresses that mean nothing lead somewhere with a heading and a sentence. */
async function addresses({ open, must }) {
  const page = await open();
  for (const odd of ['#rules=%', '#rules=<img src=x onerror=alert(1)>', `#rules=${'x'.repeat(5000)}`, '#read=', '#read=%ff', '#play/none', '#play/%', '#review']) {
    await hash(page, odd);
    if (odd.startsWith('#play'))
      await page.locator('.start-said').waitFor();
    await settle(page);
    must((await page.locator('h1').count()) === 1, `${odd.slice(0, 30)}: no heading`);
    must(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${odd.slice(0, 30)} is too wide`);
  }
}

/** House rules: saved under a name they come first, also later; a link brings them to somebody else, and the core judges it. */
async function house({ open, context, must }) {
  const page = await open(), name = 'Ann & Ben / 5 %', rules = 'muggins:classic blanks=wild target=90', said = (one) => one.locator('.start-shared:not(:empty)');
  const named = (one) => one.locator('.start-sheets label:first-of-type input[data-house]'), save = (one) => one.locator('[data-act="save-house"]');
  await hash(page, `#rules=${encodeURIComponent(rules)}`);
  await said(page).waitFor();
  await save(page).click();
  must((await named(page).count()) === 0, 'rules were saved without a name');
  await page.locator('form.start-share input').fill(name);
  await save(page).click();
  await named(page).waitFor();
  await page.reload();
  await named(page).waitFor();
  must(await named(page).isChecked(), 'the house rules are not played by');
  await page.locator('.start-sheets input:not([data-house])').first().check();
  must(!(await named(page).isChecked()), 'a sheet was chosen, and the house rules stay');
  await named(page).check();
  await page.locator('[data-act="share-house"]').click();
  const link = await page.locator('.start-house .start-share input').inputValue();
  must((await page.locator('.start-house [data-qr]').getAttribute('data-qr')) === link, 'the QR code leads elsewhere');
  await page.locator('[data-act="drop-house"]').click();
  await page.waitForFunction(() => !document.querySelector('[data-house]'));
  must((await page.locator('form.start-share input').inputValue()) === name, 'what was deleted cannot be saved again');

  const other = await context.newPage();                     // somebody on a phone: what came with the link is in sight
  await other.setViewportSize({ width: 360, height: 640 });
  await other.goto(link);
  await said(other).waitFor();
  must((await said(other).textContent()).includes(name), 'the name has not come with the link');
  await other.waitForFunction(() => { const { top, bottom } = document.querySelector('.start-shared').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; });
  await save(other).click();
  await named(other).waitFor();
  for (const [bad, words] of [[`Bad/${encodeURIComponent('muggins:classic target=none')}`, 'Target'], ['Bad/poker', 'poker'], ['Bad', 'Bad'], ['%/%', '%']]) {
    await hash(other, `#house=${bad}`);
    await other.waitForFunction((part) => /can’t be played/.test(document.querySelector('.start-shared').textContent)
      && document.querySelector('.start-shared').textContent.includes(part), words);
    must(!(await other.locator('.start-shared').textContent()).includes('Bad”'), 'bad rules are said to have come');
  }
  must(await named(other).isChecked(), 'a bad link has changed the rules');
}

/** On a phone lying on its side every tile of a large hand can be brought into sight. */
async function lying({ open, must, begin }) {
  const page = await open();
  for (const rules of ['mexicantrain players=2 hand=25', 'muggins:number players=4 call=on']) {
    await begin(page, rules);
    for (const size of [{ width: 844, height: 390 }, { width: 667, height: 375 }, { width: 720, height: 450 }, { width: 320, height: 256 }]) {
      await page.setViewportSize(size);
      await page.waitForFunction((width) => innerWidth === width, size.width);
      await settle(page);
      const tiles = page.locator('.game-hand [data-tile], .game-tray [data-act]'), n = await tiles.count();
      for (let i = n - 1; i >= 0; i -= process.env.BONEYARD_LONG ? 1 : 3)
        await aim(tiles.nth(i), 100);
      must(n > 5, 'there is no hand');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
}

/** Tiles of which a sliver shows, or all but a sliver, and such that are too small for a finger; in words. */
const slivers = () => [...document.querySelectorAll('.game-hand [data-tile]')].flatMap((tile) => {
  const box = tile.getBoundingClientRect(), part = tile.closest('.handpart').getBoundingClientRect();
  const shown = (Math.min(box.right, part.right, innerWidth) - Math.max(box.left, part.left, 0)) / box.width;
  return [
    ...(shown > 0.01 && shown < 0.99 && (shown < 0.38 || shown > 0.62) ? [`${Math.round(100 * shown)} % of ${tile.dataset.tile} show`] : []),
    ...(box.width < 51.9 || box.height < 51.9 ? [`${tile.dataset.tile} is ${Math.round(box.width)} x ${Math.round(box.height)}`] : []),
    ...(box.bottom > part.bottom + 1 ? [`${tile.dataset.tile} is cut off below`] : []),
  ];
});

/** A hand on a phone: every tile is whole, or the last is cut in its middle, which invites to scroll. */
async function whole({ open, program, must, begin }) {
  const page = await open(), sizes = process.env.BONEYARD_LONG ? [[390, 844], [390, 664], [360, 640], [360, 760], [412, 915], [320, 640]] : [[390, 664], [360, 640], [320, 640]];
  const see = async (name) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
      await settle(page);
      if (process.env.BONEYARD_SHOTS)
        await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/whole-${name}-${width}x${height}.png` });
      let found = [];
      for (let looks = 0; looks < 100 && (looks === 0 || found.length > 0); looks++) {      // the hand follows the window in a few frames
        await settle(page);
        found = await page.evaluate(slivers);
      }
      must(found.length === 0, `${name} at ${width}x${height}: ${found.join(', ')}`);
    }
  };
  for (const [name, rules] of [['seven', 'muggins:number players=2'], ['ten', 'mexicantrain players=8'], ['many', 'mexicantrain players=2 hand=25'],
    ['train', 'mexicantrain players=4']]) {
    await begin(page, rules);
    await see(name);
  }
  await openRecord(page, recordOf(program, 'mexicantrain players=4', { part: 0.1 }));
  await see('fourteen');
  await page.setViewportSize({ width: 390, height: 664 });
  await settle(page);
  must(await page.evaluate(() => [...document.querySelectorAll('.game-hand [data-tile]')].every((tile) => tile.getBoundingClientRect().right <= innerWidth)),
    'fourteen tiles have to be scrolled');
  await page.locator('[data-act="arrange"]').click();
  await page.locator('.handrow.train').waitFor();
  await see('arranged');
  await page.evaluate(() => document.querySelector('.handrow.train [data-tile]').style.setProperty('--x', `${innerWidth - 20}px`));
  await settle(page);
  must((await page.evaluate(slivers)).length > 0, 'a sliver of a tile was planted and not found');
}

/** In the page: the size of the words beside the offer of sounds, in every frame. */
const watchOffer = () => {
  window.sizes = [];
  const look = () => {
    const line = document.querySelector('.event:has(.moment-sound)');
    if (line)
      window.sizes.push(parseFloat(getComputedStyle(line).fontSize));
    requestAnimationFrame(look);
  };
  look();
};

/** In the page: presses what lays a tile. */
const pressOn = () => (document.querySelector('dialog .btn.primary, .game-claim [data-act="way"]') ?? (document.querySelector('.handtile.sel') && document.querySelector('.game-ends [data-move]'))
  ?? document.querySelector('.game-hand [data-tile]:not([data-fits="0"])') ?? document.querySelector('[data-act="pass"]'))?.click();

/** The first moment, with the offer of sounds beside it: its words are as large as any other's. */
async function moment({ open, must, begin }) {
  const page = await open();
  const smallest = async () => {
    for (let game = 0; game < 4; game++) {              // not every game has such a moment
      await page.evaluate(() => localStorage.removeItem('boneyard.sound'));
      await begin(page, 'block:basics players=2');
      await page.evaluate(watchOffer);
      for (let i = 0; i < 120 && await page.evaluate(() => window.sizes.length === 0); i++) {
        await page.evaluate(pressOn);
        for (let frames = 0; frames < 4; frames++)
          await settle(page);           // what is pressed at once replaces what was said
      }
      if (await page.evaluate(() => window.sizes.length > 0))
        break;
    }
    return page.evaluate(() => Math.min(...window.sizes));
  };
  const size = await smallest();
  must(size >= 15 && size < 100, `the words of the first moment are ${size} px high`);
  await page.evaluate(() => [...document.styleSheets].at(-1).insertRule('.game .game-say .moment-sound { min-width: 17rem; max-width: none; }'));
  must((await smallest()) < 15, 'an offer that leaves no room was planted and not found');
}

export const parts = { moment: [moment, { size: 'phone' }],  ways: [ways], twice: [twice], early: [early], focus: [focus], addresses: [addresses], house: [house], lying: [lying], whole: [whole, { size: 'phone' }] };
