// SPDX-License-Identifier: MIT
// Draws the icons of the installed page into public/: a 4-2 on felt. Run `node icons/draw.mjs` after a change here.
// icon.svg, icon-192.png and icon-512.png have round corners; maskable-512.png fills the square, its tile within the safe circle.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const dot = (x, y, fill) => `<circle cx="${x}" cy="${y}" r="17" fill="${fill}"/>`;
const four = [-46, 46].flatMap((x) => [-46, 46].map((y) => dot(x, y - 80, '#431900'))).join('');
const two = dot(46, 34, '#125330') + dot(-46, 126, '#125330');
const body = (y, fill, more = '') => `<rect x="-80" y="${y - 160}" width="160" height="320" rx="28" fill="${fill}"${more}/>`;

/** The tile, `size` times as large, on felt with corners of radius r. */
const drawing = (size, r) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" rx="${r}" fill="#23604F"/>
<g transform="translate(256 250) scale(${size}) rotate(14)">
<g transform="rotate(-14) translate(0 30) rotate(14)">${body(0, '#0E3026', ' opacity=".55"')}</g>
<g transform="rotate(-14) translate(0 16) rotate(14)">${body(0, '#CDBE9C', ' stroke="#9C8C68" stroke-width="3"')}</g>
${body(0, '#FBF5E6', ' stroke="#9C8C68" stroke-width="3"')}
${four}${two}
<path d="M-52 0H52" stroke="#B9AA87" stroke-width="8" stroke-linecap="round"/><circle r="11" fill="#B08A3C" stroke="#7D5F22"
  stroke-width="3"/>
</g></svg>
`;

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}icon.svg`, drawing(1.06, 96));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync'] });
for (const [name, px, size, r] of [['icon-192', 192, 1.06, 96], ['icon-512', 512, 1.06, 96], ['maskable-512', 512, 1, 0], ['apple-180',
  180, 0.95, 0]]) {
  const page = await browser.newPage({ viewport: { width: px, height: px } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${px}px;height:${px}px}</style>${drawing(size, r)}`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
