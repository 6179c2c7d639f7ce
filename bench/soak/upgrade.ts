import { parseArgs } from 'node:util';
import pg from 'pg';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { startTestPostgres } from '#server/testing/postgres.ts';
import { switchRulesOff } from '#server/testing/template.ts';
import { report } from '../report.ts';
import { newPerson } from './money-client.ts';
import { OldLoad } from './old-load.ts';
import { fillWithRows, listSchemas, loadSchema } from './old-schema.ts';
import { playScripts, type Tally } from './scripts.ts';
import { SoakServer } from './server.ts';
import { countBroken, openSoakDatabase, SETTINGS } from './world.ts';

const CALL_MS = 30_000;
const SCRIPTS = 2;
/** Of statements during an upgrade of 10,000 transactions: three times what the longest took on a busy machine. */
const MAX_WAIT_MS = 15_000;

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

/** Upgrades databases from kept schemas of releases by starting the current server, while statements of the first version read and write. */
export async function soakUpgrade(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string' },
    },
  });
  const schemas = values.from?.split(',') ?? listSchemas();
  const rows = Number(values.rows);
  const upgrades: Upgrade[] = [];
  const postgres = await startTestPostgres({ engine: 'embedded' });
  try {
    for (const [n, schema] of schemas.entries()) {
      const given = { schema, rows, seed: Number(values.seed) + n * SCRIPTS };
      const upgrade = await upgradeFrom(postgres.connectionString, given);
      upgrades.push(upgrade);
      console.log(JSON.stringify(upgrade));
    }
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
  });
  if (wrong > 0) throw new Error('An upgrade lost or damaged rows');
  const slow = upgrades.filter(({ writeMs, readMs }) => Math.max(writeMs, readMs) > MAX_WAIT_MS);
  if (slow.length > 0) throw new Error(`An upgrade locked too long: from ${slow[0]?.from}`);
}

/** Fills a kept schema, and starts the current server on it. */
export async function upgradeFrom(
  clusterUrl: string,
  { schema, rows, seed }: { schema: string; rows: number; seed: number },
): Promise<Upgrade> {
  return withDatabase(clusterUrl, async (url, client) => {
    await loadSchema(client, schema);
    await fillWithRows(client, rows);
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
      return { from: schema, readyMs, ...waits, acknowledged: load.acknowledged, wrong, broken };
    } finally {
      await db.close();
      await server.remove();
    }
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
