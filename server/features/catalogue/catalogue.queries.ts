import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Query } from '#server/db/database.ts';
import { countOf, type Selection, select, selectFirst } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

export interface CatalogueTable<Row extends object> {
  table: PgTable;
  columns: Selection<Row>;
  isListed: string;
  order: string;
  /** 'row' deletes the row; 'inactive' keeps it for the rows that refer to it; 'marked' adds the time. */
  deletion: 'row' | 'inactive' | 'marked';
}

const from = ({ table }: { table: PgTable }) => `FROM ${getTableName(table)} t`;

export async function selectRows<Row extends object>(
  query: Query,
  table: CatalogueTable<Row>,
): Promise<Row[]> {
  const { columns, isListed, order } = table;
  return select(query, columns, `${from(table)} WHERE ${isListed} ORDER BY ${order}`);
}

export async function selectActiveRows<Row extends object>(
  query: Query,
  table: CatalogueTable<Row>,
): Promise<Row[]> {
  return select(query, table.columns, `${from(table)} WHERE is_active ORDER BY ${table.order}`);
}

export async function countRows<Row extends object>(
  query: Query,
  { table, isListed }: CatalogueTable<Row>,
): Promise<number> {
  return countOf(query, `${getTableName(table)} t WHERE ${isListed}`);
}

export async function lockRow<Row extends object>(
  query: Query,
  table: CatalogueTable<Row>,
  id: string,
): Promise<Row | undefined> {
  return selectFirst(
    query,
    table.columns,
    `${from(table)} WHERE id = $1 AND ${table.isListed} FOR UPDATE`,
    [id],
  );
}

/** Inserts a row, or updates the row with its id. The time of creation does not change. */
export async function saveRow<Row extends object>(
  query: Query,
  { table }: CatalogueTable<Row>,
  { row, at }: { row: Row; at: Date },
): Promise<void> {
  const columns = getTableColumns(table);
  const fields = { createdAt: at, ...('updatedAt' in columns && { updatedAt: at }), ...row };
  const names = Object.keys(fields).map((field) => {
    const column = columns[field];
    if (!column) throw new Error(`${getTableName(table)} has no column ${field}`);
    return column.name;
  });
  const changed = names.filter((name) => name !== 'id' && name !== 'created_at');
  await query(
    `INSERT INTO ${getTableName(table)} (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    Object.values(fields),
  );
}

export async function deleteRow<Row extends object>(
  query: Query,
  { table, deletion }: CatalogueTable<Row>,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  if (deletion === 'row') {
    await query(`DELETE FROM ${getTableName(table)} WHERE id = $1`, [id]);
  } else {
    const deletedAt = deletion === 'marked' && { deletedAt: at };
    await update(query, table, { set: { isActive: false, ...deletedAt }, where: { id } });
  }
}
