import { z } from 'zod';
import { done, forUsers, line, paragraph, requestKey } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../shared/limits.ts';
import { SUPPORT_CATEGORIES } from './rules.ts';

export const supportForm = z.object({
  name: line(MAX_NAME_LENGTH).min(1),
  email: line(MAX_EMAIL_LENGTH).min(1),
  category: z.enum(SUPPORT_CATEGORIES),
  subject: line(200).min(1),
  message: paragraph(4000).min(1),
  requestKey,
});
export type SupportForm = z.infer<typeof supportForm>;

export const supportMessages = {
  send: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({ method: 'POST', path: '/support-messages', summary: 'Send a message to support' })
    .errors(errorsOf('INVALID_EMAIL', 'IDEMPOTENCY_CONFLICT', 'RATE_LIMITED'))
    .input(supportForm)
    .output(done),
};
