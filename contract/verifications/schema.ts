import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../review/rules.ts';
import {
  cursor,
  done,
  forAdmins,
  forUsers,
  id,
  line,
  pageOf,
  pageSize,
  userId,
} from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { VERIFICATION_LEVELS } from '../verification-limits/rules.ts';
import {
  DOCUMENT_KINDS,
  MAX_DOCUMENT_NUMBER_LENGTH,
  REQUESTABLE_LEVELS,
  VERIFICATION_STATES,
} from './rules.ts';

export const verificationDocument = z.object({
  id,
  kind: z.enum(DOCUMENT_KINDS),
  /** The last four characters of the entered number. The others are not stored. */
  lastFour: z.string().nullable(),
  /** Null after the image was deleted. */
  imageUrl: z.string().nullable(),
  createdAt: z.date(),
});
export type VerificationDocument = z.infer<typeof verificationDocument>;

/** Form data of the upload `addDocument`. `number` is checked, and only its last four characters are stored. */
export const documentForm = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  number: line(MAX_DOCUMENT_NUMBER_LENGTH).optional(),
});

const request = z.object({
  id,
  level: z.enum(REQUESTABLE_LEVELS),
  state: z.enum(VERIFICATION_STATES),
  /** Why it was granted or rejected. The user sees it. */
  reason: z.string().nullable(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
});

export const ownVerification = z.object({
  /** False if the server has no key to encrypt documents with. */
  isAvailable: z.boolean(),
  level: z.enum(VERIFICATION_LEVELS),
  /** Documents that were not sent for review yet. */
  documents: z.array(verificationDocument),
  /** The newest request; null if there was none. */
  request: request.extend({ documents: z.array(verificationDocument) }).nullable(),
});
export type OwnVerification = z.infer<typeof ownVerification>;

export const verificationRow = request.extend({
  userId,
  username: z.string(),
  documentCount: z.int(),
});
export type VerificationRow = z.infer<typeof verificationRow>;

export const verificationDetails = verificationRow.extend({
  /** The user's present level. */
  currentLevel: z.enum(VERIFICATION_LEVELS),
  decidedBy: z.string().nullable(),
  documents: z.array(verificationDocument),
});
export type VerificationDetails = z.infer<typeof verificationDetails>;

const named = z.object({ userId, id });

export const verifications = {
  current: forUsers
    .route({
      method: 'GET',
      path: '/verifications/current',
      summary: "The caller's documents and newest verification request",
    })
    .output(ownVerification),
  submit: forUsers
    .route({
      method: 'POST',
      path: '/verifications',
      summary: 'Send the uploaded documents for review and ask for a verification level',
    })
    .errors(
      errorsOf(
        'DOCUMENTS_REQUIRED',
        'VERIFICATION_WAITING',
        'VERIFICATION_LEVEL_REACHED',
        'TOO_MANY_VERIFICATIONS',
      ),
    )
    .input(z.object({ level: z.enum(REQUESTABLE_LEVELS) }))
    .output(ownVerification),
  withdraw: forUsers
    .route({
      method: 'DELETE',
      path: '/verifications/current',
      summary: "Take back the caller's waiting request; deletes its documents",
    })
    .errors(errorsOf('VERIFICATION_NOT_FOUND'))
    .output(ownVerification),
  removeDocument: forUsers
    .route({
      method: 'DELETE',
      path: '/verifications/documents/{id}',
      summary: 'Delete a document that was not sent yet',
    })
    .errors(errorsOf('DOCUMENT_NOT_FOUND'))
    .input(z.object({ id }))
    .output(ownVerification),
  list: forAdmins('documents:read')
    .route({ method: 'GET', path: '/verifications', summary: 'Verification requests' })
    .input(
      z.object({
        /** `waiting`: oldest first; `ended`: newest decision first. */
        tab: z.enum(['waiting', 'ended']).default('waiting'),
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(verificationRow)),
  summary: forAdmins('documents:read')
    .route({
      method: 'GET',
      path: '/verifications/summary',
      summary: 'The number of waiting verification requests, up to 100',
    })
    .output(z.object({ waiting: z.int() })),
  get: forAdmins('documents:read')
    .route({
      method: 'GET',
      path: '/users/{userId}/verifications/{id}',
      summary: 'A verification request with its documents',
    })
    .errors(errorsOf('VERIFICATION_NOT_FOUND'))
    .input(named)
    .output(verificationDetails),
  decide: forAdmins('users:manage')
    .meta({ stepUp: 'granting', approval: ['administrator'] })
    .route({
      method: 'POST',
      path: '/users/{userId}/verifications/{id}/decision',
      summary: 'Grant a level or reject the request; the user is notified of it and of the reason',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'VERIFICATION_NOT_FOUND',
        'VERIFICATION_DECIDED',
        'VERIFICATION_REASON_REQUIRED',
        'OWN_ACCOUNT_PROTECTED',
        'USER_NOT_FOUND',
        ...SECOND_APPROVAL,
      ),
    )
    .input(
      named.extend({
        /** Null rejects the request. */
        level: z.enum(REQUESTABLE_LEVELS).nullable(),
        reason: line(MAX_REASON_LENGTH),
      }),
    )
    .output(done),
  eraseDocuments: forAdmins('users:manage')
    .meta({ stepUp: 'always' })
    .route({
      method: 'DELETE',
      path: '/users/{userId}/verifications/{id}/documents',
      summary: 'Delete the documents of a decided request immediately',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', 'VERIFICATION_NOT_FOUND', 'VERIFICATION_OPEN'))
    .input(named)
    .output(done),
};
