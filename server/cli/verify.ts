import type { Deps } from '../deps/deps.ts';
import {
  type PinnedHead,
  type Verdict,
  verifyDatabase,
  verifyFiles,
} from '../ledger/verify/verify.ts';
import { readText, readVerifierKeys } from './audit.ts';
import { withCurrentDatabase } from './connect.ts';
import { type Arguments, print, type Terminal, UsageError, type Verb } from './verb.ts';

export const verify: Verb = {
  usage: ['verify [--files] [--head FILE [--key KEY]]'],
  summary: 'Checks every invariant of the money in the whole database while the server runs',
  details:
    'Prints the first rows that violate one, and exits with 1 if there are any. --files also reads every stored\n' +
    'file and compares its SHA-256 with its row. --head proves that no record of the audit log up to the signed head in\n' +
    'FILE changed. KEY is a public key of "wallet audit key", or a file with one on each line; without it, the keys in the\n' +
    'database are trusted.',
  options: { files: { type: 'boolean' }, head: { type: 'string' }, key: { type: 'string' } },
  async run({ words, options }, terminal) {
    if (words.length > 0) throw new UsageError('verify takes no words.');
    const head = await readHead(options);
    return withCurrentDatabase(terminal.env, ({ deps }) =>
      reportVerdicts(verdictsOf(deps, { withFiles: options.files === true, head }), terminal),
    );
  },
};

async function readHead({ head, key }: Arguments['options']): Promise<PinnedHead | undefined> {
  if (typeof head !== 'string') {
    if (key !== undefined) throw new UsageError('verify --key needs --head.');
    return undefined;
  }
  const keys = typeof key === 'string' ? await readVerifierKeys(key) : undefined;
  return { note: await readText(head), keys };
}

async function* verdictsOf(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { withFiles, head }: { withFiles: boolean; head: PinnedHead | undefined },
): AsyncGenerator<Verdict> {
  yield* verifyDatabase(db, { head });
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
