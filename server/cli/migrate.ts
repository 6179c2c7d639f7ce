import { refuseHalfRestored } from '../backups/settle.ts';
import { findPendingMigrations, migrateDatabase } from '../db/migrate.ts';
import { recordCommand } from './command-record.ts';
import { withDatabase } from './connect.ts';
import { print, UsageError, type Verb } from './verb.ts';

export const migrate: Verb = {
  usage: ['migrate', 'migrate --plan'],
  summary: "Migrates the database's schema to this version, as the server does at its start",
  details:
    '--plan prints the statements that are still to be run, and changes nothing. Migrations are applied\n' +
    'all or none.',
  options: { plan: { type: 'boolean' } },
  async run({ words, options }, { env, output }) {
    if (words.length > 0) throw new UsageError('migrate takes no words.');
    return withDatabase(env, async ({ deps }) => {
      const { db, config } = deps;
      const { projectDir } = config;
      const { pending, isEmpty } = await findPendingMigrations(db, projectDir);
      for (const { name, statements } of options.plan ? pending : []) {
        print(output, `-- ${name}\n${statements.join(';\n')}\n`);
      }
      const beforeFirst = () => refuseHalfRestored(deps);
      const seed = async () => undefined;
      if (!options.plan) await migrateDatabase(db, { projectDir, beforeFirst, seed });
      if (!options.plan && pending.length > 0 && !isEmpty) await recordCommand(deps, 'migrate');
      print(output, summaryOf(pending.length, options.plan === true));
      return 0;
    });
  },
};

function summaryOf(count: number, isPlan: boolean): string {
  if (count === 0) return 'The schema is up to date.';
  return isPlan ? `Migrations to be applied: ${count}.` : `Migrations applied: ${count}.`;
}
