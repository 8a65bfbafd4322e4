// SPDX-License-Identifier: MIT
// The words and the plan of tables with others.
import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../core/settings';
import { namesAround, namesOf, sittersOf } from '../core/sitters';
import { learn } from '../texts';
import { texts as account } from '../generated/texts/account';
import { texts as together } from '../generated/texts/with';
import { deviceWords, passwordRefusal, shortWords, usedWords } from '../screens/account/words';
import { makeFields, readOthers } from '../screens/together/plan';
import { agoWords, clockWords, graceWords, isHere, timeWords } from '../screens/together/words';

learn(account, together);
beforeEach(() => settings.set({ ...settings.get(), language: 'en' }));

describe('clocks in words', () => {
  it.each([
    ['none', 'no clock'], ['move 30', '30 seconds a move'], ['move 60', '1 minute a move'], ['move 180', '3 minutes a move'],
    ['bank 300+5', '5 minutes each, plus 5 s a move'], ['bank 600+0', '10 minutes each'], ['days 1', '1 day a move'], ['days 3', '3 days a move'],
  ])('%s', (clock, words) => expect(clockWords(clock)).toBe(words));

  it('counts down to 0:00 and not further', () => {
    expect([0, -5, 999, 61_000, 3_600_000, 90_000_000].map(timeWords)).toEqual(['0:00', '0:00', '0:01', '1:01', '1 h 0 min', '1 d 1 h']);
    expect([0, 30, 120].map(graceWords)).toEqual(['wait for them', 'a bot after 30 s', 'a bot after 2 min']);
  });
});

describe('since when nothing has happened', () => {
  it('is said shortly, in the language of the page', () => {
    expect([0, 5, 59, 60, 1439, 1440, 4321].map(agoWords)).toEqual(['just now', '5 min. ago', '59 min. ago', '1 hr. ago', '23 hr. ago',
      'yesterday', '3 days ago']);
    settings.set({ ...settings.get(), language: 'es' });
    expect([0, 5, 1440].map(agoWords)).toEqual(['ahora mismo', 'hace 5 min', 'ayer']);
  });
});

describe('an account', () => {
  it('names devices as the server knows them', () => {
    expect(['firefox android', 'edge', 'linux', 'program', '', 'netscape'].map(deviceWords)).toEqual(['Firefox on Android', 'Edge', 'Linux',
      'A program', 'Unknown device', 'Unknown device']);
    expect([usedWords(1000, 1000 + 300), usedWords(1000, 900)]).toEqual(['Last used 5 min. ago', 'Last used just now']);
  });

  it('says what is wrong', () => {
    expect([shortWords('Anna', '12345678'), shortWords(' An ', '12345678'), shortWords('Anna', '1234567')].map((words) => words === '')).toEqual(
      [true, false, false]);
    expect(passwordRefusal({ key: '', ok: false, code: 'wrong-password' })).toBe('Wrong password.');
    expect(passwordRefusal({ key: '', ok: false, code: 'common-password' })).toMatch(/^This password is too easy to guess.*\.$/);
  });
});

describe('what bots at a table with others are called', () => {
  const bot = (level: string) => ({ kind: 'bot', name: `bot:${level}`, level }), person = (name: string) => ({ kind: 'person', name });

  it('their level, and a number where two have it or a person is called so', () => {
    expect(namesAround([person('Ann'), bot('easy'), bot('hard')])).toEqual(['Ann', 'Easy bot', 'Hard bot']);
    expect(namesAround([bot('easy'), person('Ann'), bot('hard'), bot('easy')])).toEqual(['Easy bot 1', 'Ann', 'Hard bot', 'Easy bot 2']);
    expect(namesAround([person('Easy bot'), bot('easy')])).toEqual(['Easy bot', 'Easy bot 1']);
    expect(namesAround([{ kind: 'open', name: '' }, bot('fred')])).toEqual(['Seat 1', 'Bot fred']);
    settings.set({ ...settings.get(), language: 'es' });
    expect(namesAround([person('Ann'), bot('easy'), bot('random')])).toEqual(['Ann', 'Bot fácil', 'Bot al azar']);
  });

  it('the same in the record of the game', () => {
    expect(namesOf(sittersOf(['bot:easy', 'Ann', 'bot:hard', 'bot:easy', 'Ben', 'bot:easy'])))
      .toEqual(['Easy bot 1', 'Ann', 'Hard bot', 'Easy bot 2', 'Ben', 'Easy bot 3']);
    expect(namesOf(sittersOf(['Ann', 'bot:easy']))).toEqual(['Ann', 'Easy bot']);
  });

  it('but by the compass at a table of one’s own', () => {
    expect(namesOf(sittersOf(['you', 'bot:easy', 'bot:easy', 'bot:hard']))).toEqual(['You', 'West', 'North', 'East']);
    expect(namesOf(sittersOf(['bot:easy', 'bot:easy']))).toEqual(['Seat 1', 'Seat 2']);
  });
});

describe('the link of a table', () => {
  it('is known to work on this machine only', () => {
    expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].every(isHere)).toBe(true);
    expect(['192.168.1.20', 'localhost.example', '127.0.0.1.example', 'laptop.local'].some(isHere)).toBe(false);
  });
});

describe('what a table is to be like', () => {
  it('is as usual where nothing sensible was kept', () => {
    const usual = readOthers(null);
    expect(usual).toMatchObject({ clock: 'none', grace: 30, public: false, watch: true, shared: true, practice: false });
    for (const rubbish of ['', 'x', '[]', '{"seats":[1,"bot:Nobody"],"clock":"move 1","grace":-1,"public":"yes"}'])
      expect(readOthers(rubbish)).toEqual(usual);
    expect(readOthers('{"seats":["open","bot:easy"],"clock":"days 3"}')).toMatchObject({ clock: 'days 3', seats: expect.arrayContaining(['bot:easy']) });
  });

  it('asks for open seats and bots; in practice for bots alone and no clock', () => {
    const others = readOthers('{"seats":["bot:easy","bot:hard","open"],"clock":"move 30","public":true}');
    expect(makeFields('muggins', 3, others)).toEqual({ rules: 'muggins', seats: ['open', 'bot:hard', 'open'], clock: 'move 30', grace: 30,
      public: true, watch: true, practice: false });
    for (const shared of [true, false])                               // a public table is no hot seat
      expect(makeFields('muggins', 3, { ...others, public: false, shared })).toMatchObject({ public: false, shared });
    expect(makeFields('muggins', 3, { ...others, practice: true })).toEqual({ rules: 'muggins', seats: ['open', 'bot:hard', 'bot:medium'],
      clock: 'none', grace: 0, public: false, watch: true, practice: true });
  });

  it('seats programs that this server has, and leaves out those that another one had', () => {
    const others = readOthers('{"seats":["open","bot:fred","bot:gone"]}'), seats = (practice: boolean) => makeFields('muggins', 3, { ...others, practice }, ['fred']).seats;
    expect(seats(false)).toEqual(['open', 'bot:fred', 'open']);
    expect(seats(true)).toEqual(['open', 'bot:fred', 'bot:medium']);
  });
});
