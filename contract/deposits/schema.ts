import { z } from 'zod';
import { id, line, notes, requestKey, typedAmount } from '../shared/base.ts';
import { MAX_TYPED_UTR } from './rules.ts';

export const depositForm = z.object({
  amount: typedAmount,
  paymentMethod: line(60).optional(),
  /** UTR or other reference number of the payment, as typed. */
  utr: line(MAX_TYPED_UTR).optional(),
  notes: notes.optional(),
  qrCodeId: id.optional(),
  requestKey,
});
export type DepositForm = z.infer<typeof depositForm>;

/** Form data of the upload `replaceReceipt`: none besides the image. */
export const receiptForm = z.object({});
