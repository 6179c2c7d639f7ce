import type {
  GeneralSettings,
  Limits,
  ReviewSettings,
  ReviewTarget,
  ServiceInfo,
} from '#contract/settings/schema.ts';
import { formatRupees, type Paise, parseRupees, toPaise } from '#contract/shared/money.ts';
import {
  DEFAULT_MAX_DEPOSIT,
  DEFAULT_TARGET_MINUTES,
  DEFAULT_UNDO_SECONDS,
  HIGHEST_MAX_DEPOSIT,
  isEmail,
  isSupportPhone,
  MIN_DEPOSIT,
  parseProcessingTime,
} from '#contract/shared/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordSharedChange } from '#server/platform/commands/shared-change.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { readVersion } from '#server/platform/runtime/project.ts';
import {
  findMaxDeposit,
  findService,
  findTargetMinutes,
  findUndoSeconds,
  lockSettings,
  saveMaxDeposit,
  saveService,
  saveTargetMinutes,
  saveUndoSeconds,
  selectServerVersion,
} from './queries.ts';

export { findReasonTexts } from './reasons/service.ts';

/** Returns the name and version of the server, and of its database and runtime. */
export async function getGeneralSettings({ config, db }: Deps): Promise<GeneralSettings> {
  const [version, databaseVersion] = await Promise.all([
    readVersion(config.projectDir),
    selectServerVersion(db.query),
  ]);
  return {
    productName: config.productName,
    version,
    database: { kind: config.databaseUrl ? 'external' : 'embedded', version: databaseVersion },
    runtimeVersion: process.versions.node,
    translationProvider: config.translation.provider,
  };
}

export async function getMaxDeposit(query: Query): Promise<Paise> {
  return toPaise((await findMaxDeposit(query)) ?? DEFAULT_MAX_DEPOSIT);
}

export async function getLimits({ db }: Deps): Promise<Limits> {
  return { maxDepositPaise: await getMaxDeposit(db.query) };
}

/** Sets the maximum amount of future deposits, as typed. Throws INVALID_MAX_DEPOSIT. */
export async function setMaxDeposit(deps: Deps, actor: Actor, typed: string): Promise<Limits> {
  const maxDepositPaise = parseMaxDeposit(typed);
  await runCommand(deps, actor, async (tx) => {
    await lockSettings(tx.query);
    const before = { maxDepositPaise: await getMaxDeposit(tx.query) };
    await saveMaxDeposit(tx.query, maxDepositPaise, tx.at);
    await recordChange(tx, { actor, before, after: { maxDepositPaise } });
  });
  return { maxDepositPaise };
}

/** Returns the undo time of review decisions in seconds; 0 means none. */
export async function getUndoSeconds(query: Query): Promise<number> {
  return (await findUndoSeconds(query)) ?? DEFAULT_UNDO_SECONDS;
}

export async function getReviewSettings({ db }: Deps): Promise<ReviewSettings> {
  return { undoSeconds: await getUndoSeconds(db.query) };
}

/** Changes the undo time of future decisions; deferred decisions keep theirs. */
export async function setReviewSettings(
  deps: Deps,
  actor: Actor,
  after: ReviewSettings,
): Promise<ReviewSettings> {
  await runCommand(deps, actor, async (tx) => {
    await lockSettings(tx.query);
    const before = { undoSeconds: await getUndoSeconds(tx.query) };
    await saveUndoSeconds(tx.query, after.undoSeconds, tx.at);
    await recordChange(tx, { actor, before, after });
  });
  return after;
}

/** Returns the target time in which requests should be decided. */
export async function getReviewTarget({ query }: { query: Query }): Promise<ReviewTarget> {
  return { targetMinutes: (await findTargetMinutes(query)) ?? DEFAULT_TARGET_MINUTES };
}

/** Changes the target time, also for requests that are already pending. */
export async function setReviewTarget(
  deps: Deps,
  actor: Actor,
  after: ReviewTarget,
): Promise<ReviewTarget> {
  await runCommand(deps, actor, async (tx) => {
    await lockSettings(tx.query);
    const before = await getReviewTarget(tx);
    await saveTargetMinutes(tx.query, after.targetMinutes, tx.at);
    await recordChange(tx, { actor, before, after });
  });
  return after;
}

/** Returns the saved contact, with values of the configuration for unsaved fields. */
export async function getServiceInfo({ config, db }: Pick<Deps, 'config' | 'db'>) {
  return readService(config.service, db.query);
}

async function readService(own: ServiceInfo, query: Query): Promise<ServiceInfo> {
  const saved = await findService(query);
  return {
    supportPhone: saved?.supportPhone ?? own.supportPhone,
    supportEmail: saved?.supportEmail ?? own.supportEmail,
    processingTime: saved?.processingTime ?? own.processingTime,
  };
}

/**
 * Saves the fields that differ from the server's configuration; the others follow the configuration. Throws
 * INVALID_PHONE, INVALID_EMAIL or INVALID_PROCESSING_TIME.
 */
export async function setServiceInfo(
  deps: Deps,
  actor: Actor,
  after: ServiceInfo,
): Promise<ServiceInfo> {
  if (!isSupportPhone(after.supportPhone)) throw appError('INVALID_PHONE');
  if (!isEmail(after.supportEmail)) throw appError('INVALID_EMAIL');
  if (!parseProcessingTime(after.processingTime)) throw appError('INVALID_PROCESSING_TIME');
  const own = deps.config.service;
  const other = (field: keyof ServiceInfo) => (after[field] === own[field] ? null : after[field]);
  const saved = {
    supportPhone: other('supportPhone'),
    supportEmail: other('supportEmail'),
    processingTime: other('processingTime'),
  };
  await runCommand(deps, actor, async (tx) => {
    await lockSettings(tx.query);
    const before = await readService(own, tx.query);
    await saveService(tx.query, saved, tx.at);
    await recordChange(tx, { actor, before, after });
  });
  return after;
}

interface Change {
  actor: Actor;
  before: object;
  after: object;
}

async function recordChange(tx: Tx, change: Change): Promise<void> {
  await recordSharedChange(tx, {
    ...change,
    chainId: 'settings',
    entity: 'settings',
    entityId: 'settings',
    event: (op) => ({ entity: 'settings', op }),
  });
}

function parseMaxDeposit(typed: string): Paise {
  const amount = parseRupees(typed);
  if (amount !== undefined && amount >= MIN_DEPOSIT && amount <= HIGHEST_MAX_DEPOSIT) return amount;
  throw appError('INVALID_MAX_DEPOSIT', {
    minimum: formatRupees(MIN_DEPOSIT),
    maximum: formatRupees(HIGHEST_MAX_DEPOSIT),
  });
}
