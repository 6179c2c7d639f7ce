import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installTools } from './tools.ts';

/**
 * Mends what needs no judgement: formats the code, applies the safe fixes of the linter, sorts the catalogues, adds an empty entry
 * for each new text and removes unused ones. With files or folders it only formats these: `npm run fix -- server/ledger`.
 */
const given = process.argv.slice(2);
const linter = path.join(installTools('check'), 'node_modules/@biomejs/biome/bin/biome');
const steps = [
  [linter, 'check', '--write', ...given],
  ...(given.length === 0 ? [['--import', 'tsx', 'scripts/check-catalogues.ts', '--write']] : []),
];
for (const args of steps) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
