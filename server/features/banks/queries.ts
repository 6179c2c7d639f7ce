import type { Bank } from '#contract/banks/schema.ts';
import type { Query } from '#server/db/database.ts';

export async function selectActiveBanks(query: Query): Promise<Bank[]> {
  return query('SELECT id, name, code FROM banks WHERE is_active ORDER BY name, id');
}

export async function lockBank(query: Query, id: string): Promise<Bank | undefined> {
  const [row] = await query<Bank>(
    'SELECT id, name, code FROM banks WHERE id = $1 AND is_active FOR UPDATE',
    [id],
  );
  return row;
}

export async function saveBank(query: Query, row: Bank, now: Date): Promise<void> {
  await query(
    `INSERT INTO banks (id, name, code, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, code = excluded.code`,
    [row.id, row.name, row.code, now],
  );
}

export async function deactivateBank(query: Query, id: string): Promise<void> {
  await query('UPDATE banks SET is_active = false WHERE id = $1', [id]);
}
