import { createReadStream } from 'node:fs';
import { restoreBackup } from '../backups/restore.ts';
import { withClient } from '../db/connections.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { readMigrations } from '../db/migrations.ts';
import { withDatabase } from './connect.ts';
import { print, type Terminal, UsageError, untilStopped, type Verb } from './verb.ts';
import { reportVerdicts } from './verify.ts';

export const restore: Verb = {
  usage: ['restore FILE', 'restore -'],
  summary:
    'Restores an archive into an empty database and an empty store of files, and verifies it',
  details:
    'A damaged, half or newer archive is refused, and leaves nothing behind. One of an older version is\n' +
    'migrated. - is the standard input. Start the server when it has ended with 0.',
  async run({ words }, terminal) {
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError('restore FILE, or -');
    return withDatabase(terminal.env, async ({ deps, connection }) => {
      const { db, config, files } = deps;
      const known = readMigrations(config.projectDir);
      const { createdAt } = await untilStopped((signal) =>
        withClient(connection, (client) =>
          restoreBackup(
            { client, files, known },
            {
              input: openInput(file, terminal),
              report: (line) => print(terminal.errors, line),
              signal,
            },
          ),
        ),
      );
      await migrateDatabase(db, { projectDir: config.projectDir, seed: async () => undefined });
      await db.background.query('ANALYZE');
      print(terminal.output, `Restored, as it was at ${createdAt}.\n`);
      return reportVerdicts(db, terminal);
    });
  },
};

function openInput(file: string, { input }: Terminal) {
  return file === '-' ? input : createReadStream(file);
}
