// SPDX-License-Identifier: MIT
// A moderator's evening at the real server:  moderate.mjs PROGRAM
//
// Anna and Ben play and she reports him; Greta, a moderator, warns him, suspends him, and ends the suspension. With BONEYARD_SHOTS,
// pictures go there.
import { execFileSync } from 'node:child_process';
import { conclude } from './page.mjs';
import { fillForm, hash } from './scenes.mjs';
import { looked } from './looked.mjs';
import { follow, fromMenu, gather, makeByWire, playUntil, sitDown, start } from './together_people.mjs';

const [program] = process.argv.slice(2), shots = process.env.BONEYARD_SHOTS, WORD = 'correct horse battery';
const here = await gather(program, { haste: 20 });
const expect = (person, good, words) => { if (!good) person.trouble.push(words); };
const press = ({ page }, act) => page.locator(`[data-act="${act}"]`).first().click();
const notice = ({ page }, act) => page.locator(`dialog[data-notice="${act}"]`);

async function register({ page }, name) {
  await page.goto(`${here.address}#account`);
  await page.locator('.account form').first().waitFor();
  await fillForm(page, 'register', { name, password: WORD });
  await page.locator('[data-act="logout"]').waitFor();
}

/** The operator gives the role while the server is stopped, as SQLite wants it. */
async function promote(name) {
  await here.kill();
  execFileSync(program, ['admin', '--db', here.db, 'moderator', name]);
  await here.again();
}

async function report(anna, reason) {
  await fromMenu(anna, 'order');
  await anna.page.locator('.with-order li', { hasText: 'Ben' }).locator('[data-act="report"]').click();
  await anna.page.locator(`.with-order-reasons input[value="${reason}"]`).check();
  await anna.page.locator('[data-act="send-report"]').click();
  await anna.page.locator('[data-order-said]:not(:empty)').waitFor();
  await anna.page.locator('[data-act="close-dialog"]').click();
}

async function table(anna, ben, rules) {
  const link = await makeByWire(anna, { rules, grace: 600 });
  await sitDown(anna, link);
  await sitDown(ben, link);
  await start(anna, [anna, ben]);
  return link;
}

/** Acts on the first report of the list: the button repeats the act, and a dialog shows what the person will read. */
async function act(greta, what, reason, days) {
  const { page } = greta, acts = page.locator('[data-part="acts"]');
  await acts.locator(`input[value="${what}"]`).check();
  if (days)
    await acts.locator('select').first().selectOption(String(days));
  await acts.locator('[data-field="reason"]').selectOption(reason);
  await looked(greta, `acts-${what}`);
  await acts.locator('[data-act="act"]').click();
  await looked(greta, `sure-${what}`, { full: false });
  await page.locator('dialog [data-act="yes"]').click();
  await page.locator('.moderate-done:not(:empty)').waitFor();
}

const entries = ({ page }) => page.locator('[data-entry] th').allTextContents();

/** A stranger finds neither the way nor the screen's code. */
async function shutOut(anna) {
  const { page } = anna;
  await page.goto(`${here.address}#tables`);
  await page.locator('[data-list="mine"]').waitFor();
  expect(anna, await page.locator('[data-act="moderate"]').count() === 0, 'anyone sees the way to the moderators’ screen');
  await hash(page, '#moderate');
  await page.locator('.moderate [role="alert"]').waitFor();
  const got = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\/desk/.test(name)));
  expect(anna, got.length === 0 && await page.locator('.moderate section').count() === 0, `anyone gets ${got.join(', ')}`);
  await looked(anna, 'stranger');
}

async function warned(greta, ben) {
  const { page } = greta;
  await page.goto(`${here.address}#tables`);
  await notice(greta, 'promote').waitFor();
  await press(greta, 'noted');
  await press(greta, 'moderate');
  await page.locator('[data-report]').first().waitFor();
  await looked(greta, 'reports');
  await page.locator('[data-report] button').first().click();
  await page.locator('[data-case]').waitFor();
  await page.locator('.moderate-moves li').first().waitFor();
  expect(greta, /Benito/.test(await page.locator('[data-case] h2').textContent()), 'the case has no name');
  expect(greta, await page.locator('[data-part="shared"] li').count() > 0, 'nobody shares the address');
  await page.locator('[data-part="agreement"] [role="status"]', { hasText: '%' }).waitFor();
  await looked(greta, 'case');
  await press(greta, 'review');
  await press(greta, 'fair');
  await page.locator('.fair-good').waitFor();
  await page.goBack();
  await page.locator('[data-report] button').first().click();
  await act(greta, 'warn', 'stalling');
  await notice(ben, 'warn').waitFor();
  await looked(ben, 'warned', { full: false });
  await ben.page.keyboard.press('Escape');
  expect(ben, await notice(ben, 'warn').isVisible(), 'Escape confirms a notice');
  await ben.page.goto(`${here.address}?again#tables`);
  await notice(ben, 'warn').waitFor();
  await press(ben, 'noted');
  await notice(ben, 'warn').waitFor({ state: 'detached' });
  await ben.page.reload();
  await ben.page.locator('[data-list="mine"] li').first().waitFor();
  await ben.page.waitForTimeout(300);
  expect(ben, await notice(ben, 'warn').count() === 0, 'a confirmed notice is shown again');
}

async function suspended(anna, greta, ben) {
  const { page } = greta, link = await table(anna, ben, 'block players=2 target=100');
  await report(anna, 'leaving');
  await hash(page, '#tables');
  await hash(page, '#moderate');
  await page.locator('[data-report] button').first().click();
  await page.locator('[data-case]').waitFor();
  expect(greta, await page.locator('.moderate-moves').count() === 0, 'moves of a match in progress are shown');
  expect(greta, await page.locator('[data-part="earlier"] li').count() === 1, 'the warning is not beside the case');
  await act(greta, 'suspend', 'leaving', 3);
  await notice(ben, 'suspend').waitFor();
  await looked(ben, 'suspended', { full: false });
  await press(ben, 'noted');
  await ben.page.locator('[data-banner="suspended"]').waitFor();
  await ben.page.goto(`${here.address}#tables`);
  await ben.page.locator('[data-none="suspended"]').waitFor();
  await looked(ben, 'shut');
  await page.locator('.moderate-reports .seg input').nth(2).check();
  await page.locator('[data-report] button').first().click();
  await page.locator('[data-case][data-closed="true"]').waitFor();
  await act(greta, 'lift', 'mistake');
  await ben.page.locator('[data-none] .btn').click();
  await notice(ben, 'lift').waitFor();  // the other one was confirmed, although the server could not hear of it then
  await press(ben, 'noted');
  await notice(ben, 'lift').waitFor({ state: 'detached' });
  await follow(ben, link);
  expect(greta, (await entries(greta)).length === 4, `the log has ${(await entries(greta)).join(', ')}`);
  await looked(greta, 'audit');
}

const anna = await here.come('Anna'), ben = await here.come('Ben', { language: 'es', theme: 'dark' }), greta = await here.come('Greta');
try {
  await register(greta, 'Greta');
  await register(ben, 'Benito');
  await promote('Greta');
  here.calm(false);
  await table(anna, ben, 'block:basics players=2 target=10');
  await playUntil([anna, ben], (one) => one === anna);
  await report(anna, 'stalling');
  await playUntil([anna, ben], () => false);
  await warned(greta, ben);
  await suspended(anna, greta, ben);
  await shutOut(anna);
} catch (error) {
  ben.trouble.push(String(error.stack ?? error));
  if (shots)
    for (const { page, name } of here.all)
      await page.screenshot({ path: `${shots}/failed-${name}.png` }).catch(() => undefined);
}
process.exit(conclude('moderate', await here.end()));
