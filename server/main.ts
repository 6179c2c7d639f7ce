import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import { EventHubTailer } from './features/events/hub.ts';
import { foldTotals } from './features/transactions/totals.ts';
import { seedDefaults } from './features/users/seed.ts';
import { systemClock } from './lib/clock.ts';
import { type Config, isLoopback, readConfig } from './lib/config.ts';
import { openDatabase } from './lib/db.ts';
import type { Deps } from './lib/deps.ts';
import { startEmbeddedPostgres } from './lib/embedded-postgres/start.ts';
import { createLogger } from './lib/log.ts';
import { migrateDatabase } from './lib/migrate.ts';
import { every } from './lib/timers.ts';

const FOLD_INTERVAL_MS = 2000;
const SWEEP_INTERVAL_MS = 15 * 60_000;

/** Walks up from this file to the folder of package.json, whether it runs from source or from `dist`. */
function findProjectDir(from: string): string {
  return existsSync(path.join(from, 'package.json')) ? from : findProjectDir(path.dirname(from));
}

