import { type SettingKey, type Settings, settingKeys } from '#contract/settings/table.ts';
import type { Query } from '#server/db/database.ts';
import { walletSettings } from '#server/db/schema/settings.ts';

/** Stored values. Null: the setting has its default, and the name that of the environment. */
export type StoredSettings = { [Key in SettingKey]: Settings[Key] | null };

const columnOf = (key: SettingKey) => walletSettings[key].name;
const COLUMNS = settingKeys.map((key) => `${columnOf(key)} AS "${key}"`).join(', ');

export async function selectServerVersion(query: Query): Promise<string> {
  const [row] = await query<{ version: string }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
  );
  return row?.version ?? '';
}

export async function selectSettings(query: Query): Promise<StoredSettings | undefined> {
  const [row] = await query<StoredSettings>(`SELECT ${COLUMNS} FROM wallet_settings WHERE id = 1`);
  return row;
}

export async function lockSettings(query: Query): Promise<void> {
  await query('SELECT 1 FROM wallet_settings WHERE id = 1 FOR UPDATE');
}

export async function updateSettings(
  query: Query,
  changes: Partial<StoredSettings>,
  at: Date,
): Promise<void> {
  const changed = settingKeys.filter((key) => changes[key] !== undefined);
  const assignments = changed.map((key, index) => `${columnOf(key)} = $${index + 2}`);
  await query(
    `UPDATE wallet_settings SET ${['updated_at = $1', ...assignments].join(', ')} WHERE id = 1`,
    [at, ...changed.map((key) => changes[key])],
  );
}
