// SPDX-License-Identifier: MIT
// The server's state for its operator, /admin, which the server draws itself:  status.mjs PROGRAM
//
// axe-core finds nothing in either language and theme, and nothing is wider than the page. With BONEYARD_SHOTS, pictures go there.
import axe from 'axe-core';
import { conclude, crowd, serve } from './page.mjs';

const SIZES = [[360, 640], [390, 844], [844, 390], [1280, 800]];
const [program] = process.argv.slice(2), shots = process.env.BONEYARD_SHOTS;
const server = await serve(program), people = await crowd(server.address), trouble = [];

for (const [language, theme] of [['en', 'light'], ['es', 'dark']]) {
  const one = await people.come({ language, theme }), { page } = one;
  await page.goto(`${server.address}admin`);
  await page.locator(`html[lang="${language}"] h1`).waitFor();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0)
      trouble.push(`${language}: ${wide} px too wide at ${width}`);
    if (shots)
      await page.screenshot({ path: `${shots}/status-${language}-${width}.png`, fullPage: true });
  }
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  trouble.push(...one.trouble, ...violations.map(({ id, help, nodes }) => `${language}: ${id}: ${help}; ${nodes[0].html.slice(0, 120)}`));
  await one.context.close();
}
await people.close();
await server.stop();
process.exit(conclude('status', trouble));
