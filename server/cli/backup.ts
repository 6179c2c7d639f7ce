import { writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import type { End, Report } from '../backups/archive.ts';
import { type BackupTarget, writeBackup } from '../backups/backup.ts';
import { writeWholeFile } from '../backups/backup-file.ts';
import { areRecipients, createIdentity } from '../backups/encryption.ts';
import { readVersion } from '../base/project.ts';
import { withClient } from '../db/connections.ts';
import { findPendingMigrations } from '../db/migrate.ts';
import type { BackupRecipients } from '../platform/config/config.ts';
import { requireWritable } from './archive-path.ts';
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

export const backup: Verb = {
  usage: [
    'backup FILE [--recipient AGE1...]',
    'backup - [--recipient AGE1...]',
    'backup FILE --plain',
    'backup keygen [FILE]',
  ],
  summary: 'Writes a consistent archive of all rows and files while the server runs',
  details:
    'The archive is encrypted in the age format for BACKUP_RECIPIENTS, or for the given recipients, separated by\n' +
    'commas. keygen makes an identity, which reads archives, and prints its recipient. Without the identity nobody can\n' +
    'read an archive: keep it in two places outside this machine. --plain writes an archive that is not encrypted.\n' +
    'FILE appears when it is complete and replaces an older one; - is the standard output. If stored files are missing\n' +
    'or damaged, it exits with 1 and writes FILE.files-missing instead. An archive contains the\n' +
    "users' data and password hashes. 'wallet restore' reads it.",
  options: { recipient: { type: 'string' }, plain: { type: 'boolean' } },
  async run({ words, options }, terminal) {
    const [file, ...more] = words;
    if (file === 'keygen') return generateKey(more, terminal);
    if (file === undefined || more.length > 0) throw new UsageError('backup FILE, or -');
    const given = await readRecipients(options);
    if (file === '-' && 'isTTY' in terminal.output && terminal.output.isTTY) {
      throw new UsageError('The standard output is a terminal: send it to a file or a program.');
    }
    if (file !== '-') await requireWritable(file);
    return withDatabase(terminal.env, async (connected) => {
      const recipients = given ?? connected.deps.config.backupRecipients;
      if (!recipients) throw new Error(NO_RECIPIENT);
      const end = await untilStopped((signal) =>
        file === '-'
          ? write(connected, {
              output: openOutput(terminal.output),
              recipients,
              terminal,
              signal,
            })
          : writeWholeFile(
              file,
              (output) => write(connected, { output, recipients, terminal, signal }),
              ({ missing }) => (missing.length === 0 ? file : incompleteNameOf(file)),
            ),
      );
      await recordCommand(connected.deps, 'backup');
      return reportEnd(end, file, (line) => print(terminal.errors, line));
    });
  },
};

const NO_RECIPIENT =
  'Nobody is named who could read the archive. Run "wallet backup keygen FILE", store FILE outside this machine, and ' +
  'set BACKUP_RECIPIENTS to the recipient that it prints. Or write an archive that is not encrypted with --plain.';

/** Returns undefined if the options name no recipient. Throws UsageError. */
async function readRecipients({
  recipient,
  plain,
}: Arguments['options']): Promise<BackupRecipients | undefined> {
  if (plain && recipient) throw new UsageError('Either --plain or --recipient.');
  if (plain) return 'plain';
  if (typeof recipient !== 'string') return undefined;
  const recipients = recipient.split(',').map((text) => text.trim());
  if (await areRecipients(recipients)) return recipients;
  throw new UsageError('--recipient takes recipients of age such as age1..., separated by commas.');
}

/** Prints a new identity, or writes it to a new file that only this user can read. */
async function generateKey([file, ...more]: string[], terminal: Terminal): Promise<number> {
  if (more.length > 0) throw new UsageError('backup keygen FILE');
  const { identity, recipient } = await createIdentity();
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  if (file === undefined) {
    terminal.output.write(text);
  } else {
    await requireWritable(file);
    await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).catch((error) => {
      throw 'code' in error && error.code === 'EEXIST'
        ? new Error(`${file} exists already: a key in it would be lost. Choose another name.`)
        : error;
    });
    print(terminal.output, recipient);
  }
  print(terminal.errors, `Set BACKUP_RECIPIENTS=${recipient}`);
  print(terminal.errors, KEEP_IT);
  return 0;
}

const KEEP_IT =
  'Keep the identity (AGE-SECRET-KEY-...) in two places outside this machine: without it nobody can restore an archive.';

async function write(
  { deps, connection }: Connected,
  { output, recipients, terminal, signal }: Omit<BackupTarget, 'report'> & { terminal: Terminal },
): Promise<End> {
  const { db, config, files, clock } = deps;
  const { isEmpty } = await findPendingMigrations(db, config.projectDir);
  if (isEmpty) throw new Error('The database is empty: there is nothing to back up.');
  const version = await readVersion(config.projectDir);
  const report: Report = (line) => print(terminal.errors, line);
  return withClient(connection, (client) =>
    writeBackup(
      { client, files, version, now: clock.now() },
      { output, recipients, report, signal },
    ),
  );
}

/** Wraps standard output so that ending the backup does not close it. */
function openOutput(output: Writable): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      output.write(chunk, done);
    },
  });
}

/** An incomplete backup gets another name, so that it does not replace an older complete one. */
const incompleteNameOf = (file: string) => `${file}.files-missing`;

function reportEnd({ rows, files, missing }: End, file: string, report: Report): number {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  report(`Done: ${count} rows and ${files} files.`);
  if (missing.length === 0) return 0;
  report(
    `MISSING: ${missing.length} files that rows name are not in the store or have other bytes, such as ${missing[0]}. ` +
      `"wallet verify --files" lists them.`,
  );
  if (file !== '-')
    report(`What there is was written to ${incompleteNameOf(file)}; ${file} is as it was.`);
  return 1;
}
