import { LIMIT_SETTINGS, SECURITY_SETTINGS } from '#contract/approvals/rules.ts';
import type { GeneralSettings } from '#contract/settings/schema.ts';
import {
  pickSettings,
  type SettingKey,
  type Settings,
  settingKeys,
  settingTable,
} from '#contract/settings/table.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import { readVersion } from '#server/base/project.ts';
import type { Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { isReadable } from '#server/platform/branding/shades.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import type { MailBrand } from '#server/platform/mail/body.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { findMailLogo } from './brand-images.ts';
import { isPolicyChanged, requireFactorToWeaken, restartGracePeriod } from './factor-policy.ts';
import {
  lockSettings,
  type StoredSettings,
  selectServerVersion,
  selectSettings,
  updateSettings,
} from './settings.queries.ts';

export async function getGeneralSettings({ config, db }: Deps): Promise<GeneralSettings> {
  const [version, databaseVersion, productName] = await Promise.all([
    readVersion(config.projectDir),
    selectServerVersion(db.query),
    getBrandName({ config, db }),
  ]);
  return {
    productName,
    version,
    database: { kind: config.databaseUrl ? 'external' : 'embedded', version: databaseVersion },
    runtimeVersion: process.versions.node,
    translationProvider: config.translation.provider,
  };
}

/** Returns all settings: saved values, else the operator's PRODUCT_NAME, else the defaults of `settingTable`. */
export async function getSettings({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<Settings> {
  return readSettings(db.query, config.productName);
}

async function readSettings(query: Query, productName: string): Promise<Settings> {
  const stored = await selectSettings(query);
  const values = settingKeys.map((key) => [
    key,
    stored?.[key] ?? (key === 'brandName' ? productName : settingTable[key].default),
  ]);
  return Object.fromEntries(values) as Settings; // An entry for each key, of the type of its column.
}

/** Returns one setting of those that the environment does not change. */
export async function getSetting<Key extends Exclude<SettingKey, 'brandName'>>(
  query: Query,
  key: Key,
): Promise<Settings[Key]> {
  return (await readSettings(query, ''))[key];
}

export async function getBrandName(deps: Pick<Deps, 'config' | 'db'>): Promise<string> {
  return (await getSettings(deps)).brandName;
}

/** Returns what mails show of the operator. */
export async function getMailBrand(
  deps: Pick<Deps, 'config' | 'db' | 'files' | 'log'>,
): Promise<MailBrand> {
  const { brandName: name, brandColor: color } = await getSettings(deps);
  return { name, color, logo: await findMailLogo(deps) };
}

export async function getVisibleSettings(deps: Deps, actor: Actor): Promise<Partial<Settings>> {
  const isVisible = (key: SettingKey) =>
    actor.role === 'admin' || settingTable[key].audience === 'users';
  return pickSettings(await getSettings(deps), settingKeys.filter(isVisible));
}

/**
 * A name that equals that of the environment is stored as null: it follows later changes of the environment. Throws
 * SECOND_APPROVAL_REQUIRED, or SECOND_FACTOR_MISSING if an administrator without a second factor weakens its rule.
 */
export async function saveSettings(
  deps: Deps,
  actor: Principal,
  changes: Partial<Settings>,
): Promise<Settings> {
  const keys = settingKeys.filter((key) => changes[key] !== undefined);
  for (const key of keys) await checkSetting(key, changes[key]);
  const { productName } = deps.config;
  return runApprovable(deps, actor, async (tx) => {
    await lockSettings(tx.query);
    const before = await readSettings(tx.query, productName);
    const named = Object.fromEntries(keys.map((key) => [key, changes[key]]));
    const after = { ...before, ...named };
    if (keys.length === 0) return before;
    const kinds = approvalKindsOf(before, after);
    await requireFactorToWeaken(tx, actor, { before, after });
    if (kinds.length > 0) {
      await requireApproval(tx, {
        ...{ actor, kinds, command: 'settings.save', input: named },
        targetId: 'settings',
        change: {
          ...({ action: 'settings.update', entity: 'settings' } as const),
          before: pickSettings(before, keys),
          after: pickSettings(after, keys),
        },
      });
    }
    await updateSettings(tx.query, toStored(changes, productName), tx.at);
    await restartGracePeriod(tx, { before, after });
    await recordConfigChange(tx, {
      actor,
      chainId: 'settings',
      entity: 'settings',
      entityId: 'settings',
      before: pickSettings(before, keys),
      after: pickSettings(after, keys),
      event: (op) => ({ entity: 'settings', op }),
      isForAdminsOnly: keys.every((key) => settingTable[key].audience === 'admins'),
    });
    await notifyOfChange(tx, { kind: 'settingsChanged', actor, subject: keys.join() });
    return after;
  });
}

function approvalKindsOf(before: Settings, after: Settings): ApprovalKind[] {
  const isLimit = LIMIT_SETTINGS.some((key) => before[key] !== after[key]);
  const isLooser = SECURITY_SETTINGS.some(({ key, looser }) =>
    looser === 'higher'
      ? Number(after[key]) > Number(before[key])
      : Number(after[key]) < Number(before[key]),
  );
  return [
    ...(isLimit ? (['limits'] as const) : []),
    ...(isLooser ? (['securitySettings'] as const) : []),
    ...(isPolicyChanged(before, after) ? (['rules'] as const) : []),
  ];
}

async function checkSetting(
  key: SettingKey,
  value: Settings[SettingKey] | undefined,
): Promise<void> {
  const rule = settingTable[key];
  const typed = String(value);
  if (rule.type === 'text' && !rule.isValid(typed)) throw appError(rule.error);
  if (key === 'brandColor' && !(await isReadable(typed))) throw appError('INVALID_BRAND_COLOR');
}

function toStored(changes: Partial<Settings>, productName: string): Partial<StoredSettings> {
  return changes.brandName === productName ? { ...changes, brandName: null } : changes;
}
