import { userId as userIdSchema } from '#contract/shared/base.ts';
import { UNSENT_DAYS } from '#contract/verifications/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { deleteFiles } from '#server/platform/files/stored-images.ts';
import { getSetting } from '../settings/settings.ts';
import { deleteLeftOvers, lockDueRequest, lockUnsent } from './erase-documents.queries.ts';
import { markErased } from './verifications.queries.ts';
import {
  DAY_MS,
  eraseImages,
  publishVerification,
  recordVerification,
  toDocumentEntry,
} from './verifications.ts';

const BATCH_ROWS = 200;
/** Steps of one run: the next run continues. */
const MAX_STEPS = 500;
/** Longer than the day for which documents and requests are counted. */
const LEFT_OVER_MS = 2 * DAY_MS;

/**
 * Deletes the images of requests that were decided `documentDays` ago, and documents that were never sent. Each step is
 * one transaction with a limited number of rows. The facts of decided requests and the audit records stay.
 */
export async function eraseOldDocuments(deps: Deps): Promise<void> {
  for (const step of [eraseRequest, eraseUnsent, deleteSomeLeftOvers]) {
    for (let n = 0; n < MAX_STEPS; n += 1) {
      if (!(await deps.db.transaction((tx) => step(deps, tx)))) break;
    }
  }
}

/** Each step returns false if there is nothing left to do. */
async function eraseRequest(deps: Deps, tx: Tx): Promise<boolean> {
  const days = await getSetting(tx.query, 'documentDays');
  const request = await lockDueRequest(tx.query, before(tx, days * DAY_MS));
  if (!request) return false;
  const documents = await eraseImages(deps, tx, request);
  const { userId, id, level } = request;
  await recordVerification(tx, 'system', {
    ...{ userId, id, action: 'verification.erase', after: { level, documents } },
  });
  publishVerification(tx, userId, 'update');
  return true;
}

async function eraseUnsent(deps: Deps, tx: Tx): Promise<boolean> {
  const [document] = await lockUnsent(tx.query, {
    ...{ before: before(tx, UNSENT_DAYS * DAY_MS), limit: 1 },
  });
  if (!document) return false;
  const userId = userIdSchema.parse(document.userId);
  await markErased(tx, { userId, ids: [document.id], requestId: null });
  await deleteFiles(deps, tx, [document.id]);
  const entry = toDocumentEntry('document.delete', { ...document, userId });
  await recordAudit(tx, { actor: 'system', entries: [entry] });
  publishVerification(tx, userId, 'update');
  return true;
}

async function deleteSomeLeftOvers(_: Deps, tx: Tx): Promise<boolean> {
  const wanted = { before: before(tx, LEFT_OVER_MS), limit: BATCH_ROWS };
  return (await deleteLeftOvers(tx.query, wanted)) > 0;
}

function before(tx: Tx, ageMs: number): Date {
  return new Date(tx.at.getTime() - ageMs);
}
