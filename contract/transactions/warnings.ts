import { errorTable } from '../shared/errors.ts';
import type { TransactionType } from './rules.ts';
import { isPosted, isRefused, type TransactionStatus } from './states.ts';

/**
 * How a warning is treated. `stop`: an approval shows both requests next to each other and needs a confirmation. `look`: an approval
 * of many leaves the request out. `note`: nothing but its text.
 */
export type WarningGrade = 'stop' | 'look' | 'note';

interface WarningRule {
  /** `ofOthers`: `stop` while another request with it is pending or approved, otherwise `note`. */
  grade: WarningGrade | 'ofOthers';
  /** Text in English, by type of request if it depends on that. */
  text: string | Record<TransactionType, string>;
  /** Whether it is no warning any more if a bank line has the UTR and the amount. */
  isClearedByMoney: boolean;
}

/** Warnings about a pending request, most serious first. */
export const WARNINGS = {
  ownRequest: {
    grade: 'stop',
    text: errorTable.OWN_REQUEST.message,
    isClearedByMoney: false,
  },
  sameReceipt: {
    grade: 'ofOthers',
    text: 'The same picture was sent with another deposit',
    isClearedByMoney: false,
  },
  sameUtr: {
    grade: 'ofOthers',
    text: 'The same UTR was sent with another deposit',
    isClearedByMoney: false,
  },
  accountOfOthers: {
    grade: 'stop',
    text: 'Another user has this bank account too',
    isClearedByMoney: false,
  },
  holderDiffers: {
    grade: 'look',
    text: 'The account holder is not {{name}}',
    isClearedByMoney: false,
  },
  farAboveUsual: {
    grade: 'look',
    text: 'Far above the usual {{average}}',
    isClearedByMoney: true,
  },
  sameAmount: {
    grade: 'look',
    text: 'The user sent another request with this amount within an hour',
    isClearedByMoney: true,
  },
  inactiveUser: { grade: 'look', text: 'The user is deactivated', isClearedByMoney: false },
  newAccount: {
    grade: 'note',
    text: 'Nothing was ever paid to this bank account',
    isClearedByMoney: false,
  },
  first: {
    grade: 'note',
    text: {
      deposit: 'The first deposit of this user',
      withdrawal: 'The first withdrawal of this user',
    },
    isClearedByMoney: true,
  },
} as const satisfies Record<string, WarningRule>;

export type WarningCode = keyof typeof WARNINGS;
export const REQUEST_WARNINGS = Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]];

/** Text of `sameReceipt` if the receipt was approved. */
export const RECEIPT_APPROVED = 'This receipt was already approved with another deposit';

export function listWarningTexts(): string[] {
  const texts = Object.values<WarningRule>(WARNINGS).flatMap(({ text }) =>
    typeof text === 'string' ? text : Object.values(text),
  );
  return [...texts, RECEIPT_APPROVED];
}

type Decided = { status: TransactionStatus };

interface Warning<Other> {
  code: WarningCode;
  requests?: Other[] | undefined;
}

/** The warnings of a request, with the other requests that they name. */
interface Warned<Other> {
  warnings: readonly Warning<Other>[];
}

function gradeOf({ code, requests = [] }: Warning<Decided>): WarningGrade {
  const { grade } = WARNINGS[code];
  if (grade !== 'ofOthers') return grade;
  return requests.every(isRefused) ? 'note' : 'stop';
}

/** Returns the most serious grade of a request's warnings; undefined if it has none. */
export function worstGrade({ warnings }: Warned<Decided>): WarningGrade | undefined {
  const grades = new Set(warnings.map(gradeOf));
  return (['stop', 'look', 'note'] as const).find((grade) => grades.has(grade));
}

/** Returns whether a request has a warning that an administrator has to look at before an approval. */
export function isFlagged(row: Warned<Decided>): boolean {
  const grade = worstGrade(row);
  return grade === 'stop' || grade === 'look';
}

/** Returns the approved requests with the receipt of a request. Approving it needs a confirmation that names them. */
export function approvedWithReceipt<Other extends Decided>({ warnings }: Warned<Other>): Other[] {
  return warnings.find(({ code }) => code === 'sameReceipt')?.requests?.filter(isPosted) ?? [];
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
