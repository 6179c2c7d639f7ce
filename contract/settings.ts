import { z } from 'zod';
import { forAdmins, forUsers, line, paise, typedAmount } from './base.ts';
import { errorsOf } from './errors.ts';
import { MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH } from './rules.ts';

/** Facts about the installation. None of them can be changed from the interface. */
export const generalSettings = z.object({
  productName: z.string(),
  version: z.string(),
  /** `embedded`: the database the server starts itself; `external`: the one named by DATABASE_URL. */
  database: z.object({ kind: z.enum(['embedded', 'external']), version: z.string() }),
  runtimeVersion: z.string(),
  /** Who translates what administrators write. */
  translationProvider: z.enum(['google', 'libretranslate', 'mymemory', 'off']),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/** What people can ask for at most. */
export const limits = z.object({ maxDepositPaise: paise });
export type Limits = z.infer<typeof limits>;

/** How people reach a person, and how long withdrawals take (`parseProcessingTime`). */
export const serviceInfo = z.object({
  supportPhone: line(MAX_PHONE_LENGTH),
  supportEmail: line(MAX_EMAIL_LENGTH),
  processingTime: line(30),
});
export type ServiceInfo = z.infer<typeof serviceInfo>;

export const settings = {
  general: forAdmins
    .route({ method: 'GET', path: '/settings/general', summary: 'Facts about the installation' })
    .output(generalSettings),
  limits: forUsers
    .route({ method: 'GET', path: '/settings/limits', summary: 'The highest amount of a deposit' })
    .output(limits),
  setMaxDeposit: forAdmins
    .route({
      method: 'PUT',
      path: '/settings/limits/deposit',
      summary: 'Change the highest amount of a deposit',
    })
    .errors(errorsOf('INVALID_MAX_DEPOSIT'))
    .input(z.object({ amount: typedAmount }))
    .output(limits),
  service: forUsers
    .route({
      method: 'GET',
      path: '/settings/service',
      summary: 'How to reach support, and how long withdrawals take',
    })
    .output(serviceInfo),
  setService: forAdmins
    .route({
      method: 'PUT',
      path: '/settings/service',
      summary: 'Change how to reach support and how long withdrawals take',
    })
    .errors(errorsOf('INVALID_PHONE', 'INVALID_EMAIL', 'INVALID_PROCESSING_TIME'))
    .input(serviceInfo)
    .output(serviceInfo),
};
