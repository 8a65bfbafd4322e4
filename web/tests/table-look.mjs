// SPDX-License-Identifier: MIT
// Makes pictures of the table to look at: node tests/table-look.mjs FOLDER [NAME...].  Nothing of it is shipped.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const [folder = 'looks', ...names] = process.argv.slice(2);
const pictures = {
  sheet: ['sheet', 1], 'sheet-dark': ['sheet&theme=dark&mono', 1],
  muggins: ['rules=muggins:number players=4&tiles=9&seed=3&tile', 1], 'muggins-bare': ['rules=muggins:number players=4&tiles=9&seed=3', 1],
  'muggins-long': ['rules=allfives players=4&tiles=24&seed=5&tile&chosen=0', 1],
    'muggins-phone': ['rules=muggins:number players=4&tiles=14&seed=3&tile', 2],
  wild: ['rules=muggins:basics players=4 set=9 hand=7&tiles=30&seed=5&tile', 1],
  foot: ['rules=chickenfoot:number players=4&tiles=14&seed=7', 1], 'foot-tile': ['rules=chickenfoot:number players=4&tiles=26&seed=4&tile&theme=dark', 1],
  'foot-phone': ['rules=chickenfoot:number players=4&tiles=14&seed=7', 2],
  trains: ['rules=mexicantrain:number players=5&tiles=24&seed=2', 1], 'trains-dark': ['rules=mexicantrain:number players=4&tiles=40&seed=6&tile&theme=dark', 1],
  hub: ['rules=mexicantrain:hub players=4&tiles=0&seed=6', 1],
  trains8: ['rules=mexicantrain:number players=8&tiles=60&seed=2', 1],
    trains16: ['rules=mexicantrain:classic players=16 set=18&tiles=170&seed=2', 1],
  'trains16-end': ['rules=mexicantrain:classic players=16 set=18&tiles=190&seed=9', 1],
  'trains-phone': ['rules=mexicantrain:number players=4&tiles=24&seed=2', 2],
    rows: ['rules=mexicantrain:number players=4&tiles=24&seed=2&rows=1', 2],
  rows2: ['rules=mexicantrain:classic players=9 set=15&tiles=60&seed=2&rows=2', 1],
    'rows-dark': ['rules=mexicantrain:number players=6&tiles=44&seed=3&rows=1&theme=dark', 2],
  castle: ['rules=castlerock:number&tiles=9&seed=4&takes=1', 1], 'castle-chosen': ['rules=castlerock:number&tiles=8&seed=11&takes=2&chosen=0', 1],
  'castle-phone': ['rules=castlerock:number&tiles=7&seed=8&takes=2', 2],
  away: ['rules=muggins:number players=4&tiles=16&seed=3&tile&zoom=2.2', 1],
};
mkdirSync(folder, { recursive: true });
const server = await createServer({ root: fileURLToPath(new URL('..', import.meta.url)),
  server: { port: 5140, host: '127.0.0.1', hmr: false, watch: null }, logLevel: 'error' });
await server.listen();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
const wide = await browser.newContext({ viewport: { width: 1112, height: 610 } });
const phone = await browser.newContext({ viewport: { width: 390, height: 460 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
for (const [name, [query, kind]] of Object.entries(pictures)) {
  if (names.length && !names.includes(name))
    continue;
  const page = await (kind === 2 ? phone : wide).newPage();
  page.on('pageerror', (error) => console.log(name, error.message));
  page.on('console', (message) => message.type() === 'error' && console.log(name, message.text()));
  await page.goto(`http://127.0.0.1:5140/tests/table-look.html?${query.replaceAll(' ', '%20')}`);
  await page.waitForSelector('[data-ready]', { timeout: 9000 }).catch((error) => console.log(name, error.message));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: query.startsWith('sheet') });
  await page.close();
}
await browser.close();
await server.close();
