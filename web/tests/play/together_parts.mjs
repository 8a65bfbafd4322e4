// SPDX-License-Identifier: MIT
// What happens in the middle of games with others, through the page and the real server:  together_parts.mjs PROGRAM PART...
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { look } from './hands.mjs';
import { conclude } from './page.mjs';
import { fillForm, hash, scores } from './scenes.mjs';
import { compare, counts, follow, fromMenu, gather, handOf, makeByWire, makeTable, playAlong, playUntil, push, sitDown, start } from './together_people.mjs';

const banner = (person, kind) => person.page.locator(`[data-banner="${kind}"]`).waitFor();
const noBanner = ({ page }) => page.waitForFunction(() => document.querySelector('[data-due]') && !document.querySelector('[data-banner]'));
const due = (person, what) => person.page.locator(`[data-due="${what}"]`).waitFor();
/** All of them see that another game has begun: until then it is still over for some, and who sees that plays no more. */
const begun = (people) => Promise.all(people.map(({ page }) =>
  page.waitForFunction(() => ['move', 'bots'].includes(document.querySelector('[data-due]')?.dataset.due))));
const expect = (person, good, words) => { if (!good) person.trouble.push(words); };

/** Until both see the same, and a person's own tiles as well. */
async function same(one, other) {
  const watched = one.page.waitForFunction.bind(one.page);
  for (let i = 0; ; i++) {
    const [a, b] = [JSON.parse(await counts(one.page)), JSON.parse(await counts(other.page))];
    const both = Object.keys(a[1]).filter((seat) => seat in b[1]);
    if (a[0] === b[0] && both.length > 0 && both.every((seat) => a[1][seat] === b[1][seat]))
      return;
    if (i > 600)
      throw new Error(`${one.name} and ${other.name} do not see the same: ${JSON.stringify(a)} ${JSON.stringify(b)}`);
    await watched(() => new Promise((done) => setTimeout(() => done(true), 100)));
  }
}

/** A page that has not been loaded anew still knows this. */
const mark = ({ page }) => page.evaluate(() => void (window.notLoadedAnew = true));
const marked = ({ page }) => page.evaluate(() => window.notLoadedAnew === true);

/** Three people, one with a phone; a bot in the fourth seat. */
async function four(here, rules, how = {}) {
  const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', hands: 'Finger', theme: 'dark' });
  const cleo = await here.come('Cleo', { language: 'es', hands: 'Keys' }), watcher = await here.come('Dora');
  const link = await makeTable(anna, rules, { seats: ['open', 'open', 'bot:easy'], ...how });
  await sitDown(ben, link);
  await sitDown(cleo, link);
  await follow(watcher, link);
  await start(anna, [anna, ben, cleo]);
  return { anna, ben, cleo, watcher, people: [anna, ben, cleo], link };
}

/** The heading that has the focus, so that it is read out. */
const heading = ({ page }, where) => page.waitForFunction((place) => document.activeElement?.matches(`${place} h1`), where);

/** Nothing that axe-core finds. */
async function seenByAxe({ page, trouble }, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  trouble.push(...violations.map((one) => `${where}: ${one.id}: ${one.help}; ${one.nodes.map(({ target }) => target.join(' ')).join(', ')}`));
}

/** Somebody comes to watch while points are being typed, and goes again: they stay. */
async function claimWatched(here, person) {
  const link = await makeTable(person, 'muggins players=2 call=on', { seats: ['bot:easy'] }), { page, hands } = person;
  const field = page.locator('[data-claim="points"] input'), fitting = ({ tiles }) => tiles.find((tile) => tile.fits > 0);
  await start(person, [person]);
  while (await field.count() === 0) {   // the time to call a move before may end meanwhile
    await playAlong(person, (_, now) => fitting(now) !== undefined);
    const now = await look(page);
    await hands.tile(now, fitting(now).tile);
  }
  await field.fill('35');
  const watcher = await here.come('Dora', { size: 'phone' });
  await follow(watcher, link);
  await page.locator('[data-watchers="1"]').waitFor();
  expect(person, await field.inputValue() === '35', 'what was typed has gone when somebody came to watch');
  expect(watcher, await watcher.page.locator('.game-call').count() === 0, 'who watches is offered to call');
}

/**
 * The sum of the layout shifts of a lobby that a person with tables opens anew, over a slow connection.  planted: its lists are shown
 * before those tables are known.
 */
async function lobbyShift({ context }, address, planted) {
  const page = await context.newPage();
  await page.addInitScript((early) => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value))).observe({ type: 'layout-shift', buffered: true });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(early ? '.with-columns[hidden] { display: grid !important }' : '');
    document.adoptedStyleSheets = [sheet];
  }, planted);
  await page.routeWebSocket(/./, (ws) => {
    const server = ws.connectToServer();
    server.onMessage((message) => void setTimeout(() => ws.send(message), 400));
  });
  await page.goto(`${address}#tables`);
  await page.locator('[data-list="mine"] [data-at]').first().waitFor();
  await page.waitForTimeout(1500);       // the public tables come later
  const shift = await page.evaluate(() => window.shift);
  await page.close();
  return shift;
}

const parts = {
  /** A page is loaded again; the network of one goes while others play; the server dies.  The game goes on to its end. */
  async lost(here) {
    const { anna, ben, cleo, watcher, people } = await four(here, 'draw players=4 target=1');
    await playUntil(people, (one, n) => one === anna && n >= 1);         // it is not the turn of who goes: nobody waits for a bot
    await ben.page.reload();
    await ben.page.locator('[data-due]').waitFor();
    await same(ben, anna);

    await mark(cleo);
    cleo.trouble.calm(true);
    await cleo.context.setOffline(true);
    await banner(cleo, 'offline');
    const going = [playAlong(anna), playAlong(ben)];
    await watcher.page.waitForFunction((was) => document.querySelector('.game-seats')?.textContent !== was,
      await watcher.page.locator('.game-seats').textContent());        // somebody has played, or the turn has gone on
    await cleo.context.setOffline(false);
    await noBanner(cleo);
    anna.stop = ben.stop = true;
    await Promise.all(going);
    await same(cleo, watcher);
    expect(cleo, await marked(cleo), 'the page was loaded anew');

    await here.kill();
    await banner(anna, 'lost');
    await here.again();
    for (const one of here.all) {
      await noBanner(one);
      await same(one, watcher);
    }
    here.calm(false);
    expect(cleo, await marked(cleo), 'the page was loaded anew after the server was');
    await Promise.all(people.map((one) => playAlong(one)));
    await compare([...people, watcher], here.program);
  },

  /** The seat link brings a seat to another device and is not left in the address; then a rematch, with everybody one seat on. */
  async device(here) {
    const anna = await here.come('Anna'), ben = await here.come('Ben'), watcher = await here.come('Dora');
    const link = await makeTable(anna, 'draw players=3 target=1', { seats: ['open', 'bot:easy'] });
    await sitDown(ben, link);
    await follow(watcher, link);
    await start(anna, [anna, ben]);
    await playUntil([anna, ben], (one) => one === anna);
    const { page } = anna;
    await fromMenu(anna, 'device');
    const moved = await page.locator('dialog [data-link]').inputValue();
    await push(anna, 'dialog [data-act="close-dialog"]');
    const phone = await here.come('Anna, on a phone', { size: 'phone', hands: 'Finger' });
    await phone.page.goto(moved);
    await phone.page.locator('[data-due]').waitFor();
    const secret = moved.split('.').at(-1), address = new URL(link).hash;
    expect(phone, new URL(phone.page.url()).hash === address, `the address is ${phone.page.url()}`);
    await phone.page.waitForFunction((n) => document.querySelectorAll('.game-hand [data-tile]').length === n, (await handOf(page)).length);
    expect(phone, String(await handOf(phone.page)) === String(await handOf(page)), 'another hand on the other device');
    expect(phone, !(await phone.page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]))).includes(secret),
      'the secret is kept in the browser');
    const late = await here.come('Eva');
    late.trouble.calm(true);
    await late.page.goto(moved);
    await late.page.locator('.with-tables [data-list="mine"]').waitFor({ state: 'attached' });
    late.trouble.splice(0, late.trouble.length, ...late.trouble.filter((line) => !/session answered 401|status of 401/.test(line)));

    await Promise.all([phone, ben].map((one) => playAlong(one)));
    await due(anna, 'over');
    await compare([phone, ben, watcher, anna], here.program);
    for (const one of [ben, phone])     // the host last: then it begins
      await push(one, 'dialog.sheet [data-act="rematch"]');
    await begun([anna, ben, watcher, phone]);
    for (const [seat, name] of [[1, 'Anna'], [2, 'Ben']])
      await watcher.page.locator(`[data-person="${seat}"]`, { hasText: name }).waitFor();
    expect(watcher, (await handOf(watcher.page)).length === 0, 'the watcher sees a hand');
    await Promise.all([phone, ben].map((one) => playAlong(one)));
    await compare([phone, ben, watcher], here.program);
  },

  /** An account is made, lost and recovered on another phone, and deleted there. */
  async account(here) {
    const anna = await here.come('Anna'), phone = await here.come('Anna, on a phone', { size: 'small', theme: 'dark', language: 'es' });
    const said = async (person, words) => person.page.locator('.account :is([role="alert"], [role="status"])', { hasText: words }).waitFor();
    const enters = async ({ page }) => page.locator('.account [data-act="login"]').waitFor();
    const press = ({ page }, act) => page.locator(`[data-act="${act}"]`).click();
    const sure = async (person, act) => { await press(person, act); await press(person, 'yes'); };
    for (const { page, address } of [anna, phone]) {
      await page.goto(address);
      await hash(page, '#account');
      await page.locator('.account form').first().waitFor();
    }
    await fillForm(anna.page, 'register', { name: 'Anna', password: 'password' });
    await said(anna, 'too easy to guess');
    await fillForm(anna.page, 'register', { name: 'Anna', password: 'the first of four' });
    await said(anna, 'Your account is ready');
    await fillForm(anna.page, 'codes', { password: 'not the first' });
    await said(anna, 'Wrong password.');
    await fillForm(anna.page, 'codes', { password: 'the first of four' });
    const shown = anna.page.locator('.account-codes code');
    await shown.first().waitFor();
    const codes = await shown.allTextContents();
    expect(anna, new Set(codes).size === 10, `codes: ${codes}`);
    await anna.page.emulateMedia({ media: 'print' });
    const printed = await anna.page.evaluate(() => [...document.querySelectorAll('.account :is(h1, h2, li, button)')].filter((one) => one.checkVisibility()).length);
    expect(anna, printed === 11, `${printed} things are printed, not the heading and ten codes`);
    await anna.page.emulateMedia({ media: null });
    const [file] = await Promise.all([anna.page.waitForEvent('download'), press(anna, 'copy')]);
    const copy = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(anna, copy.account.name === 'Anna' && copy.complete, `the copy: ${JSON.stringify(copy)}`);
    await press(anna, 'codes-kept');
    await anna.page.locator('[data-left="10"]').waitFor();

    here.calm(true);                    // ended sessions close their sockets
    await press(phone, 'forgot');
    await fillForm(phone.page, 'recover', { name: 'anna', code: 'AAAA-AAAA-AAAA-AAAA', fresh: 'the second of four' });
    await said(phone, 'Nombre o código incorrectos');
    await fillForm(phone.page, 'recover', { code: codes[3].toLowerCase() });
    await said(phone, 'Has cambiado la contraseña');
    await phone.page.locator('[data-left="9"]').waitFor();
    await seenByAxe(phone, 'an account on a phone');
    await enters(anna);
    await fillForm(anna.page, 'login', { name: 'Anna', password: 'the first of four' });
    await said(anna, 'Wrong name or password');
    await fillForm(anna.page, 'login', { password: 'the second of four' });
    await anna.page.locator('.account-devices li').nth(1).waitFor();
    await press(anna, 'end');
    await enters(phone);
    await said(anna, 'That device has been logged out');
    await fillForm(anna.page, 'change', { password: 'the second of four', fresh: 'the third of four' });
    await said(anna, 'Your password has been changed');
    await sure(anna, 'logout-all');
    await enters(anna);
    await fillForm(phone.page, 'login', { name: 'Anna', password: 'the third of four' });
    await phone.page.locator('[data-act="logout"]').waitFor();
    await fillForm(phone.page, 'erase', { password: 'the third of four' });
    await press(phone, 'yes');
    await said(phone, 'Tus datos se han eliminado');
    await enters(phone);
    await fillForm(anna.page, 'login', { name: 'Anna', password: 'the third of four' });
    await said(anna, 'Wrong name or password');
  },

  /** Points and last tiles that nobody has announced are called by the others, who do it at once: the first one has it. */
  async calls(here) {
    const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', hands: 'Finger', theme: 'dark' });
    const cleo = await here.come('Cleo', { language: 'es', hands: 'Keys' }), people = [anna, ben, cleo];
    await claimWatched(here, anna);
    for (const rules of ['muggins players=3 call=on target=10', 'mexicantrain players=3 hand=3 rounds=1 knock=on']) {
      let record = '';
      for (let games = 0; games < 3 && !record.includes('"move":"call"'); games++) {      // in some deals nobody forgets anything
        const link = await makeTable(anna, rules, { seats: ['open', 'open'] });
        for (const one of [ben, cleo])
          await sitDown(one, link);
        await start(anna, people);
        people.forEach((one) => (one.calls = one.silent = true));
        await Promise.all(people.map((one) => playAlong(one)));
        record = readFileSync(await compare(people, here.program), 'utf8');
      }
      expect(anna, record.includes('"move":"call"'), `nobody has called in ${rules}`);
      expect(anna, !/"move":"[^"]*( \+\d+| !)"/.test(record), `somebody has announced something in ${rules}`);
    }
  },

  /** The host pauses, gives the seat of somebody who is gone to a bot and opens it again, and closes the table; phrases; names. */
  async host(here) {
    const anna = await here.come('<img src=x onerror=alert(1)>'), ben = await here.come('"><b>Ben</b>&amp;', { size: 'phone', hands: 'Finger' });
    const cleo = await here.come("Cleo'; DROP TABLE x;--", { language: 'es' }), watcher = await here.come('Dora', { size: 'phone' });
    const link = await makeTable(anna, 'block players=3 target=1', { seats: ['open', 'open'], grace: '600' });
    await follow(ben, link);
    await ben.page.locator('#with-name').fill('bot:easy');
    await push(ben, '[data-act="sit"]');
    const why = ben.page.locator('.with [role="alert"]', { hasText: 'Choose another name' });
    await why.waitFor();
    const { y, height } = await why.boundingBox(), field = await ben.page.locator('#with-name').boundingBox();
    expect(ben, y > field.y && y + height <= ben.page.viewportSize().height, `why he does not sit stands at ${y}, the name at ${field.y}`);
    await sitDown(ben, link);
    await sitDown(cleo, link);
    await follow(watcher, link);
    await start(anna, [anna, ben, cleo]);
    for (const one of here.all)
      await one.page.locator('[data-due]').waitFor();

    await anna.page.locator('[data-act="say"]').click();
    await Promise.all([         // a phrase is shown for some seconds: everybody listens from the start
      ...[[cleo, 'Suerte'], [watcher, 'Good luck'], [ben, 'Good luck']].map(([one, words]) =>
        one.page.waitForFunction((said) => document.querySelector('[data-heard]')?.textContent.includes(said), words)),
      anna.page.locator('[data-phrase="luck"]').click(),
    ]);
    for (const one of here.all) {
      const shown = await one.page.evaluate(() => [document.querySelectorAll('img[src="x"], .game b b').length, document.body.textContent]);
      expect(one, shown[0] === 0, 'a name has become a part of the page');
      for (const { name } of [anna, ben, cleo].filter((other) => other !== one))
        expect(one, shown[1].includes(name), `a name is not shown as it is: ${name}`);
    }

    await fromMenu(anna, 'pause');
    for (const one of here.all)
      await banner(one, 'paused-host');
    await push(anna, '[data-act="resume"]');
    for (const one of here.all)
      await noBanner(one);

    await ben.page.goto('about:blank');
    await anna.page.locator('[data-person="1"][data-state="away"] [data-act="replace"]').click();
    await anna.page.locator('[data-person="1"][data-state="bot"]').waitFor();
    await follow(ben, link);
    await ben.page.locator('[data-watching]').waitFor();
    expect(ben, (await handOf(ben.page)).length === 0, 'whoever has lost a seat still sees its hand');
    await Promise.all([anna, cleo].map((one) => playAlong(one)));
    await compare([anna, cleo, ben, watcher], here.program);

    await push(anna, 'dialog.sheet .sheet-foot > .btn[data-act="look"]');
    await anna.page.locator('[data-person="1"] [data-act="reopen"]').click();
    await anna.page.locator('[data-person="1"][data-state="open"]').waitFor();
    await push(ben, 'dialog.sheet .sheet-foot > .btn[data-act="look"]');
    await scores(ben.page);
    await push(ben, 'dialog [data-person="1"] [data-act="sit"]');
    await anna.page.locator('[data-person="1"][data-state="here"]', { hasText: ben.name }).waitFor();
    await ben.page.keyboard.press('Escape');
    for (const one of [cleo, ben, anna]) {              // the host last: then it begins
      if (await one.page.locator('dialog.sheet').count() === 0)
        await push(one, '[data-act="sheet"]');
      await push(one, 'dialog.sheet [data-act="rematch"]');
    }
    await begun(here.all);
    await playUntil([anna, ben, cleo], (_, n) => n >= 1);

    await fromMenu(anna, 'close');
    await push(anna, 'dialog [data-act="yes"]');
    for (const one of here.all)
      await banner(one, 'closed');
  },

  /** Two people at one page with a curtain between them, and one far away. */
  async beside(here) {
    const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', hands: 'Finger' });
    const link = await makeTable(anna, 'block players=3 target=1', { seats: ['open', 'open'] });
    await anna.page.locator('.with-seat[data-seat="1"] [data-act="seat"]').selectOption('beside');
    await anna.page.locator('.with-beside label', { hasText: '2' }).click();         // to be seen, and the field's own
    expect(anna, await anna.page.locator('.with-beside input').evaluate((field) => field.labels.length === 1), 'the field of a name has no label');
    await anna.page.locator('.with-beside input').fill('Emil');
    await anna.page.keyboard.press('Enter');
    await anna.page.locator('.with-seat[data-seat="1"].person', { hasText: 'Emil' }).waitFor();
    await sitDown(ben, link);
    await start(anna, [anna, ben]);
    anna.curtains = 0;
    await Promise.all([anna, ben].map((one) => playAlong(one)));
    expect(anna, anna.curtains > 0, 'there was no curtain');
    await compare([anna, ben], here.program);
  },

  /** A practice table: a move is taken back. */
  async practice(here) {
    const anna = await here.come('Anna', { size: 'phone', hands: 'Finger' });
    await makeTable(anna, 'draw players=2 target=1', { more: [/practice/i] });
    await push(anna, '[data-act="start"]:enabled');
    // The server takes back what was chosen, and where only one move fits nothing was.
    await playAlong(anna, (_, now) => now.tiles.reduce((sum, { fits }) => sum + fits, 0) > 1);
    const before = (await handOf(anna.page)).length;
    await playAlong(anna, (n) => n >= 1);
    await anna.page.locator('[data-act="undo"][aria-disabled="false"]').click();
    await anna.page.waitForFunction((n) => document.querySelectorAll('.game-hand [data-tile]').length === n
      && document.querySelector('[data-due]')?.dataset.due === 'move', before);
    await playAlong(anna);
    await compare([anna], here.program);
  },

  /** Who does not see hears where they are: in the waiting room when a link has been opened, at the table when the game begins. */
  async ears(here) {
    const anna = await here.come('Anna', { hands: 'Keys' }), ben = await here.come('Ben', { size: 'phone', hands: 'Finger', theme: 'dark' });
    const link = await makeTable(anna, 'block players=3 target=1', { seats: ['open', 'bot:easy'] });
    await follow(ben, link);
    for (const one of [anna, ben])
      await seenByAxe(one, 'the waiting room');
    await heading(ben, '.with-room');
    await sitDown(ben, link);
    await start(anna, [anna, ben]);
    for (const one of [anna, ben]) {
      await heading(one, '.game-bar');
      await seenByAxe(one, 'the table');
    }
  },

  /** Anna mutes Ben, whose phrases then reach only Cleo, and undoes it; she blocks and reports him. */
  async order(here) {
    const size = { width: 1280, height: 800 };
    const anna = await here.come('Anna'), ben = await here.come('Ben'), cleo = await here.come('Cleo', { size: 'phone', language: 'es' });
    const link = await makeTable(anna, 'block players=3 target=1', { seats: ['open', 'open'] }), { page } = anna;
    await page.setViewportSize(size);
    for (const one of [ben, cleo])
      await sitDown(one, link);
    await start(anna, [anna, ben, cleo]);
    const says = async (phrase) => {
      await ben.page.locator('[data-act="say"]').click();
      await ben.page.locator(`[data-phrase="${phrase}"]`).click();
    };
    const heard = (one, words) => one.page.locator('[data-heard]', { hasText: words }).waitFor({ state: 'attached' });
    const row = page.locator('.with-order li[data-seat]', { hasText: 'Ben' }), barred = page.locator('[data-barred] li', { hasText: 'Ben' });
    const shot = async (one, name) => process.env.BONEYARD_SHOTS && one.page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${name}.png` });
    await fromMenu(anna, 'order');
    await row.locator('[data-act="mute"]').click();
    await barred.waitFor();
    await seenByAxe(anna, 'the players');
    await shot(anna, 'order');
    await page.locator('[data-act="close-dialog"]').click();
    await says('luck');
    await heard(cleo, 'suerte');
    expect(anna, !(await page.locator('[data-heard]').textContent()).includes('luck'), 'a muted phrase is shown');
    await fromMenu(anna, 'order');
    await barred.locator('[data-act="unmute"]').click();
    await barred.waitFor({ state: 'detached' });
    await says('wow');
    await heard(anna, 'Wow');
    await row.locator('[data-act="block"]').click();
    await barred.locator('[data-act="unblock"]').waitFor();
    await fromMenu(cleo, 'order');
    await shot(cleo, 'order-phone');
    for (const one of [anna, cleo]) {
      await one.page.locator('.with-order li', { hasText: 'Ben' }).locator('[data-act="report"]').click();
      await one.page.locator('.with-order-reasons input[value="phrases"]').check();
      await seenByAxe(one, 'a report');
      await shot(one, `report-${one.name}`);
      await one.page.locator('[data-act="send-report"]').click();
      await one.page.locator('[data-order-said]', { hasText: /moderator|moderador/ }).waitFor();
    }
  },

  /** A host invites people by their accounts: one is at the start screen and comes, one comes later and declines. */
  async invite(here) {
    const anna = await here.come('Anna'), bea = await here.come('Bea', { size: 'phone', language: 'es', theme: 'dark' }), { page } = anna;
    const shot = async (one, name) => process.env.BONEYARD_SHOTS && one.page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${name}.png` });
    const asked = ({ page: own }, words) => own.locator('[data-asked]', { hasText: words });
    const join = async ({ page: own, address, name }) => {
      await own.goto(address);
      await hash(own, '#account');
      await own.locator('.account form').first().waitFor();
      await fillForm(own, 'register', { name, password: 'the first of four' });
      await own.waitForFunction(() => localStorage.getItem('boneyard.sat') !== null);
    };
    await Promise.all([anna, bea].map(join));
    await page.setViewportSize({ width: 1280, height: 800 });
    await hash(bea.page, '');
    await bea.page.locator('.start-others').waitFor();
    const link = await makeTable(anna, 'mexicantrain players=4', { seats: ['open', 'bot:easy', 'open'] });
    const invite = async (name) => {
      await push(anna, '[data-act="invite"]');
      await page.locator('[data-invite-name]').fill(name);
      await push(anna, '[data-act="invite-name"]:enabled');
    };
    const said = (words) => page.locator('[data-invite-said]', { hasText: words }).waitFor();
    await invite('nobody');
    await said('No player has this name.');
    await page.locator('[data-invite-name]').fill('bea');
    await push(anna, '[data-act="invite-name"]:enabled');
    await said('bea is invited.');
    await seenByAxe(anna, 'inviting');
    await shot(anna, 'invite');
    await push(anna, '[data-act="close-dialog"]');
    await page.locator('.with-invited [data-answer="open"]', { hasText: 'Bea' }).waitFor();
    await asked(bea, 'Anna te invita a').waitFor();
    await seenByAxe(bea, 'an invitation');
    await shot(bea, 'asked-phone');
    await push(bea, '[data-asked] [data-act="join"]');
    await bea.page.locator('[data-room="waiting"] [data-act="stand"]').waitFor();
    expect(bea, new URL(bea.page.url()).hash === new URL(link).hash, `the address is ${bea.page.url()}`);
    await page.locator('.with-invited [data-answer="yes"]', { hasText: 'Bea' }).waitFor();
    await asked(bea, 'Anna').waitFor({ state: 'detached' });
    await page.locator('.with-seat.person', { hasText: 'Bea' }).waitFor();
    await shot(bea, 'invited-phone');
    const cleo = await here.come('Cleo');
    await join(cleo);
    await cleo.page.goto('about:blank');
    await invite('Cleo');
    await said('Cleo is invited.');
    await push(anna, '[data-act="close-dialog"]');
    await cleo.page.goto(cleo.address);
    await asked(cleo, 'Anna invites you to').waitFor();
    await cleo.page.setViewportSize({ width: 1280, height: 800 });
    await shot(cleo, 'asked');
    await seenByAxe(cleo, 'an invitation at the start');
    await push(cleo, '[data-asked] [data-act="decline"]');
    await asked(cleo, 'Anna').waitFor({ state: 'detached' });
    await page.locator('.with-invited [data-answer="no"]', { hasText: 'Cleo' }).waitFor();
    await seenByAxe(anna, 'the waiting table');
    await shot(anna, 'invited');
  },

  /** Quick matches: three people, two of one name, meet and play; one waits alone, and bots join when asked. */
  async quick(here) {
    const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', hands: 'Finger' }), cleo = await here.come('Cleo', { language: 'es' });
    const find = async (one, game, name) => {
      await one.page.goto(`${here.address}#tables`);
      await one.page.locator('#with-name').fill(name);
      await one.page.locator(`.with-pick input[value="${game}"]`).check();
      await shot(one, `lobby-${name}-${one.name}`);
      await one.page.locator('.with-quick .seg input').nth(2).check();
      await push(one, '[data-act="quick"]');
      await one.page.locator('[data-quick], [data-due]').first().waitFor();
    };
    const shot = async (one, name) => {
      if (process.env.BONEYARD_SHOTS)
        await one.page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${name}.png`, fullPage: true });
    };
    await find(anna, 'mexicantrain', 'Ann');
    await shot(anna, 'wait-alone');
    await seenByAxe(anna, 'a quick match that waits');
    await find(ben, 'mexicantrain', 'Ann');
    await anna.page.locator('.wait-seat[data-kind="person"] >> text=Ann (2)').waitFor();
    await seenByAxe(ben, 'a quick match that waits, on a phone');
    await shot(ben, 'wait-phone');
    await push(anna, '[data-act="longer"]');
    await find(cleo, 'mexicantrain', 'Ana');
    await push(anna, '[data-act="bots"]');
    await push(ben, '[data-act="bots"]');
    expect(anna, await anna.page.locator('[data-quick]').count() === 1, 'a quick match starts although one of its players has not agreed');
    await push(cleo, '[data-act="bots"]');
    for (const one of [anna, ben, cleo])
      await one.page.locator('[data-due]').waitFor();
  },

  /** The list of public tables, a table that lives for days and waits for somebody. */
  async lists(here) {
    const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', hands: 'Finger' }), cleo = await here.come('Cleo');
    const link = await makeTable(anna, 'draw players=3', { seats: ['open', 'open'], clock: 'days 1', more: [/public/i] }), id = link.split('#at=')[1];
    await ben.page.goto(`${here.address}#tables`);
    await push(ben, `[data-list="public"] [data-at="${id}"] [data-act="go"]`);
    await ben.page.locator('#with-name').fill('Ben');
    await push(ben, '[data-act="sit"]');
    await cleo.page.goto(`${here.address}#tables`);
    await cleo.page.locator(`[data-list="public"] [data-at="${id}"]`).waitFor();
    const [quick, list] = await Promise.all(['.with-quick', '[data-list="public"]'].map((one) => cleo.page.locator(one).boundingBox()));
    expect(cleo, quick.y === list.y, `without tables of her own, the public ones begin at ${list.y}, the quick match at ${quick.y}`);
    await push(cleo, `[data-list="public"] [data-at="${id}"] [data-act="go"]`);
    await cleo.page.locator('#with-name').fill('Cleo');
    await push(cleo, '[data-act="sit"]');
    await cleo.page.locator(`[data-table="${id}"]`).waitFor();
    await start(anna, [anna, ben, cleo]);
    for (const one of here.all)
      await one.page.locator('[data-due]').waitFor();
    await playUntil([anna, ben, cleo], (one) => one === ben);
    await hash(ben.page, '#tables');
    await ben.page.locator(`[data-list="mine"] [data-at="${id}"][data-turn]`).waitFor();
    for (const one of [ben, anna]) {
      const [shift, planted] = [await lobbyShift(one, here.address, false), await lobbyShift(one, here.address, true)];
      expect(one, shift <= 0.01, `the lobby shifts by ${shift} while it loads`);
      expect(one, planted > 0.01, `the lobby shifts by only ${planted} if it is shown before the tables are known`);
    }
    await ben.page.goto(here.address);
    await ben.page.locator(`.start-choose [data-list="calendar"] [data-at="${id}"][data-turn]`).waitFor();
    expect(ben, (await ben.page.title()).startsWith('(1) '), `the title is ${await ben.page.title()}`);
    expect(ben, await ben.page.locator('link[rel=icon][href$="icon-turn.svg"]').count() === 1, 'the icon does not show that it is his turn');
    expect(ben, /^Your move by /.test(await ben.page.locator('[data-list="calendar"] b').first().innerText()), 'the calendar does not say until when');
    for (const { page, name } of process.env.BONEYARD_SHOTS ? [anna, ben] : []) {
      await page.goto(here.address);
      await page.locator('[data-list="calendar"]').waitFor();
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/calendar-${name}.png` });
      await page.goto(`${here.address}#tables`);
      await page.locator('[data-list="calendar"]').waitFor();
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/calendar-tables-${name}.png` });
      await page.goto(page === anna.page ? link : here.address);
    }
    await ben.page.locator('.start-others .btn.turn').click();
    await push(ben, `[data-list="mine"] [data-at="${id}"] [data-act="go"]`);
    await playUntil([anna, ben, cleo], (one) => one !== ben);
    await hash(ben.page, '#tables');            // a table of one's own: the button leads to its form, not to the games for one
    await push(ben, '[data-act="new"]');
    await ben.page.locator('[data-act="make"]:enabled').waitFor();
    expect(ben, await ben.page.locator('.start-card, [data-act="play"]').count() === 0, 'who makes a table is shown the games for one');
    expect(ben, await ben.page.locator('[data-act="make"]').evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight), 'the button is out of sight');
    await ben.page.locator('.making-game select').selectOption('draw');
    await push(ben, '[data-act="make"]:enabled');
    await ben.page.locator('[data-room="waiting"] [data-act="stand"]').waitFor();
  },

  /** Somebody goes when it is their turn: a bot plays after the time of grace, and stops when they come again. */
  async grace(here) {
    const anna = await here.come('Anna'), ben = await here.come('Ben', { size: 'phone', hands: 'Finger' });
    const link = await makeByWire(anna, { rules: 'draw players=2 target=100', grace: 1 });
    for (const one of [anna, ben])
      await sitDown(one, link);
    await start(anna, [anna, ben]);
    await playUntil([anna, ben], (one) => one === ben);
    await ben.page.goto('about:blank');
    await anna.page.locator('[data-person="1"][data-state="bot-plays"]').waitFor();
    await follow(ben, link);
    await anna.page.locator('[data-person="1"][data-state="here"]').waitFor();
    await noBanner(ben);
    await playUntil([anna, ben], (one) => one === anna);
    await same(anna, ben);
  },
};

const [program, ...wanted] = process.argv.slice(2);
let failed = 0;
for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const here = await gather(program, { haste: part === 'calls' ? 3 : 6 });      // people need some time to call
  const trouble = [];
  try {
    await parts[part](here);
  } catch (error) {
    trouble.push(`${part}: ${error.stack ?? error}`);
    for (const { page, name } of here.all) {
      trouble.push(`${name} sees ${JSON.stringify(await look(page).catch(() => null))}`);
      if (process.env.BONEYARD_SHOTS)
        await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${part}-${name}.png` }).catch(() => undefined);
    }
  }
  failed += conclude(`together, ${part}`, [...trouble, ...await here.end()]);
}
process.exit(failed === 0 ? 0 : 1);
