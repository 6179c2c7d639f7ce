import { Writable } from 'node:stream';
import type { End, Report } from '../backups/archive.ts';
import { writeBackup } from '../backups/backup.ts';
import { writeWholeFile } from '../backups/backup-file.ts';
import { withClient } from '../db/connections.ts';
import { findPendingMigrations } from '../db/migrate.ts';
import { readVersion } from '../platform/runtime/project.ts';
import { requireWritable } from './archive-path.ts';
import { recordCommand } from './command-record.ts';
import { type Connected, withDatabase } from './connect.ts';
import { print, type Terminal, UsageError, untilStopped, type Verb } from './verb.ts';

export const backup: Verb = {
  usage: ['backup FILE', 'backup -'],
  summary: 'Writes a consistent archive of all rows and files while the server runs',
  details:
    'FILE appears when it is complete and replaces an older one; - is the standard output. If stored files are missing\n' +
    'or damaged, it exits with 1 and writes FILE.files-missing instead. An archive contains the\n' +
    "users' data and password hashes: protect it like the database. 'wallet restore' reads it.",
  async run({ words }, terminal) {
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError('backup FILE, or -');
    if (file === '-' && 'isTTY' in terminal.output && terminal.output.isTTY) {
      throw new UsageError('The standard output is a terminal: send it to a file or a program.');
    }
    if (file !== '-') await requireWritable(file);
    return withDatabase(terminal.env, async (connected) => {
      const end = await untilStopped((signal) =>
        file === '-'
          ? write(connected, { output: openOutput(terminal.output), terminal, signal })
          : writeWholeFile(
              file,
              (output) => write(connected, { output, terminal, signal }),
              ({ missing }) => (missing.length === 0 ? file : incompleteNameOf(file)),
            ),
      );
      await recordCommand(connected.deps, 'backup');
      return reportEnd(end, file, (line) => print(terminal.errors, line));
    });
  },
};

async function write(
  { deps, connection }: Connected,
  { output, terminal, signal }: { output: Writable; terminal: Terminal; signal: AbortSignal },
): Promise<End> {
  const { db, config, files, clock } = deps;
  const { isEmpty } = await findPendingMigrations(db, config.projectDir);
  if (isEmpty) throw new Error('The database is empty: there is nothing to back up.');
  const version = await readVersion(config.projectDir);
  const report: Report = (line) => print(terminal.errors, line);
  return withClient(connection, (client) =>
    writeBackup({ client, files, version, now: clock.now() }, { output, report, signal }),
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
