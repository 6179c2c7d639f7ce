import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { deleteFiles } from '#server/platform/files/stored-images.ts';
import {
  deleteAccount,
  deleteSomeTransactions,
  eraseLarge,
  lockExpired,
  lockUnfinished,
  markErased,
  markErasing,
  selectSomeFiles,
} from './erase-accounts.queries.ts';

const YEAR_MS = 365.25 * 24 * 60 * 60_000;
/** How long the evidence of a deleted account is kept. */
const RETENTION_YEARS = 8;

/**
 * Erases what remains of deleted accounts: personal data that the deletion left for later, and the evidence once the
 * retention time has passed. Each step is one transaction with a limited number of rows. Ledger entries and audit
 * records stay: they name the account by its id alone, except that the record of the deletion has its username.
 */
export async function eraseDeletedAccounts(deps: Deps): Promise<void> {
  while (await deps.db.transaction((tx) => erasePersonalStep(tx)));
  while (await deps.db.transaction((tx) => eraseEvidenceStep(deps, tx)));
}

/** Returns false if no account has personal data left. */
async function erasePersonalStep(tx: Tx): Promise<boolean> {
  const userId = await lockUnfinished(tx.query);
  if (!userId) return false;
  if (!(await eraseLarge(tx.query, userId))) await markErased(tx.query, userId);
  return true;
}

/** Returns false if the retention time of no account has passed. */
async function eraseEvidenceStep(deps: Deps, tx: Tx): Promise<boolean> {
  const before = new Date(tx.at.getTime() - RETENTION_YEARS * YEAR_MS);
  const account = await lockExpired(tx.query, before);
  if (!account) return false;
  const { id: userId } = account;
  if (!account.erasingSince) {
    await markErasing(tx.query, userId, tx.at);
    const entry = { chainId: userId, entity: 'user', entityId: userId, before: null } as const;
    await recordAudit(tx, {
      actor: 'system',
      entries: [{ ...entry, action: 'user.erase', after: null }],
    });
    return true;
  }
  const files = await selectSomeFiles(tx.query, userId);
  if (files.length > 0) await deleteFiles(deps, tx, files);
  else if ((await deleteSomeTransactions(tx.query, userId)) === 0) {
    await deleteAccount(tx.query, userId);
  }
  return true;
}
