import { z } from 'zod';
import { forUsers, id, paise, typedAmount } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';

export const paymentIntent = z.object({
  qrCodeId: id,
  amountPaise: paise,
  /** The reference that the deposit will have. The payer sends it with the payment. */
  referenceId: z.string().meta({ examples: ['DEP-1785749012345'] }),
  expiresAt: z.date(),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

export const paymentIntents = {
  open: forUsers
    .route({
      method: 'POST',
      path: '/payment-intents',
      summary: 'Reserve the reference of a deposit before it is paid',
      description:
        'Returns the same reference for the same QR code and amount, until the deposit is requested or the reference expires.',
    })
    .errors(
      errorsOf(
        'ACCOUNT_FROZEN',
        'INVALID_DEPOSIT_AMOUNT',
        'DEPOSIT_ABOVE_MAXIMUM',
        'QR_CODE_NOT_FOUND',
        'TOO_MANY_PAYMENT_INTENTS',
      ),
    )
    .input(z.object({ qrCodeId: id, amount: typedAmount }))
    .output(paymentIntent),
};
