import type { UserId } from '#contract/shared/base.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import {
  type Limits,
  limitErrors,
  NO_LIMITS,
  type RemainingLimits,
  tightestLimit,
  VERIFICATION_LEVELS,
  type VerificationLevel,
} from '#contract/verification-limits/rules.ts';
import type { LevelLimits, OwnLimits } from '#contract/verification-limits/schema.ts';
import { indianPeriodsOf } from '#server/base/days.ts';
import { appError } from '#server/base/errors.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import {
  lockLimits,
  saveLimits,
  selectLevel,
  selectLimits,
  selectLimitsOf,
  sumRequests,
  type UsedAmounts,
} from './verification-limits.queries.ts';

/** Returns the limits of all levels, from the lowest. */
export async function listLevelLimits(query: Query): Promise<LevelLimits[]> {
  const stored = await selectLimits(query);
  return VERIFICATION_LEVELS.map(
    (level) => stored.find((limits) => limits.level === level) ?? { level, ...NO_LIMITS },
  );
}

/** Changes the limits of a level. They apply to requests from then on. Throws SECOND_APPROVAL_REQUIRED or TOO_MANY_APPROVALS. */
export async function saveLevelLimits(
  deps: Deps,
  actor: Actor,
  limits: LevelLimits,
): Promise<LevelLimits> {
  await runApprovable(deps, actor, async (tx) => {
    await lockLimits(tx.query);
    const all = await listLevelLimits(tx.query);
    const before = all.find(({ level }) => level === limits.level) ?? null;
    await requireApproval(tx, {
      ...{ actor, kinds: ['limits'], command: 'verificationLimits.save', input: limits },
      targetId: limits.level,
      change: {
        ...({ action: 'verification-limits.update', entity: 'verification-limits' } as const),
        before,
        after: limits,
      },
    });
    await saveLimits(tx.orm, limits);
    await recordConfigChange(tx, {
      actor,
      chainId: 'settings',
      entity: 'verification-limits',
      entityId: limits.level,
      before,
      after: limits,
      event: (op) => ({ entity: 'settings', op }),
    });
    const subject = `verification-limits ${limits.level}`;
    await notifyOfChange(tx, { kind: 'settingsChanged', actor, subject });
  });
  return limits;
}

/** Returns a user's level, its limits and what remains of them. Throws USER_NOT_FOUND. */
export async function getOwnLimits(
  { db, clock }: Deps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<OwnLimits> {
  const { day, month } = indianPeriodsOf(clock.now());
  const periods = { day, month };
  const [level, all, [deposits], [withdrawals]] = await Promise.all([
    selectLevel(db.query, userId),
    listLevelLimits(db.query),
    sumRequests(db.query, { type: 'deposit', userIds: [userId] }, periods),
    sumRequests(db.query, { type: 'withdrawal', userIds: [userId] }, periods),
  ]);
  const found = all.find((limits) => limits.level === level);
  if (!level || !found) throw appError('USER_NOT_FOUND');
  const { level: _, ...limits } = found;
  return {
    level,
    limits,
    deposit: toRemaining(limits, 'deposit', deposits),
    withdrawal: toRemaining(limits, 'withdrawal', withdrawals),
    dayEndsAt: day.until,
    monthEndsAt: month.until,
  };
}

/** The amounts that the users of a batch can still deposit or withdraw. */
export interface OpenLimits {
  /** Throws an error of `limitErrors` if the amount exceeds what remains. */
  check(userId: UserId, amountPaise: number): void;
  /** Subtracts a new request, so that later requests of the batch are checked against the rest. */
  use(userId: UserId, amountPaise: number): void;
}

interface UserLimits {
  limits: Limits;
  remaining: RemainingLimits;
}

/**
 * Reads the limits of users whose wallets are locked, so that no concurrent request of theirs is missing in the sums.
 * Requests are summed only for users with a limit for a day or a month.
 */
export async function openLimits(
  tx: Tx,
  { type, userIds }: { type: TransactionType; userIds: readonly UserId[] },
): Promise<OpenLimits> {
  const periods = indianPeriodsOf(tx.at);
  const levels = await selectLimitsOf(tx.query, userIds);
  const summed = levels.filter((limits) => {
    const { day, month } = limitsOfType(limits, type);
    return day !== null || month !== null;
  });
  const wanted = { type, userIds: summed.map(({ userId }) => userId) };
  const sums = summed.length > 0 ? await sumRequests(tx.query, wanted, periods) : [];
  const used = new Map(sums.map((sum) => [sum.userId, sum]));
  const byUser = new Map<UserId, UserLimits>(
    levels.map((limits) => [
      limits.userId,
      { limits, remaining: toRemaining(limits, type, used.get(limits.userId)) },
    ]),
  );
  const endsAt = { transaction: undefined, day: periods.day.until, month: periods.month.until };
  return {
    check(userId, amountPaise) {
      const user = byUser.get(userId);
      const tightest = user && tightestLimit(user.remaining);
      if (!tightest || amountPaise <= tightest.remainingPaise) return;
      const { period, remainingPaise } = tightest;
      const until = endsAt[period]?.toISOString();
      throw appError(limitErrors[type][period], {
        remaining: formatRupees(remainingPaise),
        maximum: formatRupees(limitsOfType(user.limits, type)[period] ?? remainingPaise),
        remainingPaise,
        ...(until && { until }),
      });
    },
    use(userId, amountPaise) {
      const user = byUser.get(userId);
      if (user) user.remaining = subtract(user.remaining, amountPaise);
    },
  };
}

function limitsOfType(limits: Limits, type: TransactionType) {
  return {
    transaction: limits[`${type}TransactionPaise`],
    day: limits[`${type}DayPaise`],
    month: limits[`${type}MonthPaise`],
  };
}

function toRemaining(
  limits: Limits,
  type: TransactionType,
  used: UsedAmounts | undefined,
): RemainingLimits {
  const { transaction, day, month } = limitsOfType(limits, type);
  return {
    perTransactionPaise: transaction,
    leftTodayPaise: restOf(day, used?.todayPaise),
    leftThisMonthPaise: restOf(month, used?.thisMonthPaise),
  };
}

function subtract(remaining: RemainingLimits, amountPaise: number): RemainingLimits {
  return {
    ...remaining,
    leftTodayPaise: restOf(remaining.leftTodayPaise, amountPaise),
    leftThisMonthPaise: restOf(remaining.leftThisMonthPaise, amountPaise),
  };
}

/** Requests before a limit was lowered can exceed it. */
function restOf(limitPaise: number | null, usedPaise = 0): number | null {
  return limitPaise === null ? null : Math.max(0, limitPaise - usedPaise);
}

/** Throws USER_NOT_FOUND. */
export async function getLevel(query: Query, userId: UserId): Promise<VerificationLevel> {
  const level = await selectLevel(query, userId);
  if (!level) throw appError('USER_NOT_FOUND');
  return level;
}
