import type { AdminTransaction } from '#contract/transactions/schema.ts';

type Given = Partial<Omit<AdminTransaction, 'id' | 'userId'>> & { id?: string };

/** Builds a pending deposit with the given fields, for tests of lists and dialogs. */
export function buildAdminTransaction(given: Given = {}): AdminTransaction {
  const createdAt = given.createdAt ?? new Date('2026-11-21T05:00:00Z');
  const row = {
    type: 'deposit',
    kind: 'request',
    amountPaise: 50_000,
    status: 'pending',
    paymentMethod: 'UPI',
    utr: null,
    referenceId: 'DEP-1795237200000',
    userNotes: null,
    adminNotes: null,
    reason: null,
    userName: 'demo',
    sourceName: null,
    receiptUrl: null,
    bankName: null,
    maskedAccountNumber: null,
    decidedBy: null,
    decidedAt: null,
    warnings: [],
    createdAt,
    updatedAt: createdAt,
    userId: 'user',
    id: 'transaction',
    ...given,
  };
  // Cast: tests use plain strings for branded ids.
  return row as AdminTransaction;
}
