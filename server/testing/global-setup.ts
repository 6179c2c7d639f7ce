import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { seedDefaults } from '../features/users/seed.ts';
import { createLogger } from '../lib/log.ts';
import { weekBefore } from './clock.ts';
import { createDatabase } from './databases.ts';
import { startTestPostgres } from './postgres.ts';
import { silentHub, testConfig, unusedFiles, unusedImageWork } from './stand-ins.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the migrated and seeded database that test databases are copied from. */
    templateUrl: string;
  }
}

const projectDir = path.resolve(import.meta.dirname, '../..');

/** Starts one throw-away cluster for all test files and makes the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = process.env.TEST_ENGINE === 'system' ? 'system' : 'embedded';
  const postgres = await startTestPostgres({ engine });
  const templateUrl = await makeTemplate(postgres.connectionString);
  project.provide('templateUrl', templateUrl);
  return () => postgres.stop();
}

async function makeTemplate(adminUrl: string): Promise<string> {
  const url = await createDatabase(adminUrl);
  const db = openDatabase({ connectionString: url, max: 2 }, { clock: weekBefore });
  const config = testConfig(projectDir);
  const log = createLogger('silent');
  const deps = {
    config,
    db,
    clock: weekBefore,
    log,
    files: unusedFiles,
    imageWork: unusedImageWork,
    events: silentHub,
  };
  await migrateDatabase(db, { projectDir, seed: async () => void (await seedDefaults(deps)) });
  await db.close();
  return url;
}
