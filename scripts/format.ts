import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installTools } from './tools.ts';

/** Formats all files, or the given ones, and applies the safe fixes of the linter: `npm run format -- server/ledger`. */
const program = path.join(installTools('check'), 'node_modules/@biomejs/biome/bin/biome');
const args = [program, 'check', '--write', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
