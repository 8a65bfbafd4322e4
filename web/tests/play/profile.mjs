// SPDX-License-Identifier: MIT
// Profile, matches and ladder, after rated matches at the real server:  profile.mjs PROGRAM
//
// Anna and Ben come by the wire (tests/server/rated.py), then each logs in with a browser. With BONEYARD_SHOTS, pictures go there.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { looked } from './looked.mjs';
import { conclude } from './page.mjs';
import { fillForm, hash } from './scenes.mjs';
import { gather } from './together_people.mjs';

const MATCHES = 60, PAGE = 25;
const [program] = process.argv.slice(2), shots = process.env.BONEYARD_SHOTS;
const here = await gather(program, { haste: 30, more: ['--sockets-per-address', '500', '--credits', '100000', '--tables-per-person', '500'] });
const expect = (person, good, words) => { if (!good) person.trouble.push(words); };
const press = ({ page }, act) => page.locator(`[data-act="${act}"]`).first().click();

async function enter({ page, name }) {
  await page.goto(`${here.address}#account`);
  await page.locator('.account form').first().waitFor();
  await fillForm(page, 'login', { name, password: 'correct horse battery' });
  await page.locator('[data-act="logout"]').waitFor();
}

const rows = ({ page }) => page.locator('.profile-history li');

async function ownResults(ben) {
  const { page } = ben;
  await press(ben, 'profile');
  await page.locator('[data-family="line"] .num').waitFor();
  expect(ben, await page.locator('.profile-scale.wide').count() === 0, 'the rating is still provisional');
  expect(ben, await page.locator('.profile-scale .tick text', { hasText: 'medium' }).count() === 1, 'the rating is not compared with the bots');
  await looked(ben, 'profile');
  await press(ben, 'history');
  await rows(ben).nth(PAGE - 1).waitFor();
  expect(ben, await rows(ben).count() === PAGE, `${await rows(ben).count()} matches on the first page`);
  await looked(ben, 'history');
  for (let n = 2 * PAGE; n < MATCHES + PAGE; n += PAGE) {
    await press(ben, 'more');
    await rows(ben).nth(Math.min(n, MATCHES) - 1).waitFor();
  }
  const last = rows(ben).last(), all = await rows(ben).evaluateAll((list) => list.map((one) => one.dataset.match));
  expect(ben, new Set(all).size === MATCHES && await page.locator('[data-act="more"]').count() === 0, `${all.length} matches`);
  const [file] = await Promise.all([page.waitForEvent('download'), last.locator('[data-act="download"]').click()]);
  expect(ben, /"fair":/.test(readFileSync(await file.path(), 'utf8')), 'the record has no shuffle');
  await last.locator('[data-act="review"]').click();
  await press(ben, 'fair');
  await page.locator('.fair-good').waitFor();
  await page.goBack();
  await rows(ben).first().waitFor();
}

async function others(anna, ben) {
  await press(ben, 'ladder');
  await ben.page.locator('.profile tr.you').waitFor();
  await looked(ben, 'ladder');
  await hash(ben.page, '#profile');
  await ben.page.locator('[data-part="shows"] [role="switch"]').first().click();
  await hash(anna.page, '#profile=ben');
  await anna.page.locator('[data-part="ratings"], .profile-columns .note').first().waitFor();
  await hash(anna.page, '#ladder=line');
  await anna.page.locator('.profile tr.you').waitFor();
  expect(anna, await anna.page.locator('.profile tbody tr').count() === 1, 'somebody who hides the rating is on the ladder');
  await hash(anna.page, '#profile=Ben');
  await anna.page.locator('.profile table').first().waitFor();
  expect(anna, await anna.page.locator('[data-part="ratings"], [data-part="shows"], [data-act="matches"]').count() === 0, 'more is shown than Ben wants');
  await looked(anna, 'other');
  await hash(anna.page, '#profile=%3Cb%3Ex%3C%2Fb%3E');
  await anna.page.locator('.profile [role="alert"]:not(:empty)').waitFor();
  expect(anna, await anna.page.locator('.profile h1').textContent() === '<b>x</b>', 'a name is not shown as it is');
}

const anna = await here.come('Anna', { language: 'es', theme: 'dark' }), ben = await here.come('Ben');
try {
  await hash((await anna.page.goto(here.address), anna.page), '#profile');
  await anna.page.locator('.profile-empty').waitFor();
  await looked(anna, 'empty');
  await hash(anna.page, '#ladder');
  await anna.page.locator('.profile-empty').waitFor();
  execFileSync('python3', [`${process.env.BONEYARD_TESTS}/rated.py`, 'play', here.address, String(MATCHES)], { stdio: ['ignore', 'inherit', 'inherit'] });
  await enter(anna);
  await enter(ben);
  await ownResults(ben);
  await others(anna, ben);
} catch (error) {
  ben.trouble.push(String(error.stack ?? error));
  if (shots)
    for (const { page, name } of [anna, ben])
      await page.screenshot({ path: `${shots}/failed-${name}.png` }).catch(() => undefined);
}
process.exit(conclude('profile', await here.end()));
