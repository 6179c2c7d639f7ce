import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/events.ts';
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

describe('changed transactions', () => {
  it('tell the oldest that changed since', () => {
    const changes = createChangedTransactions();
    for (const minute of [5, 3, 8]) changes.hear(buildEvent(minute));
    expect([0, 1, 2, 3].map(changes.oldestSince)).toEqual([3, 3, 8, Infinity]);
  });

  it('leave out those of others, of which administrators hear', () => {
    const changes = createChangedTransactions();
    changes.hear(buildEvent(1, { audience: 'admin' }));
    expect(changes.count()).toBe(0);
  });

  it('take everything for changed after a gap in the news', () => {
    const changes = createChangedTransactions();
    changes.hear({ entity: 'resync' });
    expect(changes.oldestSince(0)).toBe(-Infinity);
  });

  it('keep count, and take everything for changed for who fell behind what is remembered', () => {
    const changes = createChangedTransactions();
    for (let minute = 0; minute < MOST_REMEMBERED + 2; minute += 1) {
      changes.hear(buildEvent(minute));
    }
    expect(changes.count()).toBe(MOST_REMEMBERED + 2);
    expect([1, 2, 3].map(changes.oldestSince)).toEqual([-Infinity, 2, 3]);
    expect(changes.oldestSince(changes.count())).toBe(Infinity);
  });
});
