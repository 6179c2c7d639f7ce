import { z } from 'zod';
import { auditRow } from '../audit/schema.ts';
import {
  cursor,
  done,
  forAdmins,
  id,
  pageOf,
  pageSize,
  paise,
  paragraph,
  requestKey,
  transactionId,
  userId,
} from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_NOTES_LENGTH } from '../shared/limits.ts';
import { TRANSACTION_TYPES } from '../transactions/rules.ts';
import { reasonTexts } from '../transactions/schema.ts';
import { TRANSACTION_STATUSES } from '../transactions/states.ts';
import { TIMELINE_KINDS } from './rules.ts';

const timelineRequest = z.object({
  id: transactionId,
  type: z.enum(TRANSACTION_TYPES),
  status: z.enum(TRANSACTION_STATUSES),
  amountPaise: paise,
  referenceId: z.string(),
  adminNotes: z.string().nullable(),
  reason: reasonTexts.nullable(),
});

export const timelineRow = z.object({
  id,
  at: z.date(),
  /** Null for a record outside of these categories. */
  kind: z.enum(TIMELINE_KINDS).nullable(),
  record: auditRow.omit({ subjectId: true, subjectName: true }).nullable(),
  request: timelineRequest.nullable(),
  note: z.object({ text: z.string(), isOwn: z.boolean() }).nullable(),
  signIn: z.object({ ip: z.string().nullable(), userAgent: z.string().nullable() }).nullable(),
});
export type TimelineRow = z.infer<typeof timelineRow>;

const noteText = paragraph(MAX_NOTES_LENGTH);

export const timelines = {
  list: forAdmins('users:read')
    .route({
      method: 'GET',
      path: '/users/{userId}/timeline',
      summary: 'The timeline of a user, newest first',
    })
    .errors(errorsOf('USER_NOT_FOUND'))
    .input(
      z.object({
        userId,
        kind: z.enum(['all', ...TIMELINE_KINDS]).default('all'),
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    /** A page can have fewer rows than requested and still have a next page. */
    .output(pageOf(timelineRow)),
  addNote: forAdmins('notes:write')
    .route({
      method: 'POST',
      path: '/users/{userId}/notes',
      summary: 'Add a note about a user for other administrators',
    })
    .errors(errorsOf('USER_NOT_FOUND', 'NOTE_REQUIRED', 'TOO_MANY_NOTES', 'IDEMPOTENCY_CONFLICT'))
    .input(z.object({ userId, text: noteText, requestKey }))
    .output(z.object({ id })),
  removeNote: forAdmins('notes:write')
    .route({
      method: 'DELETE',
      path: '/users/{userId}/notes/{id}',
      summary: 'Delete a note of the caller',
    })
    .errors(errorsOf('NOTE_NOT_FOUND', 'NOTE_OF_ANOTHER'))
    .input(z.object({ userId, id }))
    .output(done),
};
