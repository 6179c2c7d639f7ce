import { describe, expect, it } from 'vitest';
import { transactionId } from '#contract/shared/base.ts';
import { type LastSeen, parseLastSeen, stringifyLastSeen } from './last-seen.ts';

const SEEN: LastSeen = {
  userId: 'demo',
  balance: { seenAt: new Date('2026-11-21T11:00:00Z'), balancePaise: 5000, heldPaise: 0 },
  passbook: {
    seenAt: new Date('2026-11-21T11:00:00Z'),
    rows: [
      {
        id: transactionId.parse('01900000-0000-7000-8000-000000000001'),
        type: 'deposit',
        status: 'approved',
        amountPaise: 2000,
        referenceId: 'DEP-1',
        runningBalancePaise: 5000,
        createdAt: new Date('2026-11-21T10:00:00Z'),
      },
    ],
  },
};

describe('parseLastSeen', () => {
  it('returns what was stored with its dates', () =>
    expect(parseLastSeen(stringifyLastSeen(SEEN))).toEqual(SEEN));

  it('accepts a balance without a passbook', () => {
    const { passbook: _, ...balanceOnly } = SEEN;
    expect(parseLastSeen(stringifyLastSeen(balanceOnly))).toEqual(balanceOnly);
  });

  it('leaves text that looks like a date unchanged', () => {
    const dated = { ...SEEN, userId: '2026-11-21T11:00:00.000Z', knownAt: '2026-11-22' };
    expect(parseLastSeen(stringifyLastSeen(dated))).toEqual(dated);
  });

  it.each([
    ['no text', null],
    ['text that is not JSON', 'seen'],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['the format of an earlier version', JSON.stringify(SEEN)],
    ['a date that is not one', stringifyLastSeen(SEEN).replace('2026-11-21T10:00', 'yesterday')],
    ['an amount that is text', stringifyLastSeen(SEEN).replace('5000', '"5000"')],
    ['an amount with a fraction', stringifyLastSeen(SEEN).replace('2000', '0.5')],
    ['a passbook without rows', stringifyLastSeen(SEEN).replace('"rows"', '"others"')],
  ])('returns undefined for %s', (_, stored) => expect(parseLastSeen(stored)).toBeUndefined());
});
