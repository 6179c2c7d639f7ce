import type { OwnActivity } from '#contract/audit/schema.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type OwnRecord, selectOwn } from './own-activity.queries.ts';

/** Users don't see what administrators note about them, or look at. */
const SHOWN: readonly AuditAction[] = [
  'session.start',
  'session.fail',
  'sign-in-link.create',
  'sign-in-link.use',
  'user.create',
  'user.import',
  'user.activate',
  'user.deactivate',
  'user.freeze',
  'user.unfreeze',
  'user.role',
  'user.password',
  'user.requestReset',
  'user.resetPassword',
  'user.setPassword',
  'user.unlock',
  'user.endSessions',
  'user.adjustBalance',
  'profile.update',
  'bankAccount.insert',
  'bankAccount.update',
  'bankAccount.delete',
  'document.insert',
  'document.delete',
  'verification.request',
  'verification.withdraw',
  'verification.grant',
  'verification.reject',
  'verification.erase',
  'transaction.request',
  'transaction.approve',
  'transaction.reject',
  'transaction.cancel',
  'transaction.replaceReceipt',
  'closure.request',
  'closure.withdraw',
  'closure.refuse',
  'export.create',
];

const NEWEST = Number.MAX_SAFE_INTEGER;

/** Returns what the audit log has about a user, for that user. It has no address and no name of anybody else. */
export async function listOwnActivity(
  { db }: Pick<Deps, 'db'>,
  userId: UserId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: OwnActivity[]; nextCursor: string | undefined }> {
  const beforeSeq = cursor === undefined ? NEWEST : Number(cursor);
  if (!Number.isSafeInteger(beforeSeq)) throw appError('INVALID_INPUT', { field: 'cursor' });
  const { rows, nextSeq } = await selectOwn(db.query, {
    ...{ userId, beforeSeq, limit },
    actions: SHOWN,
  });
  return {
    rows: rows.map((row) => toOwnActivity(row, userId)),
    nextCursor: nextSeq === undefined ? undefined : String(nextSeq),
  };
}

function toOwnActivity(
  { id, action, actorId, ip, createdAt }: OwnRecord,
  userId: UserId,
): OwnActivity {
  const isOwn = actorId === userId;
  return { id, action, isOwn, ip: isOwn ? ip : null, createdAt };
}
