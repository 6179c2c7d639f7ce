import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { keepNewestSnapshot } from './migration-snapshot.ts';
import { installTools } from './tools.ts';

/*
 * Generates a migration from the changes of the schema: `npm run migration -- --name added_column`, or with `--custom` an empty
 * one for SQL by hand.
 */

const projectDir = path.resolve(import.meta.dirname, '..');
const program = path.join(installTools('migration'), 'node_modules/drizzle-kit/bin.cjs');
const args = [program, 'generate', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: projectDir, stdio: 'inherit' });
keepNewestSnapshot(path.join(projectDir, 'server/db/migrations/meta'));
process.exitCode = status ?? 1;
