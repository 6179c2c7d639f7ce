import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { report } from '../report.ts';
import { FAULTS, FaultProxy } from './fault-proxy.ts';
import { newPerson } from './money-client.ts';
import { seeded } from './random.ts';
import { playScripts, type Tally } from './scripts.ts';
import { countBroken, type World, withWorlds } from './world.ts';

const STAGES = 16;
const SCRIPTS = 64;
/** Browsers repeat a call after this time. */
const CALL_MS = 5000;
const PORT = 5432;
/** Shares of data events. A command has dozens of them between server and database. */
const RATES = { browser: 0.04, database: 0.002 };

type Side = keyof typeof RATES;

/**
 * Runs scripts of money commands through proxies that delay and cut connections, between browser and server and between
 * server and database, and compares answers, balances, states and the ledger with a model after each round.
 */
export async function soakNetwork(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      faults: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
    },
  });
  const random = seeded(Number(values.seed));
  const tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
  const startedAt = performance.now();
  const until = startedAt + Number(values.minutes) * 60_000;
  const counts: Record<string, number> = {};
  let [seed, broken, total] = [Number(values.seed), 0, 0];
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-soak-'));
  const connect = (url: string) =>
    `postgresql://wallet@/${new pg.Client({ connectionString: url }).database}?host=${folder}&port=${PORT}`;
  const play = async (world: World, proxies: Record<Side, FaultProxy>) => {
    const faults = () => total + proxies.browser.total + proxies.database.total;
    const isOver = () => faults() >= Number(values.faults) || performance.now() >= until;
    const line = {
      db: world.db,
      baseUrl: `http://127.0.0.1:${proxies.browser.port}`,
      callMs: CALL_MS,
    };
    const admin = await newPerson(line, 'admin');
    const end = seed + SCRIPTS;
    setFaulty(proxies, true);
    const given = { admin, line, tally, stages: STAGES };
    seed = await playScripts(seed, (next) => next >= end || isOver(), given);
    setFaulty(proxies, false);
    broken += await countBroken(world.db);
    for (const [side, proxy] of Object.entries(proxies))
      for (const fault of FAULTS)
        counts[`${side}: ${fault}`] = (counts[`${side}: ${fault}`] ?? 0) + proxy.counts[fault];
    total = faults();
    return isOver();
  };
  try {
    let isDone = false;
    await withWorlds(
      async (inWorld, { socket }) => {
        const listenOn = path.join(folder, `.s.PGSQL.${PORT}`);
        while (!isDone) {
          const database = await FaultProxy.listen({
            ...{ listenOn, target: socket, rate: RATES.database, random },
            isCritical: (data) => data.includes('COMMIT'),
          });
          isDone = await inWorld(async (world) => {
            const target = Number(new URL(world.server.baseUrl).port);
            const browser = await FaultProxy.listen({
              ...{ listenOn: 0, target, rate: RATES.browser, random },
            });
            return play(world, { browser, database }).finally(() => browser.close());
          }).finally(() => database.close());
        }
      },
      { connect },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await report('soak-network', `seed ${values.seed}, ${STAGES} scripts at a time`, {
    minutes: (performance.now() - startedAt) / 60_000,
    faults: total,
    ...counts,
    scripts: tally.scripts,
    commands: tally.commands,
    'attempts without a response': tally.lost,
    'longest repetition of a command, s': tally.waitMs / 1000,
    'broken invariants': broken,
  });
  if (broken > 0) throw new Error('The database breaks invariants');
}

function setFaulty(proxies: Record<Side, FaultProxy>, isFaulty: boolean): void {
  for (const proxy of Object.values(proxies)) proxy.isFaulty = isFaulty;
}
