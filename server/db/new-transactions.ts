import type { Beneficiary } from '#contract/transactions/schema.ts';
import type { NewRow } from './insert-many.ts';
import type { transactions } from './schema/transactions.ts';

export type NewTransaction = NewRow<typeof transactions, 'seq'>;

type ServerColumn =
  | ('userId' | 'id' | 'kind' | 'status' | 'version' | 'referenceId' | 'createdAt' | 'updatedAt')
  | ('receiptUrl' | 'sourceId' | 'adminNotes' | 'reason' | 'decisionKey')
  | ('decidedBy' | 'decidedAt' | 'approvedBy' | 'approvedAt')
  | ('isCancelled' | 'receiptReplacedAt');

/** The columns that a user's request fills: a new column is one of them unless it is a `ServerColumn`. */
export type NewRequest = Omit<NewTransaction, ServerColumn | 'beneficiary'> & {
  /** The bank account with its number, which is sealed for the row. */
  beneficiary: Beneficiary | null;
  requestKey: string;
  requestFingerprint: Buffer;
};

/** A transaction of which only type and amount are known. Deposits name every column instead. */
export const NO_DETAILS: Omit<
  NewRequest,
  'type' | 'amountPaise' | 'requestKey' | 'requestFingerprint' | 'beneficiary'
> & { beneficiary: null } = {
  paymentMethod: null,
  utr: null,
  bankAccountId: null,
  beneficiary: null,
  permanentReceiptUrl: null,
  qrCodeId: null,
  userNotes: null,
};

export const NO_DECISION = {
  isCancelled: false,
  receiptReplacedAt: null,
  sourceId: null,
  adminNotes: null,
  reason: null,
  decisionKey: null,
  decidedBy: null,
  decidedAt: null,
  approvedBy: null,
  approvedAt: null,
} satisfies Partial<NewTransaction>;
