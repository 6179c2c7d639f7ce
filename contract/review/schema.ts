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
  paragraph,
  requestKey,
  transactionId,
  userId,
} from '../shared/base.ts';
import { USER_STATUSES } from '../shared/enums.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { TRANSACTION_TYPES } from '../transactions/rules.ts';
import { adminTransaction, relatedRequest, transactionDetails } from '../transactions/schema.ts';
import {
  MAX_CONFIRMED_DUPLICATES,
  MAX_DECISIONS_AT_ONCE,
  MAX_DECISIONS_IN_A_CALL,
  MAX_DIFFERENT_REASON,
} from './rules.ts';

/** Why a payment is not the one that was credited with its reference number. */
export const differentReason = paragraph(MAX_DIFFERENT_REASON).min(1);

export const differentPayments = z
  .array(z.object({ id: transactionId, reason: differentReason }))
  .max(MAX_CONFIRMED_DUPLICATES)
  .optional();

const decision = z.enum(['approved', 'rejected']);
export type Decision = z.infer<typeof decision>;

/** A request and the receipt that the reviewer saw; null if the request has none. */
export const seenReceipt = z.object({
  id: transactionId,
  receiptUrl: z.string().max(500).nullable(),
});

const decisionFields = {
  decision,
  notes: notes.optional(),
  /** Active source to which an approved deposit is attributed. */
  sourceId: id.optional(),
  reasonId: id.optional(),
  /**
   * Approved requests with the receipt of a request to approve, that the client has shown. If a receipt was approved with
   * any other request, approving it again fails with RECEIPT_ALREADY_APPROVED. Repeat it with these ids and a new key.
   */
  confirmedDuplicateIds: z.array(transactionId).max(MAX_CONFIRMED_DUPLICATES).optional(),
  /**
   * Requests whose reference number was credited before, although it is that of another payment, each with the reason. A second
   * administrator always confirms it. Without it, approving them fails with PAYMENT_ALREADY_CREDITED.
   */
  differentPayments,
  requestKey,
};

/** Outcome for one request: only its id if the decision succeeded, otherwise also why it was refused. */
export const decisionResult = z.object({
  id: transactionId,
  /** With the data of the error. */
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

/** Earlier requests of the same person and type; the counts have an upper limit. */
const pastRequests = z.object({
  approved: z.int(),
  rejected: z.int(),
  /** Average of the approved requests; null if there are none. */
  averagePaise: paise.nullable(),
  /** The newest three requests of any status. */
  last: z.array(relatedRequest),
});
export type PastRequests = z.infer<typeof pastRequests>;

/** A decision that can still be undone. Its request stays pending until the decision is executed. */
export const waitingDecision = z.object({
  decision,
  decidedBy: z.string(),
  isOwn: z.boolean(),
  undoMs: z.int(),
});
export type WaitingDecision = z.infer<typeof waitingDecision>;

/** Which reviewer a request is assigned to. Other reviewers are assigned other requests but may still decide it. */
const claim = z.object({
  claimedBy: z.string(),
  isOwn: z.boolean(),
});
export type Claim = z.infer<typeof claim>;

/** Whether the approval of a request waits for a second administrator. */
const isHeld = z.boolean();

export const queuedRequest = adminTransaction.extend({
  isHeld,
  waiting: waitingDecision.nullable(),
  claim: claim.nullable(),
});
export type QueuedRequest = z.infer<typeof queuedRequest>;

const underWay = z.object({
  id: transactionId,
  isHeld,
  waiting: waitingDecision.nullable(),
  claim: claim.nullable(),
});
export type UnderWay = z.infer<typeof underWay>;

export const deskRequest = z.object({
  request: transactionDetails,
  isHeld,
  waiting: waitingDecision.nullable(),
  claim: claim.nullable(),
  person: z.object({
    id: userId,
    /** First and last name; null if neither was given. */
    fullName: z.string().nullable(),
    status: z.enum(USER_STATUSES),
    since: z.date(),
    balancePaise: paise,
    heldPaise: paise,
  }),
  deposits: pastRequests,
  withdrawals: pastRequests,
  /** False if the person has more transactions than were counted. */
  isWholeHistory: z.boolean(),
  sameReceipt: z.array(relatedRequest),
  sameAmount: z.array(relatedRequest),
  /** History of the withdrawal's bank account; null for deposits. */
  account: z.object({ paidBefore: z.int(), isAlsoOfOthers: z.boolean() }).nullable(),
});
export type DeskRequest = z.infer<typeof deskRequest>;

export const review = {
  queue: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/transactions/queue',
      summary: 'Pending requests of a type, oldest first',
    })
    .input(
      z.object({ type: z.enum(TRANSACTION_TYPES), cursor: cursor.optional(), limit: pageSize }),
    )
    .output(pageOf(queuedRequest)),
  underWay: forAdmins('requests:read')
    .route({
      method: 'GET',
      path: '/transactions/under-way',
      summary: 'Requests under review, and requests whose decision can still be undone',
    })
    .output(z.array(underWay)),
  desk: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/transactions/{id}/desk',
      summary: 'A request with the facts for its review',
    })
    .errors(errorsOf('TRANSACTION_NOT_FOUND'))
    .input(z.object({ id: transactionId }))
    .output(deskRequest),
  claim: forAdmins('requests:decide')
    .route({
      method: 'POST',
      path: '/transactions/{id}/claim',
      summary: 'Claim a pending request for the caller for two minutes',
    })
    .input(z.object({ id: transactionId }))
    .output(z.object({ claim: claim.nullable() })),
  /** The REST path of `decide` with `undoable`, for clients that expect an error instead of a refusal. */
  decideOne: forAdmins('requests:decide')
    .meta({
      stepUp: 'aboveLimit',
      approval: ['deposit', 'withdrawal', 'connectedAccount', 'differentPayment'],
    })
    .route({
      method: 'POST',
      path: '/transactions/{id}/decision',
      summary: 'Decide a request after its undo time',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'TRANSACTION_NOT_FOUND',
        'ALREADY_DECIDED',
        'DECISION_WAITING',
        'DECISION_UNDONE',
        'OWN_REQUEST',
        'ACCOUNT_FROZEN',
        'RECEIPT_ALREADY_APPROVED',
        'PAYMENT_ALREADY_CREDITED',
        'SOURCE_NOT_FOUND',
        'REASON_NOT_FOUND',
        'AMOUNT_OUT_OF_RANGE',
        'INSUFFICIENT_BALANCE',
        'IDEMPOTENCY_CONFLICT',
        ...SECOND_APPROVAL,
      ),
    )
    .input(z.object({ id: transactionId, ...decisionFields }))
    /** Undo time in milliseconds; 0 if the decision was executed immediately. */
    .output(z.object({ undoMs: z.int() })),
  undo: forAdmins('requests:decide')
    .route({
      method: 'DELETE',
      path: '/transactions/{id}/decision',
      summary: 'Undo a decision of the caller before it takes effect',
    })
    .errors(errorsOf('TRANSACTION_NOT_FOUND', 'ALREADY_DECIDED'))
    .input(z.object({ id: transactionId }))
    .output(done),
  undoAll: forAdmins('requests:decide')
    .route({
      method: 'POST',
      path: '/transactions/decisions/undo',
      summary: 'Undo decisions of the caller before they take effect, with a result for each',
    })
    .input(z.object({ ids: z.array(transactionId).min(1).max(MAX_DECISIONS_AT_ONCE) }))
    .output(z.object({ results: z.array(decisionResult) })),
  decide: forAdmins('requests:decide')
    .meta({
      stepUp: 'aboveLimit',
      scope: 'requests:decide',
      approval: ['deposit', 'withdrawal', 'connectedAccount', 'differentPayment'],
    })
    .route({
      method: 'POST',
      path: '/transactions/decisions',
      summary: 'Approve or reject pending requests, with a result for each',
    })
    .errors(
      errorsOf('STEP_UP_REQUIRED', 'SOURCE_NOT_FOUND', 'REASON_NOT_FOUND', 'IDEMPOTENCY_CONFLICT'),
    )
    .input(
      z
        .object({
          /**
           * Lists of up to 500 are decided in one transaction, longer ones in parts. If such a call fails, repeat it
           * with the same key: it continues.
           */
          ids: z.array(transactionId).min(1).max(MAX_DECISIONS_IN_A_CALL),
          /**
           * Requests whose warnings the client has reviewed. If given, approving any other request that has a warning
           * fails with WARNING_NOT_ACKNOWLEDGED.
           */
          acknowledgedIds: z.array(transactionId).max(MAX_DECISIONS_IN_A_CALL).optional(),
          /**
           * Defers the decision of a single request until the undo time is over. An API key cannot undo, so its
           * decisions are executed immediately.
           */
          undoable: z.boolean().optional(),
          /**
           * Receipts that the client has shown. If the receipt of one of these requests was replaced since, approving the
           * request fails with RECEIPT_REPLACED.
           */
          seenReceipts: z.array(seenReceipt).max(MAX_DECISIONS_AT_ONCE).optional(),
          ...decisionFields,
        })
        .refine(({ ids, undoable }) => !undoable || ids.length === 1, {
          error: 'Only the decision of a single request can be undone',
          path: ['undoable'],
        }),
    )
    .output(
      z.object({
        results: z.array(decisionResult),
        /** With `undoable`: undo time in milliseconds; 0 if the decision was executed immediately or refused. */
        undoMs: z.int().optional(),
      }),
    ),
};
