import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { DEFAULT_LIMITS } from '../db/limits.ts';
import { TestClock } from './clock.ts';
import { copyDatabase, dropDatabase } from './databases.ts';
import { startPooler, type TestPooler } from './pooler.ts';
import { testSecrets } from './secrets.ts';

/** Longer limits: a hundred concurrent commands of one user are slow while other tests run. */
const PATIENT = {
  ...DEFAULT_LIMITS,
  waitTimeoutMs: 30_000,
  lockTimeoutMs: 20_000,
  statementTimeoutMs: 30_000,
  idleTransactionTimeoutMs: 30_000,
  answerTimeoutMs: 40_000,
};

/**
 * Opens a separate database for a test file, copied from the seeded template, with a clock that runs from `START`.
 * TEST_POOLER=true puts PgBouncer before all.
 */
export async function openTestDatabase({
  isPooled = process.env.TEST_POOLER === 'true',
} = {}): Promise<{
  db: Database;
  clock: TestClock;
  url: string;
  pooler: TestPooler | undefined;
  drop(): Promise<void>;
}> {
  const url = await copyDatabase(inject('templateUrl'));
  const pooler = isPooled ? await startPooler({ url, poolMode: 'transaction' }) : undefined;
  const clock = new TestClock();
  const db = openDatabase(
    { connectionString: url },
    {
      limits: PATIENT,
      clock,
      secrets: testSecrets(),
      pooler: pooler && { connection: pooler.connection },
    },
  );
  await clock.attach(db.query);
  const drop = async () => {
    await db.close();
    await pooler?.close();
    await dropDatabase(url);
  };
  return { db, clock, url, pooler, drop };
}
