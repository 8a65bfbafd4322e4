// SPDX-License-Identifier: MIT
// Random rounds and decisions of `expert` per second: natively, in Node, and in a Web Worker of Chromium if installed.
//
//     node bench/playouts.mjs build/bench/playouts build/src/wasm/playouts.wasm [--chromium] [SLICES]
//
// Each is the best of many short alternating slices, since machines are shared; a slice is processor time natively and
// in Node, and wall time in Chromium.  The hashes have to be the same.  A table, and one JSON line a row.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';

const [native, path, ...words] = process.argv.slice(2);
const slices = Number(words.find((word) => /^\d+$/.test(word)) ?? 100), TURNS = 5;
const bytes = fs.readFileSync(path);
const { exports: by } = await WebAssembly.instantiate(await WebAssembly.compile(bytes), {});

const nameOf = (row) => {
  const all = new Uint8Array(by.memory.buffer), from = by.by_bench_name(row);
  return new TextDecoder().decode(all.subarray(from, all.indexOf(0, from)));
};
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e3; };

/** Milliseconds of the best slice of n, and the hash of all of them. */
function time(flat, now, row, n, times) {
  let best = Infinity;
  flat.by_bench_begin(row);
  for (let i = 0; i < times; i++) {
    const start = now();
    flat.by_bench(row, n);
    best = Math.min(best, now() - start);
  }
  return { ms: best, hash: flat.by_bench(row, 0) >>> 0 };
}

function natively(row, n, times) {
  const [ns, hash] = execFileSync(native, [row, n, times].map(String), { encoding: 'utf8' }).split(' ').map(Number);
  return { ms: ns / 1e6, hash };
}

async function chromium() {
  const { chromium: browser } = createRequire(new URL('../web/', import.meta.url))('playwright-core');
  const opened = await browser.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu',
    '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  const page = await opened.newPage();
  await page.evaluate(([code, base64]) => {
    const worker = new Worker(URL.createObjectURL(new Blob([`${code}
      let flat;
      onmessage = async ({ data: { module, row, n, times } }) => {
        flat ??= (await WebAssembly.instantiate(await WebAssembly.compile(module), {})).exports;
        postMessage(time(flat, () => performance.now(), row, n, times));
      };`])));
    const module = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    globalThis.bench = (row, n, times) => new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.postMessage({ module, row, n, times });
    });
  }, [time.toString(), bytes.toString('base64')]);
  return { run: (row, n, times) => page.evaluate((list) => globalThis.bench(...list), [row, n, times]), close: () => opened.close() };
}

const kinds = { native: natively, node: (row, n, times) => time(by, cpu, row, n, times) };
const browser = words.includes('--chromium') ? await chromium() : null;
if (browser)
  kinds.chromium = browser.run;
console.log(`${'rules'.padEnd(40)}${Object.keys(kinds).map((kind) => `${kind}/s`.padStart(13)).join('')}${Object.keys(kinds).slice(1).map((kind) => kind.padStart(10)).join('')}`);
for (let row = 0; row < by.by_bench_rows(); row++) {
  const n = Math.max(1, Math.round(3 / (natively(row, 4, 3).ms / 4))), best = {};
  let hashes = new Set();
  for (let turn = 0; turn < TURNS; turn++)
    for (const [kind, run] of Object.entries(kinds)) {
      const { ms, hash } = await run(row, n, Math.ceil(slices / TURNS));
      best[kind] = Math.min(best[kind] ?? Infinity, ms);
      hashes.add(hash);
    }
  const name = `${by.by_bench_thinks(row) ? 'expert: ' : ''}${nameOf(row)}`, rates = Object.values(best).map((ms) => (n * 1000) / ms);
  if (hashes.size !== 1)
    throw new Error(`${name}: not the same games`);
  console.log(`${name.padEnd(40)}${rates.map((rate) => rate.toFixed(rate < 100 ? 1 : 0).padStart(13)).join('')}${rates.slice(1).map((rate) => (rate / rates[0]).toFixed(2).padStart(10)).join('')}`);
  console.log(JSON.stringify({ rules: name, ...Object.fromEntries(Object.keys(best).map((kind, i) => [kind, Math.round(rates[i] * 10) / 10])) }));
}
await browser?.close();
