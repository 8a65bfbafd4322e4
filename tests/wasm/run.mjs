// SPDX-License-Identifier: MIT
// Runs a WASI program: node run.mjs PROGRAM.wasm WORDS...
import fs from 'node:fs';
import { WASI } from 'node:wasi';

const [program, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...words], env: process.env, preopens: { '/': '/' } });
const module = await WebAssembly.compile(fs.readFileSync(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }));
