import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { withClient } from '../db/connections.ts';
import { findPendingMigrations } from '../db/migrate.ts';
import type { Deps } from '../deps/deps.ts';
import { openCsvFolder } from '../imports/csv-source.ts';
import { type ImportOptions, importOldSystem } from '../imports/import.ts';
import { openOldPostgres } from '../imports/postgres-source.ts';
import { describeFindings, writeReport } from '../imports/report.ts';
import type { OldDatabase } from '../imports/source.ts';
import { verifyDatabase } from '../ledger/verify/verify.ts';
import { holdKey } from '../platform/secrets/lease.ts';
import { prepareSecrets } from '../platform/secrets/load.ts';
import { describeAccount } from '../start/run.ts';
import { recordCommand } from './command-record.ts';
import { type Connected, withDatabase } from './connect.ts';
import { prepareFirstStart } from './first-start.ts';
import {
  type Arguments,
  print,
  type Terminal,
  UsageError,
  untilStopped,
  type Verb,
} from './verb.ts';
import { reportVerdicts } from './verify.ts';

const REPORT = 'wallet-import-report.json';

export const importVerb: Verb = {
  usage: [
    'import FOLDER|URL|- [--dry-run] [--adjust-balances] [--files FOLDER] [--images-from ORIGIN] [--administrators NAMES] [--report FILE]',
  ],
  summary: "Imports everything from the product's former hosted database and reports differences",
  details: `FOLDER has one CSV file per table, with a header line; URL is the URL of a PostgreSQL database; - reads the URL from
the first line of the standard input, so that its password is on no command line.

--dry-run           reads, compares and reports; writes nothing but the report
--adjust-balances   if a stored balance differs from the sum of the transactions, posts the difference
--files FOLDER      a copy of the former storage, with one folder per bucket (receipts, qr-codes, ...)
--images-from       the address below which images may be fetched, such as https://project.example
--administrators    usernames, with commas, of former administrators who are administrators here; the others
                    are ordinary users
--report FILE       where every disagreement is written, ${REPORT} unless said

It goes on where it was when it is run again, and brings what is new. Refused where money has moved already.`,
  options: {
    'dry-run': { type: 'boolean' },
    'adjust-balances': { type: 'boolean' },
    files: { type: 'string' },
    'images-from': { type: 'string' },
    administrators: { type: 'string' },
    report: { type: 'string' },
  },
  async run({ words, options }, terminal) {
    const [from, ...more] = words;
    if (from === undefined || more.length > 0) throw new UsageError('import FOLDER, URL or -');
    const wanted = readOptions(options);
    return withDatabase(terminal.env, async (connected) => {
      await prepare(connected.deps, wanted, terminal);
      const old = await open(from, terminal.input);
      try {
        await bring(connected, { old, wanted, file: String(options.report ?? REPORT), terminal });
      } finally {
        await old.close();
      }
      if (wanted.isDryRun) return 0;
      await recordCommand(connected.deps, 'import');
      await connected.deps.db.background.query('ANALYZE');
      return reportVerdicts(verifyDatabase(connected.deps.db), terminal);
    });
  },
};

function readOptions(options: Arguments['options']): ImportOptions {
  const from = options['images-from'];
  const origin = typeof from === 'string' ? originOf(from) : undefined;
  const folder = typeof options.files === 'string' ? options.files : undefined;
  const isDryRun = options['dry-run'] === true;
  const administrators = String(options.administrators ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const adjusts = options['adjust-balances'] === true;
  return { isDryRun, adjusts, places: { folder, origin }, administrators };
}

function originOf(url: string): string {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb)
    throw new UsageError('--images-from takes an address such as https://project.example');
  return new URL(url).origin;
}

/**
 * Creates the schema and default accounts in an empty database, except in a dry run. Also the accounts alone: an earlier import
 * that was killed may have left the schema without them.
 */
async function prepare(
  deps: Deps,
  { isDryRun }: ImportOptions,
  { output }: Terminal,
): Promise<void> {
  const { pending, isEmpty } = await findPendingMigrations(deps.db, deps.config.projectDir);
  if (!isEmpty && pending.length > 0)
    throw new Error('The database is of an older version: run "wallet migrate".');
  if (!isEmpty && (await hasAdministrator(deps.db)))
    return prepareSecrets(deps.db.query, deps.db.secrets);
  if (isDryRun)
    throw new Error(
      'The database is empty: start the server once, so that there is something to compare with.',
    );
  for (const account of await prepareFirstStart(deps)) print(output, describeAccount(account));
}

async function hasAdministrator({ query }: Deps['db']): Promise<boolean> {
  const found = await query(`SELECT FROM users WHERE role = 'admin' LIMIT 1`);
  return found.length > 0;
}

async function open(from: string, input: Readable): Promise<OldDatabase> {
  const source = from === '-' ? (await firstLineOf(input)).trim() : from;
  if (/^postgres(?:ql)?:\/\//.test(source)) return openOldPostgres(source);
  if (from === '-')
    throw new UsageError('The standard input has no line with a postgresql:// URL.');
  return openCsvFolder(source);
}

async function firstLineOf(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

async function bring(
  { deps, connection }: Connected,
  {
    old,
    wanted,
    file,
    terminal,
  }: {
    old: OldDatabase;
    wanted: ImportOptions;
    file: string;
    terminal: Terminal;
  },
): Promise<void> {
  const report = (line: string) => print(terminal.errors, line);
  const lease = wanted.isDryRun
    ? undefined
    : await holdKey(deps.db, { log: deps.log, file: undefined });
  await withClient(connection, async (client) => {
    const { outcome, findings } = await untilStopped((signal) =>
      importOldSystem({ deps, client, old, report, signal }, wanted),
    );
    await writeReport(file, outcome, findings);
    for await (const line of describeFindings(findings)) print(terminal.output, line);
    const came = Object.entries(outcome.came).map(([what, count]) => `${what} ${count}`);
    const tense = wanted.isDryRun ? 'Would come' : 'Came now';
    print(terminal.output, `\n${tense}: ${came.join(', ')}. All disagreements are in ${file}.\n`);
  }).finally(() => lease?.end());
}
