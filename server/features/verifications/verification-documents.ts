import type { z } from 'zod';
import {
  MAX_DOCUMENTS,
  MAX_DOCUMENTS_A_DAY,
  NUMBERED_KINDS,
  numberProblem,
  toPlainNumber,
} from '#contract/verifications/rules.ts';
import type {
  documentForm,
  OwnVerification,
  VerificationDocument,
} from '#contract/verifications/schema.ts';
import { appError } from '#server/base/errors.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { verificationDocuments } from '#server/db/schema/verifications.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { deleteFiles, insertFile, type StoredFile } from '#server/platform/files/stored-images.ts';
import { canEncryptFiles } from '#server/platform/secrets/file-encryption.ts';
import { countSince, markErased, selectDocuments } from './verifications.queries.ts';
import {
  changeOwn,
  DAY_MS,
  getOwnVerification,
  publishVerification,
  requireNotWaiting,
  toDocument,
  toDocumentEntry,
} from './verifications.ts';

/**
 * Saves an uploaded document and the last four characters of its number. Throws DOCUMENTS_UNAVAILABLE, INVALID_PAN,
 * INVALID_AADHAAR, VERIFICATION_WAITING, TOO_MANY_DOCUMENTS, TOO_MANY_DOCUMENTS_TODAY or STORAGE_FULL.
 */
export async function addDocument(
  deps: Deps,
  actor: Actor,
  { form, image }: { form: z.output<typeof documentForm>; image: StoredFile },
): Promise<VerificationDocument> {
  const { kind, number = '' } = form;
  const { userId } = actor;
  if (!canEncryptFiles(deps.db.secrets)) throw appError('DOCUMENTS_UNAVAILABLE');
  const problem = numberProblem(kind, number);
  if (problem) throw appError(problem);
  const plain = NUMBERED_KINDS.includes(kind) ? toPlainNumber(number) : '';
  return changeOwn(deps, actor, async (tx) => {
    await requireNotWaiting(tx, userId);
    const unsent = await selectDocuments(tx.query, { userId, requestId: null });
    if (unsent.length >= MAX_DOCUMENTS) {
      throw appError('TOO_MANY_DOCUMENTS', { limit: MAX_DOCUMENTS });
    }
    const since = new Date(tx.at.getTime() - DAY_MS);
    if ((await countSince(tx.query, { userId, since })).documents >= MAX_DOCUMENTS_A_DAY) {
      throw appError('TOO_MANY_DOCUMENTS_TODAY', { limit: MAX_DOCUMENTS_A_DAY });
    }
    await insertFile(tx, { file: image, userId });
    const row = {
      ...{ userId, id: image.id, requestId: null, kind, lastFour: plain.slice(-4) || null },
      ...{ createdAt: tx.at, deletedAt: null },
    };
    insertMany(tx, verificationDocuments, [row]);
    await recordAudit(tx, { actor, entries: [toDocumentEntry('document.insert', row)] });
    publishVerification(tx, userId, 'update');
    return toDocument(row);
  });
}

/** Deletes one of the caller's documents that was not sent yet. Throws DOCUMENT_NOT_FOUND. */
export async function removeDocument(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<OwnVerification> {
  const { userId } = actor;
  await changeOwn(deps, actor, async (tx) => {
    const unsent = await selectDocuments(tx.query, { userId, requestId: null });
    const found = unsent.find((document) => document.id === id);
    if (!found) throw appError('DOCUMENT_NOT_FOUND');
    await markErased(tx, { userId, ids: [id], requestId: null });
    await deleteFiles(deps, tx, [id]);
    const entry = toDocumentEntry('document.delete', { ...found, userId });
    await recordAudit(tx, { actor, entries: [entry] });
    publishVerification(tx, userId, 'update');
  });
  return getOwnVerification(deps, actor);
}
