import path from 'node:path';
import type pg from 'pg';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { createLogger } from '../base/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { listRules } from '../features/approvals/approval-rules.ts';
import { seedDefaults } from '../features/users/seed-users.ts';
import { createTestUser } from './accounts.ts';
import { insertRules } from './approval-rules.ts';
import { START, startDatabaseClock, WEEK_BEFORE } from './clock.ts';
import {
  ADMIN_PASSWORD,
  DEMO_PASSWORD,
  silentHub,
  testConfig,
  unusedFiles,
  unusedImageWork,
} from './stand-ins.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** Migrates and seeds an empty database as the first start of a server does. */
export async function migrateAndSeed(connection: pg.PoolConfig): Promise<void> {
  const clock = { now: () => WEEK_BEFORE };
  const db = openDatabase({ ...connection, max: 2 }, { clock });
  // Before the migrations, so that the defaults of columns use this clock.
  await db.query(startDatabaseClock(WEEK_BEFORE));
  const deps = {
    config: testConfig(projectDir),
    db,
    clock,
    log: createLogger('silent'),
    files: unusedFiles,
    imageWork: unusedImageWork,
    virusScanner: undefined,
    events: silentHub,
    limits: createLimits(),
  };
  const seed = async () => {
    await createTestUser(deps, { username: 'admin', password: ADMIN_PASSWORD, role: 'admin' });
    await createTestUser(deps, { username: 'demo', password: DEMO_PASSWORD, role: 'user' });
    await seedDefaults(deps);
  };
  await migrateDatabase(db, { projectDir, seed });
  await switchRulesOff(db);
  await db.query(startDatabaseClock(START));
  await db.close();
}

/**
 * Tests of other features have several administrators; tests of second approvals switch the rules on (`setRules`). A second credit of
 * one payment always needs a second administrator.
 */
export async function switchRulesOff(db: Database): Promise<void> {
  const active = (await listRules({ db })).filter(
    ({ isActive, kind }) => isActive && kind !== 'differentPayment',
  );
  await insertRules(
    db,
    active.map((rule) => ({ ...rule, isActive: false })),
  );
}
