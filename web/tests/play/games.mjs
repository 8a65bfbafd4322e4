// SPDX-License-Identifier: MIT
// Whole games through the page:  games.mjs PROGRAM MANNER [GAME...]
//
// MANNER is mouse, keys or touch.  Each game is played to its end by hands that choose at random (hands.mjs), its record is
// taken from the list of saved games as a person would, and `boneyard check` has to find it right.  A console error, a failed
// request or one to another place fails the run.  Short games; BONEYARD_LONG=1 plays the sheets' whole ones.
import { execFileSync } from 'node:child_process';
import { browse, conclude, serve } from './page.mjs';
import { chance, Finger, Keys, Mouse, playOn } from './hands.mjs';
import { saveFile } from './scenes.mjs';

const long = process.env.BONEYARD_LONG === '1';
/** A rule string a game; the second one is for short runs. */
const games = {
  block: ['block', 'block target=60'],
  draw: ['draw players=3', 'draw players=2 target=40'],
  muggins: ['muggins call=on', 'muggins call=on target=40'],
  allfives: ['allfives', 'allfives target=61'],
  fiveup: ['fiveup players=4', 'fiveup players=4 target=25'],
  chickenfoot: ['chickenfoot players=3', 'chickenfoot players=3 rounds=2'],
  mexicantrain: ['mexicantrain players=4 knock=on', 'mexicantrain players=4 rounds=2 knock=on'],
  castlerock: ['castlerock', 'castlerock'],
};
const manners = {
  mouse: { size: 'laptop', hands: Mouse, language: 'en' },
  keys: { size: 'laptop', hands: Keys, language: 'es' },
  touch: { size: 'phone', hands: Finger, language: 'en' },
};

/** One game in a page of its own; all games of a manner share a browser. */
async function play(browser, program, game, hands) {
  const next = chance(1), page = await browser.open(`#rules=${encodeURIComponent(games[game][long ? 0 : 1])}`), own = new hands(page, next);
  try {
    await page.locator('.start-deal button:enabled').waitFor();
    await own.deal();
    const decisions = await playOn(own, next);
    await page.locator('dialog').waitFor();
    execFileSync(program, ['check', await saveFile(page)], { stdio: ['ignore', 'ignore', 'inherit'] });
    console.log(`${game}: ${decisions} decisions, a right record`);
  } catch (error) {
    browser.trouble.push(`${game}: ${error.stack ?? error}`);
    if (process.env.BONEYARD_SHOTS)
      await page.screenshot({ path: `${process.env.BONEYARD_SHOTS}/${game}-${manner}.png` }).catch(() => undefined);
  }
  await page.goto('about:blank');       // the next game begins here
}

const [program, manner, ...wanted] = process.argv.slice(2);
const server = await serve(program), { size, hands, language } = manners[manner];
const browser = await browse(server.address, { size, language, motion: 'reduce', settings: { speed: 'none' } });
for (const game of wanted.length > 0 ? wanted : Object.keys(games))
  await play(browser, program, game, hands);
await browser.close();
await server.stop();
process.exit(conclude(`by ${manner}`, browser.trouble));
