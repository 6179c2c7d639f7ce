import { z } from 'zod';
import {
  cursor,
  day,
  forAdmins,
  forUsers,
  pageOf,
  pageSize,
  paise,
  requestKey,
  searchTerm,
  transactionId,
  userId,
} from '../shared/base.ts';
import { errorsOf, OF_SUBJECT } from '../shared/errors.ts';
import { TRANSACTION_KINDS, TRANSACTION_TYPES } from './rules.ts';
import { TRANSACTION_STATUSES } from './states.ts';
import { REQUEST_WARNINGS } from './warnings.ts';

export const beneficiary = z.object({
  accountHolderName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  ifscCode: z.string().nullable(),
});
export type Beneficiary = z.infer<typeof beneficiary>;

/** A canned reason as worded when it was given. A missing language falls back to the catalogue, then to English. */
export const reasonTexts = z.object({
  en: z.string(),
  hi: z.string().optional(),
  te: z.string().optional(),
  ml: z.string().optional(),
  ta: z.string().optional(),
  kn: z.string().optional(),
});
export type ReasonTexts = z.infer<typeof reasonTexts>;

const core = {
  id: transactionId,
  type: z.enum(TRANSACTION_TYPES),
  kind: z.enum(TRANSACTION_KINDS),
  amountPaise: paise,
  status: z.enum(TRANSACTION_STATUSES),
  /** Whether the owner cancelled the request. Its status is then `rejected`. */
  isCancelled: z.boolean(),
  paymentMethod: z.string().nullable(),
  /** UTR or other reference number of a deposit's payment, in capitals without spaces. */
  utr: z.string().nullable(),
  referenceId: z.string(),
  userNotes: z.string().nullable(),
  adminNotes: z.string().nullable(),
  /** Translations of the canned reason with which `adminNotes`, or for an adjustment its second line, begins. */
  reason: reasonTexts.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
};

export const ownTransaction = z.object({
  ...core,
  bankName: z.string().nullable(),
  maskedAccountNumber: z.string().nullable(),
});
export type OwnTransaction = z.infer<typeof ownTransaction>;

export const ownTransactionDetails = ownTransaction.extend({
  accountHolderName: z.string().nullable(),
  ifscCode: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  receiptReplacedAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
});
export type OwnTransactionDetails = z.infer<typeof ownTransactionDetails>;

/** Typical time until approval of recent requests of a type; null if there are too few. */
const typicalSeconds = z.int().nullable();

export const passbookRow = ownTransaction.extend({ runningBalancePaise: paise });
export type PassbookRow = z.infer<typeof passbookRow>;

/** Another request that reviewers compare with the one to decide. */
export const relatedRequest = z.object({
  id: transactionId,
  referenceId: z.string(),
  userName: z.string(),
  amountPaise: paise,
  status: z.enum(TRANSACTION_STATUSES),
  isCancelled: z.boolean(),
  createdAt: z.date(),
  receiptUrl: z.string().nullable(),
});
export type RelatedRequest = z.infer<typeof relatedRequest>;

export const requestWarning = z.object({
  code: z.enum(REQUEST_WARNINGS),
  /** With `farAboveUsual`: average of the person's approved requests of this type. */
  usualPaise: paise.optional(),
  /** With `holderDiffers`: the person's full name. */
  personName: z.string().optional(),
  /**
   * With `sameUtr`: the newest requests with this UTR. With `sameReceipt`: requests with this receipt or one that looks
   * the same, approved ones first.
   */
  requests: z.array(relatedRequest).optional(),
});
export type RequestWarning = z.infer<typeof requestWarning>;

/** A row of the administrators' lists. `decidedBy` is the username of the reviewer. */
export const adminTransaction = z.object({
  ...core,
  userId,
  userName: z.string(),
  sourceName: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  /** When the owner last replaced the receipt; null if it is the first one. */
  receiptReplacedAt: z.date().nullable(),
  bankName: z.string().nullable(),
  maskedAccountNumber: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.date().nullable(),
  warnings: z.array(requestWarning),
});
export type AdminTransaction = z.infer<typeof adminTransaction>;

/** A receipt that the owner replaced while the deposit was pending. */
const replacedReceipt = z.object({ receiptUrl: z.string(), replacedAt: z.date() });
export type ReplacedReceipt = z.infer<typeof replacedReceipt>;

export const transactionDetails = adminTransaction.extend({
  beneficiary: beneficiary.nullable(),
  /** Newest first. */
  replacedReceipts: z.array(replacedReceipt),
});
export type TransactionDetails = z.infer<typeof transactionDetails>;

/** `search` is part of a reference, id or username; for administrators also of a payment method or user id. */
export const transactionFilters = z.object({
  search: searchTerm,
  status: z.enum(['all', ...TRANSACTION_STATUSES]).default('all'),
  type: z.enum(['all', ...TRANSACTION_TYPES]).default('all'),
  from: day.optional(),
  to: day.optional(),
});
export type TransactionFilters = z.infer<typeof transactionFilters>;

/**
 * `deleted`: transactions of deleted accounts, whose evidence is still kept. `approvedOn`: those approved on a day,
 * whenever they were requested.
 */
export const adminTransactionFilters = transactionFilters.extend({
  account: z.enum(['all', 'deleted']).default('all'),
  approvedOn: day.optional(),
});
export type AdminTransactionFilters = z.infer<typeof adminTransactionFilters>;

/** `total` is the number of matching rows, returned with the first page only. */
const passbookPage = pageOf(passbookRow).extend({ total: z.int().optional() });

export const transactions = {
  passbook: forUsers
    .route({ method: 'GET', path: '/passbook', summary: "The caller's passbook, newest first" })
    .input(transactionFilters.extend({ cursor: cursor.optional(), limit: pageSize }))
    .output(passbookPage),
  passbookOf: forAdmins('requests:read')
    .meta({ scope: 'passbooks:read' })
    .route({
      method: 'GET',
      path: '/users/{userId}/passbook',
      summary: 'The passbook of a user, newest first',
    })
    .errors(errorsOf(...OF_SUBJECT))
    .input(transactionFilters.extend({ userId, cursor: cursor.optional(), limit: pageSize }))
    .output(passbookPage),
  own: forUsers
    .route({
      method: 'GET',
      path: '/passbook/{id}',
      summary: "One of the caller's transactions with all details",
    })
    .errors(errorsOf('TRANSACTION_NOT_FOUND'))
    .input(z.object({ id: transactionId }))
    .output(ownTransactionDetails),
  cancel: forUsers
    .route({
      method: 'POST',
      path: '/passbook/{id}/cancellation',
      summary: 'Cancel a pending request of the caller',
    })
    .errors(errorsOf('TRANSACTION_NOT_FOUND', 'REQUEST_DECIDED'))
    .input(z.object({ id: transactionId }))
    /** The cancelled request. Cancelling it again has no effect. */
    .output(ownTransactionDetails),
  byRequestKey: forUsers
    .route({
      method: 'GET',
      path: '/requests/{requestKey}',
      summary: "Whether a request of the caller's was received",
    })
    .input(z.object({ requestKey }))
    /** Null if no request with this key exists. If one is being created, waits for it. */
    .output(z.object({ request: ownTransaction.nullable() })),
  cancelUnreceived: forUsers
    .route({
      method: 'POST',
      path: '/requests/{requestKey}/cancellation',
      summary: 'Cancel a request of the caller unless the server has received it',
    })
    .errors(errorsOf('TOO_MANY_CANCELLED'))
    .input(z.object({ requestKey }))
    /**
     * The request with this key, which stays; or null: then the server refuses the key from now on (REQUEST_CANCELLED),
     * also if the request is being sent.
     */
    .output(z.object({ request: ownTransaction.nullable() })),
  processingTimes: forUsers
    .route({
      method: 'GET',
      path: '/processing-times',
      summary: 'Durations of recent approvals',
    })
    .output(z.object({ deposit: typicalSeconds, withdrawal: typicalSeconds })),
  list: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({ method: 'GET', path: '/transactions', summary: 'Requests of a type, newest first' })
    .input(
      z.object({
        type: z.enum(TRANSACTION_TYPES),
        tab: z.enum(['pending', 'history']),
        search: transactionFilters.shape.search,
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(adminTransaction)),
  search: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/transactions/search',
      summary: 'All transactions that match filters, newest first',
    })
    .input(adminTransactionFilters.extend({ cursor: cursor.optional(), limit: pageSize }))
    /**
     * A page can have fewer rows than requested and still have a next page. `total` is a lower bound unless
     * `totalIsExact`.
     */
    .output(pageOf(adminTransaction).extend({ total: z.int(), totalIsExact: z.boolean() })),
  counts: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/transactions/counts',
      summary: 'Numbers of pending and of decided requests',
    })
    .output(
      z.object({
        deposit: z.object({ pending: z.int(), history: z.int() }),
        withdrawal: z.object({ pending: z.int(), history: z.int() }),
      }),
    ),
  get: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({ method: 'GET', path: '/transactions/{id}', summary: 'A transaction with all details' })
    .errors(errorsOf('TRANSACTION_NOT_FOUND'))
    .input(z.object({ id: transactionId }))
    .output(transactionDetails),
};
