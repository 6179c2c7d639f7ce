import { z } from 'zod';
import { id, line, notes, requestKey, typedAmount } from './base.ts';

/**
 * The form that travels with a receipt to `POST /files/deposits`: base64url JSON in the
 * `Wallet-Form` header, the image as the raw body. Answers an `ownTransaction`.
 */
export const depositForm = z.object({
  amount: typedAmount,
  paymentMethod: line(60).optional(),
  notes: notes.optional(),
  qrCodeId: id.optional(),
  requestKey,
});
export type DepositForm = z.infer<typeof depositForm>;
