import { useState } from 'react';
import type { QrCode } from '#contract/qr-codes.ts';
import { findDraft, useKeptDraft } from '../../lib/kept-drafts.ts';
import { useSession } from '../../lib/session.ts';
import { type PaymentCode, paymentCode } from './payment-code.ts';

export type PaymentCodeChoice = PaymentCode & { choose: (id: string) => void };

const KEPT_AS = 'deposit code';

/**
 * The code that a person pays by: the first of those there were, until they choose another. It is kept while they
 * pay in another app, even if it is switched off meanwhile, for they may have paid by it already.
 */
export function usePaymentCode(codes: QrCode[] | undefined): PaymentCodeChoice {
  const userId = useSession().user.id;
  const [taken, setTaken] = useState(() => findDraft(KEPT_AS, userId) as QrCode | undefined); // as kept below
  useKeptDraft(KEPT_AS, () => taken, taken?.id);
  const shown = paymentCode(taken, codes);
  if (shown.code?.id !== taken?.id) setTaken(shown.code);
  return { ...shown, choose: (id) => setTaken(codes?.find((code) => code.id === id)) };
}
