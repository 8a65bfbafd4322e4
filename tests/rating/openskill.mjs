// SPDX-License-Identifier: MIT
// Writes tests/rating/openskill.txt: the ratings that the npm package openskill (5.0.1) computes for the matches that
// tests/rating/ratings.c makes from the same numbers. Run it in a folder where `npm install openskill` was run:
//     node .../tests/rating/openskill.mjs > .../tests/rating/openskill.txt
import { createRequire } from "node:module";
const { rate, rating } = createRequire(process.cwd() + "/")("openskill");

const PLAYERS = 200, MATCHES = 10000, SHOWN = [1, 10, 100, MATCHES];
let x = 20261122;
const next = () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
};
const pool = Array.from({ length: PLAYERS }, () => rating());
for (let match = 1; match <= MATCHES; match++) {
    const sides = 2 + (next() % 7), teams = [], rank = [], taken = new Set();
    for (let i = 0; i < sides; i++) {
        const team = [], size = 1 + (next() % Math.floor(8 / sides));
        while (team.length < size) {
            const who = next() % PLAYERS;
            if (!taken.has(who)) {
                taken.add(who);
                team.push(who);
            }
        }
        teams.push(team);
        rank.push(1 + (next() % sides));
    }
    const rated = rate(teams.map((team) => team.map((who) => pool[who])), { rank, gamma: () => 1 });
    teams.forEach((team, i) => team.forEach((who, k) => (pool[who] = rated[i][k])));
    if (SHOWN.includes(match))
        pool.forEach(({ mu, sigma }, who) => {
            if (mu !== 25) console.log(match, who, mu, sigma);
        });
}
