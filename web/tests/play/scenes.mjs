// SPDX-License-Identifier: MIT
// Every screen of the page and every state worth looking at, each reached as a person would reach it.  Tables are records that
// bots have played with a fixed seed, cut before a choice of the first seat, opened from a file: the same table every time.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitDue, settle } from './hands.mjs';

/** A whole game between easy bots; its lines. */
function played(program, rules, seed) {
  const folder = mkdtempSync(join(tmpdir(), 'boneyard-record-')), file = join(folder, 'game.jsonl');
  try {
    execFileSync(program, ['play', ...rules.split(' '), '--watch', '--bots', 'easy', '--seed', seed, '--speed', 'none', '--plain',
      '--save', file], { stdio: 'ignore', env: { ...process.env, XDG_STATE_HOME: folder } });
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const kept = new Map();

/**
 * A record of a game by these rules whose first seat is yours.  `round` and `part`: it ends before your first choice after this
 * part of that round; 'sheet': at the end of the round; 'over': at the end of the game.
 */
export function recordOf(program, rules, { round = 1, part = 0.5, seed = '1', people = 1, bot = 'easy' } = {}) {
  const lines = kept.get(`${rules} ${seed}`) ?? played(program, rules, seed);
  kept.set(`${rules} ${seed}`, lines);
  const told = lines.map((line) => JSON.parse(line)), header = told[0];
  header.players = header.players.map((_, seat) => (seat >= people ? `bot:${bot}` : people === 1 ? 'you' : ['Anna', 'Ben', 'Cleo'][seat]));
  const from = told.findIndex((line) => line.round === round), ends = told.findIndex((line, i) => i > from && 'round-end' in line);
  let to = told.length;
  if (part === 'sheet')
    to = ends + 1;
  else if (part !== 'over') {
    const least = from + 1 + Math.floor((ends - from) * part);
    const mine = (line) => line.seat === 0 && typeof line.move === 'string' && !/^(draw|pass)/.test(line.move);
    to = told.findIndex((line, i) => i >= least && mine(line));
    if (to < 0 || to > ends)
      to = told.findLastIndex((line, i) => i < ends && i > from && mine(line));
  }
  return [JSON.stringify(header), ...lines.slice(1, to)].join('\n') + '\n';
}

/** Opens the list of saved games; returns how many there are. */
async function savedGames(page) {
  await hash(page, '#saved');
  await page.waitForFunction(() => document.querySelector('.saved') && !document.querySelector('.saved main > p[role=status]'));
  return page.locator('.saved-game').count();
}

const fairRecord = () => readFileSync(join(process.env.BONEYARD_GOLDEN, '../fair/0.jsonl'), 'utf8');

/** Opens a record from a file and goes on with it. */
export async function openRecord(page, record) {
  const folder = mkdtempSync(join(tmpdir(), 'boneyard-file-')), file = join(folder, 'game.jsonl');
  writeFileSync(file, record);
  const games = await savedGames(page);
  await page.locator('#saved-file:enabled').setInputFiles(file);
  await page.waitForFunction((n) => document.querySelectorAll('.saved-game').length > n, games);
  await page.locator('.saved-game .btn').first().click();
  rmSync(folder, { recursive: true });
  return awaitDue(page);
}

/** Goes to an address of the page without loading it again. */
export async function hash(page, where) {
  await page.evaluate((to) => (location.hash = to), where);
  await page.locator('h1').first().waitFor();
  await settle(page);
}

/** Until the game of the table is kept as it stands: what the page has still to write comes before the second of our turns. */
export async function whenKept(page) {
  await page.waitForFunction(() => /^#play\/./.test(location.hash));
  await settle(page);
  await page.evaluate(() => new Promise((done, failed) => {
    const asked = indexedDB.open('boneyard'), turn = (left) => {
      const work = asked.result.transaction('games', 'readwrite');
      work.objectStore('games').count();
      work.oncomplete = () => (left > 1 ? turn(left - 1) : done(asked.result.close()));
    };
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => turn(2);
  }));
}

/** The game of the table as a file, from the list of saved games; its path. */
export async function saveFile(page) {
  await whenKept(page);
  await hash(page, '#saved');
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act="download"]').first().click()]);
  return file.path();
}

const choose = async (page) => {
  await page.locator('.game-hand [data-tile]:not([data-fits="0"])').last().click();
  await settle(page);
};

/** A table, by rules and by how far it is. */
const table = (rules, how = {}, then = async () => undefined) => async ({ page, program }) => {
  await openRecord(page, recordOf(program, rules, how));
  await then(page);
};
/** Fills in and sends the form of the account's screen that has this button. */
export async function fillForm(page, act, fields) {
  const form = page.locator(`.account form:has([data-act="${act}"])`);
  for (const [name, value] of Object.entries(fields))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.locator(`[data-act="${act}"]`).click();
}

const press = (act) => (page) => page.locator(`[data-act="${act}"]`).first().click();
/** The scores: a button in the bar where there is room for it, else in the menu. */
export const scores = async (page) => {
  if (await page.locator('[data-act="scores"]').count() === 0)
    await press('menu')(page);
  await press('scores')(page);
};
/** The keys: in the menu, except where there is only touch. */
const keys = async (page) => {
  await press('menu')(page);
  if (await page.evaluate(() => matchMedia('(any-pointer: fine)').matches))
    return press('keys')(page);
  await page.keyboard.press('Escape');
  return page.keyboard.press('?');
};
const start = (rules) => async ({ page }) => {
  await hash(page, rules ? `#rules=${encodeURIComponent(rules)}` : '#');
  await page.locator('.start-deal button:enabled').waitFor();
};
const expand = async ({ page }) => {
  for (const button of await page.locator('.start-more').all())
    if ((await button.getAttribute('aria-expanded')) === 'false')
      await button.click();
};

/** A daily of a fixed day. */
const daily = (what, date, then = async () => undefined) => async ({ page }) => {
  await hash(page, `#daily/${what}/${date}`);
  await page.locator(what === 'train' ? '.daily-hand' : '[data-due="move"]').waitFor();
  await settle(page);
  await then(page);
};

/** A tile that fits nowhere is pressed: the refusal. */
const refused = async (page) => {
  const tile = page.locator('.game-hand [data-tile][data-fits="0"]').first();
  await tile.click();
  await page.locator('.game-say .refusal').waitFor();
};
/** A hint is asked for and has come. */
export const hinted = async (page) => {
  await press('hint')(page);
  await page.locator('.game-say .hinting:not([aria-busy=true])').waitFor();
};
const reviewed = async (page) => {
  await page.locator("dialog button", { hasText: /Review|Repas|Revis|Révîéw/ }).first().click();
  await page.locator('.review-progress p[role=status]:not(:empty)').waitFor();
};

/** A table with others, made as a person makes one: to its waiting room. */
async function made(page, rules, name = 'Anna') {
  await hash(page, `#rules=${encodeURIComponent(rules)}`);
  await page.locator('.start-deal button:enabled').waitFor();
  await page.locator('.start-set .seg', { hasText: /others|gente|õthérš/ }).locator('input').nth(1).check();
  await page.locator('#with-name').fill(name);
  await page.locator('[data-act="make"]:enabled').click();
  await page.locator('[data-room="waiting"] [data-act="stand"]').waitFor();
}
const room = (rules, then = async () => undefined) => async ({ page }) => {
  await made(page, rules);
  await then(page);
};
/** A game with others that bots have joined, at a choice of yours. */
const others = (rules, then = async () => undefined) => room(rules, async (page) => {
  await page.locator('[data-act="start"]').click();
  await awaitDue(page);
  await then(page);
});
/** Plays the first that fits until a round, or the game, is over. */
async function playedOut(page, until) {
  for (;;) {
    const due = await page.locator('[data-due="move"], [data-due="round"], [data-due="over"]').first().getAttribute('data-due');
    if (due === until || due === 'over')
      break;
    await page.evaluate(() => {
      const press = (selector) => { const one = document.querySelector(selector); one?.click(); return one !== null; };
      return press('[data-act="next"][aria-disabled="false"]') || press('.game-claim :is([data-act="silent"], [data-act="way"])')
        || (document.querySelector('.handtile.sel') && press('.game-ends [data-move], .row-target'))
        || press('.game-hand [data-tile]:not([data-fits="0"])') || press('[data-act="draw"]') || press('[data-act="pass"]');
    });
    await page.waitForTimeout(120);
  }
  await page.locator('dialog.sheet').waitFor();
}
/** Looked at by somebody else: another browser, with a seat of no table. */
const asGuest = (rules, started, then) => async ({ page }) => {
  const host = await page.context().browser()?.newContext() ?? null;
  if (!host)
    throw new Error('there is no second browser');
  const other = await host.newPage();
  await other.goto(page.url().replace(/#.*/, ''));
  await made(other, rules, 'Ben');
  const at = new URL(other.url()).hash;
  if (started) {
    await other.locator('[data-act="start"]').click();
    await awaitDue(other);
  }
  await hash(page, at);
  await then(page);
  await host.close();
};
/** The first words of a lesson. */
const lesson = (game) => async ({ page }) => {
  await hash(page, `#learn=${game}`);
  await page.locator('.learn-bar:is([data-stage="ask"], [data-stage="read"])').waitFor();
};

export const tables = {
  block: 'block', draw: 'draw players=3', muggins: 'muggins:classic players=4 teams=off', allfives: 'allfives:online players=2',
  fiveup: 'fiveup players=4 teams=off', chickenfoot: 'chickenfoot players=4', mexicantrain: 'mexicantrain players=4', castlerock: 'castlerock',
};
const ofTables = Object.entries(tables).flatMap(([game, rules]) => {
  const how = { round: 1, part: game === 'castlerock' ? 0.3 : 0.55 };
  return [[`table-${game}`, table(rules, how)], ...(game === 'castlerock' ? [] : [[`table-${game}-chosen`, table(rules, how, choose)]])];
});

/** Name and way; in the order in which they are best looked at. */
export const scenes = Object.fromEntries([
  ['start', start('')],
  ['start-open', async (at) => { await start('muggins:classic players=4')(at); await expand(at); }],
  ['start-train', start('mexicantrain players=8')],
  ['start-refused', async (at) => {
    await start('muggins:classic players=3')(at);
    await expand(at);
    await at.page.locator('.start-set [role=switch]').first().click();      // two teams need four players
    await at.page.locator('.start-refusal p').first().waitFor();
  }],
  ['start-house', async ({ page }) => {
    await start('muggins:classic blanks=wild target=90')({ page });
    await page.locator('form.start-share input').fill('1');
    await page.locator('[data-act="save-house"]').click();
    await page.locator('[data-act="share-house"]').click();
    await page.locator('.start-house [data-qr]').waitFor();
  }],
  ['stats-empty', async ({ page }) => { await hash(page, '#stats'); await page.locator('.stats-empty').waitFor(); }],
  ...ofTables,
  ['table-calls', table('muggins:classic players=2 call=on', { part: 0.4 })],
  ['table-claim', table('muggins:classic players=2 call=on', { part: 0.4 }, async (page) => {
    await choose(page);
    if ((await page.locator('.game-claim').count()) === 0)
      await page.locator('.game-ends [data-move]').first().dispatchEvent('click');
    await page.locator('.game-claim').waitFor();
  })],
  ['table-refused', table('allfives:online players=2', { part: 0.55 }, refused)],
  ['table-hint', table('allfives:online players=2', { part: 0.5 }, hinted)],
  ['table-arranged', table('mexicantrain players=4', { part: 0.1 }, press('arrange'))],
  ['table-menu', table('allfives:online players=2', { part: 0.5 }, press('menu'))],
  ['table-rules', table('muggins players=2', { part: 0.5 }, async (page) => {
    if (await page.locator('[data-act="rules"]').count() === 0)
      await press('menu')(page);
    await press('rules')(page);
    await page.locator('.rule-picture svg').first().waitFor();
  })],
  ['table-keys', table('allfives:online players=2', { part: 0.5 }, keys)],
  ['table-scores', table('mexicantrain players=4', { round: 2, part: 0.3 }, scores)],
  ['table-curtain', table('draw players=3', { part: 0.5, people: 2 })],
  ['table-16-trains', table('mexicantrain:classic players=16 set=18', { part: 0.85 })],
  ['table-16-trains-chosen', table('mexicantrain:classic players=16 set=18', { part: 0.85 }, choose)],
  ['table-16-feet', table('chickenfoot:classic players=16 set=18', { part: 0.85 })],
  ['table-8-trains', table('mexicantrain players=8', { part: 0.7 })],
  ['sheet-block', table('block', { part: 'sheet' })],
  ['sheet-muggins', table('muggins:classic players=4 teams=on', { round: 2, part: 'sheet' })],
  ['sheet-trains', table('mexicantrain players=4', { round: 2, part: 'sheet' })],
  ['sheet-over', table('allfives:online players=2 target=60', { part: 'over' })],
  ['sheet-castle', table('castlerock', { part: 'over' })],
  ['review', table('allfives:online players=2 target=20', { part: 'over' }, reviewed)],
  ['review-fair', async ({ page }) => {
    await openRecord(page, fairRecord());
    await reviewed(page);
    await press('fair')(page);
    await page.locator('.fair-panel .fair-good').waitFor();
  }],
  ['stats', table('allfives:online players=2 target=20', { part: 'over', bot: 'mabel' }, async (page) => {
    await reviewed(page);
    await hash(page, '#stats');
    await page.locator('[data-stat="games"]').waitFor();
  })],
  ['stats-delete', async ({ page }) => {
    await hash(page, '#stats');
    await press('delete')(page);
    await page.locator('[data-act="keep"]').waitFor();
  }],
  ['rules', async ({ page }) => hash(page, '#read=mexicantrain%20players%3D4')],
  ['rules-muggins', async ({ page }) => hash(page, `#read=${encodeURIComponent('muggins:classic players=4 call=on')}`)],
  ['saved', async ({ page }) => {
    if ((await savedGames(page)) === 0)
      await openRecord(page, fairRecord());
    await savedGames(page);
  }],
  ['saved-failed', async ({ page }) => {
    await hash(page, '#saved');
    await page.locator('#saved-file:enabled').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('eggs\nbread\n') });
    await page.locator('.saved-failed:not(:empty)').waitFor();
  }],
  ['daily', async ({ page }) => { await hash(page, '#daily'); await page.locator('[data-daily]').first().waitFor(); }],
  ['daily-train', daily('train', '2026-11-22', async (page) => page.locator('.daily-hand [data-fits="true"]').first().click())],
  ['daily-train-end', daily('train', '2026-11-22', press('compare'))],
  ['daily-puzzle', daily('puzzle', '2026-11-22')],
  ['daily-answer', daily('puzzle', '2026-11-22', async (page) => {
    await choose(page);
    await page.evaluate(() => document.querySelector('.game-ends [data-move]')?.click());
    await page.locator('.daily-values').waitFor();
    await page.locator('.daily-why').waitFor();
  })],
  ['daily-castle', daily('castle', '2026-11-22')],
  ['learn-points', lesson('muggins')],
  ['learn-trains', lesson('mexicantrain')],
  ['others', async ({ page }) => {
    await hash(page, '#others');
    await page.locator('[data-act="make"]:enabled').waitFor();
  }],
  ['others-room', room('muggins:classic players=4 teams=off')],
  ['others-guest', asGuest('mexicantrain players=4', false, (page) => page.locator('[data-act="sit"]').first().waitFor())],
  ['others-watching', asGuest('draw players=3', true, (page) => page.locator('[data-watching]').waitFor())],
  ['others-table', others('muggins:classic players=4 teams=off')],
  ['others-trains', others('mexicantrain players=4')],
  ['others-say', others('draw players=3', async (page) => {
    await press('say')(page);
    await page.locator('.with-phrases').waitFor();
  })],
  ['others-paused', others('draw players=3', async (page) => {
    await press('menu')(page);
    await page.locator('.game-menu [data-act="pause"]').click();
    await page.locator('[data-banner="paused-host"]').waitFor();
  })],
  ['others-fair', others('draw players=2', async (page) => {
    await press('fair')(page);
    await page.locator('dialog.with-dialog li').first().waitFor();
  })],
  ['others-device', others('draw players=2', async (page) => {
    await press('menu')(page);
    await page.locator('.game-menu [data-act="device"]').click();
    await page.locator('dialog [data-link]').waitFor();
  })],
  ['others-round', others('draw players=2', (page) => playedOut(page, 'round'))],
  ['others-over', others('draw players=2 target=1', async (page) => {
    await playedOut(page, 'over');
    await press('check')(page);
    await page.locator('[data-record] p').first().waitFor();
  })],
  ['others-tables', async ({ page }) => {
    await hash(page, '#tables');
    await page.locator('[data-list="mine"] [data-at]').first().waitFor();
  }],
  ['organise', async ({ page }) => {
    await hash(page, '#organise');
    await page.locator('.cup-form [data-act="make"]').waitFor();
  }],
  ['tournament', async ({ page }) => {
    await hash(page, '#organise');
    await page.locator('.cup-form input').first().fill('Boneyard');
    await press('make')(page);
    await page.locator('#with-name').fill('Anna');
    await press('enter')(page);
    await page.locator('.cup li.you').waitFor();
  }],
  ['tournaments', async ({ page }) => {
    await hash(page, '#tournaments');
    await page.locator('.cup-list .cup-row').first().waitFor();
  }],
  ['others-account', async ({ page }) => {
    await hash(page, '#settings');
    await press('account')(page);
    await page.locator('.account form').first().waitFor();
  }],
  ['account-forgot', async ({ page }) => {
    await hash(page, '#account');
    await press('forgot')(page);
    await fillForm(page, 'recover', { name: 'Anna', code: '', fresh: 'four words at random' });
    await page.locator('.account [role="alert"]:not(:empty)').waitFor();
  }],
  ['account', async ({ page }) => {
    await hash(page, '#settings');
    await hash(page, '#account');
    await fillForm(page, 'register', { name: 'Anna', password: 'four words at random' });
    await page.locator('.account-devices li').waitFor();
  }],
  ['account-codes', async ({ page }) => {
    await hash(page, '#account');
    await fillForm(page, 'codes', { password: 'four words at random' });
    await page.locator('.account-codes code').first().waitFor();
  }],
  ['account-erase', async ({ page }) => {
    await hash(page, '#settings');
    await hash(page, '#account');
    await fillForm(page, 'erase', { password: 'four words at random' });
    await page.locator('dialog [data-act="yes"]').waitFor();
  }],
  ['settings', async ({ page }) => hash(page, '#settings')],
  ['start-continue', async (at) => { await start('')(at); await at.page.locator('.start-continue').first().waitFor(); }],
]);

/** Brings a page to a scene. */
export async function bring(name, at) {
  await scenes[name](at);
  await settle(at.page);
}
