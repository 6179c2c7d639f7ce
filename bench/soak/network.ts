import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { socketUrl } from '#server/testing/postgres.ts';
import { type Figures, report } from '../report.ts';
import { FAULTS, type Fault, FaultProxy } from './fault-proxy.ts';
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

/**
 * Runs scripts of money commands through proxies that delay and cut connections, between browser and server and between
 * server and database, and compares results, balances, states and the ledger with a model after each round.
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
  const figures: Figures = {};
  let [seed, broken, total] = [Number(values.seed), 0, 0];
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-soak-'));
  const isOver = () => total >= Number(values.faults) || performance.now() >= until;
  const play = async (world: World, lines: FaultyLines) => {
    const { db } = world;
    const line = { db, baseUrl: lines.baseUrl, callMs: CALL_MS };
    const admin = await newPerson(line, 'admin');
    const end = seed + SCRIPTS;
    const given = { admin, line, tally, stages: STAGES };
    lines.setFaulty(true);
    const isEnd = (next: number) =>
      next >= end || total + lines.total >= Number(values.faults) || performance.now() >= until;
    seed = await playScripts(seed, isEnd, given);
    lines.setFaulty(false);
    broken += await countBroken(db);
    total += lines.total;
    for (const [name, count] of lines.counts()) figures[name] = (figures[name] ?? 0) + count;
  };
  try {
    await withWorlds(
      async (inWorld, template) => {
        while (!isOver()) {
          await withDatabaseProxy({ folder, template, random }, (database) =>
            inWorld(async (world) => {
              const lines = await FaultyLines.open(world, { database, random });
              await play(world, lines).finally(() => lines.close());
            }),
          );
        }
      },
      (url) => throughProxy(url, folder),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await report('soak-network', `seed ${values.seed}, ${STAGES} scripts at a time`, {
    minutes: (performance.now() - startedAt) / 60_000,
    faults: total,
    ...figures,
    scripts: tally.scripts,
    commands: tally.commands,
    'attempts without a response': tally.lost,
    'longest repetition of a command, s': tally.waitMs / 1000,
    'broken invariants': broken,
  });
  if (broken > 0) throw new Error('The database breaks invariants');
}

interface Chance {
  random: () => number;
  /** All by default. */
  faults?: readonly Fault[];
}

/** Returns the URL of a database behind the proxy in this folder. */
export function throughProxy(url: string, folder: string): string {
  const { database = '' } = new pg.Client({ connectionString: url });
  return socketUrl({ host: folder, port: PORT, database });
}

/** Opens a proxy in a folder, in front of the cluster of a template. */
export async function withDatabaseProxy<Result>(
  { folder, template, ...chance }: Chance & { folder: string; template: string },
  work: (proxy: FaultProxy) => Promise<Result>,
): Promise<Result> {
  const { host, port } = new pg.Client({ connectionString: template });
  const proxy = await FaultProxy.listen({
    ...chance,
    rate: RATES.database,
    target: `${host}/.s.PGSQL.${port}`,
    listenOn: path.join(folder, `.s.PGSQL.${PORT}`),
    isCritical: (data) => data.includes('COMMIT'),
  });
  return work(proxy).finally(() => proxy.close());
}

/** The proxies on both sides of a server. */
export class FaultyLines {
  readonly #proxies: { browser: FaultProxy; database: FaultProxy };

  private constructor(proxies: { browser: FaultProxy; database: FaultProxy }) {
    this.#proxies = proxies;
  }

  static async open(
    { server }: World,
    { database, ...chance }: Chance & { database: FaultProxy },
  ): Promise<FaultyLines> {
    const target = Number(new URL(server.baseUrl).port);
    const browser = await FaultProxy.listen({
      ...chance,
      listenOn: 0,
      target,
      rate: RATES.browser,
    });
    return new FaultyLines({ browser, database });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#proxies.browser.port}`;
  }

  get total(): number {
    return this.#proxies.browser.total + this.#proxies.database.total;
  }

  counts(): [string, number][] {
    return Object.entries(this.#proxies).flatMap(([side, { counts }]) =>
      FAULTS.map((fault): [string, number] => [`${side}: ${fault}`, counts[fault]]),
    );
  }

  setFaulty(isFaulty: boolean): void {
    for (const proxy of Object.values(this.#proxies)) proxy.isFaulty = isFaulty;
  }

  /** Closes the proxy before the server. */
  close(): Promise<void> {
    return this.#proxies.browser.close();
  }
}
