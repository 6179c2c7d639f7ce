import { findDraft, keepDraft } from '#web/lib/session/saved-drafts.ts';

/** A deposit sent from this device within the last day. */
export type SentDeposit = { amountPaise: number; receiptHash: string; referenceId: string };

const DRAFT_KEY = 'sent deposits';

function listSent(userId: string): SentDeposit[] {
  const kept = findDraft(DRAFT_KEY, userId);
  return Array.isArray(kept) ? kept : [];
}

/** Remembers a deposit in order to warn before it is sent twice. Deleted on logout. */
export function rememberSent(userId: string, deposit: SentDeposit): void {
  keepDraft(DRAFT_KEY, { userId, state: [...listSent(userId), deposit] });
}

export function findSameDeposit(
  userId: string,
  { amountPaise, receiptHash }: Pick<SentDeposit, 'amountPaise' | 'receiptHash'>,
): SentDeposit | undefined {
  return listSent(userId).find(
    (sent) => sent.amountPaise === amountPaise && sent.receiptHash === receiptHash,
  );
}
