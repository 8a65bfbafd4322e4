// SPDX-License-Identifier: MIT
// A screen as it is seen: nothing for axe-core to find, nothing wider than the page.  With BONEYARD_SHOTS, pictures go there.
import axe from 'axe-core';

const SIZES = [[360, 640], [390, 844], [1280, 800]], shots = process.env.BONEYARD_SHOTS;

/** The screen in every size; full: the whole page, not only what is in the window. */
export async function looked(person, what, { full = true } = {}) {
  const { page, trouble, name } = person, was = page.viewportSize();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0)
      trouble.push(`${what} is ${wide} px too wide at ${width}`);
    if (shots)
      await page.screenshot({ path: `${shots}/${what}-${name}-${width}.png`, fullPage: full });
  }
  await page.setViewportSize(was);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  trouble.push(...violations.map((one) => `${what}: ${one.id}: ${one.help}; ${one.nodes.map(({ target }) => target.join(' ')).join(', ')}`));
}
