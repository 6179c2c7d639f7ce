import { MAX_MAPPINGS, type SavedMapping } from '#contract/statements/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertSelect, insertStatement, type NewRow } from '#server/db/insert-many.ts';
import {
  statementAccounts,
  statementImports,
  statementLines,
  statementMappings,
} from '#server/db/schema/statements.ts';
import { type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const accountColumns = selectionOf(statementAccounts, 'a', ['id', 'name', 'lastFour', 'isActive']);
export type AccountRow = Selected<typeof accountColumns>;

export async function findAccount(query: Query, id: string): Promise<AccountRow | undefined> {
  return selectFirst(query, accountColumns, 'FROM statement_accounts a WHERE id = $1', [id]);
}

/** Locks an account, so that its imports run one after another. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return selectFirst(
    tx.lock,
    accountColumns,
    'FROM statement_accounts a WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
}

const importColumns = selectionOf(statementImports, 't');
export type ImportRow = Selected<typeof importColumns>;

export async function insertImport(tx: Tx, row: NewRow<typeof statementImports>): Promise<void> {
  const { text, values } = insertStatement(statementImports, [row]);
  await tx.query(text, values);
}

/** The database reads the JSON, because parsing it here would block other requests of the server. */
const INSERT_LINES = `${insertSelect(statementLines, {
  id: 'l.id',
  accountId: '$1::uuid',
  importId: '$2::uuid',
  lineKey: 'l.key',
  row: 'l.row',
  bookedOn: 'l."bookedOn"',
  valueOn: 'l."valueOn"',
  paise: 'l.paise',
  narration: 'l.narration',
  reference: 'l.reference',
  transactionId: 'l."transactionId"',
  balancePaise: 'l."balancePaise"',
  rail: 'l.rail',
  utr: 'l.utr',
  utrs: `array_to_string(l.utrs, ' ')`,
  ourReference: 'l."ourReference"',
  vpa: 'l.vpa',
  isReturn: 'l."isReturn"',
  claimedPaise: '0',
})} FROM json_to_recordset($3::json) AS l (id uuid, key text, row int, "bookedOn" date, "valueOn" date, paise bigint,
    narration text, reference text, "transactionId" text, "balancePaise" bigint, rail text, utr text, utrs text[],
    "ourReference" text, vpa text, "isReturn" boolean)
  WHERE NOT EXISTS (SELECT FROM statement_lines s WHERE s.account_id = $1 AND s.line_key = l.key)
    AND NOT EXISTS (SELECT FROM statement_line_keys k WHERE k.account_id = $1 AND k.line_key = l.key)`;

/** Stores the lines of a part that the account does not have, as `selectByKeys` finds them. */
export async function insertNewLines(
  tx: Tx,
  { accountId, importId, part }: { accountId: string; importId: string; part: string },
): Promise<void> {
  await tx.query(INSERT_LINES, [accountId, importId, part]);
}

export async function findImport(query: Query, id: string): Promise<ImportRow | undefined> {
  return selectFirst(query, importColumns, 'FROM statement_imports t WHERE id = $1', [id]);
}

/** Returns whether a later import of the account found lines of this one, or lines on the same days that it did not add. */
export async function isFollowed(query: Query, row: ImportRow): Promise<boolean> {
  const found = await query(
    `SELECT FROM statement_imports WHERE account_id = $1 AND undone_at IS NULL AND (created_at, id) > ($2, $3)
       AND known_lines > 0 AND first_day <= $5::date AND last_day >= $4::date
     UNION ALL
     SELECT FROM statement_line_keys k JOIN statement_lines l ON l.id = k.line_id WHERE l.import_id = $3 LIMIT 1`,
    [row.accountId, row.createdAt, row.id, row.firstDay, row.lastDay],
  );
  return found.length > 0;
}

export async function removeLines(
  tx: Tx,
  { id, undoneBy }: { id: string; undoneBy: string },
): Promise<void> {
  await tx.query('DELETE FROM statement_line_keys WHERE import_id = $1', [id]);
  await tx.query('DELETE FROM statement_lines WHERE import_id = $1', [id]);
  await update(tx.query, statementImports, { set: { undoneAt: tx.at, undoneBy }, where: { id } });
}

const mappingColumns = selectionOf(statementMappings, 'm', [
  ...(['fingerprint', 'columns', 'signs', 'dateOrder'] as const),
]);

export async function selectMappings(query: Query): Promise<SavedMapping[]> {
  return select(
    query,
    mappingColumns,
    'FROM statement_mappings m ORDER BY created_at DESC LIMIT $1',
    [MAX_MAPPINGS],
  );
}

/** Replaces the mapping of these headings and removes the oldest ones above the limit. */
export async function saveMapping(
  tx: Tx,
  { savedBy, ...mapping }: SavedMapping & { savedBy: string },
): Promise<void> {
  const row = { ...mapping, savedBy, createdAt: tx.at };
  const { text, values } = insertStatement(statementMappings, [row]);
  await tx.query(
    `${text} ON CONFLICT (fingerprint) DO UPDATE SET columns = excluded.columns, signs = excluded.signs,
       date_order = excluded.date_order, saved_by = excluded.saved_by, created_at = excluded.created_at`,
    values,
  );
  await tx.query(
    `DELETE FROM statement_mappings WHERE fingerprint IN (
       SELECT fingerprint FROM statement_mappings ORDER BY created_at DESC, fingerprint OFFSET $1)`,
    [MAX_MAPPINGS],
  );
}
