import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
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
  buildServer();
  const engine = process.env.TEST_ENGINE === 'system' ? 'system' : 'embedded';
  const postgres = await startTestPostgres({ engine });
  const templateUrl = await makeTemplate(postgres.connectionString);
  project.provide('templateUrl', templateUrl);
  return () => postgres.stop();
}

/** Tests start the built server in processes and threads. Without a change the compiler takes half a second. */
function buildServer(): void {
  const compiler = path.join(projectDir, 'node_modules/typescript/bin/tsc');
  const build = [compiler, '-b', 'tsconfig.server.json'];
  const { status, stdout } = spawnSync(process.execPath, build, { cwd: projectDir });
  // It also emits the files of a program with errors, which need not concern the test.
  if (status !== 0) process.stderr.write(stdout);
}

async function makeTemplate(adminUrl: string): Promise<string> {
  const url = await createDatabase(adminUrl);
  await migrateAndSeed({ connectionString: url });
  return url;
}
