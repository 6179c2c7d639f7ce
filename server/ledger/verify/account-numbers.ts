import { maskToLastFour } from '#contract/bank-accounts/rules.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Query } from '#server/db/database.ts';
import { bankAccounts } from '#server/db/schema/bank-accounts.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import { depositAccounts } from '#server/db/schema/deposit-accounts.ts';
import type { StoredBeneficiary } from '#server/db/schema/transactions.ts';
import {
  boolean,
  computed,
  nullable,
  renamed,
  type Selected,
  select,
  selectionOf,
  text,
  together,
} from '#server/db/selection.ts';
import {
  keyIdOfNumber,
  maskOf,
  openBeneficiary,
  openDepositNumber,
  openNumber,
} from '#server/platform/secrets/account-numbers.ts';
import { digestBeneficiary, digestSavedAccount } from '../beneficiary-digest.ts';

const BATCH_ROWS = 1000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
/** SQL: the beginning of a sealed value. */
const IS_SEALED = `LIKE 's1.%'`;

interface WrongNumber {
  user_id?: string;
  id: string;
  problem: string;
}

const savedColumns = together(
  selectionOf(bankAccounts, 'b', [
    ...(['userId', 'id', 'accountHolderName', 'accountNumber', 'bankName'] as const),
    ...(['ifscCode', 'digestSalt'] as const),
  ]),
  renamed(bankAccounts, 'b', { hash: 'accountNumberHash' }),
  computed({
    /** The checksum in the audit record. */
    recorded: nullable(text(`r.after ->> 'beneficiarySha256'`)),
    /** Whether a record without a checksum is too new for that. */
    needsRecord: boolean(
      `coalesce(r.created_at, b.created_at) >= (SELECT max(account_digests_since) FROM audit_requirements)`,
    ),
  }),
);
type SavedAccount = Selected<typeof savedColumns>;

/** A bank account of the operator that users pay to, and its last audit record. */
const depositColumns = together(
  selectionOf(depositAccounts, 'a', [
    ...(['id', 'accountHolderName', 'accountNumber', 'bankName', 'ifscCode'] as const),
    ...(['digestSalt', 'isActive'] as const),
  ]),
  computed({
    recorded: nullable(text(`r.after ->> 'beneficiarySha256'`)),
    recordedActive: nullable(text(`r.after ->> 'isActive'`)),
  }),
);
type DepositAccountRow = Selected<typeof depositColumns>;

interface SealedTransaction {
  userId: string;
  id: string;
  requestKey: string | null;
  beneficiary: StoredBeneficiary;
  hash: Buffer | null;
  /** The digests of its audit records. */
  recorded: string[];
}

/** Returns the account numbers that can't be opened in their rows, or differ from hash, mask or audit record. */
export async function* findWrongNumbers(
  query: Query,
  secrets: Secrets,
): AsyncGenerator<WrongNumber> {
  for await (const row of inBatches((after) => selectSaved(query, after))) {
    const problem = problemOfSaved(secrets, row);
    if (problem) yield { user_id: row.userId, id: row.id, problem };
  }
  for await (const row of inBatches((after) => selectSealed(query, after))) {
    const problem = problemOfTransaction(secrets, row);
    if (problem) yield { user_id: row.userId, id: row.id, problem };
  }
  for (const row of await selectOfOperator(query)) {
    const problem = problemOfDepositAccount(secrets, row);
    if (problem) yield { id: row.id, problem };
  }
}

function problemOfDepositAccount(
  secrets: Secrets,
  { recorded, isActive, recordedActive, ...row }: DepositAccountRow,
): string | undefined {
  const number = openDepositNumber(secrets, row.accountNumber, row.id);
  if (number === undefined) return unreadable(row.accountNumber);
  if (recorded !== digestSavedAccount(row, { ...row, accountNumber: number })) {
    return 'the record has another bank account';
  }
  if (recordedActive === String(!isActive)) return 'the record says whether users see it otherwise';
  return maskOf(row.accountNumber) === maskToLastFour(number)
    ? undefined
    : 'its last four are of another number';
}

function problemOfSaved(secrets: Secrets, row: SavedAccount): string | undefined {
  const number = openNumber(secrets, row.accountNumber, 'bank_accounts', row);
  if (number === undefined) return unreadable(row.accountNumber);
  if (
    row.recorded
      ? row.recorded !== digestSavedAccount(row, { ...row, accountNumber: number })
      : row.needsRecord
  ) {
    return 'the record has another bank account';
  }
  if (keyIdOfNumber(row.accountNumber) === undefined) return undefined;
  if (maskOf(row.accountNumber) !== maskToLastFour(number)) {
    return 'its last four are of another number';
  }
  return row.hash && isHashOf(secrets, row.hash, number)
    ? undefined
    : 'its hash is of another number';
}

function problemOfTransaction(secrets: Secrets, row: SealedTransaction): string | undefined {
  const { accountNumber } = row.beneficiary;
  const beneficiary = openBeneficiary(secrets, row);
  if (!beneficiary) return unreadable(accountNumber);
  if (maskOf(accountNumber) !== maskToLastFour(beneficiary.accountNumber)) {
    return 'its last four are of another number';
  }
  if (row.hash && !isHashOf(secrets, row.hash, beneficiary.accountNumber)) {
    return 'its hash is of another number';
  }
  const digest = digestBeneficiary(row, beneficiary);
  const isRecorded = row.recorded.every((one) => one === digest);
  return isRecorded ? undefined : 'the record has another beneficiary';
}

function isHashOf(secrets: Secrets, hash: Buffer, number: string): boolean {
  return secrets.fingerprints(number).some((one) => one.equals(hash));
}

function unreadable(stored: Sealed): string {
  return `no key opens it in this row (key ${keyIdOfNumber(stored)})`;
}

async function* inBatches<Row extends { userId: string; id: string }>(
  select: (after: { userId: string; id: string }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = { userId: NO_ID, id: NO_ID };
  for (;;) {
    const rows = await select(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = last;
  }
}

/** Bank accounts of deleted users are erased. */
function selectSaved(query: Query, after: { userId: string; id: string }): Promise<SavedAccount[]> {
  return select(
    query,
    savedColumns,
    `FROM bank_accounts b JOIN users u ON u.id = b.user_id AND u.deleted_at IS NULL
     LEFT JOIN audit_log r ON r.chain_id = b.user_id::text AND r.entity_id = b.id::text AND r.action = 'bankAccount.insert'
     WHERE (b.user_id, b.id) > ($1::uuid, $2::uuid) ORDER BY b.user_id, b.id LIMIT ${BATCH_ROWS}`,
    [after.userId, after.id],
  );
}

function selectOfOperator(query: Query): Promise<DepositAccountRow[]> {
  return select(
    query,
    depositColumns,
    `FROM deposit_accounts a LEFT JOIN LATERAL (SELECT after FROM audit_log
       WHERE chain_id = 'deposit-accounts' AND entity_id = a.id::text AND entity = 'deposit-account'
         AND action IN ('deposit-account.insert', 'deposit-account.update') ORDER BY seq DESC LIMIT 1) AS r ON true
     ORDER BY a.id`,
  );
}

function selectSealed(
  query: Query,
  after: { userId: string; id: string },
): Promise<SealedTransaction[]> {
  return query(
    `WITH batch AS MATERIALIZED (
       SELECT user_id, id, request_key, beneficiary FROM transactions
       WHERE (user_id, id) > ($1::uuid, $2::uuid) AND beneficiary ->> 'accountNumber' ${IS_SEALED}
       ORDER BY user_id, id LIMIT ${BATCH_ROWS}
     ), digests AS (
       SELECT r.chain_id, r.entity_id, array_remove(array_agg(r.after ->> 'beneficiarySha256'), NULL) AS recorded
       FROM audit_log r JOIN batch b ON r.chain_id = b.user_id::text AND r.entity_id = b.id::text
       WHERE r.entity = 'transaction' AND r.after ? 'beneficiarySha256' GROUP BY 1, 2)
     SELECT b.user_id AS "userId", b.id, b.request_key AS "requestKey", b.beneficiary, coalesce(d.recorded, '{}') AS recorded,
       a.account_number_hash AS hash
     FROM batch b LEFT JOIN transaction_accounts a ON a.user_id = b.user_id AND a.transaction_id = b.id
     LEFT JOIN digests d ON d.chain_id = b.user_id::text AND d.entity_id = b.id::text
     ORDER BY b.user_id, b.id`,
    [after.userId, after.id],
  );
}
