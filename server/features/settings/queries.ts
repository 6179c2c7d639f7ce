import type { ServiceInfo } from '#contract/settings/schema.ts';
import type { Query } from '#server/db/database.ts';

/** Returns PostgreSQL's version, such as `18.4`, without the distribution's suffix. */
export async function selectServerVersion(query: Query): Promise<string> {
  const [row] = await query<{ version: string }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
  );
  return row?.version ?? '';
}

/** Returns the maximum amount of one deposit in paise. */
export async function findMaxDeposit(query: Query): Promise<number | undefined> {
  const [row] = await query<{ paise: number }>(
    'SELECT max_deposit_paise AS paise FROM wallet_settings WHERE id = 1',
  );
  return row?.paise;
}

export async function lockSettings(query: Query): Promise<void> {
  await query('SELECT 1 FROM wallet_settings WHERE id = 1 FOR UPDATE');
}

export async function saveMaxDeposit(query: Query, paise: number, now: Date): Promise<void> {
  await query('UPDATE wallet_settings SET max_deposit_paise = $1, updated_at = $2 WHERE id = 1', [
    paise,
    now,
  ]);
}

/** Returns the undo time of review decisions. */
export async function findUndoSeconds(query: Query): Promise<number | undefined> {
  const [row] = await query<{ seconds: number }>(
    'SELECT undo_seconds AS seconds FROM wallet_settings WHERE id = 1',
  );
  return row?.seconds;
}

export async function saveUndoSeconds(query: Query, seconds: number, now: Date): Promise<void> {
  await query('UPDATE wallet_settings SET undo_seconds = $1, updated_at = $2 WHERE id = 1', [
    seconds,
    now,
  ]);
}

/** Returns the target time for deciding requests. */
export async function findTargetMinutes(query: Query): Promise<number | undefined> {
  const [row] = await query<{ minutes: number }>(
    'SELECT target_minutes AS minutes FROM wallet_settings WHERE id = 1',
  );
  return row?.minutes;
}

export async function saveTargetMinutes(query: Query, minutes: number, now: Date): Promise<void> {
  await query('UPDATE wallet_settings SET target_minutes = $1, updated_at = $2 WHERE id = 1', [
    minutes,
    now,
  ]);
}

export type SavedService = { [Field in keyof ServiceInfo]: string | null };

/** Returns the fields that administrators have saved; others are null. */
export async function findService(query: Query): Promise<SavedService | undefined> {
  const [row] = await query<SavedService>(
    `SELECT support_phone AS "supportPhone", support_email AS "supportEmail",
       processing_time AS "processingTime"
     FROM wallet_settings WHERE id = 1`,
  );
  return row;
}

export async function saveService(query: Query, saved: SavedService, now: Date): Promise<void> {
  await query(
    `UPDATE wallet_settings
     SET support_phone = $1, support_email = $2, processing_time = $3, updated_at = $4 WHERE id = 1`,
    [saved.supportPhone, saved.supportEmail, saved.processingTime, now],
  );
}
