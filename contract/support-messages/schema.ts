import { z } from 'zod';
import {
  cursor,
  done,
  forAdmins,
  forUsers,
  id,
  line,
  pageOf,
  pageSize,
  paragraph,
  requestKey,
  userId,
} from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../shared/limits.ts';
import {
  MAX_MESSAGE_LENGTH,
  MAX_REPLIES,
  MAX_SUBJECT_LENGTH,
  SUPPORT_CATEGORIES,
  SUPPORT_STATES,
} from './rules.ts';

export const supportForm = z.object({
  name: line(MAX_NAME_LENGTH).min(1),
  email: line(MAX_EMAIL_LENGTH).min(1),
  category: z.enum(SUPPORT_CATEGORIES),
  subject: line(MAX_SUBJECT_LENGTH).min(1),
  message: paragraph(MAX_MESSAGE_LENGTH).min(1),
  requestKey,
});
export type SupportForm = z.infer<typeof supportForm>;

const conversation = z.object({
  id,
  category: z.enum(SUPPORT_CATEGORIES),
  subject: z.string(),
  state: z.enum(SUPPORT_STATES),
  createdAt: z.date(),
  /** The time of the newest message or reply. */
  lastAt: z.date(),
});

export const supportReply = z.object({
  id,
  isFromSupport: z.boolean(),
  text: z.string(),
  createdAt: z.date(),
});

/** A message of the caller with its replies. Users do not see the name of the administrator. */
export const ownConversation = conversation.extend({
  /** There is an answer that the user has not read. */
  isUnread: z.boolean(),
});
export type OwnConversation = z.infer<typeof ownConversation>;

export const ownConversationDetails = ownConversation.extend({
  message: z.string(),
  replies: z.array(supportReply),
});
export type OwnConversationDetails = z.infer<typeof ownConversationDetails>;

export const conversationRow = conversation.extend({
  userId,
  username: z.string(),
  /** When the state began: for an open conversation, since when the user waits. */
  since: z.date(),
  /** The author of the last answer; null without one, or if that account was deleted. */
  answeredBy: z.string().nullable(),
});
export type ConversationRow = z.infer<typeof conversationRow>;

/** `author` is the username of the administrator; null for the user, or if that account was deleted. */
export const answer = supportReply.extend({ author: z.string().nullable() });
export type Answer = z.infer<typeof answer>;

export const conversationDetails = conversationRow.extend({
  name: z.string(),
  email: z.string(),
  message: z.string(),
  replies: z.array(answer),
});
export type ConversationDetails = z.infer<typeof conversationDetails>;

const text = paragraph(MAX_MESSAGE_LENGTH).min(1);
/** The number of replies that the caller has seen. */
const replyCount = z.int().min(0).max(MAX_REPLIES);
const named = z.object({ userId, id });

export const supportMessages = {
  send: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({ method: 'POST', path: '/support-messages', summary: 'Send a message to support' })
    .errors(errorsOf('INVALID_EMAIL', 'IDEMPOTENCY_CONFLICT', 'RATE_LIMITED'))
    .input(supportForm)
    .output(done),
  own: forUsers
    .route({
      method: 'GET',
      path: '/support-messages/own',
      summary: "The caller's messages to support, newest activity first",
    })
    .input(z.object({ cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(ownConversation)),
  unread: forUsers
    .route({
      method: 'GET',
      path: '/support-messages/own/unread',
      summary: "The number of the caller's messages with unread answers, up to 100",
    })
    .output(z.object({ count: z.int() })),
  getOwn: forUsers
    .route({
      method: 'GET',
      path: '/support-messages/own/{id}',
      summary: 'A message of the caller with its replies',
    })
    .errors(errorsOf('SUPPORT_MESSAGE_NOT_FOUND'))
    .input(z.object({ id }))
    .output(ownConversationDetails),
  reply: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({
      method: 'POST',
      path: '/support-messages/own/{id}/replies',
      summary: 'Reply in a conversation with support',
    })
    .errors(
      errorsOf(
        'SUPPORT_MESSAGE_NOT_FOUND',
        'CONVERSATION_FULL',
        'TOO_MANY_REPLIES',
        'IDEMPOTENCY_CONFLICT',
      ),
    )
    .input(z.object({ id, text, requestKey }))
    .output(done),
  markRead: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({
      method: 'PUT',
      path: '/support-messages/own/{id}/read',
      summary: 'Mark the answers of a conversation read, unless there is a newer one',
    })
    .input(z.object({ id, replyCount }))
    .output(done),
  list: forAdmins('messages:read')
    .route({ method: 'GET', path: '/support-messages', summary: 'Messages to support' })
    .input(
      z.object({
        /** `open`: waiting for the longest time first; `answered`: newest answer first. */
        state: z.enum(SUPPORT_STATES).default('open'),
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(conversationRow)),
  summary: forAdmins('messages:read')
    .route({
      method: 'GET',
      path: '/support-messages/summary',
      summary: 'The number of open messages, up to 100',
    })
    .output(z.object({ open: z.int() })),
  get: forAdmins('messages:read')
    .route({
      method: 'GET',
      path: '/users/{userId}/support-messages/{id}',
      summary: 'A message to support with its replies',
    })
    .errors(errorsOf('SUPPORT_MESSAGE_NOT_FOUND'))
    .input(named)
    .output(conversationDetails),
  answer: forAdmins('messages:answer')
    .route({
      method: 'POST',
      path: '/users/{userId}/support-messages/{id}/answers',
      summary: 'Answer a message; the user is notified',
    })
    .errors(
      errorsOf(
        'SUPPORT_MESSAGE_NOT_FOUND',
        'CONVERSATION_CHANGED',
        'CONVERSATION_FULL',
        'TOO_MANY_REPLIES',
        'IDEMPOTENCY_CONFLICT',
      ),
    )
    .input(named.extend({ text, replyCount, requestKey }))
    .output(done),
  markAnswered: forAdmins('messages:answer')
    .route({
      method: 'PUT',
      path: '/users/{userId}/support-messages/{id}/answered',
      summary: 'Mark a message as answered without an answer',
    })
    .errors(errorsOf('SUPPORT_MESSAGE_NOT_FOUND', 'CONVERSATION_CHANGED'))
    .input(named.extend({ replyCount }))
    .output(done),
};
