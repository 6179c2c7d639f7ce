import type { Query, Tx } from '../db/database.ts';
import { insertMany } from '../db/insert-many.ts';
import { importedRows } from '../db/schema/imports.ts';
import { select, selectionOf } from '../db/selection.ts';

type Cell = string | number | boolean | Date | object | null;

/** Kinds of imported rows, recorded so that a repeated import skips them. */
export type ImportedKind =
  | 'user'
  | 'transaction'
  | 'adjustment'
  | 'bank-account'
  | 'bank'
  | 'source'
  | 'known-bank'
  | 'known-source'
  | 'site-url'
  | 'notification'
  | 'receipt'
  | 'avatar'
  | 'qr-code'
  | 'banner';

/** Inserts rows that all have the same columns. */
export async function insertRows(
  tx: Tx,
  table: string,
  rows: Record<string, Cell>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await tx.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** Records rows as imported in this transaction. Fails if a row was imported before. */
export function remember(
  tx: Tx,
  kind: ImportedKind,
  rows: { oldId: string; newId: string }[],
): void {
  insertMany(
    tx,
    importedRows,
    rows.map((row) => ({ ...row, kind, createdAt: tx.at })),
  );
}

const ids = selectionOf(importedRows, 'i', ['oldId', 'newId']);

/** Returns the new ids of imported rows by their former ids. */
export async function findImported(
  query: Query,
  kind: ImportedKind,
  oldIds: string[],
): Promise<Map<string, string>> {
  const statement = `SELECT ${ids.sql} FROM imported_rows i WHERE kind = $1 AND old_id = ANY ($2::text[])`;
  const rows = await select(query, ids, statement, [kind, oldIds]);
  return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
}

/** Error for balances that changed between planning and posting. */
export function usedMeanwhile(): Error {
  return new Error(
    'Someone moved money here while it was imported. Stop the server, restore the backup from before, and begin again.',
  );
}
