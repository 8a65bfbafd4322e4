// SPDX-License-Identifier: MIT
// Help, calls, a shared screen, what must stay hidden: parts of more.mjs.
import { readFileSync } from 'node:fs';
import { chance, look, Mouse, playOn, awaitDue } from './hands.mjs';
import { hinted, openRecord, recordOf, saveFile } from './scenes.mjs';

const tilesOf = (page) => page.locator('.game-hand [data-tile]').evaluateAll((all) => all.map((one) => one.dataset.tile));
const said = async (page) => (await page.locator('.game-say').textContent()).trim();

/** A tile's name on the page has a hyphen that does not break. */
const plain = (words) => words.replaceAll('\u2011', '-');

/** Undo, hint, a refusal in words and what it offers; the hand as the best train. */
async function help({ open, program, must, state, some }) {
  const page = await open();
  await openRecord(page, recordOf(program, 'allfives:online players=2', { part: 0.55 }));
  const before = await state(page), rest = page.locator('.game-hand [data-tile][data-fits="0"]').first(), tile = await rest.getAttribute('data-tile');
  await rest.click();
  await page.locator('.game-say .refusal').waitFor();
  must(plain(await said(page)).includes(tile), `the refusal does not name ${tile}: ${await said(page)}`);
  must((await page.locator('[aria-live="assertive"], [role="alert"]').allTextContents()).some((words) => plain(words).includes(tile)), 'the refusal is not spoken');
  await page.locator('.game-say .refusal button').click();
  must((await page.locator('.game-board .ghost').count()) > 0, '"show what fits" shows nothing');
  await hinted(page);
  must((await page.locator('.game-board .ghost.hint').count()) === 1, 'no place is marked by the hint');
  must((await state(page)) === before, 'help has changed the game');
  await some(page, 1);
  must((await state(page)) !== before, 'nothing has been laid');
  await page.locator('[data-act="undo"]').click();
  await awaitDue(page);
  must((await state(page)) === before, 'undo does not bring the same position back');
  await openRecord(page, recordOf(program, 'mexicantrain players=4', { part: 0.05 }));
  const hand = await tilesOf(page);
  await page.locator('[data-act="arrange"]').click();
  await page.locator('.handrow.train').waitFor();
  const now = await tilesOf(page), train = await page.locator('.handrow.train [data-tile]').count();
  must(train > 1 && now.join() !== hand.join() && now.sort().join() === hand.sort().join(), 'the hand is not arranged, or its tiles have changed');
}

const linesOf = (program, rules) => recordOf(program, rules, { part: 'over' }).trimEnd().split('\n').map((line) => JSON.parse(line));
const asRecord = (lines) => lines.map((line) => JSON.stringify(line)).join('\n') + '\n';

/** A record that ends before the first line of this kind. */
function cutBefore(program, rules, isKind) {
  const lines = linesOf(program, rules);
  return asRecord(lines.slice(0, lines.findIndex(isKind)));
}

/** A record that ends when another seat has just forgotten its points. */
function forgotten(program) {
  const lines = linesOf(program, 'muggins:classic players=2 call=on');
  const at = lines.findIndex((line) => line.seat === 1 && / \+\d+$/.test(line.move ?? ''));
  lines[at].move = lines[at].move.replace(/ \+\d+$/, '');
  return asRecord(lines.slice(0, at + 1));
}

/** Points are claimed and forgotten, and everybody may shout; the last tile is announced with a knock. */
async function calls({ open, must, begin, program }) {
  const page = await open(), heard = { claimed: false, taken: false, called: false, knocked: false };
  const all = async (selector) => (await page.locator(selector).allTextContents()).join(' ');
  const claims = () => heard.claimed && heard.taken;
  for (let seed = 1; seed < 8 && !claims(); seed++) {
    await begin(page, 'muggins call=on players=2 target=60');
    const next = chance(seed), hands = new Mouse(page, next), act = hands.act.bind(hands);
    let asked = 0;                      // first a call, with or without reason; then nobody waits any longer
    hands.act = async (name, times) => {
      if (name !== 'silent')
        return act(name === 'let' && asked++ % 2 === 0 ? 'call' : name, times);
      for (let i = next(2) === 0 ? 8 : 0; i > 0 && (await look(page))?.claim; i--) {
        await page.locator('[data-act="more"]').click();
        await page.locator('[data-act="claim"]').click();
      }
      return (await look(page))?.claim ? act('silent') : undefined;
    };
    const hear = async () => {
      const log = await all('.game-log li');
      heard.claimed ||= /You score/.test(log);
      heard.taken ||= /\w+ calls: Muggins!/.test(log);
    };
    await playOn(hands, next, claims, hear);
    await hear();
  }
  must((await openRecord(page, forgotten(program))).due === 'move', 'the time to call runs out: another record is needed');
  await page.keyboard.press('m');
  await page.waitForFunction(() => /You call: Muggins!/.test(document.querySelector('.game-log').textContent));
  heard.called = true;
  await openRecord(page, cutBefore(program, 'mexicantrain players=2 hand=4 rounds=2 knock=on', (line) => line.seat === 0 && / !$/.test(line.move ?? '')));
  const next = chance(1), hands = new Mouse(page, next), act = hands.act.bind(hands);
  hands.act = async (name, times) => { heard.knocked ||= name === 'knock'; return act(name, times); };
  await playOn(hands, next, () => heard.knocked);
  for (const [what, happened] of Object.entries(heard))
    must(happened, `in all these games nothing was ${what}`);
}

/** Two people at one screen: while the device goes from hand to hand no tile of theirs is in the page. */
async function curtain({ open, must, begin, program }) {
  const page = await open();
  await openRecord(page, recordOf(program, 'draw players=3', { part: 0.2, people: 2 }));
  const next = chance(1), shown = {};
  for (let i = 0; i < 5; i++) {
    const now = await awaitDue(page);
    if (now.due !== 'move' && (await page.locator('.game-curtain').count()) === 0)
      break;
    const who = /(Anna|Ben)/.exec(await page.locator('.game-curtain p').textContent())[1];
    must((await tilesOf(page)).length === 0, `tiles of a hand are in the page while it is handed to ${who}`);
    must((await page.locator('.game-hand .half').count()) === 0, 'a hand is drawn behind the curtain');
    await page.locator('[data-act="unveil"]').click();
    await page.locator('.game-hand [data-tile]').first().waitFor();
    const hand = await tilesOf(page), other = shown[who === 'Anna' ? 'Ben' : 'Anna'] ?? [];
    must(!hand.some((tile) => other.includes(tile)), `${who} sees tiles of the other hand`);
    shown[who] = hand;
    let turn = false;
    await playOn(new Mouse(page, next), next, () => turn || ((turn = true), false));
    if (!(await page.locator('.game-curtain').count()))
      break;
  }
  must(Object.keys(shown).length === 2, 'the device did not go from hand to hand');
}

/** Every tile that the page holds anywhere: in texts, attributes and drawings; higher half first. */
const tilesInPage = () => {
  const found = new Set(), name = (a, b) => found.add(`${Math.max(a, b)}-${Math.min(a, b)}`);
  const read = (words) => {
    for (const [, a, b] of words.matchAll(/(?<![\d.])(\d{1,2})[-‑](\d{1,2})(?![\d.])/g))
      name(Number(a), Number(b));
  };
  for (const one of document.querySelectorAll(':is(title, body, body *):not(.brand, .brand *)')) {
    for (const { name: key, value } of one.attributes)
      if (!/^(d|transform|viewBox|style|points|class|id|href|for|aria-(controls|describedby|labelledby))$/.test(key))
        read(value);
    for (const node of one.childNodes)
      if (node.nodeType === Node.TEXT_NODE)
        read(node.data);
    const halves = one.matches('.face') ? [...one.querySelectorAll('.half')].map((half) => Number(/\bn(\d+)/.exec(half.getAttribute('class'))[1])) : [];
    if (halves.length === 2)
      name(...halves);
  }
  return [...found];
};

const higherFirst = (tile) => tile.split('-').map(Number).sort((a, b) => b - a).join('-');

/** At each decision of the first round, what the page held against what the seat may know by the record. */
async function hidden({ open, must, begin }) {
  const page = await open();
  const more = process.env.BONEYARD_LONG ? ['fiveup players=4', 'muggins players=4'] : [];
  let checked = 0;
  for (const rules of ['draw players=3', 'chickenfoot players=4', 'mexicantrain players=4', ...more]) {
    await begin(page, rules);
    const next = chance(3), hands = new Mouse(page, next), seen = [];
    const shown = [];
    let lays = 0;
    const tile = hands.tile.bind(hands);
    hands.tile = async (now, which) => { await tile(now, which); lays++; };
    await playOn(hands, next, (_, now) => now.round > 1, async (now) => {
      seen.push({ lays, own: now.tiles.length });
      shown.push(await page.evaluate(tilesInPage));
    });
    const record = readFileSync(await saveFile(page), 'utf8');
    await page.evaluate(() => document.querySelector('h1').setAttribute('data-planted', '16-17'));
    must((await page.evaluate(tilesInPage)).includes('17-16'), 'a tile was planted in the page and not found');
    const looked = checkHidden(rules, record.trim().split('\n').map((line) => JSON.parse(line)), seen, shown, must);
    must(looked > 0, `${rules}: no decision was looked at`);
    checked += looked;
  }
  must(checked > 15, `only ${checked} decisions were looked at`);
}

/** How many decisions could be checked. */
function checkHidden(rules, record, seen, shown, must) {
  const second = record.findIndex((line) => line.round === 2), round = second < 0 ? record : record.slice(0, second);
  const laid = (line) => /^\d+-\d+(?=[@ ]|$)/.exec(line.move ?? '')?.[0], drawn = (line) => /^draw (\d+-\d+)/.exec(line.move ?? '')?.[1];
  const dealt = round.find((line) => line.deck).deck.map(higherFirst), players = record[0].players.length;
  const own = round.flatMap((line, i) => (line.seat === 0 && laid(line) ? [i] : []));
  let checked = 0;
  shown.forEach((tiles, k) => {
    const at = own[seen[k]?.lays ?? Infinity];
    if (at === undefined || tiles.length === 0)
      return;
    const known = new Set(round.slice(0, at).flatMap((line) => [laid(line), line.seat === 0 ? drawn(line) : undefined]).filter(Boolean).map(higherFirst));
    const others = new Set(dealt.filter((tile) => !known.has(tile)));
    const mine = new Set(ownHand(round, at, dealt, players));
    const strange = tiles.filter((tile) => others.has(tile) && !mine.has(tile));
    must(strange.length === 0, `${rules}: at decision ${k} the page holds ${strange.join(', ')}, which the seat cannot know`);
    must([...others].some((tile) => !mine.has(tile)) && mine.size === seen[k].own, `${rules}: the check is blind at decision ${k}: ${[...mine]} and ${seen[k].own}`);
    checked++;
  });
  return checked;
}

/** What seat 0 holds before a line of the record: what it lays and keeps later without having drawn it later. */
function ownHand(round, at, dealt, players) {
  const later = round.slice(at), tile = (line) => /^\d+-\d+/.exec(line.move ?? '')?.[0];
  const drawn = new Set(later.flatMap((line) => (line.seat === 0 && /^draw /.test(line.move ?? '') ? [higherFirst(line.move.slice(5))] : [])));
  const mine = later.flatMap((line) => (line.seat === 0 && tile(line) ? [higherFirst(tile(line))] : []));
  const left = round.find((line) => 'round-end' in line)?.hands?.[0]?.map(higherFirst) ?? null;
  if (left === null)
    throw new Error(`the round is not over: ${players} players, ${dealt.length} tiles`);
  return [...mine, ...left].filter((one) => !drawn.has(one));
}

export const parts = { help: [help], calls: [calls], curtain: [curtain], hidden: [hidden] };
