import type { Query } from '#server/db/database.ts';

/** PostgreSQL's version, such as `18.4`; what a distribution adds to it in brackets is left out. */
export async function selectServerVersion(query: Query): Promise<string> {
  const [row] = await query<{ version: string }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
  );
  return row?.version ?? '';
}

/** The highest amount of one deposit, in paise. */
export async function findMaxDeposit(query: Query): Promise<number | undefined> {
  const [row] = await query<{ paise: number }>(
    'SELECT max_deposit_paise AS paise FROM wallet_settings WHERE id = 1',
  );
  return row?.paise;
}

/** Selects what is set for all for a change. */
export async function lockSettings(query: Query): Promise<void> {
  await query('SELECT 1 FROM wallet_settings WHERE id = 1 FOR UPDATE');
}

export async function saveMaxDeposit(query: Query, paise: number, now: Date): Promise<void> {
  await query('UPDATE wallet_settings SET max_deposit_paise = $1, updated_at = $2 WHERE id = 1', [
    paise,
    now,
  ]);
}
