import type { LineFinding } from '#contract/reconciliation/rules.ts';
import type { TransactionStatus } from '#contract/transactions/states.ts';

/** A line of a bank statement. `paise` is the part without a match; it is negative for paid money. */
export interface MatchLine {
  id: string;
  paise: number;
  /** `YYYY-MM-DD` */
  bookedOn: string;
  narration: string;
  utrs: readonly string[];
  ourReference: string | null;
  vpa: string | null;
  isReturn: boolean;
}

/** A deposit request with known facts about its payer. */
export interface MatchRequest {
  id: string;
  userId: string;
  paise: number;
  utr: string | null;
  reference: string;
  status: TransactionStatus;
  /** Indian day, `YYYY-MM-DD` */
  createdOn: string;
  /** Whether the account of the owner is deleted or frozen. */
  isClosed: boolean;
  /** Whether an accepted match has its money. */
  hasMoney: boolean;
  /** Whether a line that is not compared has a certain or likely proposal for it. Then it is no part of a merged payment. */
  isProposedElsewhere: boolean;
  payerNames: readonly string[];
  /** UPI IDs, or phone numbers of 10 digits with which a UPI ID can begin. */
  payerIds: readonly string[];
}

export const MATCH_GRADES = ['certain', 'likely', 'possible'] as const;
export type MatchGrade = (typeof MATCH_GRADES)[number];

export const MATCH_REASONS = ['utr_amount', 'reference_amount', 'payer_amount'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/** A proposal. `paise` is the part of the line: a merged payment has a match for each of its requests. */
export interface Match {
  lineId: string;
  requestId: string;
  paise: number;
  grade: MatchGrade;
  reason: MatchReason;
}

/** A line that an administrator has to look at. */
export interface Finding {
  lineId: string;
  requestIds: string[];
  state: LineFinding;
}

export interface Matching {
  matches: Match[];
  findings: Finding[];
}

/** A possible pair of one of the stages of `matchLines`. */
export interface Fit {
  line: MatchLine;
  request: MatchRequest;
  reason: MatchReason;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days from the request to the booking of the line; negative if the money was booked first. */
export function daysToBooking({ bookedOn }: MatchLine, { createdOn }: MatchRequest): number {
  return dayNumber(bookedOn) - dayNumber(createdOn);
}

const MAX_CACHED = 2000;
const dayNumbers = new Map<string, number>();

function dayNumber(day: string): number {
  const known = dayNumbers.get(day);
  if (known !== undefined) return known;
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  if (dayNumbers.size >= MAX_CACHED) dayNumbers.clear();
  dayNumbers.set(day, number);
  return number;
}

export function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
