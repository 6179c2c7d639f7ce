import { z } from 'zod';
import { CHOSEN_TOPICS, TOPICS } from '../notifications/rules.ts';
import { done, forAdmins, forAnyone, forUsers, id, userId } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';

const chosenTopic = z.enum(CHOSEN_TOPICS);
const chosenTopics = z.array(chosenTopic).max(CHOSEN_TOPICS.length);

const mailPreferences = z.object({
  /** Whether the server sends mails at all. */
  isAvailable: z.boolean(),
  /** The confirmed recovery address, to which mails are sent; null without one. */
  address: z.string().nullable(),
  /** Security alerts are sent to every confirmed address. */
  topics: z.array(chosenTopic),
  /** Of an administrator: a daily mail about what waits and what failed. */
  hasDigest: z.boolean(),
  /** Topics of notifications on devices. Security alerts are always shown. */
  pushTopics: z.array(chosenTopic),
  /** Whether notifications on devices have only their title. */
  hidesDetails: z.boolean(),
});
export type MailPreferences = z.infer<typeof mailPreferences>;

const failedMail = z.object({
  id,
  userId,
  username: z.string(),
  topic: z.enum(TOPICS),
  attempts: z.int(),
  createdAt: z.date(),
  failedAt: z.date(),
  /** The error's code and the status of the mail server. */
  failure: z.string(),
});
export type FailedMail = z.infer<typeof failedMail>;

export const mails = {
  preferences: forUsers
    .route({
      method: 'GET',
      path: '/mails/preferences',
      summary: 'Which e-mails and notifications on devices the caller receives',
    })
    .output(mailPreferences),
  savePreferences: forUsers
    .route({
      method: 'PUT',
      path: '/mails/preferences',
      summary: 'Choose which e-mails and notifications on devices to receive',
    })
    .input(
      z.object({
        topics: chosenTopics,
        hasDigest: z.boolean(),
        /** Without it, the choice stays. */
        pushTopics: chosenTopics.optional(),
        hidesDetails: z.boolean().optional(),
      }),
    )
    .output(mailPreferences),
  unsubscribe: forAnyone
    .route({
      method: 'POST',
      path: '/mails/unsubscriptions',
      summary: 'End e-mails of one topic with the token of a link',
    })
    .errors(errorsOf('UNSUBSCRIBE_LINK_INVALID'))
    .input(z.object({ token: z.string().max(200) }))
    .output(done),
  failed: forAdmins('settings:read')
    .route({
      method: 'GET',
      path: '/mails/failed',
      summary: 'E-mails that could not be sent within a day, newest first',
    })
    .output(z.object({ isAvailable: z.boolean(), rows: z.array(failedMail), total: z.int() })),
  resend: forAdmins('settings:manage')
    .route({
      method: 'POST',
      path: '/mails/failed/{id}/retry',
      summary: 'Send a failed e-mail again',
    })
    .errors(errorsOf('MAIL_NOT_FOUND'))
    .input(z.object({ id, userId }))
    .output(done),
};
