// SPDX-License-Identifier: MIT
// axe-core looks at every screen and every state:  axe.mjs PROGRAM SIZE [SCENE...]
//
// SIZE is laptop, phone or small.  In the light theme everything is looked at, in the dark one again where colours can differ.
// At the end a fault is planted that has to be found.
import axe from 'axe-core';
import { browse, conclude, serve } from './page.mjs';
import { settle } from './hands.mjs';
import { bring, scenes } from './scenes.mjs';

const [program, size, ...wanted] = process.argv.slice(2);
const server = await serve(program, { haste: 6 });

/** What is wrong on the page, by all rules or by these. */
async function look(page, only) {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(axe.source);
  const { violations } = await page.evaluate((values) => window.axe.run(document,
    { resultTypes: ['violations'], ...(values ? { runOnly: { type: 'rule', values } } : {}) }), only);
  return violations.map((one) => `${one.id} (${one.impact}): ${one.help}; ${one.nodes.slice(0, 3).map((node) =>
    `${node.target.join(' ')}: ${node.failureSummary.split('\n').slice(1, 2).join('').trim()}`).join(' | ')}`);
}

/** The other theme differs in colours alone. */
async function turn(page, theme) {
  await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
  await settle(page);
}

const browser = await browse(server.address, { size, motion: 'reduce', settings: { speed: 'none', theme: 'light' } });
const page = await browser.open();
for (const name of wanted.length > 0 ? wanted : Object.keys(scenes))
  try {
    await bring(name, { page, program, size });
    const found = (await look(page)).map((words) => `light: ${words}`);
    await turn(page, 'dark');
    found.push(...(await look(page, ['color-contrast'])).map((words) => `dark: ${words}`));
    await turn(page, 'light');
    browser.trouble.push(...found.map((words) => `${name}: ${words}`));
  } catch (error) {
    browser.trouble.push(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
    await page.goto(`${server.address}#`);
    await page.reload();
  }

await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
if (!(await look(page)).some((words) => words.startsWith('button-name')))
  browser.trouble.push('a button without a name was planted and not found');
await browser.close();
await server.stop();
process.exit(conclude(`axe ${size}`, browser.trouble));
