import { z } from 'zod';
import { forAdmins, forUsers, id, line, paise, typedAmount } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_TARGET_MINUTES,
  MAX_UNDO_SECONDS,
  MIN_TARGET_MINUTES,
} from '../shared/rules.ts';
import { reasonTexts } from '../transactions/schema.ts';

export const generalSettings = z.object({
  productName: z.string(),
  version: z.string(),
  /** `embedded`: the server starts the database itself. `external`: DATABASE_URL names the database. */
  database: z.object({ kind: z.enum(['embedded', 'external']), version: z.string() }),
  runtimeVersion: z.string(),
  /** The translation service for texts that administrators write. */
  translationProvider: z.enum(['google', 'libretranslate', 'mymemory', 'off']),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

export const limits = z.object({ maxDepositPaise: paise });
export type Limits = z.infer<typeof limits>;

/** Support contact, and the duration of withdrawals (`parseProcessingTime`). */
export const serviceInfo = z.object({
  supportPhone: line(MAX_PHONE_LENGTH),
  supportEmail: line(MAX_EMAIL_LENGTH),
  processingTime: line(30),
});
export type ServiceInfo = z.infer<typeof serviceInfo>;

export const reviewSettings = z.object({
  /** How long a decision can be undone; 0 disables undo. */
  undoSeconds: z.int().min(0).max(MAX_UNDO_SECONDS),
});
export type ReviewSettings = z.infer<typeof reviewSettings>;

export const reviewTarget = z.object({
  targetMinutes: z.int().min(MIN_TARGET_MINUTES).max(MAX_TARGET_MINUTES),
});
export type ReviewTarget = z.infer<typeof reviewTarget>;

const reasonText = line(MAX_REASON_LENGTH);

/** A canned rejection reason. Its texts are immutable, so that earlier rejections keep their wording. */
export const rejectionReason = z.object({ id, texts: reasonTexts, isActive: z.boolean() });
export type RejectionReason = z.infer<typeof rejectionReason>;

export const settings = {
  general: forAdmins
    .meta({ scope: 'reports:read' })
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
  review: forAdmins
    .meta({ scope: 'requests:read' })
    .route({ method: 'GET', path: '/settings/review', summary: 'How requests are reviewed' })
    .output(reviewSettings),
  setReview: forAdmins
    .route({ method: 'PUT', path: '/settings/review', summary: 'Change how requests are reviewed' })
    .input(reviewSettings)
    .output(reviewSettings),
  target: forAdmins
    .route({
      method: 'GET',
      path: '/settings/target',
      summary: 'How long requests should wait at most',
    })
    .output(reviewTarget),
  setTarget: forAdmins
    .route({
      method: 'PUT',
      path: '/settings/target',
      summary: 'Change how long requests should wait at most',
    })
    .input(reviewTarget)
    .output(reviewTarget),
  reasons: forAdmins
    .meta({ scope: 'requests:read' })
    .route({ method: 'GET', path: '/settings/reasons', summary: 'Canned reasons for rejections' })
    .output(z.array(rejectionReason)),
  addReason: forAdmins
    .route({ method: 'POST', path: '/settings/reasons', summary: 'Add a reason for rejections' })
    .errors(errorsOf('REASON_REQUIRED', 'TOO_MANY_REASONS'))
    .input(
      z.object({
        en: reasonText,
        hi: reasonText.optional(),
        te: reasonText.optional(),
        ml: reasonText.optional(),
        ta: reasonText.optional(),
        kn: reasonText.optional(),
      }),
    )
    .output(rejectionReason),
  switchReason: forAdmins
    .route({
      method: 'PUT',
      path: '/settings/reasons/{id}',
      summary: 'Offer a reason for rejections, or no longer',
    })
    .errors(errorsOf('REASON_NOT_FOUND'))
    .input(z.object({ id, isActive: z.boolean() }))
    .output(rejectionReason),
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
