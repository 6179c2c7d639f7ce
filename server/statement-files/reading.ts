import type {
  PaymentRail,
  SkipReason,
  StatementBank,
  StatementColumns,
  StatementFault,
  StatementFormat,
  StatementMapping,
} from '../../contract/statements/rules.ts';

/** A row of any format before references and keys are added. Days are `YYYY-MM-DD`; `row` counts from 1. */
export interface Entry {
  row: number;
  bookedOn: string;
  valueOn?: string;
  /** Positive for received money. */
  paise: number;
  /** The narration as rows or fields; banks wrap it in the middle of a word. */
  narration: string[];
  reference: string;
  transactionId?: string;
  balancePaise?: number;
}

export interface Skipped {
  row: number;
  reason: SkipReason;
  text: string;
}

export interface Gap {
  row: number;
  expectedPaise: number;
  foundPaise: number;
}

export interface StatementLine {
  row: number;
  bookedOn: string;
  valueOn: string | null;
  paise: number;
  narration: string;
  reference: string;
  transactionId: string | null;
  balancePaise: number | null;
  rail: PaymentRail | null;
  /** The most likely reference number, and all that the line has. */
  utr: string | null;
  utrs: string[];
  /** Reference of a deposit request, as users and administrators see it. */
  ourReference: string | null;
  /** UPI ID of the payer. */
  vpa: string | null;
  isReturn: boolean;
  /** Equal for the same line of overlapping files, different for equal lines of one file. */
  key: string;
}

/** The result of the reader of one format. */
export interface Entries {
  format: StatementFormat;
  entries: Entry[];
  skipped: Skipped[];
  gaps: Gap[];
  /** Balances that were compared. */
  checked: number;
  bank: StatementBank | null;
  /** Identifies the headings, to save a mapping; with the indexes of the columns that have one. */
  fingerprint: string | null;
  positions: number[];
  /** Equal for files in which the same line has the same key; null if that is not known. */
  layout: string | null;
  accountNumber: string | null;
}

/** Lines are ordered from the oldest to the newest. */
export interface Statement extends Omit<Entries, 'entries'> {
  kind: 'lines';
  lines: StatementLine[];
}

/** The beginning of a table whose columns are not known. */
export interface UnknownTable {
  kind: 'mapping';
  rows: string[][];
  headingRow: number | null;
  fingerprint: string | null;
  suggested: Partial<StatementColumns>;
  /** Set if only the meaning of signs is unknown. */
  known: Omit<StatementMapping, 'signs' | 'dateOrder'> | null;
}

/** Dates that are valid with the day first and with the month first. */
export interface DateQuestion {
  kind: 'dates';
  samples: string[];
  fingerprint: string | null;
}

export interface Refusal {
  kind: 'fault';
  fault: StatementFault;
  row: number | null;
}

export type Reading = Statement | UnknownTable | DateQuestion | Refusal;
