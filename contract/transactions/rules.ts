import { isPosted, type TransactionStatus } from './states.ts';

export const MAX_PENDING_REQUESTS = 50;
/** Maximum number of requests that a user makes on one Indian day, including cancelled ones. */
export const MAX_REQUESTS_PER_DAY = 100;
/** Maximum number of a user's requests that were cancelled within a day after the connection was lost. */
export const MAX_CANCELLED_REQUESTS = 200;
export const DEFAULT_PAYMENT_METHOD = 'UPI';
export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_KINDS = ['request', 'adjustment', 'closure'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** Warnings about a request, most serious first. */
export const REQUEST_WARNINGS = [
  'ownRequest',
  'sameReceipt',
  'sameUtr',
  'holderDiffers',
  'accountOfOthers',
  'farAboveUsual',
  'sameAmount',
  'inactiveUser',
  'newAccount',
  'first',
] as const;
export type WarningCode = (typeof REQUEST_WARNINGS)[number];

/** How often the receipt of one deposit can be replaced. */
export const MAX_RECEIPT_REPLACEMENTS = 5;

/** The other requests that the warnings of a request name. */
interface Warned<Other> {
  warnings: readonly { code: string; requests?: Other[] | undefined }[];
}
type Decided = { status: TransactionStatus };

/** Returns the approved requests with the receipt of a request. Approving it needs a confirmation that names them. */
export function approvedWithReceipt<Other extends Decided>({ warnings }: Warned<Other>): Other[] {
  const warning = warnings.find(({ code }) => code === 'sameReceipt');
  return warning?.requests?.filter(isPosted) ?? [];
}

/** Returns the requests that were credited with the UTR of a request. */
export function creditedWithUtr<Other extends Decided>({ warnings }: Warned<Other>): Other[] {
  return warnings.find(({ code }) => code === 'sameUtr')?.requests?.filter(isPosted) ?? [];
}

/** Returns whether the receipt or the UTR of a request was approved with another one. */
export function isCreditedBefore(row: Warned<Decided>): boolean {
  return approvedWithReceipt(row).length > 0 || creditedWithUtr(row).length > 0;
}

/** Returns those of these requests whose receipt was approved with another one. */
export function withApprovedReceipt<Row extends Warned<Decided>>(rows: Row[]): Row[] {
  return rows.filter((row) => approvedWithReceipt(row).length > 0);
}

/** Returns the ids of the approved requests with the receipts of these requests, which are shown with them. */
export function confirmedIdsOf<Id>(rows: Warned<Decided & { id: Id }>[]): Id[] {
  return [...new Set(rows.flatMap(approvedWithReceipt).map(({ id }) => id))];
}

/** Returns whether the receipt or the UTR of a pending request was sent with another one. */
export function isRepeated({ warnings }: Warned<unknown>): boolean {
  return warnings.some(({ code }) => code === 'sameReceipt' || code === 'sameUtr');
}
