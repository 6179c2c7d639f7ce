import { appError } from '../../base/errors.ts';
import type { Query, Tx } from '../../db/database.ts';

const tables = {
  banks: { inUse: 'is_active', code: 'BANK_NAME_TAKEN', lock: 7_260_155 },
  sources: { inUse: 'deleted_at IS NULL', code: 'SOURCE_NAME_TAKEN', lock: 7_260_154 },
} as const;
type Table = keyof typeof tables;

/** Locks the names of a table and throws its error code if another active row has an equal name. */
export async function requireFreeName(
  { query }: Tx,
  table: Table,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { inUse, code } = tables[table];
  await lockNames(query, table);
  const [taken] = await query(
    `SELECT 1 FROM ${table}
     WHERE ${comparedName('name')} = ${comparedName('$1::text')} AND ${inUse} AND id <> $2 LIMIT 1`,
    [name, id],
  );
  if (taken) throw appError(code);
}

export async function lockNames(query: Query, table: Table): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [tables[table].lock]);
}

export function comparedName(name: string): string {
  return `lower(regexp_replace(btrim(normalize(${name}, NFKC)), '\\s+', ' ', 'g'))`;
}
