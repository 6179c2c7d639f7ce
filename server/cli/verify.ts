import type { Deps } from '../deps.ts';
import { type Verdict, verifyDatabase, verifyFiles } from '../ledger/verify/verify.ts';
import { withCurrentDatabase } from './connect.ts';
import { print, type Terminal, UsageError, type Verb } from './verb.ts';

export const verify: Verb = {
  usage: ['verify', 'verify --files'],
  summary: 'Checks every invariant of the money in the whole database while the server runs',
  details:
    'Prints the first rows that violate one, and exits with 1 if there are any. --files also reads every stored\n' +
    'file and compares its SHA-256 with its row.',
  options: { files: { type: 'boolean' } },
  async run({ words, options }, terminal) {
    if (words.length > 0) throw new UsageError('verify takes no words.');
    return withCurrentDatabase(terminal.env, ({ deps }) =>
      reportVerdicts(verdictsOf(deps, { withFiles: options.files === true }), terminal),
    );
  },
};

async function* verdictsOf(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { withFiles }: { withFiles: boolean },
): AsyncGenerator<Verdict> {
  yield* verifyDatabase(db);
  if (withFiles) yield await verifyFiles(db.query, files);
}

/** Prints the result of each invariant. Returns 1 if one is violated, else 0. */
export async function reportVerdicts(
  verdicts: AsyncIterable<Verdict>,
  { output }: Pick<Terminal, 'output'>,
): Promise<number> {
  let failed = 0;
  for await (const { title, offenders } of verdicts) {
    print(output, `${offenders.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
    for (const row of offenders) print(output, `        ${JSON.stringify(row)}`);
    if (offenders.length > 0) failed += 1;
  }
  print(output, failed === 0 ? '\nEverything holds.' : `\n${failed} invariants do not hold.`);
  return failed === 0 ? 0 : 1;
}
