import { useState } from 'react';
import type { QrCode } from '#contract/qr-codes.ts';
import { useKeptDraft } from '../../lib/kept-drafts.ts';
import { type PaymentCode, paymentCode } from './payment-code.ts';

export type PaymentCodeChoice = PaymentCode & { choose: (id: string) => void };

/**
 * The code that a person pays by: the first of those there were, until they choose another. One that is
 * switched off meanwhile stays as well, for they may have paid by it already.
 */
export function usePaymentCode(codes: QrCode[] | undefined): PaymentCodeChoice {
  const kept = useKeptDraft('deposit code', (): QrCode | undefined => taken);
  const [taken, setTaken] = useState<QrCode | undefined>(kept);
  const shown = paymentCode(taken, codes);
  if (shown.code?.id !== taken?.id) setTaken(shown.code);
  return { ...shown, choose: (id) => setTaken(codes?.find((code) => code.id === id)) };
}
