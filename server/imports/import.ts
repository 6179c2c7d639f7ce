import type pg from 'pg';
import { isLockTimeout } from '../base/outages.ts';
import { queryOn } from '../db/connections.ts';
import type { Query } from '../db/database.ts';
import { boolean, countOf, selectValue, text } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { sayAdjusted } from './adjustments.ts';
import type { Findings } from './findings.ts';
import { importPictures } from './image-import.ts';
import type { ImagePlaces } from './images.ts';
import { importMoney } from './money.ts';
import { importUsers, planUsers } from './people.ts';
import { readOldTables } from './read.ts';
import { importAccounts, importNotifications, planAccounts } from './related-rows.ts';
import type { Outcome } from './report.ts';
import { importShared, planCarousel, planNames } from './shared.ts';
import type { OldDatabase } from './source.ts';
import { openStaging, type Staging } from './staging.ts';
import { planMoney } from './transaction-plan.ts';

/** Key of an advisory lock, unique in this database. */
const IMPORT_LOCK = 7_260_170;
/** A killed import keeps its lock for a moment, until the database notices. */
const LOCK_WAIT_MS = 5000;

export interface ImportOptions {
  isDryRun: boolean;
  /** Whether balances are adjusted to those that the former system showed. */
  adjusts: boolean;
  places: ImagePlaces;
  /** Usernames of former administrators who become administrators here. */
  administrators: string[];
}

export interface ImportParts {
  deps: Deps;
  /** A dedicated connection; its temporary tables are dropped when it closes. */
  client: pg.ClientBase;
  old: OldDatabase;
  report(line: string): void;
  signal: AbortSignal;
}

/**
 * Imports the rows of the former system that were not imported before. Each row is recorded as imported in the same
 * transaction, so that an import that was killed resumes. Throws Error with a sentence for the operator.
 */
export async function importOldSystem(
  { deps, client, old, report, signal }: ImportParts,
  { isDryRun, adjusts, places, administrators }: ImportOptions,
): Promise<{ outcome: Outcome; findings: Findings }> {
  const query = queryOn(client);
  await begin(query);
  const now = deps.clock.now();
  if (!old.has('users')) throw new Error('There is no table users: nothing to import.');
  const staging = await openStaging({ query, old, now, report, signal });
  report('reading ...');
  await readOldTables(staging);
  await plan(staging, administrators);
  const came = isDryRun
    ? await rehearse(staging, adjusts)
    : await run(deps, staging, { adjusts, places });
  await sayAdjusted(staging);
  const outcome = { isDryRun, startedAt: now.toISOString(), came };
  return { outcome, findings: staging.findings };
}

async function begin(query: Query): Promise<void> {
  await query(
    'SET statement_timeout = 0; SET idle_session_timeout = 0; SET client_min_messages = warning',
  );
  await lockOut(query);
  const isInUse = boolean(
    `EXISTS (SELECT FROM transactions AS t WHERE decision_key IS NOT NULL
       OR NOT EXISTS (SELECT FROM imported_rows WHERE new_id = t.id))
     OR EXISTS (SELECT FROM ledger_entries AS e
       WHERE NOT EXISTS (SELECT FROM imported_rows WHERE new_id = e.transaction_id))`,
  );
  if (await selectValue(query, isInUse, ''))
    throw new Error(
      'There is money here that was not imported, or a request was decided here: balances could not be ' +
        'compared any more. Import into an installation that nobody has used, or restore the backup from before.',
    );
}

/** Prevents other imports until this connection closes. */
async function lockOut(query: Query): Promise<void> {
  try {
    await query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    await query('SELECT pg_advisory_lock($1)', [IMPORT_LOCK]);
    await query('RESET lock_timeout');
  } catch (error) {
    throw isLockTimeout(error) ? new Error('Another import is running.') : error;
  }
}

async function plan(staging: Staging, administrators: string[]): Promise<void> {
  await planUsers(staging, administrators);
  await planNames(staging);
  await planCarousel(staging);
  await planAccounts(staging);
  await planMoney(staging);
}

async function rehearse(staging: Staging, adjusts: boolean): Promise<Record<string, number>> {
  const transactions = await importMoney(undefined, staging, { adjusts });
  const people = await countOf(staging.query, 'old_users WHERE comes AND new_id IS NULL');
  return { people, transactions };
}

/** Imports tables in the order of their dependencies. */
async function run(
  deps: Deps,
  staging: Staging,
  { adjusts, places }: Pick<ImportOptions, 'adjusts' | 'places'>,
): Promise<Record<string, number>> {
  const people = await importUsers(deps, staging);
  const lists = await importShared(deps, staging);
  const bankAccounts = await importAccounts(deps, staging);
  const transactions = await importMoney(deps, staging, { adjusts });
  const notifications = await importNotifications(deps, staging);
  const adminId = await selectValue(
    staging.query,
    text('id'),
    `FROM users WHERE role = 'admin' ORDER BY username <> 'admin', created_at LIMIT 1`,
  );
  if (!adminId) throw new Error('There is no administrator: start the server once.');
  const images = await importPictures(deps, staging, { places, adminId });
  return { people, lists, bankAccounts, transactions, notifications, images };
}
