import { parseArgs } from 'node:util';
import pg from 'pg';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { startTestPostgres } from '#server/testing/postgres.ts';
import { switchRulesOff } from '#server/testing/template.ts';
import { type Figures, report } from '../report.ts';
import { newPerson } from './money-client.ts';
import { OldLoad, untilNoDeadlock, type Waits } from './old-load.ts';
import { FIRST_SCHEMA, fillWithRows, migrateTo, migrations, withoutSearch } from './old-schema.ts';
import { playScripts, type Tally } from './scripts.ts';
import { SoakServer } from './server.ts';
import { countBroken, openSoakDatabase, SETTINGS } from './world.ts';

const CALL_MS = 30_000;
const SCRIPTS = 2;
/** Of the schemas from which a database is upgraded by default: each so many migrations after the last one. */
const STEP = 10;

/** Of statements during an upgrade of `UPGRADED_ROWS` transactions: three times what the longest took on a busy machine. */
const MAX_WAIT_MS = 15_000;
const UPGRADED_ROWS = 10_000;

/** What rows that SQL inserts lack: receipts and audit records. */
const WITHOUT = [
  "Every account's role and status are those of its last audit records",
  'Every deposit request has its receipt',
  'Every decision and adjustment is as its audit record says',
  'Every request is as its audit record says',
];

interface Upgrade {
  from: string;
  /** Of the whole start of the new server. */
  readyMs: number;
  /** The longest that statements of the old version waited meanwhile. */
  writeMs: number;
  readMs: number;
  acknowledged: number;
  wrong: number;
  broken: number;
}

/**
 * Upgrades databases from older schemas by starting the current server, while statements of the first version read and write.
 * Then applies each migration by itself to a large database, and measures how long these statements wait.
 */
export async function soakUpgrade(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      from: { type: 'string' },
      filled: { type: 'string', default: String(FIRST_SCHEMA) },
    },
  });
  const until = performance.now() + Number(values.minutes) * 60_000;
  const froms =
    values.from === undefined ? listSchemas() : values.from.split(',').filter(Boolean).map(Number);
  const rows = Number(values.rows);
  const upgrades: Upgrade[] = [];
  const postgres = await startTestPostgres({ engine: 'embedded' });
  const figures: Figures = {};
  try {
    for (const [n, count] of froms.entries()) {
      if (performance.now() > until) break;
      const given = {
        count,
        rows: Math.min(rows, UPGRADED_ROWS),
        seed: Number(values.seed) + n * SCRIPTS,
      };
      const upgrade = await upgradeFrom(postgres.connectionString, given);
      upgrades.push(upgrade);
      console.log(JSON.stringify(upgrade));
    }
    const waits = await measureEach(postgres.connectionString, {
      count: Number(values.filled),
      rows,
      until,
    });
    const slow = waits.toSorted((a, b) => b.writeMs - a.writeMs).slice(0, 10);
    for (const { name, writeMs } of slow) figures[`${name}: longest write, s`] = writeMs / 1000;
    figures['measured migrations'] = waits.length;
  } finally {
    await postgres.stop();
  }
  const wrong = upgrades.reduce((sum, one) => sum + one.wrong + one.broken, 0);
  await report('soak-upgrade', `seed ${values.seed}, ${rows} transactions`, {
    upgrades: upgrades.length,
    'longest start, s': Math.max(0, ...upgrades.map(({ readyMs }) => readyMs)) / 1000,
    'longest write meanwhile, s': Math.max(0, ...upgrades.map(({ writeMs }) => writeMs)) / 1000,
    'acknowledged writes': upgrades.reduce((sum, one) => sum + one.acknowledged, 0),
    'lost, doubled or broken': wrong,
    ...figures,
  });
  if (wrong > 0) throw new Error('An upgrade lost or damaged rows');
  const slow = upgrades.filter(({ writeMs, readMs }) => Math.max(writeMs, readMs) > MAX_WAIT_MS);
  if (slow.length > 0) throw new Error(`An upgrade locked too long: from ${slow[0]?.from}`);
}

/** Returns the numbers of migrations at which a release could have stopped: each tenth, and the last but one. */
function listSchemas(): number[] {
  const last = migrations.length - 1;
  const counts = [];
  for (let count = FIRST_SCHEMA; count < last; count += STEP) counts.push(count);
  return [...counts, last];
}

/** Fills the first schema, brings it to an older one, and starts the current server on it. */
export async function upgradeFrom(
  clusterUrl: string,
  { count, rows, seed }: { count: number; rows: number; seed: number },
): Promise<Upgrade> {
  return withDatabase(clusterUrl, async (url, client) => {
    await migrateTo(client, FIRST_SCHEMA);
    await fillWithRows(client, rows);
    for (let next = FIRST_SCHEMA + 1; next <= count; next += 1) await migrateTo(client, next);
    const load = await OldLoad.start(url);
    const startedAt = performance.now();
    const server = await SoakServer.start({ ...SETTINGS, DATABASE_URL: url });
    const readyMs = Math.round(performance.now() - startedAt);
    const db = openSoakDatabase(url);
    try {
      const waits = await load.stop();
      const wrong = await load.countWrong(db);
      await switchRulesOff(db);
      const line = { db, baseUrl: server.baseUrl, callMs: CALL_MS };
      const tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
      const given = { admin: await newPerson(line, 'admin'), line, tally, stages: SCRIPTS };
      await playScripts(seed, (next) => next >= seed + SCRIPTS, given);
      const broken = await countBroken(db, WITHOUT);
      const from = migrations[count - 1]?.name ?? '';
      return { from, readyMs, ...waits, acknowledged: load.acknowledged, wrong, broken };
    } finally {
      await db.close();
      await server.remove();
    }
  });
}

/** Fills a schema with many rows, and applies the later migrations one after the other, under the load of the first version. */
async function measureEach(
  clusterUrl: string,
  { count: filled, rows, until }: { count: number; rows: number; until: number },
): Promise<({ name: string } & Waits)[]> {
  return withDatabase(clusterUrl, async (url, client) => {
    await migrateTo(client, filled);
    const fillingAt = performance.now();
    await withoutSearch(client, () => fillWithRows(client, rows, { isAudited: true }));
    console.log(`filled in ${Math.round((performance.now() - fillingAt) / 1000)} s`);
    const waits = [];
    for (let count = filled + 1; count <= migrations.length; count += 1) {
      if (performance.now() > until) break;
      const load = await OldLoad.start(url, { isAudited: true });
      const startedAt = performance.now();
      await untilNoDeadlock(() => migrateTo(client, count));
      const tookMs = Math.round(performance.now() - startedAt);
      const one = { name: migrations[count - 1]?.name ?? '', tookMs, ...(await load.stop()) };
      waits.push(one);
      if (tookMs > 200) console.log(JSON.stringify(one));
    }
    return waits;
  });
}

async function withDatabase<Result>(
  clusterUrl: string,
  work: (url: string, client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const url = await createDatabase(clusterUrl);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(url, client);
  } finally {
    await client.end();
    await dropDatabase(url);
  }
}
