import { setTimeout } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { tryLock } from '#server/db/try-lock.ts';
import { resealFileKeys } from '#server/platform/files/file-keys.ts';
import {
  keyIdOfNumber,
  type NumberPlace,
  openNumber,
  type RowName,
  resealNumber,
  toTransactionAccount,
} from '#server/platform/secrets/account-numbers.ts';
import { countOtherHolders, LEASE_MS } from '#server/platform/secrets/lease.ts';
import { registerKey } from '#server/platform/secrets/load.ts';
import { resealDepositNumbers } from '../deposit-accounts/deposit-accounts.ts';
import { resealPushKey } from '../push-subscriptions/push-keys.ts';
import { resealSecrets } from '../second-factors/authenticators.ts';
import {
  forgetOtherKeys,
  insertFound,
  listOpenTransactions,
  readCompletion,
  replaceNumbers,
  type SealedRow,
  type StoredRow,
  saveCompletion,
  selectNumbers,
} from './encrypt-numbers.queries.ts';

const BATCH_ROWS = 500;
/** Batches of one run of the background job: less than a second of work. */
const BATCHES_PER_RUN = 10;
const POLL_MS = 500;
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
 * Returns a job that seals account numbers stored before they were sealed, and makes those of transactions searchable,
 * some at each run, until none is left. After a restart it begins again, and skips what is done.
 */
export function createEncryptionJob(db: Target): () => Promise<void> {
  let progress: Progress | undefined;
  let remaining = 0;
  let done = { isSealed: false, isIndexed: false };
  const isDone = () => done.isIndexed && (done.isSealed || !db.secrets.isSealing);
  return async () => {
    if (isDone()) return;
    await db.transaction(async ({ query }) => {
      if (!(await tryLock(query, ENCRYPTION_LOCK))) return;
      done = await readCompletion(query);
      if (isDone()) return;
      const { isSealing } = db.secrets;
      for (let n = 0; n < BATCHES_PER_RUN; n += 1) {
        const batch = await sealBatch(db, progress ?? first(), (row) => isSealing && isPlain(row));
        remaining += batch.report.left;
        progress = batch.next;
        if (progress) continue;
        if (remaining === 0) await saveCompletion(query, isSealing);
        remaining = 0;
        return;
      }
    });
  };
}

interface Rotation {
  report: (line: string) => void;
  signal: AbortSignal;
  /** How long it waits for processes that use another key. */
  waitMs?: number;
}

/**
 * Seals every account number, secret of an authenticator app and key of a file with the current key, and forgets the
 * other keys. It can be repeated after an interruption, while servers run. If a server encrypts with another key, it
 * changes nothing: that server would write further numbers.
 */
export async function rotateKeys(
  db: Target,
  { report, signal, waitMs = LEASE_MS + POLL_MS }: Rotation,
): Promise<EncryptionReport & { otherHolders: number }> {
  const { currentKeyId } = db.secrets;
  if (!currentKeyId || !db.secrets.isSealing)
    throw new Error('Account numbers are not sealed yet.');
  await registerKey(db.query, currentKeyId);
  const countHolders = () => countOtherHolders(db.query, db.secrets);
  if ((await countHolders()) > 0) report('waiting for servers that encrypt with another key');
  const otherHolders = await pollUntilZero(countHolders, { signal, waitMs });
  if (otherHolders > 0) return { sealed: 0, left: 0, unreadable: 0, otherHolders };
  // Commands seal after they have locked a row, so that each has a transaction id.
  const open = new Set(await listOpenTransactions(db.query));
  const countOpen = async () =>
    (await listOpenTransactions(db.query)).filter((name) => open.has(name)).length;
  if ((await pollUntilZero(countOpen, { signal, waitMs: LEASE_MS })) > 0)
    throw new Error('A transaction is open for minutes: run it again when it has ended.');
  const total = await sealAll(db, { report, signal });
  const files = await resealFileKeys(db, signal);
  for (const name of ['sealed', 'left', 'unreadable'] as const) total[name] += files[name];
  if (total.left + total.unreadable === 0) await forgetOtherKeys(db.query, currentKeyId);
  return { ...total, otherHolders };
}

async function pollUntilZero(
  count: () => Promise<number>,
  { signal, waitMs }: { signal: AbortSignal; waitMs: number },
): Promise<number> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const found = await count();
    if (found === 0 || performance.now() >= endsAt) return found;
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

async function sealAll(db: Target, { report, signal }: Rotation): Promise<EncryptionReport> {
  const { currentKeyId } = db.secrets;
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
  const ofOperator = await resealDepositNumbers(db);
  const ofPush = await resealPushKey(db);
  for (const name of ['sealed', 'left', 'unreadable'] as const) {
    total[name] += secrets[name] + ofOperator[name] + ofPush[name];
  }
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
  await makeFindable(
    db,
    place,
    rows.filter((row) => !row.isFound && !isWanted(row)),
  );
  report.left = replacing.length - report.sealed;
  return { next: nextOf(place, rows), seen: rows.length, report };
}

async function makeFindable(db: Target, place: NumberPlace, rows: StoredRow[]): Promise<void> {
  if (place === 'bank_accounts' || rows.length === 0) return;
  const accounts = rows.flatMap((row) => toTransactionAccount(db.secrets, row) ?? []);
  if (accounts.length > 0) await insertFound(db.query, accounts);
}

function nextOf(place: NumberPlace, rows: StoredRow[]): Progress | undefined {
  const last = rows.at(-1);
  if (last && rows.length === BATCH_ROWS)
    return { place, after: { userId: last.userId, id: last.id } };
  const following = PLACES[PLACES.indexOf(place) + 1];
  return following && { place: following, after: START };
}
