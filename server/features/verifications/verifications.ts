import type { AuditedChange } from '#contract/audit-details.ts';
import type { UserId } from '#contract/shared/base.ts';
import { VERIFICATION_LEVELS } from '#contract/verification-limits/rules.ts';
import {
  type DocumentKind,
  MAX_REQUESTS_A_DAY,
  type RequestableLevel,
} from '#contract/verifications/rules.ts';
import type { OwnVerification, VerificationDocument } from '#contract/verifications/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { deleteFiles, type ImageDeps } from '#server/platform/files/stored-images.ts';
import { canEncryptFiles } from '#server/platform/secrets/file-encryption.ts';
import { getLevel } from '../verification-limits/verification-limits.ts';
import {
  countSince,
  type DocumentRow,
  endRequest,
  insertRequest,
  lockRequest,
  markErased,
  type RequestRow,
  selectDocuments,
  selectNewestRequest,
} from './verifications.queries.ts';

export const DOCUMENT_PATH = '/files/documents/';
export const DAY_MS = 24 * 60 * 60_000;

/** Returns the caller's level, the documents that were not sent yet, and the newest request. */
export async function getOwnVerification(
  { db }: Pick<Deps, 'db'>,
  { userId }: Actor,
): Promise<OwnVerification> {
  const [level, documents, request] = await Promise.all([
    getLevel(db.query, userId),
    selectDocuments(db.query, { userId, requestId: null }),
    selectNewestRequest(db.query, userId),
  ]);
  const sent = request ? await selectDocuments(db.query, { userId, requestId: request.id }) : [];
  return {
    isAvailable: canEncryptFiles(db.secrets),
    level,
    documents: documents.map(toDocument),
    request: request ? toOwnRequest(request, sent) : null,
  };
}

function toOwnRequest(row: RequestRow, sent: DocumentRow[]): OwnVerification['request'] {
  const { id, level, state, reason, createdAt, decidedAt } = row;
  return { id, level, state, reason, createdAt, decidedAt, documents: sent.map(toDocument) };
}

/**
 * Sends the caller's documents for review. Throws DOCUMENTS_REQUIRED, VERIFICATION_WAITING, VERIFICATION_LEVEL_REACHED
 * or TOO_MANY_VERIFICATIONS.
 */
export async function submitVerification(
  deps: Deps,
  actor: Actor,
  level: RequestableLevel,
): Promise<OwnVerification> {
  const { userId } = actor;
  await changeOwn(deps, actor, async (tx) => {
    await requireNotWaiting(tx, userId);
    const present = await getLevel(tx.query, userId);
    if (VERIFICATION_LEVELS.indexOf(level) <= VERIFICATION_LEVELS.indexOf(present)) {
      throw appError('VERIFICATION_LEVEL_REACHED');
    }
    const documents = await selectDocuments(tx.query, { userId, requestId: null });
    if (documents.length === 0) throw appError('DOCUMENTS_REQUIRED');
    const since = new Date(tx.at.getTime() - DAY_MS);
    if ((await countSince(tx.query, { userId, since })).requests >= MAX_REQUESTS_A_DAY) {
      throw appError('TOO_MANY_VERIFICATIONS', { limit: MAX_REQUESTS_A_DAY });
    }
    const id = newId();
    await insertRequest(tx, { userId, id, level });
    const after = { level, documents: documents.length };
    await recordVerification(tx, actor, { userId, id, action: 'verification.request', after });
    publishVerification(tx, userId, 'insert');
  });
  return getOwnVerification(deps, actor);
}

/** Takes the caller's waiting request back and deletes its documents. Throws VERIFICATION_NOT_FOUND. */
export async function withdrawVerification(deps: Deps, actor: Actor): Promise<OwnVerification> {
  const { userId } = actor;
  await changeOwn(deps, actor, async (tx) => {
    const request = await selectNewestRequest(tx.query, userId);
    if (request?.state !== 'waiting') throw appError('VERIFICATION_NOT_FOUND');
    await endRequest(tx, { ...request, state: 'withdrawn' });
    const documents = await eraseImages(deps, tx, request);
    const after = { level: request.level, documents };
    const { id } = request;
    await recordVerification(tx, actor, { userId, id, action: 'verification.withdraw', after });
    publishVerification(tx, userId, 'update');
  });
  return getOwnVerification(deps, actor);
}

/** Deletes the images of a locked request. Call it before the audit record. Returns how many there were. */
export async function eraseImages(
  deps: ImageDeps,
  tx: Tx,
  { userId, id }: Pick<RequestRow, 'userId' | 'id'>,
): Promise<number> {
  const documents = await selectDocuments(tx.query, { userId, requestId: id });
  const ids = documents.filter(({ deletedAt }) => deletedAt === null).map((one) => one.id);
  await markErased(tx, { userId, ids, requestId: id });
  await deleteFiles(deps, tx, ids);
  return ids.length;
}

/** Locks the user, so that documents and requests of one user change one after another. */
export function changeOwn<Result>(
  deps: Deps,
  actor: Actor,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return runCommand(deps, { actor, changing: [actor.userId] }, work);
}

/** Throws VERIFICATION_WAITING. */
export async function requireNotWaiting(tx: Tx, userId: UserId): Promise<void> {
  const request = await selectNewestRequest(tx.query, userId);
  if (request?.state === 'waiting') throw appError('VERIFICATION_WAITING');
}

/** Locks a request. Throws VERIFICATION_NOT_FOUND. */
export async function getLockedRequest(
  tx: Tx,
  name: { userId: UserId; id: string },
): Promise<RequestRow> {
  const request = await lockRequest(tx.query, name);
  if (!request) throw appError('VERIFICATION_NOT_FOUND');
  return request;
}

type VerificationAction = Extract<AuditedChange, { entity: 'verification' }>['action'];

export async function recordVerification(
  tx: Tx,
  actor: Actor | 'system',
  {
    userId,
    id,
    action,
    after,
  }: {
    userId: UserId;
    id: string;
    action: VerificationAction;
    after: { level: RequestableLevel; documents: number };
  },
): Promise<void> {
  const entry = { chainId: userId, entity: 'verification', entityId: id, before: null } as const;
  await recordAudit(tx, { actor, entries: [{ ...entry, action, after }] });
}

export function toDocumentEntry(
  action: 'document.insert' | 'document.delete',
  { userId, id, kind }: { userId: UserId; id: string; kind: DocumentKind },
): AuditEntry {
  const said = { documentKind: kind };
  const subject = { chainId: userId, entity: 'document', entityId: id, action } as const;
  return action === 'document.insert'
    ? { ...subject, before: null, after: said }
    : { ...subject, before: said, after: null };
}

export function publishVerification(tx: Tx, userId: UserId, op: 'insert' | 'update'): void {
  publish(tx, [{ userId, forAdmins: true, payload: { entity: 'verification', op, userId } }]);
}

export function toDocument(row: DocumentRow): VerificationDocument {
  const { id, kind, lastFour, createdAt, deletedAt } = row;
  return { id, kind, lastFour, createdAt, imageUrl: deletedAt ? null : `${DOCUMENT_PATH}${id}` };
}
