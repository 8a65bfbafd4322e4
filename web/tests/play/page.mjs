// A real browser before the real program: starts `boneyard serve`, opens pages, and fails on any console error, failed
// request, or request that leaves the page's own origin.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Milliseconds: on a machine that is busy with other things everything takes its time, and waiting long costs nothing else. */
const PATIENCE = 120_000;
/** BONEYARD_SLOW=6 slows the pages' processor down so many times: shows what leans on a quick machine. */
const SLOW = Number(process.env.BONEYARD_SLOW ?? 1);

/** What is said to the tests by the environment is not said to the program: it takes BONEYARD_LONG for a slip of BONEYARD_LOG. */
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BONEYARD_')));

/** The program serving its page on a free port; .stop() ends it and waits. */
export async function serve(program) {
  if (!existsSync(CHROMIUM)) {
    console.log(`skipped: there is no ${CHROMIUM}; CHROMIUM=... names another`);
    process.exit(77);
  }
  const db = join(mkdtempSync(join(tmpdir(), 'boneyard-')), 'boneyard.db');       // each has its own: one server a database
  const child = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--db', db], { stdio: ['ignore', 'pipe', 'pipe'], env: plain });
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
  return {
    address,
    stop: () => new Promise((done) => {
      child.removeAllListeners('exit');
      child.on('exit', done);
      child.kill('SIGTERM');
    }),
  };
}

export const sizes = {
  laptop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  small: { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
};

/** A browser with a user of its own, whose pages share storage; .trouble lists what went wrong. */
export async function browse(address, { size = 'laptop', theme = 'light', language = 'en', motion = 'no-preference', settings = {}, flags = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'boneyard-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM, timeout: PATIENCE, args: [...FLAGS, ...flags], ...sizes[size], colorScheme: theme, locale: language, reducedMotion: motion,
  });
  context.setDefaultTimeout(PATIENCE);
  const trouble = [];
  const origin = new URL(address).origin;
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('blob:'))
      trouble.push(`a request to ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED')     // the page itself gave it up: it was left or closed, or the answer became a download
      trouble.push(`${request.url()} failed: ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      trouble.push(`${response.url()} answered ${response.status()}`);
  });
  context.on('weberror', (error) => trouble.push(`an error on the page: ${error.error().stack ?? error.error()}`));
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      trouble.push(`console ${message.type()}: ${message.text()}`);
  });
  const slow = async (page) => (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  if (SLOW > 1) {
    context.on('page', (page) => slow(page).catch(() => undefined));
    await Promise.all(context.pages().map(slow));
  }
  await context.addInitScript((wanted) => {
    if (location.protocol.startsWith('http') && !localStorage.getItem('boneyard.settings'))
      localStorage.setItem('boneyard.settings', JSON.stringify(wanted));
    addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || console.error(message));
  }, { language, ...settings });
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
