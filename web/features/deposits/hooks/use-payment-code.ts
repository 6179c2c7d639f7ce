import { useState } from 'react';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { findDraft, useSavedDraft } from '#web/lib/session/saved-drafts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { type PaymentCode, paymentCode } from '../model/payment-code.ts';

export type PaymentCodeChoice = PaymentCode & { choose: (id: string) => void };

const DRAFT_KEY = 'deposit code';

/**
 * Returns the QR code to pay with: the first one until the user chooses another. It is kept while the user pays in
 * another app, even if it is deactivated, because the payment may already be made.
 */
export function usePaymentCode(codes: QrCode[] | undefined): PaymentCodeChoice {
  const userId = useSession().user.id;
  const [taken, setTaken] = useState(() => findDraft(DRAFT_KEY, userId) as QrCode | undefined); // same type: stored in the next line
  useSavedDraft(DRAFT_KEY, () => taken, taken?.id);
  const shown = paymentCode(taken, codes);
  if (shown.code?.id !== taken?.id) setTaken(shown.code);
  return { ...shown, choose: (id) => setTaken(codes?.find((code) => code.id === id)) };
}
