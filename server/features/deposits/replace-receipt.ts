import { isDecidable, MAX_RECEIPT_REPLACEMENTS } from '#contract/transactions/rules.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { insertFile, type StoredFile } from '#server/platform/files/stored-images.ts';
import { receiptUrlOf, toOwnDetails } from '../transactions/transaction-views.ts';
import { toTransactionEvent } from '../transactions/transactions.events.ts';
import { lockOwnRow, type TransactionRow } from '../transactions/transactions.ts';
import { countReplaced, saveReplaced } from './replace-receipt.queries.ts';
import { hasFile, RECEIPT_PATH } from './request-deposit.queries.ts';

/**
 * Replaces the receipt of the caller's pending deposit; the new one has to be in the file store. The previous image stays
 * as evidence. Sending the current receipt again has no effect. The request's lock orders this and decisions. Throws
 * TRANSACTION_NOT_FOUND, REQUEST_DECIDED, TOO_MANY_REPLACEMENTS or STORAGE_FULL.
 */
export async function replaceReceipt(
  deps: Deps,
  actor: Actor,
  { id, receipt }: { id: string; receipt: StoredFile },
): Promise<{ answer: OwnTransactionDetails; unused: boolean }> {
  return runCommand(deps, actor, async (tx) => {
    const row = await lockOwnRow(tx, { userId: actor.userId, id });
    const replacedUrl = row && receiptUrlOf(row);
    if (row?.type !== 'deposit' || !replacedUrl) throw appError('TRANSACTION_NOT_FOUND');
    if (await isCurrent(tx, row, receipt))
      return { answer: toOwnDetails(tx.secrets, row), unused: true };
    if (!isDecidable(row)) throw appError('REQUEST_DECIDED');
    if ((await countReplaced(tx.query, row)) >= MAX_RECEIPT_REPLACEMENTS) {
      throw appError('TOO_MANY_REPLACEMENTS', { limit: MAX_RECEIPT_REPLACEMENTS });
    }
    await insertFile(tx, { file: receipt, userId: actor.userId });
    const changed = {
      ...row,
      permanentReceiptUrl: `${RECEIPT_PATH}${receipt.id}`,
      receiptReplacedAt: tx.at,
      version: row.version + 1,
      updatedAt: tx.at,
    };
    saveReplaced(tx, changed, replacedUrl);
    await recordReplacement(tx, { actor, row: changed, replacedUrl });
    return { answer: toOwnDetails(tx.secrets, changed), unused: false };
  });
}

async function isCurrent(tx: Tx, row: TransactionRow, { sha256 }: StoredFile): Promise<boolean> {
  const fileId = row.permanentReceiptUrl?.slice(RECEIPT_PATH.length);
  return fileId !== undefined && hasFile(tx.query, { fileId, sha256 });
}

async function recordReplacement(
  tx: Tx,
  { actor, row, replacedUrl }: { actor: Actor; row: TransactionRow; replacedUrl: string },
): Promise<void> {
  await recordAudit(tx, {
    actor,
    entries: [
      {
        chainId: actor.userId,
        action: 'transaction.replaceReceipt',
        entity: 'transaction',
        entityId: row.id,
        before: { receiptUrl: replacedUrl },
        after: { receiptUrl: receiptUrlOf(row) ?? '' },
      },
    ],
  });
  const payload = toTransactionEvent('update', row);
  publish(tx, [{ userId: actor.userId, forAdmins: true, payload }]);
}
