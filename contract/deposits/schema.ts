import { z } from 'zod';
import { id, line, notes, requestKey, typedAmount } from '../shared/base.ts';

export const depositForm = z.object({
  amount: typedAmount,
  paymentMethod: line(60).optional(),
  notes: notes.optional(),
  qrCodeId: id.optional(),
  requestKey,
});
export type DepositForm = z.infer<typeof depositForm>;

/** Form data of the upload `replaceReceipt`: none besides the image. */
export const receiptForm = z.object({});
