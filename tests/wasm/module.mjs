// SPDX-License-Identifier: MIT
// A module of the page in Node: its flat functions, with texts as strings.
import fs from 'node:fs';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export class Module {
  static async load(path) {
    const module = await WebAssembly.compile(fs.readFileSync(path));
    const own = new Module();
    own.imports = WebAssembly.Module.imports(module);
    own.by = (await WebAssembly.instantiate(module, {})).exports;
    return own;
  }

  /** Calls by_web_NAME. */
  call(name, ...numbers) { return this.by[`by_web_${name}`](...numbers); }
  get bytes() { return new Uint8Array(this.by.memory.buffer); }

  get text() {
    const from = this.call('text'), all = this.bytes;
    return utf8.decode(all.subarray(from, all.indexOf(0, from)));
  }

  set text(words) {
    const at = this.call('text'), coded = new TextEncoder().encode(words);
    this.bytes.set(coded, at);
    this.bytes[at + coded.length] = 0;
  }

  /** Puts a text and calls. */
  with(words, name, ...numbers) {
    this.text = words;
    return this.call(name, ...numbers);
  }

  /** Calls and takes the text. */
  say(name, ...numbers) {
    this.call(name, ...numbers);
    return this.text;
  }

  start(rules, seed) {
    if (this.with(rules, 'rules') !== 0)
      throw new Error(this.text);
    if (this.with(seed, 'seed') !== 1)
      throw new Error(`${seed} is no seed`);
    this.call('start');
  }
}
