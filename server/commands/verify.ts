import type { Database } from '../db/database.ts';
import { verifyDatabase } from '../ledger/verify.ts';
import { withCurrentDatabase } from './connect.ts';
import { print, type Terminal, UsageError, type Verb } from './verb.ts';

export const verify: Verb = {
  usage: ['verify'],
  summary: 'Proves every invariant of the money over the whole database, while it serves',
  details: 'Names the first rows that break one, and exits with 1 when there are any.',
  async run({ words }, terminal) {
    if (words.length > 0) throw new UsageError('verify takes no words.');
    return withCurrentDatabase(terminal.env, ({ deps }) => reportVerdicts(deps.db, terminal));
  },
};

/** Prints how each invariant stands; returns 1 when one does not hold, else 0. */
export async function reportVerdicts(
  db: Database,
  { output }: Pick<Terminal, 'output'>,
): Promise<number> {
  let failed = 0;
  for await (const { title, offenders } of verifyDatabase(db)) {
    print(output, `${offenders.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
    for (const row of offenders) print(output, `        ${JSON.stringify(row)}`);
    if (offenders.length > 0) failed += 1;
  }
  print(output, failed === 0 ? '\nEverything holds.' : `\n${failed} invariants do not hold.`);
  return failed === 0 ? 0 : 1;
}
