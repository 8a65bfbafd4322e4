// SPDX-License-Identifier: MIT
// Notifications of turns:  push.mjs PROGRAM
//
// They are off until the switch in the settings is pressed, the service worker shows what the server sends, and the switch ends them.
// A headless browser has no push service, so the test stands in for the subscription; the message itself comes through DevTools.
import { browse, conclude, serve } from './page.mjs';

const note = { is: 'turn', table: 'AAAAAAAAAAAAAAAAAAAAAA', game: 'draw', due: 1800000000, language: 'en' };

const server = await serve(process.argv[2]);
const { context, trouble, open, close } = await browse(server.address, { worker: true }), page = await open();
const expect = (truth, words) => truth || trouble.push(words);
/** What the server keeps; nothing before the page has a session: the switch shows "on" at once. */
async function kept() {
  const reply = await context.request.get(new URL('me.json', server.address).href);
  return reply.ok() ? (await reply.json()).push : [];
}
/** Asks again until there is an answer. */
async function until(ask) {
  for (let i = 0; i < 200; i++) {
    const found = await ask();
    if (found)
      return found;
    await page.waitForTimeout(50);
  }
  throw new Error(`never: ${ask}`);
}

try {
  const { origin } = new URL(server.address);
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript(() => {
    let made = null, asked = 0;
    window.subscribed = () => asked;
    const bytes = (n, first) => Uint8Array.from({ length: n }, (_, i) => (i === 0 ? first : i)).buffer;
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      asked++;
      made = { endpoint: 'https://push.example.com/device', options: { applicationServerKey: applicationServerKey.buffer },
        getKey: (name) => (name === 'auth' ? bytes(16, 1) : bytes(65, 4)), unsubscribe: async () => { made = null; return true; } };
      return made;
    };
  });
  await page.evaluate(() => void (location.hash = '#settings'));
  await page.reload();
  const part = page.locator('[data-push]');
  await page.locator('[data-push="off"] [role=switch]').waitFor();
  expect(await page.evaluate(() => window.subscribed()) === 0, 'a subscription before it was asked for');
  if (process.env.BONEYARD_SHOTS)
    await part.screenshot({ path: `${process.env.BONEYARD_SHOTS}/push-off.png` });
  await part.locator('[role=switch]').click();
  await page.locator('[data-push="on"]').waitFor();
  await until(async () => (await kept()).length === 1);
  const [device] = await kept();
  expect(device?.endpoint === 'https://push.example.com/device' && device.language === 'en', `the server keeps ${JSON.stringify(device)}`);
  const tools = await context.newCDPSession(page), found = new Promise((done) => tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    registrations[0] && done(registrations[0].registrationId)));
  const [worker] = context.serviceWorkers();
  await worker.evaluate(() => {         // a headless browser shows nothing
    self.registration.showNotification = async (title, { body, tag, actions }) => { self.shown = { title, body, tag, actions }; };
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data: JSON.stringify(note) });
  const shown = await until(() => worker.evaluate(() => self.shown));
  expect(shown.title === 'Draw: it is your turn' && /^Your move by /.test(shown.body) && shown.tag === note.table && shown.actions[0].action === 'off', `the notification is ${JSON.stringify(shown)}`);
  await part.locator('[role=switch]').click();
  await page.locator('[data-push="off"]').waitFor();
  await until(async () => (await kept()).length === 0);
} catch (error) {
  trouble.push(String(error.stack ?? error));
}
await close();
await server.stop();
process.exit(conclude('push', trouble));
