// SPDX-License-Identifier: MIT
// Pictures of every screen:  pictures.mjs PROGRAM FOLDER [SCENE...]
//
// At 1440x900 and 390x844, light and dark; the files are SCENE-SIZE-THEME.png.  BONEYARD_ONLY=phone-dark takes only that kind.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browse, conclude, serve } from './page.mjs';
import { bring, scenes } from './scenes.mjs';

const [program, folder, ...wanted] = process.argv.slice(2);
const only = process.env.BONEYARD_ONLY ?? '', language = process.env.BONEYARD_LANGUAGE ?? 'en';
mkdirSync(folder, { recursive: true });
const server = await serve(program);
let failed = 0;
for (const size of ['laptop', 'phone'])
  for (const theme of ['light', 'dark']) {
    if (only && only !== `${size}-${theme}`)
      continue;
    const browser = await browse(server.address, { size, theme, language, motion: 'reduce', settings: { speed: 'none', theme } });
    const page = await browser.open();
    for (const name of wanted.length > 0 ? wanted : Object.keys(scenes))
      try {
        await bring(name, { page, program, size });
        const whole = !/^(table|sheet)/.test(name);
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), fullPage: whole });
      } catch (error) {
        browser.trouble.push(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
        await page.screenshot({ path: join(folder, `FAILED-${name}-${size}-${theme}.png`) }).catch(() => undefined);
        await page.goto(`${server.address}#`);
        await page.reload();
      }
    await browser.close();
    failed += conclude(`pictures ${size} ${theme}`, browser.trouble);
  }
await server.stop();
process.exit(failed === 0 ? 0 : 1);
