import { z } from 'zod';
import {
  cursor,
  done,
  forAdmins,
  id,
  notes,
  pageOf,
  pageSize,
  paise,
  requestKey,
  transactionId,
  userId,
} from './base.ts';
import { errorsOf } from './errors.ts';
import {
  MAX_DECISIONS_AT_ONCE,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  USER_STATUSES,
} from './rules.ts';
import { adminTransaction, transactionDetails } from './transactions.ts';

const decision = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof decision>;

/** A decision and what is said with it. */
const said = {
  decision,
  notes: notes.optional(),
  /** Attributes approved deposits to an active source. */
  sourceId: id.optional(),
  /** Of a rejection: a canned reason, which the notes follow. */
  reasonId: id.optional(),
  requestKey,
};

/** What became of one request: nothing but its id where the decision stands, or why it could not be decided. */
export const decisionResult = z.object({
  id: transactionId,
  /**
   * TRANSACTION_NOT_FOUND, ALREADY_DECIDED, DECISION_WAITING, OWN_REQUEST, WARNING_NOT_ACKNOWLEDGED,
   * AMOUNT_OUT_OF_RANGE or INSUFFICIENT_BALANCE, with its data.
   */
  refusal: z
    .object({
      code: z.string(),
      data: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .optional(),
    })
    .optional(),
});
export type DecisionResult = z.infer<typeof decisionResult>;

/** Another request, as far as it tells something about the one that is looked at. */
export const relatedRequest = z.object({
  id: transactionId,
  userName: z.string(),
  amountPaise: paise,
  status: z.enum(TRANSACTION_STATUSES),
  createdAt: z.date(),
  receiptUrl: z.string().nullable(),
});
export type RelatedRequest = z.infer<typeof relatedRequest>;

/** A person's requests of one type that came before the one looked at, as far as they are counted. */
const pastRequests = z.object({
  approved: z.int(),
  rejected: z.int(),
  /** Of the approved ones; null when there is none. */
  averagePaise: paise.nullable(),
  /** The newest three, whatever became of them. */
  last: z.array(relatedRequest),
});
export type PastRequests = z.infer<typeof pastRequests>;

/** A decision that can still be undone: until it is carried out its request is pending. */
const waitingDecision = z.object({
  decision,
  /** The username of who made it. */
  decidedBy: z.string(),
  isOwn: z.boolean(),
  /** For how long it can be undone. */
  undoMs: z.int(),
});
export type WaitingDecision = z.infer<typeof waitingDecision>;

/** On whose desk a request lies: others are dealt others, but may decide it. */
const claim = z.object({
  /** A username. */
  claimedBy: z.string(),
  isOwn: z.boolean(),
});
export type Claim = z.infer<typeof claim>;

/** A pending request as the desk's queue shows it. */
export const queuedRequest = adminTransaction.extend({
  waiting: waitingDecision.nullable(),
  claim: claim.nullable(),
});
export type QueuedRequest = z.infer<typeof queuedRequest>;

/** A pending request that lies on a desk, or whose decision can still be undone. */
const underWay = z.object({
  id: transactionId,
  waiting: waitingDecision.nullable(),
  claim: claim.nullable(),
});
export type UnderWay = z.infer<typeof underWay>;

/** A request with everything that helps to decide it. */
export const deskRequest = z.object({
  request: transactionDetails,
  waiting: waitingDecision.nullable(),
  claim: claim.nullable(),
  person: z.object({
    id: userId,
    /** First and last name; null while the person has given neither. */
    fullName: z.string().nullable(),
    status: z.enum(USER_STATUSES),
    since: z.date(),
    balancePaise: paise,
    heldPaise: paise,
  }),
  deposits: pastRequests,
  withdrawals: pastRequests,
  /** False when the person has more transactions than are counted. */
  isWholeHistory: z.boolean(),
  /** Other deposits with the very same picture as their receipt. */
  sameReceipt: z.array(relatedRequest),
  /** Other pending requests of the type for the same amount. */
  sameAmount: z.array(relatedRequest),
  /** Of a withdrawal: what is known of the bank account that it goes to. */
  account: z.object({ paidBefore: z.int(), isAlsoOfOthers: z.boolean() }).nullable(),
});
export type DeskRequest = z.infer<typeof deskRequest>;

export const review = {
  queue: forAdmins
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/transactions/queue',
      summary: 'Pending requests of a type, the one that waits longest first',
    })
    .input(
      z.object({ type: z.enum(TRANSACTION_TYPES), cursor: cursor.optional(), limit: pageSize }),
    )
    .output(pageOf(queuedRequest)),
  underWay: forAdmins
    .route({
      method: 'GET',
      path: '/transactions/under-way',
      summary: 'The requests that lie on desks, and those whose decision can still be undone',
    })
    .output(z.array(underWay)),
  desk: forAdmins
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/transactions/{id}/desk',
      summary: 'A request with what helps to decide it',
    })
    .errors(errorsOf('TRANSACTION_NOT_FOUND'))
    .input(z.object({ id: transactionId }))
    .output(deskRequest),
  claim: forAdmins
    .route({
      method: 'POST',
      path: '/transactions/{id}/claim',
      summary: 'Say that a pending request lies on the desk of the caller, for two minutes',
    })
    .input(z.object({ id: transactionId }))
    /** Whose it is then. */
    .output(z.object({ claim: claim.nullable() })),
  decideOne: forAdmins
    .route({
      method: 'POST',
      path: '/transactions/{id}/decision',
      summary: 'Decide a request once the time in which that can be undone is over',
    })
    .errors(
      errorsOf(
        'TRANSACTION_NOT_FOUND',
        'ALREADY_DECIDED',
        'DECISION_WAITING',
        'DECISION_UNDONE',
        'OWN_REQUEST',
        'SOURCE_NOT_FOUND',
        'REASON_NOT_FOUND',
        'AMOUNT_OUT_OF_RANGE',
        'INSUFFICIENT_BALANCE',
        'IDEMPOTENCY_CONFLICT',
      ),
    )
    .input(z.object({ id: transactionId, ...said }))
    /** For how long it can be undone; 0 when it is done. */
    .output(z.object({ undoMs: z.int() })),
  undo: forAdmins
    .route({
      method: 'DELETE',
      path: '/transactions/{id}/decision',
      summary: "Take the caller's decision back while it waits",
    })
    .errors(errorsOf('TRANSACTION_NOT_FOUND', 'ALREADY_DECIDED'))
    .input(z.object({ id: transactionId }))
    .output(done),
  decide: forAdmins
    .meta({ scope: 'requests:decide' })
    .route({
      method: 'POST',
      path: '/transactions/decisions',
      summary: 'Approve or reject pending requests, each with its own result',
    })
    .errors(errorsOf('SOURCE_NOT_FOUND', 'REASON_NOT_FOUND', 'IDEMPOTENCY_CONFLICT'))
    .input(
      z.object({
        ids: z.array(transactionId).min(1).max(MAX_DECISIONS_AT_ONCE),
        /**
         * Requests whose warnings the caller has checked. When given, an approval of any other request with a
         * warning is refused with WARNING_NOT_ACKNOWLEDGED.
         */
        acknowledgedIds: z.array(transactionId).max(MAX_DECISIONS_AT_ONCE).optional(),
        ...said,
      }),
    )
    .output(z.object({ results: z.array(decisionResult) })),
};
