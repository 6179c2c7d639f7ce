import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { DEFAULT_LIMITS } from '../db/limits.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { copyDatabase, dropDatabase } from './databases.ts';
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

/** Opens a separate database for a test file, copied from the seeded template. */
export async function openTestDatabase(clock: Clock): Promise<{
  db: Database;
  url: string;
  drop(): Promise<void>;
}> {
  const url = await copyDatabase(inject('templateUrl'));
  const db = openDatabase(
    { connectionString: url },
    { limits: PATIENT, clock, secrets: testSecrets() },
  );
  const drop = async () => {
    await db.close();
    await dropDatabase(url);
  };
  return { db, url, drop };
}
