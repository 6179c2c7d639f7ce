import { randomUUID } from 'node:crypto';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/database.ts';
import { countOf } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { digestSavedAccount } from '../ledger/beneficiary-digest.ts';
import { type AuditEntry, recordAudit } from '../platform/commands/audit.ts';
import { toStoredNumber } from '../platform/secrets/account-numbers.ts';
import { type ImportedKind, insertRows, remember } from './rows.ts';
import { inBatches, progressOf, type StagedTable, type Staging } from './staging.ts';

const ROWS_PER_BATCH = 500;

interface Belonging {
  n: number;
  oldId: string;
  userId: string;
  [column: string]: string | number | boolean | Date | object | null;
}

/** If a user has several default accounts, the newest stays the default. */
export async function planAccounts({ query, findings }: Staging): Promise<void> {
  await query(
    'UPDATE old_accounts AS a SET comes = false FROM old_users AS u WHERE u.id = a.user_id AND NOT u.comes',
  );
  const second = `SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place
    FROM old_accounts WHERE comes AND is_default`;
  await findings.addFrom(
    'second-default',
    'bank_accounts',
    `SELECT id, NULL AS detail FROM (${second}) AS placed WHERE place > 1 ORDER BY 1`,
  );
  await query(
    `UPDATE old_accounts AS a SET is_default = false FROM (${second}) AS placed WHERE placed.id = a.id AND place > 1`,
  );
}

export function importAccounts(deps: Deps, staging: Staging): Promise<number> {
  return bring(deps, staging, {
    kind: 'bank-account',
    staged: 'old_accounts',
    what: 'bank accounts',
    select: `holder, number, bank, ifsc, old.created_at AS "createdAt",
      is_default AND NOT EXISTS (SELECT FROM bank_accounts AS mine
        WHERE mine.user_id = u.new_id AND mine.is_default AND mine.deleted_at IS NULL) AS "isDefault"`,
    where: 'old.comes',
    insert: insertAccounts,
  });
}

type SaltedRow = Belonging & { id: string; digestSalt: string };

async function insertAccounts(tx: Tx, rows: (Belonging & { id: string })[]): Promise<void> {
  const salted = rows.map((row): SaltedRow => ({ ...row, digestSalt: randomUUID() }));
  await insertRows(
    tx,
    'bank_accounts',
    salted.map((row) => ({
      user_id: row.userId,
      id: row.id,
      account_holder_name: row.holder ?? null,
      ...numberColumns(tx, row),
      bank_name: row.bank ?? null,
      ifsc_code: row.ifsc ?? null,
      is_default: row.isDefault ?? false,
      created_at: row.createdAt ?? null,
      digest_salt: row.digestSalt,
    })),
  );
  await recordAudit(tx, { actor: COMMAND_LINE, entries: salted.map(toAuditEntry) });
}

function toAuditEntry(row: SaltedRow): AuditEntry {
  const beneficiarySha256 = digestSavedAccount(row, {
    accountHolderName: String(row.holder),
    accountNumber: String(row.number),
    bankName: String(row.bank),
    ifscCode: row.ifsc == null ? null : String(row.ifsc),
  });
  return {
    chainId: row.userId,
    action: 'bankAccount.insert',
    entity: 'bankAccount',
    entityId: row.id,
    before: null,
    after: { isDefault: row.isDefault === true, beneficiarySha256 },
  };
}

function numberColumns({ secrets }: Tx, row: Belonging & { id: string }) {
  const stored = toStoredNumber(secrets, String(row.number), row);
  const hash = stored.accountNumberHash;
  return {
    account_number: String(stored.accountNumber),
    account_number_hash: hash && `\\x${hash.toString('hex')}`,
  };
}

export function importNotifications(deps: Deps, staging: Staging): Promise<number> {
  return bring(deps, staging, {
    kind: 'notification',
    staged: 'old_notifications',
    what: 'notifications',
    select: 'title, message, type, category, read, data, old.created_at AS "createdAt"',
    where: 'true',
    insert: (tx, rows) =>
      insertRows(
        tx,
        'notifications',
        rows.map((row) => ({
          user_id: row.userId,
          id: row.id ?? null,
          title: row.title ?? null,
          message: row.message ?? null,
          type: row.type ?? null,
          params: {},
          category: row.category ?? null,
          read: row.read ?? false,
          data: row.data ?? {},
          created_at: row.createdAt ?? null,
        })),
      ),
  });
}

interface Bringing {
  kind: ImportedKind;
  staged: StagedTable;
  what: string;
  select: string;
  where: string;
  insert(tx: Tx, rows: (Belonging & { id: string })[]): Promise<void>;
}

/** Inserts rows of users who were imported, unless a row was imported before. Returns the number of rows. */
async function bring({ db }: Deps, staging: Staging, bringing: Bringing): Promise<number> {
  const { kind, staged, what, select, where, insert } = bringing;
  await staging.query(
    `CREATE TEMPORARY TABLE coming_${staged} AS
     SELECT row_number() OVER (ORDER BY u.new_id, old.created_at, old.id)::int AS n, old.id AS "oldId", u.new_id AS "userId", ${select}
     FROM ${staged} AS old JOIN old_users AS u ON u.id = old.user_id
     WHERE ${where} AND u.comes AND u.new_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM imported_rows AS came WHERE came.kind = '${kind}' AND came.old_id = old.id)`,
  );
  await staging.query(`CREATE INDEX ON coming_${staged} (n)`);
  const total = await countOf(staging.query, `coming_${staged}`);
  const progress = progressOf(staging, what, total);
  const rows = `SELECT * FROM coming_${staged}`;
  for await (const batch of inBatches<Belonging>(staging, rows, ROWS_PER_BATCH)) {
    const named = batch.map((row) => ({ ...row, id: newId() }));
    await db.transaction(async (tx) => {
      await insert(tx, named);
      const came = named.map(({ oldId, id }) => ({ oldId, newId: id }));
      remember(tx, kind, came);
    });
    progress(batch.length);
  }
  return total;
}
