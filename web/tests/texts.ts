// SPDX-License-Identifier: MIT
// Tests may look at any screen without its beginning: they know every part of the catalogue.  Node lacks custom elements.
import { learn } from '../texts';
import { texts as castle } from '../generated/texts/castle';
import { texts as review } from '../generated/texts/review';
import { texts as rules } from '../generated/texts/rules';
import { texts as saved } from '../generated/texts/saved';
import { texts as settings } from '../generated/texts/settings';
import { texts as sheet } from '../generated/texts/sheet';
import { texts as stats } from '../generated/texts/stats';
import { texts as table } from '../generated/texts/table';

learn(castle, review, rules, saved, settings, sheet, stats, table);
globalThis.HTMLElement ??= class {} as typeof HTMLElement;
globalThis.customElements ??= { get: () => undefined, define: () => undefined } as unknown as CustomElementRegistry;
