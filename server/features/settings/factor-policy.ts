import { POLICY_SETTINGS } from '#contract/approvals/rules.ts';
import type { Settings } from '#contract/settings/table.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { hasSecondFactor } from '#server/platform/auth/factor-policy.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { isLoopback } from '#server/platform/config/hosts.ts';
import { setFactorSince } from './factor-policy.queries.ts';
import { lockSettings, selectSettings, updateSettings } from './settings.queries.ts';

export function isPolicyChanged(before: Settings, after: Settings): boolean {
  return POLICY_SETTINGS.some((key) => before[key] !== after[key]);
}

/** Throws SECOND_FACTOR_MISSING if an administrator without a second factor weakens the rule for administrators. */
export async function requireFactorToWeaken(
  tx: Tx,
  actor: Principal,
  { before, after }: { before: Settings; after: Settings },
): Promise<void> {
  const isLonger = after.adminFactorDays > before.adminFactorDays;
  const isWeaker = before.adminFactorRequired && (!after.adminFactorRequired || isLonger);
  if (!isWeaker || actor === COMMAND_LINE) return;
  if (!(await hasSecondFactor(tx.query, actor.userId))) throw appError('SECOND_FACTOR_MISSING');
}

/** Starts or ends the time in which administrators can add a second factor, if the rule is switched on or off. */
export async function restartGracePeriod(
  tx: Tx,
  { before, after }: { before: Settings; after: Settings },
): Promise<void> {
  if (before.adminFactorRequired === after.adminFactorRequired) return;
  await setFactorSince(tx.query, after.adminFactorRequired ? tx.at : null);
}

/**
 * Switches the rule on when the server starts where other machines can reach it, unless this was decided before. Without a
 * key for the secrets of apps it stays off, because an administrator might not be able to add a factor.
 */
export async function requireFactorsIfReachable({
  config: { host, publicUrl },
  db,
  log,
}: Pick<Deps, 'config' | 'db' | 'log'>): Promise<void> {
  const isReachable = !isLoopback(host) || publicUrl !== undefined;
  const canAddApps = db.secrets.currentKeyId !== undefined && !db.secrets.isLocked;
  if (!isReachable || !canAddApps) return;
  const isDecided = (await selectSettings(db.query))?.adminFactorRequired !== null;
  if (isDecided) return;
  await db.transaction(async (tx) => {
    await lockSettings(tx.query);
    if ((await selectSettings(tx.query))?.adminFactorRequired !== null) return;
    await updateSettings(tx.query, { adminFactorRequired: true }, tx.at);
    await setFactorSince(tx.query, tx.at);
    await recordConfigChange(tx, {
      actor: 'system',
      chainId: 'settings',
      entity: 'settings',
      entityId: 'settings',
      before: { adminFactorRequired: false },
      after: { adminFactorRequired: true },
      event: (op) => ({ entity: 'settings', op }),
      isForAdminsOnly: true,
    });
    log.info('administrators need a second factor from now on, with time to add one');
  });
}
