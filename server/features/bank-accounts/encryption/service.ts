import type { Database } from '#server/db/database.ts';
import {
  keyIdOfNumber,
  type NumberPlace,
  openNumber,
  type RowName,
  resealNumber,
} from '#server/platform/secrets/account-numbers.ts';
import { registerKey } from '#server/platform/secrets/load.ts';
import { resealSecrets } from '../../second-factors/service.ts';
import {
  completeEncryption,
  forgetOtherKeys,
  isEncryptionComplete,
  replaceNumbers,
  type SealedRow,
  type StoredRow,
  selectNumbers,
} from './queries.ts';

const BATCH_ROWS = 500;
/** Batches of one run of the background job: less than a second of work. */
const BATCHES_PER_RUN = 10;
/** One server at a time seals older numbers; unique in this database. */
const ENCRYPTION_LOCK = 741_309;

const PLACES: readonly NumberPlace[] = ['bank_accounts', 'transactions'];
const START: RowName = {
  userId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

interface Progress {
  place: NumberPlace;
  after: RowName;
}

/** Counts of values after a pass: sealed with the current key by it, left for another pass, unreadable. */
export interface EncryptionReport {
  sealed: number;
  left: number;
  unreadable: number;
}

type Target = Pick<Database, 'query' | 'transaction' | 'secrets'>;

/**
 * Returns a job that seals account numbers stored before they were sealed, some at each run, until none is left. After
 * a restart it begins again, and skips what is sealed.
 */
export function createEncryptionJob(db: Target): () => Promise<void> {
  let progress: Progress | undefined;
  let remaining = 0;
  let isComplete = false;
  return async () => {
    if (isComplete || !db.secrets.isSealing) return;
    await db.transaction(async ({ query }) => {
      const [lock] = await query<{ isLocked: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
        [ENCRYPTION_LOCK],
      );
      if (!lock?.isLocked) return;
      isComplete = await isEncryptionComplete(query);
      if (isComplete) return;
      for (let n = 0; n < BATCHES_PER_RUN; n += 1) {
        const batch = await sealBatch(db, progress ?? first(), isPlain);
        remaining += batch.report.left;
        progress = batch.next;
        if (progress) continue;
        if (remaining === 0) await completeEncryption(query);
        remaining = 0;
        return;
      }
    });
  };
}

/** Seals every account number and every secret of an authenticator app with the current key. It can be repeated after an interruption, while servers run. */
export async function rotateKeys(
  db: Target,
  { report, signal }: { report: (line: string) => void; signal: AbortSignal },
): Promise<EncryptionReport> {
  const { currentKeyId } = db.secrets;
  if (!currentKeyId || !db.secrets.isSealing)
    throw new Error('Account numbers are not sealed yet.');
  await registerKey(db.query, currentKeyId);
  const total: EncryptionReport = { sealed: 0, left: 0, unreadable: 0 };
  let seen = 0;
  for (let at: Progress | undefined = first(); at; ) {
    signal.throwIfAborted();
    const batch = await sealBatch(
      db,
      at,
      (row) => keyIdOfNumber(row.accountNumber) !== currentKeyId,
    );
    for (const name of ['sealed', 'left', 'unreadable'] as const) total[name] += batch.report[name];
    seen += batch.seen;
    if (seen % (BATCH_ROWS * 20) < batch.seen) report(`${seen} account numbers`);
    at = batch.next;
  }
  const secrets = await resealSecrets(db, signal);
  for (const name of ['sealed', 'left', 'unreadable'] as const) total[name] += secrets[name];
  if (total.left + total.unreadable === 0) await forgetOtherKeys(db.query, currentKeyId);
  return total;
}

const first = (): Progress => ({ place: 'bank_accounts', after: START });
const isPlain = (row: StoredRow) => keyIdOfNumber(row.accountNumber) === undefined;

async function sealBatch(
  db: Target,
  { place, after }: Progress,
  isWanted: (row: StoredRow) => boolean,
): Promise<{ next: Progress | undefined; seen: number; report: EncryptionReport }> {
  const rows = await selectNumbers(db.query, place, { after, limit: BATCH_ROWS });
  const report: EncryptionReport = { sealed: 0, left: 0, unreadable: 0 };
  const replacing: SealedRow[] = [];
  for (const row of rows.filter(isWanted)) {
    const number = openNumber(db.secrets, row.accountNumber, place, row);
    if (number === undefined) report.unreadable += 1;
    const replacement =
      number === undefined ? undefined : resealNumber(db.secrets, number, place, row);
    if (replacement) replacing.push({ ...row, ...replacement, before: row.accountNumber });
  }
  if (replacing.length > 0) report.sealed = await replaceNumbers(db.query, place, replacing);
  report.left = replacing.length - report.sealed;
  return { next: nextOf(place, rows), seen: rows.length, report };
}

function nextOf(place: NumberPlace, rows: StoredRow[]): Progress | undefined {
  const last = rows.at(-1);
  if (last && rows.length === BATCH_ROWS)
    return { place, after: { userId: last.userId, id: last.id } };
  const following = PLACES[PLACES.indexOf(place) + 1];
  return following && { place: following, after: START };
}
