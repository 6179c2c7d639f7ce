import type { UserId } from '#contract/shared/base.ts';
import type { SupportState } from '#contract/support-messages/rules.ts';
import type {
  ConversationDetails,
  ConversationRow,
  OwnConversation,
  OwnConversationDetails,
} from '#contract/support-messages/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import {
  countOpen,
  countUnread,
  findConversation,
  findOwnConversation,
  selectConversations,
  selectOwnConversations,
  selectReplies,
} from './conversations.queries.ts';

const MOST_COUNTED = 100;

interface Page {
  cursor?: string | undefined;
  limit: number;
}

export async function listOwnConversations(
  { db }: Pick<Deps, 'db'>,
  { userId }: Actor,
  { cursor, limit }: Page,
): Promise<{ rows: OwnConversation[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await selectOwnConversations(db.query, { userId, after, limit: limit + 1 });
  return toPage(rows, limit, ({ lastAt: at, id }) => ({ at, id }));
}

export async function summarizeOwn({ db }: Pick<Deps, 'db'>, { userId }: Actor) {
  return { count: await countUnread(db.query, userId, MOST_COUNTED) };
}

/** Throws SUPPORT_MESSAGE_NOT_FOUND, also for a message of another user. */
export async function getOwnConversation(
  { db }: Pick<Deps, 'db'>,
  { userId }: Actor,
  id: string,
): Promise<OwnConversationDetails> {
  const name = { userId, id };
  const [conversation, replies] = await Promise.all([
    findOwnConversation(db.query, name),
    selectReplies(db.query, name),
  ]);
  if (!conversation) throw appError('SUPPORT_MESSAGE_NOT_FOUND');
  return { ...conversation, replies: replies.map(({ author: _, ...reply }) => reply) };
}

export async function listConversations(
  { db }: Pick<Deps, 'db'>,
  { state, cursor, limit }: Page & { state: SupportState },
): Promise<{ rows: ConversationRow[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await selectConversations(db.query, { state, after, limit: limit + 1 });
  return toPage(rows, limit, ({ since: at, id }) => ({ at, id }));
}

export async function summarizeConversations({ db }: Pick<Deps, 'db'>) {
  return { open: await countOpen(db.query, MOST_COUNTED) };
}

/** Throws SUPPORT_MESSAGE_NOT_FOUND. */
export async function getConversation(
  { db }: Pick<Deps, 'db'>,
  name: { userId: UserId; id: string },
): Promise<ConversationDetails> {
  const [conversation, replies] = await Promise.all([
    findConversation(db.query, name),
    selectReplies(db.query, name),
  ]);
  if (!conversation) throw appError('SUPPORT_MESSAGE_NOT_FOUND');
  return { ...conversation, replies };
}
