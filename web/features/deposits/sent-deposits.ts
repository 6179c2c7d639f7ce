import { findDraft, keepDraft } from '../../lib/kept-drafts.ts';

/** A deposit that was sent from this device within a day. */
export type SentDeposit = { amountPaise: number; receiptHash: string; referenceId: string };

const KEPT_AS = 'sent deposits';

function listSent(userId: string): SentDeposit[] {
  const kept = findDraft(KEPT_AS, userId);
  return Array.isArray(kept) ? kept : [];
}

/** Remembers a deposit, so that the same one is not sent a second time by mistake. Forgotten at logout. */
export function rememberSent(userId: string, deposit: SentDeposit): void {
  keepDraft(KEPT_AS, { userId, state: [...listSent(userId), deposit] });
}

/** Returns an earlier deposit of the same amount with the same receipt. */
export function findSameDeposit(
  userId: string,
  { amountPaise, receiptHash }: Pick<SentDeposit, 'amountPaise' | 'receiptHash'>,
): SentDeposit | undefined {
  return listSent(userId).find(
    (sent) => sent.amountPaise === amountPaise && sent.receiptHash === receiptHash,
  );
}
