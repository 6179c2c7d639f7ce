import { type Paise, toPaise } from '../shared/money.ts';

export const MIN_DEPOSIT: Paise = toPaise(100);

/** Longest reference number as typed, with spaces. */
export const MAX_TYPED_UTR = 60;

/** Folder of the files that read a receipt in the browser. Its name changes with the version of tesseract.js. */
export const RECEIPT_READER = '/assets/receipt-reader-7.0.0';
/** The only file whose response allows WebAssembly. */
export const RECEIPT_READER_WORKER = `${RECEIPT_READER}/worker.min.js`;

/** UPI and IMPS: the retrieval reference number. NEFT: 16 characters, or 22 as for RTGS, with the date. */
const RRN = /^\d{12}$/;
const NEFT =
  /^[A-Z]{2}[A-Z0-9]{14}$|^[A-Z]{4}N\d20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{8}$/;
const RTGS = /^[A-Z]{4}R\d20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{8}$/;
const OTHER = /^[A-Z0-9]{6,35}$/;

export type UtrRail = 'upi' | 'neft' | 'rtgs' | 'other';

const SHAPES: Record<UtrRail, RegExp> = { upi: RRN, neft: NEFT, rtgs: RTGS, other: OTHER };

/** Returns whose shape of reference numbers a payment method has. `other` is a method that the payer named. */
export function railOf(paymentMethod: string): UtrRail {
  switch (paymentMethod.trim().toUpperCase()) {
    case 'UPI':
    case 'IMPS':
      return 'upi';
    case 'NEFT':
      return 'neft';
    case 'RTGS':
      return 'rtgs';
    default:
      return 'other';
  }
}

/** Returns a reference number in capitals without spaces and hyphens. Some banks fill a UPI reference up with zeros. */
export function normalizeUtr(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s-]+/g, '')
    .toUpperCase();
  return plain.replace(/^0+(?=\d{12}$)/, '');
}

/** Returns whether a normalized reference number can be one of this payment method. */
export function isUtr(utr: string, paymentMethod: string): boolean {
  return SHAPES[railOf(paymentMethod)].test(utr);
}
