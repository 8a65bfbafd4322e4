// SPDX-License-Identifier: MIT
// Runs the same program natively and in WebAssembly: the outputs must be equal, and another game must be noticed.
// node same.mjs NATIVE MODULE...
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [native, ...modules] = process.argv.slice(2);
const run = fileURLToPath(new URL('run.mjs', import.meta.url));
const told = (program, words) => execFileSync(program, words, { maxBuffer: 1 << 28, encoding: 'utf8' }).split('\n');
const here = told(native, []);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

for (const module of modules) {
  const there = told(process.execPath, ['--no-warnings', run, module]), first = here.findIndex((line, i) => line !== there[i]);
  if (here.length < 1000 || here.length !== there.length || first >= 0)
    fail(`line ${first + 1} of ${here.length}\n  native: ${here[first]}\n  module: ${there[first]}`);
}
if (told(native, ['2']).every((line, i) => line === here[i]))
  fail('the comparison sees no difference where there is one');
console.log(`${here.length} lines, the same`);
