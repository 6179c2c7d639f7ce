import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/events/schema.ts';
import { createChangedTransactions, MOST_REMEMBERED } from './changed-transactions.ts';

function buildEvent(
  minute: number,
  parts: Partial<Extract<LiveEvent, { entity: 'transaction' }>> = {},
): LiveEvent {
  return {
    entity: 'transaction',
    op: 'update',
    id: `transaction ${minute}`,
    userId: 'me',
    audience: 'owner',
    type: 'deposit',
    status: 'approved',
    amountPaise: 100,
    createdAt: new Date(minute).toISOString(),
    ...parts,
  };
}

describe('createChangedTransactions', () => {
  it('returns the creation time of the oldest transaction changed since a count', () => {
    const changes = createChangedTransactions();
    for (const minute of [5, 3, 8]) changes.record(buildEvent(minute));
    expect([0, 1, 2, 3].map(changes.oldestSince)).toEqual([3, 3, 8, Infinity]);
  });

  it('ignores events about transactions of other users', () => {
    const changes = createChangedTransactions();
    changes.record(buildEvent(1, { audience: 'admin' }));
    expect(changes.count()).toBe(0);
  });

  it('treats every transaction as changed after a resync event', () => {
    const changes = createChangedTransactions();
    changes.record({ entity: 'resync' });
    expect(changes.oldestSince(0)).toBe(-Infinity);
  });

  it('treats every transaction as changed if the count is older than the remembered events', () => {
    const changes = createChangedTransactions();
    for (let minute = 0; minute < MOST_REMEMBERED + 2; minute += 1) {
      changes.record(buildEvent(minute));
    }
    expect(changes.count()).toBe(MOST_REMEMBERED + 2);
    expect([1, 2, 3].map(changes.oldestSince)).toEqual([-Infinity, 2, 3]);
    expect(changes.oldestSince(changes.count())).toBe(Infinity);
  });
});
