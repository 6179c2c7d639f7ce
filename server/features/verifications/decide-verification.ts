import type { UserId } from '#contract/shared/base.ts';
import type { RequestableLevel } from '#contract/verifications/rules.ts';
import type { VerificationDetails, VerificationRow } from '#contract/verifications/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { runApprovable } from '../approvals/require-approval.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { changeLevel } from '../users/users.ts';
import { countWaiting, findDetails, selectRequests } from './decide-verification.queries.ts';
import { toRejection } from './verifications.events.ts';
import { endRequest, selectDocuments } from './verifications.queries.ts';
import {
  eraseImages,
  getLockedRequest,
  publishVerification,
  recordVerification,
  toDocument,
} from './verifications.ts';

const MOST_COUNTED = 100;

export async function listVerifications(
  { db }: Pick<Deps, 'db'>,
  { tab, cursor, limit }: { tab: 'waiting' | 'ended'; cursor?: string | undefined; limit: number },
): Promise<{ rows: VerificationRow[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await selectRequests(db.query, { tab, after, limit: limit + 1 });
  return toPage(rows, limit, ({ createdAt, decidedAt, id }) => ({
    at: tab === 'waiting' ? createdAt : (decidedAt ?? createdAt),
    id,
  }));
}

export async function summarizeVerifications({ db }: Pick<Deps, 'db'>) {
  return { waiting: await countWaiting(db.query, MOST_COUNTED) };
}

/** Throws VERIFICATION_NOT_FOUND. */
export async function getVerification(
  { db }: Pick<Deps, 'db'>,
  name: { userId: UserId; id: string },
): Promise<VerificationDetails> {
  const [row, documents] = await Promise.all([
    findDetails(db.query, name),
    selectDocuments(db.query, { userId: name.userId, requestId: name.id }),
  ]);
  if (!row) throw appError('VERIFICATION_NOT_FOUND');
  return { ...row, documents: documents.map(toDocument) };
}

/**
 * Grants a level, or rejects the request if it is null, and notifies the user. Concurrent decisions and a withdrawal
 * lock the user's row: the first one counts. Throws VERIFICATION_REASON_REQUIRED, OWN_ACCOUNT_PROTECTED,
 * VERIFICATION_NOT_FOUND, VERIFICATION_DECIDED, or SECOND_APPROVAL_REQUIRED: the level of an administrator is changed when another
 * one has confirmed it, and then the request can be granted.
 */
export async function decideVerification(
  deps: Deps,
  actor: Actor,
  {
    userId,
    id,
    level,
    reason,
  }: { userId: UserId; id: string; level: RequestableLevel | null; reason: string },
): Promise<void> {
  if (reason === '') throw appError('VERIFICATION_REASON_REQUIRED');
  if (userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const request = await getLockedRequest(tx, { userId, id });
    if (request.state !== 'waiting') throw appError('VERIFICATION_DECIDED');
    // First, because it may need a second approval: then nothing else changes, and the request waits.
    if (level !== null) await changeLevel(tx, { actor, userId, level, reason });
    const state = level === null ? 'rejected' : 'granted';
    const decided = { ...request, state, level: level ?? request.level, reason } as const;
    await endRequest(tx, { ...decided, decidedBy: actor.userId });
    const documents = await selectDocuments(tx.query, { userId, requestId: id });
    await recordVerification(tx, actor, {
      ...{ userId, id, action: level === null ? 'verification.reject' : 'verification.grant' },
      after: { level: decided.level, documents: documents.length },
    });
    if (level === null) insertNotifications(tx, [toRejection({ userId, reason })]);
    publishVerification(tx, userId, 'update');
  });
}

/** Deletes the documents of a decided request before their time. Throws VERIFICATION_NOT_FOUND or VERIFICATION_OPEN. */
export async function eraseDocuments(
  deps: Deps,
  actor: Actor,
  name: { userId: UserId; id: string },
): Promise<void> {
  const { userId } = name;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const request = await getLockedRequest(tx, name);
    if (request.state === 'waiting') throw appError('VERIFICATION_OPEN');
    if (request.erasedAt) return;
    const documents = await eraseImages(deps, tx, request);
    const after = { level: request.level, documents };
    await recordVerification(tx, actor, { ...name, action: 'verification.erase', after });
    publishVerification(tx, userId, 'update');
  });
}
