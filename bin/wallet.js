#!/usr/bin/env node
import './require-node.cjs';
import { existsSync } from 'node:fs';

const program = new URL('../dist/server/cli/wallet.js', import.meta.url);
if (existsSync(program)) {
  process.setSourceMapsEnabled(true);
  await import(program.href);
} else {
  process.stderr.write('The wallet is not built yet: run "npm ci" and "npm run build" first.\n');
  process.exitCode = 1;
}
