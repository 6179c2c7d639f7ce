import { z } from 'zod';
import { day, forAdmins, forUsers, id, paiseSum } from './base.ts';
import { ownTransaction } from './transactions.ts';

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
      summary: 'Money a day, pending requests by age, deposits by source',
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
      }),
    ),
};
