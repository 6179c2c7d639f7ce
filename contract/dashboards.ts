import { z } from 'zod';
import { day, forAdmins, forUsers, id, paiseSum } from './base.ts';
import { TRANSACTION_TYPES } from './rules.ts';
import { ownTransaction, reasonTexts } from './transactions.ts';

/** Approved money of a day (Asia/Kolkata), by when it was approved. */
export const dailyFlow = z.object({ day, depositPaise: paiseSum, withdrawalPaise: paiseSum });
export type DailyFlow = z.infer<typeof dailyFlow>;

export const PENDING_AGES = ['hour', 'day', 'threeDays', 'older'] as const;

/** Whether the parts of the product work at this moment. */
export const health = z.object({
  database: z.boolean(),
  authentication: z.boolean(),
  transactions: z.boolean(),
});
export type Health = z.infer<typeof health>;

/** The requests of a type that wait. */
const waitingRequests = z.object({
  type: z.enum(TRANSACTION_TYPES),
  count: z.int(),
  amountPaise: paiseSum,
  /** When the one that waits longest was made; null when none waits. */
  oldestAt: z.date().nullable(),
  /** How many wait for longer than they should; a lower bound unless it is exact. */
  overdue: z.int(),
  overdueIsExact: z.boolean(),
});
export type WaitingRequests = z.infer<typeof waitingRequests>;

/** What one person has decided. */
const decisions = z.object({
  /** Null when the account does not exist any more. */
  userName: z.string().nullable(),
  approved: z.int(),
  rejected: z.int(),
});
export type Decisions = z.infer<typeof decisions>;

/** Rejections for one reason; null where none of the canned reasons was named. */
const rejections = z.object({ reason: reasonTexts.nullable(), count: z.int() });
export type Rejections = z.infer<typeof rejections>;

export const dashboards = {
  /** Without administrators' adjustments. */
  own: forUsers
    .route({
      method: 'GET',
      path: '/dashboards/own',
      summary: 'How many transactions the caller has, and how many wait',
    })
    .output(z.object({ totalTransactions: z.int(), pendingRequests: z.int() })),
  /** Without administrators' adjustments. */
  recent: forUsers
    .route({
      method: 'GET',
      path: '/dashboards/recent',
      summary: "The caller's newest ten transactions",
    })
    .output(z.array(ownTransaction)),
  admin: forAdmins
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
  charts: forAdmins
    .meta({ scope: 'reports:read' })
    .route({
      method: 'GET',
      path: '/dashboards/charts',
      summary: 'Money a day, pending requests by age, deposits by source, rejections by reason',
    })
    .input(z.object({ days: z.coerce.number<number>().pipe(z.literal([30, 90])) }))
    .output(
      z.object({
        /** One row a day, oldest first, today last. */
        daily: z.array(dailyFlow),
        /** Under an hour, under a day, under three days, older. */
        pendingAge: z.array(z.object({ bucket: z.enum(PENDING_AGES), count: z.int() })),
        /** Deposits approved in these days, most money first; null where nobody named a source. */
        bySource: z.array(
          z.object({
            sourceId: id.nullable(),
            sourceName: z.string().nullable(),
            count: z.int(),
            amountPaise: paiseSum,
          }),
        ),
        /** Requests rejected in these days, the most frequent reason first. */
        byReason: z.array(rejections),
      }),
    ),
  work: forAdmins
    .route({
      method: 'GET',
      path: '/dashboards/work',
      summary: 'What waits for a decision, and who has decided today',
    })
    .output(
      z.object({
        /** How long requests should wait at most. */
        targetMinutes: z.int(),
        queue: z.array(waitingRequests),
        /** Since midnight in India; who decided most comes first. */
        decidedToday: z.array(decisions),
      }),
    ),
};
