import path from 'node:path';
import { type Database, openDatabase } from '#server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '#server/db/limits.ts';
import { defaultDataDir, prepareFolders } from '#server/embedded-postgres/folders.ts';
import { isRoot } from '#server/embedded-postgres/runtime-user.ts';
import { port } from '#server/embedded-postgres/settings.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts';
import { verifyDatabase } from '#server/ledger/verify.ts';
import { readConfig } from '#server/lib/config.ts';
import { describeError } from '#server/lib/errors.ts';

const options = { limits: byHandLimits(DEFAULT_LIMITS) };
const projectDir = path.resolve(import.meta.dirname, '..');

/** Proves the invariants of the database that the server would use; whether it runs does not matter. */
async function main(): Promise<void> {
  const { db, close } = await connect();
  try {
    if (!(await hasSchema(db))) throw new Error('The database is empty: start the server once.');
    let failed = 0;
    for await (const { title, offenders } of verifyDatabase(db)) {
      console.log(`${offenders.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
      for (const row of offenders) console.log(`        ${JSON.stringify(row)}`);
      if (offenders.length > 0) failed += 1;
    }
    console.log(failed === 0 ? '\nEverything holds.' : `\n${failed} invariants do not hold.`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function hasSchema(db: Database): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('ledger_entries') IS NOT NULL AS found`,
  );
  return row?.found ?? false;
}

async function connect(): Promise<{ db: Database; close: () => Promise<void> }> {
  const config = readConfig(process.env, projectDir);
  if (config.databaseUrl)
    return open(openDatabase({ connectionString: config.databaseUrl }, options));
  const dataDir = config.dataDir ?? defaultDataDir({ projectDir, isRoot: isRoot() });
  const running = await attach(dataDir);
  if (running) return open(running);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, projectDir, log });
  const { db, close } = open(openDatabase(postgres.connection, options));
  return { db, close: () => close().then(() => postgres.stop()) };
}

/** The embedded database of a server that runs now, or that was killed and left it behind. */
async function attach(dataDir: string): Promise<Database | undefined> {
  const { socketDir } = await prepareFolders(dataDir);
  const connection = { host: socketDir, port, user: 'wallet', database: 'wallet' };
  const db = openDatabase(connection, options);
  const isThere = await db.query('SELECT 1').then(
    () => true,
    () => false,
  );
  if (isThere) return db;
  await db.close();
  return undefined;
}

function open(db: Database): { db: Database; close: () => Promise<void> } {
  return { db, close: () => db.close() };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : describeError(error));
  process.exitCode = 1;
});
