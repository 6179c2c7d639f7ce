import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Disarmed } from '../backups/disarm.ts';
import { readIdentities } from '../backups/encryption.ts';
import { type Restored, restoreBackup } from '../backups/restore.ts';
import { settleRestore } from '../backups/settle.ts';
import { withClient } from '../db/connections.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { readMigrations } from '../db/migrations.ts';
import type { Deps } from '../deps/deps.ts';
import { type Verdict, verifyDatabase } from '../ledger/verify/verify.ts';
import { requireReadable } from './archive-path.ts';
import { recordCommand } from './command-record.ts';
import { type Connected, withDatabase } from './connect.ts';
import {
  type Arguments,
  print,
  type Terminal,
  UsageError,
  untilStopped,
  type Verb,
} from './verb.ts';
import { reportVerdicts } from './verify.ts';

const MAX_MISSING_SHOWN = 20;

export const restore: Verb = {
  usage: ['restore FILE [--identity KEYFILE] [--live]', 'restore - [--identity KEYFILE] [--live]'],
  summary: 'Restores an archive into an empty database and an empty file store, and verifies it',
  details:
    '--identity names the file that "wallet backup keygen" or age-keygen made: it opens an encrypted archive.\n' +
    'A damaged, incomplete or newer archive is refused and nothing is kept. An archive of an older version is\n' +
    'migrated. - is the standard input. Start the server after it has exited with 0.\n' +
    'Sessions end, API keys are suspended, deferred decisions are dropped and webhooks are paused, so that a copy has\n' +
    'no outside effects. --live keeps them: only if this installation replaces the one that was backed up.',
  options: { live: { type: 'boolean' }, identity: { type: 'string' } },
  async run({ words, options }, terminal) {
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError('restore FILE, or -');
    if (file !== '-') await requireReadable(file);
    const identities = await readIdentityFile(options.identity);
    const isLive = options.live === true;
    return withDatabase(terminal.env, async (connected) => {
      const { deps } = connected;
      const {
        createdAt,
        secretKeyIds = [],
        missing,
      } = await take(connected, {
        ...{ file, identities, isLive, terminal },
      });
      const disarmed = await settle(deps);
      await recordCommand(deps, 'restore');
      await deps.db.background.query('ANALYZE');
      print(terminal.output, `Restored, as it was at ${createdAt}.`);
      print(terminal.output, `${isLive ? KEPT : describe(disarmed)}\n`);
      const lacking = secretKeyIds.filter((id) => !deps.db.secrets.keyIds.includes(id));
      if (lacking.length > 0) print(terminal.output, `${describeLacking(lacking)}\n`);
      return reportVerdicts(verdictsOf(deps, missing), terminal);
    });
  },
};

const KEPT = 'Sessions, API keys, deferred decisions and webhooks work as before (--live).';

function describe(disarmed: Disarmed | undefined): string {
  if (!disarmed) return 'A server that has started meanwhile finished the restore.';
  const { sessions, apiKeys, decisions, webhooks } = disarmed;
  return (
    `Ended ${sessions} sessions, suspended ${apiKeys} API keys, dropped ${decisions} deferred decisions and paused ` +
    `${webhooks} webhooks. With --live they would have been kept.`
  );
}

function describeLacking(ids: string[]): string {
  return (
    `ACCOUNT NUMBERS CANNOT BE READ: they are encrypted with another SECRET_KEY (${ids.join(', ')}). Before the server ` +
    'starts, set SECRET_KEY_FILE to a copy of the key of the installation that was backed up: its SECRET_KEY_FILE, or ' +
    'secret.key in its DATA_DIR.'
  );
}

async function readIdentityFile(file: Arguments['options'][string]): Promise<string[]> {
  if (typeof file !== 'string') return [];
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(`The identity file ${file} can't be read (${cause.code}).`, { cause });
  });
  return readIdentities(text);
}

interface RestoreOptions {
  file: string;
  identities: string[];
  isLive: boolean;
  terminal: Terminal;
}

async function take(
  { deps, connection }: Connected,
  { file, identities, isLive, terminal }: RestoreOptions,
): Promise<Restored> {
  const { config, files } = deps;
  const known = readMigrations(config.projectDir);
  const report = (line: string) => print(terminal.errors, line);
  const input = file === '-' ? terminal.input : createReadStream(file);
  return untilStopped((signal) =>
    withClient(connection, (client) =>
      restoreBackup({ client, files, known, isLive }, { input, identities, report, signal }),
    ),
  );
}

async function settle(deps: Deps): Promise<Disarmed | undefined> {
  const { db, config } = deps;
  let disarmed: Disarmed | undefined;
  const seed = async () => {
    disarmed = await settleRestore(deps);
  };
  await migrateDatabase(db, { projectDir: config.projectDir, seed });
  return disarmed;
}

async function* verdictsOf({ db }: Deps, missing: string[]): AsyncGenerator<Verdict> {
  yield* verifyDatabase(db);
  const offenders = missing.slice(0, MAX_MISSING_SHOWN).map((key) => ({ storage_key: key }));
  const count = missing.length === 0 ? '' : ` (${missing.length} missing)`;
  yield { title: `The archive has every file that a row names${count}`, offenders };
}
