import pg from 'pg';
import type { Database, Query } from '../server/db/database.ts';
import type { Counter } from '../server/features/sessions/throttle/queries.ts';
import { countAttempt } from '../server/features/sessions/throttle/service.ts';
import { type Figures, report } from './report.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const ATTACK_MS = 6 * HOUR_MS;
/** How often the owner tries from a new device, and for how long. */
const OWNER_EVERY_MS = 10 * 60 * SECOND_MS;
const PATIENCE_MS = 60 * SECOND_MS;

interface Attack {
  label: string;
  /** The addresses that guess in a second of the attack. */
  guessersAt(second: number): string[];
}

const addressOf = (n: number) => `${20 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;
const everNew = (perSecond: number): Attack => ({
  label: `${perSecond} a second, each from another network`,
  guessersAt: (second) =>
    Array.from({ length: perSecond }, (_, n) => addressOf(second * perSecond + n)),
});
const comingBack = (networks: number): Attack => ({
  label: `${networks} ${networks === 1 ? 'network' : 'networks'}, each as soon as it may`,
  guessersAt: () => Array.from({ length: networks }, (_, n) => addressOf(n)),
});
const attacks = [
  everNew(1),
  everNew(10),
  comingBack(1),
  comingBack(10),
  comingBack(100),
  comingBack(1000),
];

/**
 * Measures the attempts that guessing one username for six hours allows, and the owner's success with the correct
 * password meanwhile: the real limits with a simulated clock and table, without the admission in memory.
 */
export async function benchBruteforce(): Promise<void> {
  const figures: Figures = {};
  for (const attack of attacks) {
    const { made, owner, device } = await run(attack);
    figures[`${attack.label}: let in, first hour`] = made.firstHour;
    figures[`${attack.label}: let in, last hour`] = made.lastHour;
    figures[`${attack.label}: owner in, new device, share`] = owner.in / owner.tries;
    figures[`${attack.label}: owner in, known device, share`] = device.in / device.tries;
  }
  await report(
    'bruteforce',
    'at one name for six hours, and its owner, who tries for a minute',
    figures,
  );
}

async function run(attack: Attack) {
  const world = createWorld();
  const made = { firstHour: 0, lastHour: 0 };
  const owner = { in: 0, tries: 0 };
  const device = { in: 0, tries: 0 };
  const owners: { ip: string; until: number }[] = [];
  for (let ms = 0; ms < ATTACK_MS; ms += SECOND_MS) {
    world.moveTo(ms);
    if (ms % OWNER_EVERY_MS === OWNER_EVERY_MS / 2) {
      owner.tries += 1;
      device.tries += 1;
      owners.push({ ip: addressOf(10_000_000 + owner.tries), until: ms + PATIENCE_MS });
      if (await world.signIn('198.51.100.9', 'laptop')) device.in += 1;
    }
    // The owner is in the middle of the attempts of this second.
    const guessers = attack.guessersAt(ms / SECOND_MS);
    const half = Math.floor(guessers.length / 2);
    const guess = async (ip: string) => {
      if (!(await world.isLetIn(ip))) return;
      if (ms < HOUR_MS) made.firstHour += 1;
      if (ms >= ATTACK_MS - HOUR_MS) made.lastHour += 1;
    };
    for (const ip of guessers.slice(0, half)) await guess(ip);
    for (const one of owners.filter(({ until }) => until >= ms)) {
      if (!(await world.signIn(one.ip))) continue;
      owner.in += 1;
      one.until = 0;
    }
    for (const ip of guessers.slice(half)) await guess(ip);
  }
  return { made, owner, device };
}

function createWorld() {
  const rows = new Map<string, Counter>();
  const mayTryAt = new Map<string, number>();
  let nowMs = 0;
  const start = Date.now();
  const clock = { now: () => new Date(start + nowMs) };
  const deps = { clock, db: inMemory(rows) };
  const attempt = async (ip: string, device?: string) => {
    if ((mayTryAt.get(ip) ?? 0) > nowMs) return undefined;
    try {
      return await countAttempt(deps, { username: 'owner', ip, device });
    } catch (error) {
      const { data } = error as { data: { seconds: number } };
      mayTryAt.set(ip, nowMs + data.seconds * SECOND_MS);
      return undefined;
    }
  };
  return {
    moveTo(ms: number) {
      nowMs = ms;
    },
    isLetIn: async (ip: string) => (await attempt(ip)) !== undefined,
    async signIn(ip: string, device?: string) {
      const admitted = await attempt(ip, device);
      await admitted?.reset();
      return admitted !== undefined;
    },
  };
}

// The driver's list of types lacks arrays; 1009 is text[].
const readArray = pg.types.getTypeParser(1009 as typeof pg.types.builtins.TEXT);

/** Replaces the two statements on `login_throttles`; nothing here runs concurrently. */
function inMemory(rows: Map<string, Counter>): Database {
  const query = (async (text: string, values: unknown[] = []) => {
    // Both statements have one array for each column, in this order.
    const [keys = [], failures = [], started = [], blocked = []] = values.map(
      (array): (string | null)[] => readArray(String(array)),
    );
    const counters = keys.map((key, n) => ({
      key: key ?? '',
      failures: Number(failures[n]),
      windowStartedAt: new Date(started[n] ?? 0),
      blockedUntil: blocked[n] ? new Date(blocked[n]) : null,
    }));
    if (text.startsWith('INSERT')) return counters.map((one) => rows.get(one.key) ?? one);
    for (const counter of counters) rows.set(counter.key, counter);
    return [];
  }) as Query;
  const transaction = (work: (tx: { query: Query }) => Promise<unknown>) => work({ query });
  return { query, transaction } as unknown as Database;
}
