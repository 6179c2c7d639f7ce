import { findDraft, keepDraft } from '#web/lib/session/kept-drafts.ts';

/** A deposit sent from this device within the last day. */
export type SentDeposit = { amountPaise: number; receiptHash: string; referenceId: string };

const KEPT_AS = 'sent deposits';

function listSent(userId: string): SentDeposit[] {
  const kept = findDraft(KEPT_AS, userId);
  return Array.isArray(kept) ? kept : [];
}

/** Remembers a deposit in order to warn before it is sent twice. Deleted on logout. */
export function rememberSent(userId: string, deposit: SentDeposit): void {
  keepDraft(KEPT_AS, { userId, state: [...listSent(userId), deposit] });
}

export function findSameDeposit(
  userId: string,
  { amountPaise, receiptHash }: Pick<SentDeposit, 'amountPaise' | 'receiptHash'>,
): SentDeposit | undefined {
  return listSent(userId).find(
    (sent) => sent.amountPaise === amountPaise && sent.receiptHash === receiptHash,
  );
}
