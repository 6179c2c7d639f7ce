import { z } from 'zod';
import { APPROVAL_STATES } from '../approvals/rules.ts';
import { CLOSURE_STATES } from '../closures/rules.ts';
import { APPROVAL_KINDS, ROLES } from '../shared/enums.ts';
import {
  TRANSACTION_KINDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../transactions/rules.ts';

const id = z.uuid();
const time = z.iso.datetime();
const paise = z.int();

const request = z.object({
  id,
  userId: id,
  type: z.enum(TRANSACTION_TYPES),
  kind: z.enum(TRANSACTION_KINDS),
  amountPaise: paise,
  status: z.enum(TRANSACTION_STATUSES),
  referenceId: z.string(),
  /** Reference number of a deposit's payment as the user entered it; null without one. */
  utr: z.string().nullable(),
  createdAt: time,
  /** Null while the request is pending. */
  decidedAt: time.nullable(),
});
const user = z.object({ userId: id });
const approval = z.object({
  approvalId: id,
  state: z.enum(APPROVAL_STATES),
  kind: z.enum(APPROVAL_KINDS),
  /** The audit action that the request is about. */
  action: z.string(),
  /** Id of the object that the request changes; null for a new administrator, who has no id yet. */
  targetId: z.string().nullable(),
  /** The user whom the request concerns; null if it concerns none. */
  userId: id.nullable(),
  amountPaise: paise.nullable(),
  /** The administrator who made the request; null if it was made on the server's command line. */
  requestedBy: id.nullable(),
  /** Number of confirmations that the request needs. */
  confirmationsNeeded: z.int(),
  expiresAt: time,
});

/** No personal data. Receivers rely on it: fields may be added, but not removed or changed. */
export const webhookEvents = {
  'deposit.requested': { summary: 'A user requested a deposit', data: request },
  'deposit.approved': { summary: 'A deposit was approved', data: request },
  'deposit.rejected': { summary: 'A deposit was rejected', data: request },
  'deposit.cancelled': { summary: 'A user cancelled a pending deposit', data: request },
  'withdrawal.requested': { summary: 'A user requested a withdrawal', data: request },
  'withdrawal.approved': { summary: 'A withdrawal was approved', data: request },
  'withdrawal.rejected': { summary: 'A withdrawal was rejected', data: request },
  'withdrawal.cancelled': { summary: 'A user cancelled a pending withdrawal', data: request },
  'balance.adjusted': {
    summary: 'An administrator adjusted a balance',
    data: z.object({
      userId: id,
      transactionId: id,
      referenceId: z.string(),
      previousBalancePaise: paise,
      balancePaise: paise,
    }),
  },
  'user.created': {
    summary: 'An administrator created a user',
    data: z.object({ userId: id, role: z.enum(ROLES), createdAt: time }),
  },
  'user.activated': { summary: 'A user was activated', data: user },
  'user.deactivated': { summary: 'A user was deactivated', data: user },
  'user.frozen': {
    summary: 'A user was frozen: no deposits, withdrawals or changes of bank accounts',
    data: user,
  },
  'user.unfrozen': { summary: 'A user was unfrozen', data: user },
  'user.deleted': {
    summary: 'A user was deleted',
    data: z.object({
      userId: id,
      rejectedTransactions: z.array(id),
    }),
  },
  'user.closure': {
    summary: 'A user requested to close the account, or such a request ended without a deletion',
    data: z.object({ userId: id, closureId: id, state: z.enum(CLOSURE_STATES) }),
  },
  'approval.requested': { summary: 'An action waits for a second approval', data: approval },
  'approval.confirmed': {
    summary: 'A request for a second approval got its last confirmation and was carried out',
    data: approval,
  },
  'approval.refused': {
    summary: 'An administrator rejected a request for a second approval',
    data: approval,
  },
  'approval.withdrawn': {
    summary: 'The administrator who made a request for a second approval took it back',
    data: approval,
  },
  'approval.expired': { summary: 'A request for a second approval expired', data: approval },
  'approval.failed': {
    summary: 'A request for a second approval could not be carried out',
    data: approval,
  },
  'audit.head': {
    summary: 'The server signed a head of the audit log, at most once a minute',
    data: z.object({
      treeSize: z.int(),
      /** The root of the Merkle tree (RFC 9162) over the first `treeSize` records, base64. */
      rootHash: z.string(),
      /** The signed head, as `wallet audit head` prints it. */
      checkpoint: z.string(),
    }),
  },
} as const satisfies Record<string, { summary: string; data: z.ZodObject }>;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]; // A closed table that is not empty.

export const WEBHOOK_TEST = 'webhook.test';
export const webhookTestData = z.object({ webhookId: id });

export type WebhookEventData = {
  [Event in WebhookEvent]: { type: Event; data: z.infer<(typeof webhookEvents)[Event]['data']> };
}[WebhookEvent];

export function webhookBody(type: string, data: z.ZodObject) {
  return z.object({
    /** Equal for all attempts and webhooks. */
    id,
    type: z.literal(type),
    createdAt: time,
    data,
  });
}
