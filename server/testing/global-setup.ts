import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWhatIsStale } from '../../scripts/build.ts';
import { createDatabase } from './databases.ts';
import { startTestPostgres } from './postgres.ts';
import { migrateAndSeed } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated and seeded template from which test databases are copied. */
    templateUrl: string;
  }
}

const projectDir = path.resolve(import.meta.dirname, '../..');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests start the built server in processes and threads.
  if (!(await buildWhatIsStale(projectDir, ['server']))) throw new Error('The build failed.');
  const engine = process.env.TEST_ENGINE === 'system' ? 'system' : 'embedded';
  const postgres = await startTestPostgres({ engine });
  const templateUrl = await makeTemplate(postgres.connectionString);
  project.provide('templateUrl', templateUrl);
  return () => postgres.stop();
}

async function makeTemplate(adminUrl: string): Promise<string> {
  const url = await createDatabase(adminUrl);
  await migrateAndSeed({ connectionString: url });
  return url;
}
