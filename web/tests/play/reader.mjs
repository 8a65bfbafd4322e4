// SPDX-License-Identifier: MIT
// A whole game of each family by what a screen reader is given alone:  reader.mjs PROGRAM [FAMILY...]
//
// The player knows the accessibility tree (roles, names, states) and what the live region announces, moves the focus to a button
// and presses Enter.  Neither the drawing nor an attribute that is not in that tree is read.  The record has to be valid.  If no
// family is named, names, roles and news are removed at the end, one kind at a time: no game can be played without them.
import { execFileSync } from 'node:child_process';
import { chance } from './hands.mjs';
import { browse, conclude, serve } from './page.mjs';
import { saveFile } from './scenes.mjs';

const games = { line: 'muggins players=2 target=40', feet: 'chickenfoot players=3 rounds=1', trains: 'mexicantrain players=3 rounds=1', castle: 'castlerock' };
/** Milliseconds until a player gives up waiting for something to do; the same without something that is needed; between two looks. */
const PATIENCE = 120_000, ROBBED = 8000, LOOK = 100;

/** The buttons, each with the parts that contain it; what the live region announces; whether a dialog is open. */
async function read(control) {
  const { nodes } = await control.send('Accessibility.getFullAXTree'), byId = new Map(nodes.map((one) => [one.nodeId, one]));
  const above = (one) => (one.parentId === undefined ? [] : [...above(byId.get(one.parentId)), byId.get(one.parentId)]);
  const state = (one, name) => one.properties?.find((property) => property.name === name)?.value.value;
  const shown = nodes.filter(({ ignored }) => !ignored), roleOf = ({ role }) => role?.value, words = ({ name }) => (name?.value ?? '').replaceAll('\u2011', '-');
  const within = (one) => above(one).filter(({ ignored }) => !ignored).map((other) => `${roleOf(other)} ${words(other)}`);
  return {
    buttons: shown.filter((one) => roleOf(one) === 'button' && state(one, 'disabled') !== true)
      .map((one) => ({ name: words(one), chosen: state(one, 'pressed') === 'true', within: within(one), node: one.backendDOMNodeId })),
    news: shown.filter((one) => roleOf(one) === 'StaticText' && within(one).some((other) => other.startsWith('status'))).map(words).join(' '),
    dialog: shown.some((one) => roleOf(one) === 'dialog'),
  };
}

/** The buttons that answer the first open question. */
function choices({ buttons, dialog }) {
  const inside = (start) => buttons.filter(({ within }) => within.some((one) => one.startsWith(start)));
  if (dialog)
    return inside('dialog').filter(({ name }) => name.startsWith('Next round'));
  const asked = [...inside('group You will have one tile left').filter(({ name }) => name === 'One tile left'),
    ...buttons.filter(({ name }) => /^The \d+ stays open/.test(name))];
  const places = inside('navigation Places'), hand = inside('toolbar Your hand').filter(({ name, chosen }) => !chosen && /, fits (?!nowhere)/.test(name));
  const takes = inside('group Your choices'), forced = inside('region Your hand and your choices').filter(({ name }) => /^(Draw|Draw \d+ tiles?|Pass)$/.test(name));
  return [asked, places, takes, hand, forced].find((all) => all.length > 0) ?? [];
}

async function press(page, control, { node }) {
  try {
    await control.send('DOM.focus', { backendNodeId: node });
  } catch {
    return;                             // removed: the table was redrawn
  }
  await page.keyboard.press('Enter');
}

/** Waits for something to press or for the end; null: the game is over. */
async function due(control, patience) {
  for (const began = Date.now();;) {
    const seen = await read(control), all = choices(seen);
    if (all.length > 0)
      return { seen, all };
    if (seen.dialog)
      return null;
    if (Date.now() - began > patience)
      throw new Error(`nothing can be pressed: ${seen.buttons.map(({ name, within }) => `${within.at(-1)} > ${name}`).join('; ')}; ${seen.news}`);
    await new Promise((done) => setTimeout(done, LOOK));
  }
}

async function play(browser, program, family, patience = PATIENCE) {
  const next = chance(7), page = await browser.open(`#rules=${encodeURIComponent(games[family])}`), control = await browser.context.newCDPSession(page);
  for (const part of ['DOM', 'Accessibility'])
    await control.send(`${part}.enable`);
  await page.locator('.start-deal button:enabled').waitFor();
  await press(page, control, (await read(control)).buttons.find(({ name, within }) => name.startsWith('Play ') && !within.includes('group Choose a game')));
  const told = new Set();
  let presses = 0;
  for (let now = await due(control, patience); now; now = await due(control, patience)) {
    told.add(now.seen.news);
    await press(page, control, now.all[next(now.all.length)]);
    if (++presses > 3000)
      throw new Error('the game does not end');
  }
  if (told.size < presses / 4)
    throw new Error(`${presses} presses, and only ${told.size} different news: ${[...told].slice(-3).join(' / ')}`);
  execFileSync(program, ['check', await saveFile(page)], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`${family}: ${presses} presses, ${told.size} different news, a valid record; the last: ${[...told].at(-1)}`);
  await page.goto('about:blank');
}

/** In the page: removes an attribute or a text whenever it appears. */
const rob = ([selector, what]) => new MutationObserver(() => document.querySelectorAll(selector).forEach((one) => (what === 'text' ? one.firstChild && one.replaceChildren() : one.removeAttribute(what))))
  .observe(document, { subtree: true, childList: true, attributes: true });

const [program, ...wanted] = process.argv.slice(2), server = await serve(program), trouble = [];
const all = wanted.length === 0 || wanted[0] === '', families = all ? Object.keys(games) : wanted;
async function plays(family, fault = null) {
  const browser = await browse(server.address, { motion: 'reduce', settings: { speed: 'none' } });
  try {
    if (fault)
      await browser.context.addInitScript(rob, fault);
    await play(browser, program, family, fault ? ROBBED : PATIENCE);
    trouble.push(...fault ? [] : browser.trouble);
  } finally {
    await browser.close();
  }
}
for (const family of families)
  await plays(family).catch((error) => trouble.push(`${family}: ${error.stack ?? error}`));
for (const fault of all ? [['.game-hand [aria-label]', 'aria-label'], ['.game-hand', 'role'], ['[data-news]', 'text']] : [])
  if (await plays('feet', fault).then(() => true, () => false))
    trouble.push(`${fault.join(' ')}: removed and not missed`);
await server.stop();
process.exit(conclude('by reader', trouble));
