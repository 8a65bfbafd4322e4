// SPDX-License-Identifier: MIT
// The dailies (boneyard/daily.h): what the core makes of a date, and a puzzle's line (boneyard/puzzle.h).
import { dailies } from '../generated/tables';
import type { Tile } from './views';

export type Daily = (typeof dailies)[number];

export interface TrainDay { engine: Tile; hand: Tile[]; best: Tile[] }

/** castle: the seed, the rules, and the number of moves that clear the deal; puzzle: its index. */
export interface DailyOf { castle: { seed: string; rules: string; moves: number }; train: TrainDay; puzzle: number }

/** The reason why a move is better than another, the possible inferences about the other hands, and every legal move in words. */
export interface Why { why: string; known: string; moves: string[] }

export interface PuzzleLine {
  seed: string;
  choices: number[];
  best: number;
  deals: number;                        // deals that were solved; 0 if searched
  values: number[];                     // thousandths
  wins: number[];                       // thousandths; empty: none
  rules: string;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const numbers = (text: string): number[] => (text === '-' ? [] : text.split(',').map(Number));

/** Names a puzzle's position, wherever it is in the list: the deal and the moves up to it. */
export const positionOf = ({ rules, seed, choices }: PuzzleLine): string => `${rules} ${seed} ${choices.join()}`;

export function readPuzzle(line: string): PuzzleLine {
  const [seed = '', choices = '', best = '', deals = '', values = '', wins = '', ...rules] = line.split(' ');
  return {
    seed, choices: choices === '-' ? [] : [...choices].map((digit) => DIGITS.indexOf(digit)), best: Number(best), deals: Number(deals),
    values: numbers(values), wins: numbers(wins), rules: rules.join(' '),
  };
}

// ---- Days ----

const DAY = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Today's date in UTC. Even a clock that is far off gives a date that has a daily. */
export const today = (): string => iso(Math.min(Math.max(Date.now(), Date.UTC(2000, 0, 1)), Date.UTC(9999, 11, 31)));
export const isDate = (text: string): boolean => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && text > '0001' && !Number.isNaN(Date.parse(text)) && iso(Date.parse(text)) === text;
export const dayAfter = (date: string, days: number): string => iso(Date.parse(date) + days * DAY);
/** Milliseconds until the next daily. */
export const untilNext = (): number => DAY - Date.now() % DAY;
