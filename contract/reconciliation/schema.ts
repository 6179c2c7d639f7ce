import { z } from 'zod';
import { MAX_CONFIRMED_DUPLICATES } from '../review/rules.ts';
import {
  decisionResult,
  differentPayments,
  differentReason,
  seenReceipt,
  waitingDecision,
} from '../review/schema.ts';
import {
  cursor,
  done,
  forAdmins,
  id,
  pageOf,
  pageSize,
  paise,
  paiseSum,
  paragraph,
  requestKey,
  transactionId,
  userId,
} from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { statementLine } from '../statements/schema.ts';
import { adminTransaction } from '../transactions/schema.ts';
import {
  LINE_FINDINGS,
  MATCH_GRADES,
  MATCH_KINDS,
  MATCH_REASONS,
  MATCH_STATES,
  MAX_ACCEPTED_AT_ONCE,
  MAX_NOT_OURS_NOTE,
  MAX_PARTS,
} from './rules.ts';

/** A part of a line that is the money of a request, or a line that is not for us. */
export const statementMatch = z.object({
  id,
  kind: z.enum(MATCH_KINDS),
  grade: z.enum(MATCH_GRADES),
  reason: z.enum(MATCH_REASONS),
  paise,
  note: z.string().nullable(),
  state: z.enum(MATCH_STATES),
  /** Chosen for an approval of the request that has not taken effect. */
  isWaiting: z.boolean(),
  /** That approval, while it can still be undone. */
  waiting: waitingDecision.nullable(),
  /** Code of the error that refused an automatic approval. */
  notAutomatic: z.string().nullable(),
  createdAt: z.date(),
  createdBy: z.string().nullable(),
  acceptedAt: z.date().nullable(),
  acceptedBy: z.string().nullable(),
  endedAt: z.date().nullable(),
  endedBy: z.string().nullable(),
  line: statementLine,
  /** Null if the line is not for us, or if the account of the request was deleted. */
  request: adminTransaction.nullable(),
});
export type StatementMatch = z.infer<typeof statementMatch>;

/** A line with unclaimed money. */
const openLine = statementLine.extend({ unclaimedPaise: paise });

/** A line that names a request but was not matched with it, and why. */
const foundLine = openLine.extend({ finding: z.enum(LINE_FINDINGS) });
export type FoundLine = z.infer<typeof foundLine>;

export const unclaimedLine = openLine.extend({
  finding: z.enum(LINE_FINDINGS).nullable(),
  /** Requests that the line may belong to. */
  requests: z.array(adminTransaction),
});
export type UnclaimedLine = z.infer<typeof unclaimedLine>;

/** By match, or by request for a match by hand: why the request was not approved. */
export const matchResult = decisionResult.extend({ id });
export type MatchResult = z.infer<typeof matchResult>;

/** Money of the operator's bank accounts, from the ledger. */
const accountBalances = z.object({
  accountId: id,
  accountName: z.string(),
  bankPaise: paiseSum,
  unclaimedPaise: paiseSum,
  matchedPaise: paiseSum,
  notOursPaise: paiseSum,
  paidOutPaise: paiseSum,
});

export type AccountBalances = z.infer<typeof accountBalances>;

/** Receipts and warnings that the client has shown, as in `review.decide`. */
const seen = {
  confirmedDuplicateIds: z.array(transactionId).max(MAX_CONFIRMED_DUPLICATES).optional(),
  differentPayments,
  acknowledgedIds: z.array(transactionId).max(MAX_ACCEPTED_AT_ONCE).optional(),
  seenReceipts: z.array(seenReceipt).max(MAX_ACCEPTED_AT_ONCE).optional(),
};
const count = z.object({ count: z.int(), paise: paiseSum });
const page = { cursor: cursor.optional(), limit: pageSize };
/** When the newest statement was imported; null if there is none. */
const upTo = z.date().nullable();

export const reconciliation = {
  summary: forAdmins('reconciliation:read')
    .route({
      method: 'GET',
      path: '/reconciliation/summary',
      summary: 'Numbers of proposed matches, unclaimed money and requests without money',
    })
    .output(
      z.object({
        certain: count,
        likely: count,
        possible: count,
        unclaimed: count,
        waiting: count,
        upTo,
      }),
    ),
  balances: forAdmins('reconciliation:read')
    .route({
      method: 'GET',
      path: '/reconciliation/balances',
      summary: 'Received, matched and unclaimed money of each bank account',
    })
    .output(z.array(accountBalances)),
  matches: forAdmins('reconciliation:read')
    .route({ method: 'GET', path: '/reconciliation/matches', summary: 'Matches, newest first' })
    .input(
      z.object({
        state: z.enum(['proposed', 'accepted']),
        grade: z.enum(MATCH_GRADES).optional(),
        ...page,
      }),
    )
    .output(pageOf(statementMatch)),
  unclaimed: forAdmins('reconciliation:read')
    .route({
      method: 'GET',
      path: '/reconciliation/unclaimed',
      summary: 'Received money without a request, newest first',
    })
    .input(z.object(page))
    .output(pageOf(unclaimedLine)),
  waiting: forAdmins('reconciliation:read')
    .route({
      method: 'GET',
      path: '/reconciliation/waiting',
      summary: 'Pending deposits without money, oldest first',
    })
    .input(z.object(page))
    .output(pageOf(adminTransaction).extend({ upTo })),
  evidence: forAdmins('reconciliation:read')
    .route({
      method: 'GET',
      path: '/reconciliation/requests/{id}',
      summary: 'The matches of a request that were not undone, and lines that name it',
    })
    .input(z.object({ id: transactionId }))
    .output(z.object({ matches: z.array(statementMatch), found: z.array(foundLine), upTo })),
  accept: forAdmins('reconciliation:match')
    .meta({ stepUp: 'aboveLimit', approval: ['deposit', 'connectedAccount', 'differentPayment'] })
    .route({
      method: 'POST',
      path: '/reconciliation/matches/accept',
      summary: 'Accept proposed matches and approve their requests, with a result for each',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', 'IDEMPOTENCY_CONFLICT'))
    .input(
      z.object({
        ids: z.array(id).min(1).max(MAX_ACCEPTED_AT_ONCE),
        /** Defers the approvals until the undo time is over. */
        undoable: z.boolean().optional(),
        ...seen,
        requestKey,
      }),
    )
    .output(
      z.object({
        results: z.array(matchResult),
        /** With `undoable`: undo time in milliseconds; 0 if nothing can be undone. */
        undoMs: z.int().optional(),
      }),
    ),
  match: forAdmins('reconciliation:match')
    .meta({ stepUp: 'aboveLimit', approval: ['deposit', 'connectedAccount', 'differentPayment'] })
    .route({
      method: 'POST',
      path: '/reconciliation/matches',
      summary: 'Match a line with requests by hand, and approve those that have their whole amount',
    })
    .errors(
      errorsOf(
        ...([
          'STEP_UP_REQUIRED',
          'IDEMPOTENCY_CONFLICT',
          'STATEMENT_LINE_NOT_FOUND',
          'STATEMENT_LINE_USED',
          'TRANSACTION_NOT_FOUND',
          'MATCH_ABOVE_REQUEST',
        ] as const),
      ),
    )
    .input(
      z.object({
        lineId: id,
        parts: z
          .array(z.object({ requestId: transactionId, paise: paise.min(1) }))
          .min(1)
          .max(MAX_PARTS),
        ...seen,
        requestKey,
      }),
    )
    .output(z.object({ results: z.array(matchResult) })),
  markNotOurs: forAdmins('reconciliation:match')
    .route({
      method: 'POST',
      path: '/reconciliation/not-ours',
      summary: 'Mark the unclaimed money of a line as not for us',
    })
    .errors(
      errorsOf(
        'STATEMENT_LINE_NOT_FOUND',
        'STATEMENT_LINE_USED',
        'NOT_OURS_REASON_REQUIRED',
        'IDEMPOTENCY_CONFLICT',
      ),
    )
    .input(z.object({ lineId: id, note: paragraph(MAX_NOT_OURS_NOTE), requestKey }))
    .output(z.object({ id })),
  /** The credit is a balance adjustment, with its rules and limits. */
  createDeposit: forAdmins('balances:adjust')
    .meta({
      stepUp: 'always',
      approval: ['deposit', 'adjustment', 'connectedAccount', 'administrator', 'differentPayment'],
    })
    .route({
      method: 'POST',
      path: '/reconciliation/deposits',
      summary: 'Credit unclaimed money of a line to a user',
    })
    .errors(
      errorsOf(
        ...([
          'STEP_UP_REQUIRED',
          'STATEMENT_LINE_NOT_FOUND',
          'STATEMENT_LINE_USED',
          'STATEMENT_LINE_REQUESTED',
          'PAYMENT_ALREADY_CREDITED',
          'USER_NOT_FOUND',
          'OWN_ACCOUNT_PROTECTED',
          'ADJUSTMENT_ABOVE_MAXIMUM',
          'ADJUSTMENT_DAY_LIMIT',
          'BALANCE_ABOVE_MAXIMUM',
          'IDEMPOTENCY_CONFLICT',
          ...SECOND_APPROVAL,
        ] as const),
      ),
    )
    .input(
      z.object({
        lineId: id,
        userId,
        /** The unclaimed part of the line if it is omitted. */
        paise: paise.min(1).optional(),
        reason: paragraph(MAX_NOT_OURS_NOTE).optional(),
        /** Why it is another payment than the one that was credited with its reference number. */
        differentReason: differentReason.optional(),
        requestKey,
      }),
    )
    .output(z.object({ id: transactionId })),
  undo: forAdmins('reconciliation:match')
    .route({
      method: 'POST',
      path: '/reconciliation/matches/{id}/undo',
      summary: 'Undo a match, and the other matches of its request. Approved money stays credited',
    })
    .errors(errorsOf('MATCH_NOT_FOUND', 'MATCH_IS_CREDIT'))
    .input(z.object({ id }))
    .output(done),
  restore: forAdmins('reconciliation:match')
    .route({
      method: 'POST',
      path: '/reconciliation/matches/{id}/restore',
      summary: 'Let a proposal that was dismissed be made again',
    })
    .errors(errorsOf('MATCH_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
  undoDeposit: forAdmins('balances:adjust')
    .meta({ stepUp: 'always', approval: ['adjustment', 'administrator'] })
    .route({
      method: 'POST',
      path: '/reconciliation/deposits/{id}/undo',
      summary: 'Take back a deposit that was created from a line, by the id of its match',
    })
    .errors(
      errorsOf(
        ...([
          'STEP_UP_REQUIRED',
          'MATCH_NOT_FOUND',
          'USER_NOT_FOUND',
          'OWN_ACCOUNT_PROTECTED',
          'INSUFFICIENT_BALANCE',
          'ADJUSTMENT_ABOVE_MAXIMUM',
          'ADJUSTMENT_DAY_LIMIT',
          ...SECOND_APPROVAL,
        ] as const),
      ),
    )
    .input(z.object({ id }))
    .output(done),
};
