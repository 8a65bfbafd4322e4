// The same program natively and in WebAssembly: what they print has to be the same, and one byte more is noticed.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [module, native] = process.argv.slice(2);
const run = fileURLToPath(new URL('run.mjs', import.meta.url));
const options = { maxBuffer: 1 << 28, encoding: 'utf8' };
const there = execFileSync(process.execPath, ['--no-warnings', run, module], options).split('\n');
const here = execFileSync(native, [], options).split('\n');
const other = execFileSync(native, ['2'], options).split('\n');          // another seed: has to differ

const differs = (a, b) => a.length !== b.length || a.some((line, i) => line !== b[i]);
const first = here.findIndex((line, i) => line !== there[i]);
if (here.length < 1000 || differs(here, there)) {
  console.error(`line ${first + 1} of ${here.length}\n  native: ${here[first]}\n  module: ${there[first]}`);
  process.exit(1);
}
if (!differs(here, other)) {
  console.error('the comparison sees no difference where there is one');
  process.exit(1);
}
console.log(`${here.length} lines, the same`);
