// SPDX-License-Identifier: MIT
// A real browser before the real program: starts `boneyard serve`, opens pages, and fails on any console error, failed
// request, or request that leaves the page's own origin.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const [SHELL, FULL] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** The shell has the same engine but no desktop profile, which costs as much as the tests; the long ring uses the full browser. */
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) && !process.env.BONEYARD_LONG ? SHELL : FULL);
/** Milliseconds: on a machine that is busy with other things everything takes its time, and waiting long costs nothing else. */
const PATIENCE = 120_000;
/** BONEYARD_SLOW=6 slows the pages' processor down so many times: shows what leans on a quick machine. */
const SLOW = Number(process.env.BONEYARD_SLOW ?? 1);

/** What is said to the tests by the environment is not said to the program: it takes BONEYARD_LONG for a slip of BONEYARD_LOG. */
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BONEYARD_')));

/** Each has its own: one server a database. */
const fresh = () => join(mkdtempSync(join(tmpdir(), 'boneyard-')), 'boneyard.db');

/**
 * The program serving its page on a free port; .stop() ends it and waits, .kill() does so at once, and serve() with its `listen`
 * and `db` starts it again at the same place.  haste: bots and the like wait so many times less.
 */
export async function serve(program, { listen = '127.0.0.1:0', db = fresh(), haste = 1, more = [] } = {}) {
  if (!existsSync(CHROMIUM)) {
    console.log(`skipped: there is no ${CHROMIUM}; CHROMIUM=... names another`);
    process.exit(77);
  }
  const child = spawn(program, ['serve', '--listen', listen, '--db', db, ...more],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...plain, BONEYARD_HASTE: String(haste), BONEYARD_EAGER: '1' } });
  let said = '';
  const address = await new Promise((done, failed) => {
    const hear = (bytes) => {
      said += bytes;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found)
        done(found[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => failed(new Error(`serve ended with ${code}: ${said}`)));
  });
  const end = (signal) => new Promise((done) => {
    child.removeAllListeners('exit');
    child.on('exit', done);
    child.kill(signal);
  });
  return { address, db, haste, more, listen: new URL(address).host, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/**
 * In the page, before its own scripts: stores settings and reports uncaught errors.  Only tests that ask for the service worker
 * get it: installing it takes a third of the processor time of a first load.
 */
function settle({ worker, ...wanted }) {
  if (!worker)
    delete Navigator.prototype.serviceWorker;
  if (location.protocol.startsWith('http') && !localStorage.getItem('boneyard.settings'))
    localStorage.setItem('boneyard.settings', JSON.stringify(wanted));
  if (location.protocol.startsWith('http') && localStorage.getItem('boneyard.learnt') === null)
    localStorage.setItem('boneyard.learnt', 'all');         // no lesson is offered
  addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || console.error(message));
}

/** One Chromium for several people: each has a context of their own, with cookies and storage of their own. */
export async function crowd(address) {
  const chrome = await chromium.launch({ executablePath: CHROMIUM, timeout: PATIENCE, args: FLAGS });
  return {
    close: () => chrome.close(),
    /** Somebody new; .trouble lists what went wrong. */
    async come({ size = 'laptop', theme = 'light', language = 'en' } = {}) {
      const context = await chrome.newContext({ ...sizes[size], colorScheme: theme, locale: language, reducedMotion: 'reduce', acceptDownloads: true });
      context.setDefaultTimeout(PATIENCE);
      const trouble = watchFor(context, new URL(address).origin);
      await context.addInitScript(settle, { language, speed: 'none', theme });
      const page = await context.newPage();
      if (SLOW > 1)
        await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
      return { context, page, trouble, address };
    },
  };
}

export const sizes = {
  laptop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  small: { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
};

/**
 * What goes wrong in a browser from now on: requests that fail or leave the page's own origin, errors and warnings.  Between
 * .calm(true) and .calm(false) nothing is written down that a network or a server explains that is not there.
 */
export function watchFor(context, origin) {
  const trouble = [];
  let calm = false;
  trouble.calm = (on) => (calm = on);
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('blob:'))
      trouble.push(`a request to ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED' && !calm)    // the page itself gave it up: it was left or closed, or the answer became a download
      trouble.push(`${request.url()} failed: ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      trouble.push(`${response.url()} answered ${response.status()}`);
  });
  context.on('weberror', (error) => trouble.push(`an error on the page: ${error.error().stack ?? error.error()}`));
  context.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !(calm && /net::ERR_|WebSocket connection/.test(message.text())))
      trouble.push(`console ${message.type()}: ${message.text()}`);
  });
  return trouble;
}

/** A browser with a user of its own, whose pages share storage; .trouble lists what went wrong. */
export async function browse(address, { size = 'laptop', theme = 'light', language = 'en', motion = 'no-preference', settings = {}, flags = [], worker = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'boneyard-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM, timeout: PATIENCE, args: [...FLAGS, ...flags], ...sizes[size], colorScheme: theme, locale: language, reducedMotion: motion,
  });
  context.setDefaultTimeout(PATIENCE);
  const trouble = watchFor(context, new URL(address).origin);
  const slow = async (page) => (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  if (SLOW > 1) {
    context.on('page', (page) => slow(page).catch(() => undefined));
    await Promise.all(context.pages().map(slow));
  }
  await context.addInitScript(settle, { worker, language, ...settings });
  return {
    context, trouble,
    open: async (path = '') => {
      const page = context.pages().find((p) => p.url() === 'about:blank') ?? await context.newPage();
      await page.goto(address + path);
      return page;
    },
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Ends the run with what went wrong, or a line that nothing did. */
export function conclude(name, trouble) {
  for (const line of trouble)
    console.error(`${name}: ${line}`);
  console.log(trouble.length === 0 ? `${name}: fine` : `${name}: ${trouble.length} troubles`);
  return trouble.length === 0 ? 0 : 1;
}
