import type { UserId } from '#contract/shared/base.ts';
import {
  MAX_ANSWERS_PER_DAY,
  MAX_REPLIES,
  MAX_REPLIES_PER_DAY,
} from '#contract/support-messages/rules.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { notifyAdmins } from '../notifications/notifications.ts';
import {
  countRepliesSince,
  findSentReply,
  insertReply,
  type LockedConversation,
  lockConversation,
  markConversationRead,
  type Name,
  setConversationState,
} from './replies.queries.ts';
import { publishConversation, toAnswerNotice, toMessageNotice } from './support-messages.events.ts';

const DAY_MS = 24 * 60 * 60_000;

interface Written {
  id: string;
  text: string;
  requestKey: string;
}

/**
 * Adds a reply of the user, which opens the conversation again, and notifies administrators. A repeated key has no
 * effect. Throws SUPPORT_MESSAGE_NOT_FOUND, CONVERSATION_FULL, TOO_MANY_REPLIES or IDEMPOTENCY_CONFLICT.
 */
export async function replyToSupport(deps: Deps, actor: Actor, written: Written): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const conversation = await getLocked(tx, { userId, id: written.id });
    if (await isRepeated(tx, actor, conversation, written)) return;
    const replyId = await addReply(tx, { actor, conversation, written, isFromSupport: false });
    const state = { state: 'open', isReplied: true, answeredBy: null } as const;
    await setConversationState(tx, { ...conversation, ...state });
    await record(tx, { actor, conversation, act: { action: 'support.reply', replyId } });
    await notifyAdmins(tx, toMessageNotice({ ...conversation, message: written.text }));
    publishConversation(tx, conversation, { op: 'update' });
  });
}

type Answer = Written & { userId: UserId; replyCount: number };

/**
 * Adds an answer of an administrator and notifies the user. A repeated key has no effect. Throws
 * SUPPORT_MESSAGE_NOT_FOUND, CONVERSATION_CHANGED if there are other replies than the administrator has seen,
 * CONVERSATION_FULL, TOO_MANY_REPLIES or IDEMPOTENCY_CONFLICT.
 */
export async function answerMessage(deps: Deps, actor: Actor, written: Answer): Promise<void> {
  const { userId, id, replyCount } = written;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const conversation = await getLocked(tx, { userId, id });
    if (await isRepeated(tx, actor, conversation, written)) return;
    if (conversation.replyCount !== replyCount) throw appError('CONVERSATION_CHANGED');
    const replyId = await addReply(tx, { actor, conversation, written, isFromSupport: true });
    const state = { state: 'answered', isReplied: true, answeredBy: actor.userId } as const;
    await setConversationState(tx, { ...conversation, ...state });
    await record(tx, { actor, conversation, act: { action: 'support.answer', replyId } });
    insertNotifications(tx, [toAnswerNotice(conversation)]);
    publishConversation(tx, conversation, { op: 'update' });
  });
}

/**
 * Closes a message without an answer; repeating it has no effect. Throws SUPPORT_MESSAGE_NOT_FOUND or
 * CONVERSATION_CHANGED.
 */
export async function markAnswered(
  deps: Deps,
  actor: Actor,
  { replyCount, ...name }: Name & { replyCount: number },
): Promise<void> {
  await runCommand(deps, { actor, changing: [name.userId] }, async (tx) => {
    const conversation = await getLocked(tx, name);
    if (conversation.replyCount !== replyCount) throw appError('CONVERSATION_CHANGED');
    if (conversation.state === 'answered') return;
    const state = { state: 'answered', isReplied: false, answeredBy: actor.userId } as const;
    await setConversationState(tx, { ...conversation, ...state });
    await record(tx, { actor, conversation, act: { action: 'support.close' } });
    publishConversation(tx, conversation, { op: 'update' });
  });
}

/** Marks the caller's conversation read, unless there are other replies than the caller has seen. */
export async function markOwnRead(
  deps: Deps,
  actor: Actor,
  { id, replyCount }: { id: string; replyCount: number },
): Promise<void> {
  const name = { userId: actor.userId, id };
  await runCommand(deps, { actor, changing: [actor.userId] }, async (tx) => {
    const conversation = await lockConversation(tx.query, name);
    if (conversation?.replyCount !== replyCount) return;
    if (!(await markConversationRead(tx.query, name))) return;
    publishConversation(tx, name, { op: 'update', isForUserOnly: true });
  });
}

async function getLocked(tx: Tx, name: Name): Promise<LockedConversation> {
  const conversation = await lockConversation(tx.query, name);
  if (!conversation) throw appError('SUPPORT_MESSAGE_NOT_FOUND');
  return conversation;
}

async function isRepeated(
  tx: Tx,
  actor: Actor,
  { userId, id }: LockedConversation,
  { text, requestKey }: Written,
): Promise<boolean> {
  const sent = await findSentReply(tx.query, { userId, authorId: actor.userId, requestKey });
  if (!sent) return false;
  if (sent.messageId !== id || sent.text !== text) throw appError('IDEMPOTENCY_CONFLICT');
  return true;
}

/** Returns the id of the reply. The author's row is locked, so that the counts are exact. */
async function addReply(
  tx: Tx,
  {
    actor,
    conversation,
    written,
    isFromSupport,
  }: {
    actor: Actor;
    conversation: LockedConversation;
    written: Written;
    isFromSupport: boolean;
  },
): Promise<string> {
  const { userId, replyCount } = conversation;
  if (replyCount >= MAX_REPLIES) throw appError('CONVERSATION_FULL', { limit: MAX_REPLIES });
  const limit = isFromSupport ? MAX_ANSWERS_PER_DAY : MAX_REPLIES_PER_DAY;
  const since = new Date(tx.at.getTime() - DAY_MS);
  const author = { authorId: actor.userId, isFromSupport };
  if ((await countRepliesSince(tx.query, { ...author, since })) >= limit) {
    throw appError('TOO_MANY_REPLIES', { limit });
  }
  const { id: messageId, text, requestKey } = written;
  const id = newId();
  insertReply(tx, { ...author, userId, id, messageId, text, requestKey });
  return id;
}

type Act =
  | { action: 'support.reply' | 'support.answer'; replyId: string }
  | { action: 'support.close' };

/** The record does not contain the text, because it outlives the user's messages. */
async function record(
  tx: Tx,
  { actor, conversation, act }: { actor: Actor; conversation: LockedConversation; act: Act },
): Promise<void> {
  const { userId, id, category } = conversation;
  const subject = { chainId: userId, entity: 'support', entityId: id, before: null } as const;
  const entry =
    act.action === 'support.close'
      ? { ...subject, action: act.action, after: { category } }
      : { ...subject, action: act.action, after: { category, replyId: act.replyId } };
  await recordAudit(tx, { actor, entries: [entry] });
}
