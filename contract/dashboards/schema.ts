import { z } from 'zod';
import { day, forAdmins, forUsers, id, paiseSum, userId } from '../shared/base.ts';
import { TRANSACTION_TYPES } from '../transactions/rules.ts';
import { ownTransaction, reasonTexts } from '../transactions/schema.ts';

export const dailyFlow = z.object({ day, depositPaise: paiseSum, withdrawalPaise: paiseSum });
export type DailyFlow = z.infer<typeof dailyFlow>;

export const PENDING_AGES = ['hour', 'day', 'threeDays', 'older'] as const;

export const health = z.object({
  database: z.boolean(),
  authentication: z.boolean(),
  transactions: z.boolean(),
});
export type Health = z.infer<typeof health>;

const waitingRequests = z.object({
  type: z.enum(TRANSACTION_TYPES),
  count: z.int(),
  amountPaise: paiseSum,
  oldestAt: z.date().nullable(),
  /** Number of requests that are pending longer than the target; a lower bound unless `overdueIsExact`. */
  overdue: z.int(),
  overdueIsExact: z.boolean(),
});
export type WaitingRequests = z.infer<typeof waitingRequests>;

/** Work that is no deposit or withdrawal. The caller sees the kinds that their permissions allow. */
export const OTHER_WORK = ['approval', 'verification', 'message', 'closure'] as const;
const otherWork = z.object({
  kind: z.enum(OTHER_WORK),
  /** At most MAX_COUNTED_WORK. */
  count: z.int(),
  oldestAt: z.date().nullable(),
});
export type OtherWork = z.infer<typeof otherWork>;

/** Money that was approved today, adjustments included. */
const todayFlow = z.object({
  type: z.enum(TRANSACTION_TYPES),
  count: z.int(),
  amountPaise: paiseSum,
});
export type TodayFlow = z.infer<typeof todayFlow>;

/** An administrator who used the product within the last minutes. */
const atWork = z.object({
  userId,
  userName: z.string(),
  lastSeenAt: z.date(),
  /** Number of requests that this administrator has open on the desk. */
  claimed: z.int(),
});
export type AtWork = z.infer<typeof atWork>;

const decisions = z.object({
  /** Null after the account is deleted. */
  userId: userId.nullable(),
  userName: z.string().nullable(),
  approved: z.int(),
  rejected: z.int(),
});
export type Decisions = z.infer<typeof decisions>;

/** Each part is null if the caller may not see it. */
const failures = z.object({
  webhooks: z
    .object({
      active: z.int(),
      /** Webhooks whose last attempt failed, or that were stopped. */
      failing: z.array(
        z.object({ id, url: z.string(), since: z.date().nullable(), pending: z.int() }),
      ),
    })
    .nullable(),
  backups: z
    .object({
      /** Whether this server writes backups (BACKUP_DIR). */
      isOn: z.boolean(),
      completeAt: z.date().nullable(),
      isLate: z.boolean(),
      missingFiles: z.int(),
    })
    .nullable(),
  verification: z
    .object({
      /** Whether this server verifies regularly (VERIFY_EVERY). */
      isOn: z.boolean(),
      checkedAt: z.date().nullable(),
      /** The invariants that do not hold. */
      failed: z.array(z.string()),
      brokenChains: z.int(),
    })
    .nullable(),
  mails: z
    .object({
      /** Whether this server sends e-mails (SMTP_URL). */
      isOn: z.boolean(),
      /** E-mails of the last 30 days that could not be sent. */
      failed: z.int(),
    })
    .nullable(),
});
export type Failures = z.infer<typeof failures>;

/** Null if no canned reason was given. */
const rejections = z.object({ reason: reasonTexts.nullable(), count: z.int() });
export type Rejections = z.infer<typeof rejections>;

const work = z.object({
  targetMinutes: z.int(),
  queue: z.array(waitingRequests),
  others: z.array(otherWork),
  /** The current day in Asia/Kolkata. */
  day,
  today: z.array(todayFlow),
  /** Most recently seen first. */
  atWork: z.array(atWork),
  /** Decisions since midnight in Asia/Kolkata, most active administrator first. */
  decidedToday: z.array(decisions),
});
export type Work = z.infer<typeof work>;

export const dashboards = {
  /** Excludes adjustments made by administrators. */
  own: forUsers
    .route({
      method: 'GET',
      path: '/dashboards/own',
      summary: "Numbers of the caller's transactions and of the pending ones",
    })
    .output(z.object({ totalTransactions: z.int(), pendingRequests: z.int() })),
  /** Excludes adjustments made by administrators. */
  recent: forUsers
    .route({
      method: 'GET',
      path: '/dashboards/recent',
      summary: "The caller's newest ten transactions",
    })
    .output(z.array(ownTransaction)),
  admin: forAdmins('reports:read')
    .meta({ scope: 'reports:read' })
    .route({ method: 'GET', path: '/dashboards/admin', summary: 'Totals of the whole product' })
    .output(
      z.object({
        totalUsers: z.int(),
        pendingTransactions: z.int(),
        totalTransactions: z.int(),
        totalDepositsPaise: paiseSum,
        totalWithdrawalsPaise: paiseSum,
        health,
      }),
    ),
  charts: forAdmins('reports:read')
    .meta({ scope: 'reports:read' })
    .route({
      method: 'GET',
      path: '/dashboards/charts',
      summary: 'Daily amounts, pending requests by age, deposits by source, rejections by reason',
    })
    .input(z.object({ days: z.coerce.number<number>().pipe(z.literal([30, 90])) }))
    .output(
      z.object({
        /** One row a day, oldest first, ending today. */
        daily: z.array(dailyFlow),
        pendingAge: z.array(z.object({ bucket: z.enum(PENDING_AGES), count: z.int() })),
        /** Deposits approved in these days, largest amount first; null without a source. */
        bySource: z.array(
          z.object({
            sourceId: id.nullable(),
            sourceName: z.string().nullable(),
            count: z.int(),
            amountPaise: paiseSum,
          }),
        ),
        byReason: z.array(rejections),
      }),
    ),
  work: forAdmins('reports:read')
    .route({
      method: 'GET',
      path: '/dashboards/work',
      summary: "What waits, today's money and decisions, and which administrators are at work",
    })
    .output(work),
  failures: forAdmins('reports:read')
    .route({
      method: 'GET',
      path: '/dashboards/failures',
      summary: 'Failing webhooks, failed e-mails, the newest backup and verification',
    })
    .output(failures),
};
