// Tests may look at any screen without its beginning: they know every part of the catalogue.
import { learn } from '../texts';
import { castle } from '../texts/castle';
import { review } from '../texts/review';
import { rules } from '../texts/rules';
import { saved } from '../texts/saved';
import { settings } from '../texts/settings';
import { sheet } from '../texts/sheet';
import { table } from '../texts/table';

learn(castle, review, rules, saved, settings, sheet, table);
