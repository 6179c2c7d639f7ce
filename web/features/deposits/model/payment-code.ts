import type { QrCode } from '#contract/qr-codes/schema.ts';
import { type Paise, toPaise } from '#contract/shared/money.ts';

export type PaymentCode = {
  code: QrCode | undefined;
  /** Whether the QR code was deactivated while it was shown. */
  isOff: boolean;
};

/** Returns whether a code is drawn for the amount of a payment. A signed code would become invalid. */
export function isDrawn(code: QrCode): code is QrCode & { upiId: string; payeeName: string } {
  // A code that an older version stored in this browser has neither.
  return Boolean(code.upiId && code.payeeName) && !code.isSigned;
}

/** Returns the QR code to pay with: the one already shown, or the first active one. */
export function paymentCode(shown: QrCode | undefined, codes: QrCode[] | undefined): PaymentCode {
  if (!shown || !codes) return { code: shown ?? codes?.[0], isOff: false };
  const current = codes.find(({ id }) => id === shown.id);
  return { code: current ?? shown, isOff: !current };
}

const HIGHEST_IMPS = toPaise(5_00_000_00);
const LOWEST_RTGS = toPaise(2_00_000_00);

/** Returns the kinds of bank transfers that carry an amount in one payment. */
export function bankRails(paise: Paise): string[] {
  return [
    ...(paise <= HIGHEST_IMPS ? ['IMPS'] : []),
    'NEFT',
    ...(paise >= LOWEST_RTGS ? ['RTGS'] : []),
  ];
}
