import type { Query } from '#server/db/database.ts';

export interface CatalogueTable<Row extends object> {
  table: 'ad_banners' | 'banks' | 'qr_codes' | 'site_urls' | 'sources';
  columns: Record<keyof Row & string, string>;
  isListed: string;
  order: string;
  /** 'row' deletes the row; 'inactive' keeps it for the rows that refer to it; 'marked' adds the time. */
  deletion: 'row' | 'inactive' | 'marked';
  hasUpdatedAt?: boolean;
}

function selectFrom<Row extends object>({ table, columns }: CatalogueTable<Row>): string {
  const fields = Object.entries(columns).map(([field, column]) => `${column} AS "${field}"`);
  return `SELECT ${fields.join(', ')} FROM ${table}`;
}

export async function selectRows<Row extends object>(
  query: Query,
  table: CatalogueTable<Row>,
): Promise<Row[]> {
  return query(`${selectFrom(table)} WHERE ${table.isListed} ORDER BY ${table.order}`);
}

export async function selectActiveRows<Row extends object>(
  query: Query,
  table: CatalogueTable<Row>,
): Promise<Row[]> {
  return query(`${selectFrom(table)} WHERE is_active ORDER BY ${table.order}`);
}

export async function lockRow<Row extends object>(
  query: Query,
  table: CatalogueTable<Row>,
  id: string,
): Promise<Row | undefined> {
  const [row] = await query<Row>(
    `${selectFrom(table)} WHERE id = $1 AND ${table.isListed} FOR UPDATE`,
    [id],
  );
  return row;
}

/** Inserts a row, or updates the row with its id. The time of creation does not change. */
export async function saveRow<Row extends object>(
  query: Query,
  { table, columns, hasUpdatedAt }: CatalogueTable<Row>,
  { row, at }: { row: Row; at: Date },
): Promise<void> {
  const values = new Map<string, unknown>([
    ['created_at', at],
    ...(hasUpdatedAt ? [['updated_at', at] as const] : []),
  ]);
  for (const [field, value] of Object.entries(row)) {
    const column = Reflect.get(columns, field);
    if (column !== undefined) values.set(column, value);
  }
  const names = [...values.keys()];
  const changed = names.filter((name) => name !== 'id' && name !== 'created_at');
  await query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [...values.values()],
  );
}

export async function deleteRow<Row extends object>(
  query: Query,
  { table, deletion }: CatalogueTable<Row>,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  if (deletion === 'row') {
    await query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  } else if (deletion === 'inactive') {
    await query(`UPDATE ${table} SET is_active = false WHERE id = $1`, [id]);
  } else {
    await query(`UPDATE ${table} SET is_active = false, deleted_at = $2 WHERE id = $1`, [id, at]);
  }
}
