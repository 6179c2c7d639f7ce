import { z } from 'zod';
import { done, forAdmins, forUsers, id, line, paragraph } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '../shared/limits.ts';
import { MAX_PAYEE_NAME_LENGTH, MAX_UPI_ID_LENGTH } from './rules.ts';

export const qrCode = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string(),
  isActive: z.boolean(),
  /** The payee of codes for an amount; null if users see the image only. */
  upiId: z.string().nullable(),
  payeeName: z.string().nullable(),
  /** Merchant category code. */
  merchantCode: z.string().nullable(),
  /** Whether the payee's bank signed the image's code. No other code is shown for it. */
  isSigned: z.boolean(),
  createdAt: z.date(),
});
export type QrCode = z.infer<typeof qrCode>;

export const qrCodeForm = z.object({
  name: line(MAX_NAME_LENGTH),
  description: paragraph(MAX_DESCRIPTION_LENGTH),
  isActive: z.boolean(),
  /** As typed; empty for none. Without them, the payee of a new image is read from it. */
  upiId: line(MAX_UPI_ID_LENGTH).optional(),
  payeeName: line(MAX_PAYEE_NAME_LENGTH).optional(),
  merchantCode: line(4).optional(),
});
export type QrCodeForm = z.infer<typeof qrCodeForm>;

export const qrCodes = {
  listActive: forUsers
    .route({ method: 'GET', path: '/qr-codes/active', summary: 'Active QR codes' })
    .output(z.array(qrCode)),
  list: forAdmins('content:read')
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/qr-codes', summary: 'All QR codes, newest first' })
    .output(z.array(qrCode)),
  update: forAdmins('payment-details:manage')
    .meta({ stepUp: 'always', approval: ['qrCode'] })
    .route({
      method: 'PATCH',
      path: '/qr-codes/{id}',
      summary: 'Change the name, description or state of a QR code',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'QR_CODE_NOT_FOUND',
        'QR_CODE_NAME_REQUIRED',
        'INVALID_UPI_ID',
        'PAYEE_NAME_REQUIRED',
        'INVALID_MERCHANT_CODE',
        ...SECOND_APPROVAL,
      ),
    )
    .input(qrCodeForm.partial().extend({ id }))
    .output(qrCode),
  remove: forAdmins('payment-details:manage')
    .meta({ stepUp: 'always', approval: ['qrCode'] })
    .route({ method: 'DELETE', path: '/qr-codes/{id}', summary: 'Delete a QR code' })
    .errors(errorsOf('STEP_UP_REQUIRED', 'QR_CODE_NOT_FOUND', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
};
