import { type SettingKey, type Settings, settingKeys } from '#contract/settings/table.ts';
import type { Query } from '#server/db/database.ts';
import { walletSettings } from '#server/db/schema/settings.ts';
import { selectFirst, selectionOf, selectValue, text } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

/** Stored values. Null: the setting has its default, and the name that of the environment. */
export type StoredSettings = { [Key in SettingKey]: Settings[Key] | null };

const columns = selectionOf(walletSettings, 'w', settingKeys);

export async function selectServerVersion(query: Query): Promise<string> {
  const version = text(`split_part(current_setting('server_version'), ' ', 1)`);
  return (await selectValue(query, version, '')) ?? '';
}

export async function selectSettings(query: Query): Promise<StoredSettings | undefined> {
  return selectFirst(query, columns, 'FROM wallet_settings w WHERE id = 1');
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
  await update(query, walletSettings, {
    set: { ...Object.fromEntries(changed.map((key) => [key, changes[key]])), updatedAt: at },
    where: { id: 1 },
  });
}
