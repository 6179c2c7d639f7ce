import type { QrCode } from '#contract/qr-codes.ts';

export type PaymentCode = {
  code: QrCode | undefined;
  /** Whether it was switched off since it was shown. */
  isOff: boolean;
};

/** The code to pay by, of those that can be paid by now: the one shown so far, else the first. */
export function paymentCode(shown: QrCode | undefined, codes: QrCode[] | undefined): PaymentCode {
  if (!shown || !codes) return { code: shown ?? codes?.[0], isOff: false };
  const current = codes.find(({ id }) => id === shown.id);
  return { code: current ?? shown, isOff: !current };
}
