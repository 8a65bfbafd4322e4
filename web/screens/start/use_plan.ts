// SPDX-License-Identifier: MIT
// The state of the start screen: the choices, stored for the next time.
import { useEffect, useState } from 'preact/hooks';
import type { Engine } from '../../core/engine';
import type { GameKey } from '../../generated/tables';
import { type Tools } from '../app';
import { tell } from '../../texts';
import { gameOf, plainly, presetOf } from './catalogue';
import { type House, houseOf, keepHouses, nameOf, recallHouses, withHouse } from './house';
import { change, lastRules, type Memory, type Plan, players, recall, remember, type Seat, takeHouse, takeSheet } from './plan';

export interface Planned {
  plan: Plan;
  seats: Seat[];
  memory: Memory;
  engine: Engine | null;                // a separate one: the current game's is not touched
  ready: boolean;                       // the engine has read the rules
  shared: string;                       // a sentence about the rules in the address, or about house rules
  houses: readonly House[];             // of all games
  house: House | null;                  // the house rules in use
  naming: string;                       // the name that house rules would get
  choose(game: GameKey): void;
  /** The rules that a game would have now, which are stored. */
  at(game: GameKey): { plan: Plan; seats: Seat[] };
  take(preset: string): void;
  put(option: string, value: string): void;
  forget(): void;
  reset(): void;
  sit(seat: number, to: Seat): void;
  level(bot: string): void;
  clear(on: boolean): void;
  takeHouse(house: House): void;
  /** Returns false if the browser has no room for it. */
  saveHouse(name: string): boolean;
  dropHouse(house: House): void;
}

/** The start screen's engine, made once. */
let own: Promise<Engine> | null = null;

/** house: the name of the rules. */
interface Shared { rules: string | null; house?: string; tell(refusal: string | null): string; taken(): void }

/** asked: rules that came with the address, which are adopted once and stored like others. */
export function usePlan(tools: Tools | null, asked: Shared): Planned {
  const [memory, setMemory] = useState(recall), [engine, setEngine] = useState<Engine | null>(null);
  const [plan, setPlan] = useState<Plan>(() => ({ rules: lastRules(memory, memory.game), refused: null }));
  const [shared, setShared] = useState(''), [ready, setReady] = useState(false);
  const [houses, setHouses] = useState(recallHouses), [naming, setNaming] = useState('');
  const read = (rules: string) => (engine ? engine.rules(rules) : rules);

  const keep = (next: Memory) => {
    setMemory(next);
    remember(next);
  };
  const last = (game: GameKey): Plan => checked(engine, { rules: lastRules(memory, game), refused: null });
  const settle = (next: Plan, from = memory) => {
    setPlan(next);
    setShared('');
    const preset = presetOf(next.rules), game = gameOf(next.rules).key;
    keep({ ...from, game, preset: { ...from.preset, [game]: preset }, rules: { ...from.rules, [preset]: next.rules } });
  };

  useEffect(() => {
    if (tools && !engine)
      void (own ??= tools.fresh()).then(setEngine);
  }, [tools]);
  useEffect(() => {
    if (!engine)
      return;
    setReady(true);
    if (asked.rules) {
      try {
        settle({ rules: engine.rules(asked.rules), refused: null });
        setNaming(nameOf(asked.house ?? ''));
        setShared(asked.tell(null));
        return;
      } catch (error) {
        setNaming('');
        setShared(asked.tell(plainly(error instanceof Error ? error.message : String(error))));
      } finally {
        asked.taken();
      }
    }
    setPlan((now) => checked(engine, now));
  }, [engine, asked.rules]);

  const all = memory.seats.slice(0, players(plan.rules));
  const keepAll = (next: House[], words: string): boolean => {
    const kept = keepHouses(next);
    if (kept) {
      setHouses(next);
      setShared(words);
    }
    return kept;
  };
  return {
    plan, memory, engine, ready, shared, seats: all, houses, house: houseOf(houses, plan.rules), naming,
    choose: (game) => {
      setNaming('');
      settle(last(game), { ...memory, game });
    },
    at: (game) => {
      const plan = last(game);
      settle(plan, { ...memory, game });
      return { plan, seats: memory.seats.slice(0, players(plan.rules)) };
    },
    take: (preset) => settle(takeSheet(read, plan, preset, houseOf(houses, memory.rules[preset] ?? '') ? undefined : memory.rules[preset])),
    put: (option, value) => settle(change(read, plan, option, value)),
    forget: () => setPlan({ ...plan, refused: null }),
    reset: () => settle(takeSheet(read, { ...plan, refused: null }, presetOf(plan.rules), undefined)),
    sit: (seat, to) => keep({ ...memory, seats: memory.seats.map((one, i) => (i === seat ? to : one)) }),
    level: (bot) => keep({ ...memory, seats: memory.seats.map((one) => (one.bot === null ? one : { ...one, bot })) }),
    clear: (clearable) => keep({ ...memory, clearable }),
    takeHouse: (house) => {
      settle(takeHouse(read, plan, house.rules));
      setNaming(house.name);
    },
    saveHouse: (words) => {
      const name = nameOf(words);
      setNaming(name);
      return keepAll(withHouse(houses, { name, rules: plan.rules }), tell('start.house.saved', name));
    },
    dropHouse: (house) => void keepAll(houses.filter((one) => one !== house), tell('start.house.gone', house.name)),
  };
}

/** Rules stored long ago may be invalid by now; the sheet's defaults then apply. */
function checked(engine: Engine | null, plan: Plan): Plan {
  if (!engine)
    return plan;
  try {
    return { ...plan, rules: engine.rules(plan.rules) };
  } catch {
    return { rules: engine.rules(presetOf(plan.rules)), refused: null };
  }
}
