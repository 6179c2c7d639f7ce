import { z } from 'zod';
import { day, forAdmins, forUsers, id, paiseSum } from '../shared/base.ts';
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

const decisions = z.object({
  userName: z.string().nullable(),
  approved: z.int(),
  rejected: z.int(),
});
export type Decisions = z.infer<typeof decisions>;

/** Null if no canned reason was given. */
const rejections = z.object({ reason: reasonTexts.nullable(), count: z.int() });
export type Rejections = z.infer<typeof rejections>;

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
      summary: "Pending and overdue requests, and today's decisions by administrator",
    })
    .output(
      z.object({
        targetMinutes: z.int(),
        queue: z.array(waitingRequests),
        /** Decisions since midnight in Asia/Kolkata, most active administrator first. */
        decidedToday: z.array(decisions),
      }),
    ),
};
