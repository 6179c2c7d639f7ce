import { describe, expect, it } from 'vitest';
import { parseLastSeen } from './last-seen.ts';

const ROW = {
  id: '01900000-0000-7000-8000-000000000001',
  type: 'deposit',
  status: 'approved',
  amountPaise: 2000,
  referenceId: 'DEP-1',
  runningBalancePaise: 5000,
  createdAt: '2026-11-21T10:00:00.000Z',
};
const SEEN = {
  userId: 'demo',
  balance: { seenAt: '2026-11-21T11:00:00.000Z', balancePaise: 5000, heldPaise: 0 },
  passbook: { seenAt: '2026-11-21T11:00:00.000Z', rows: [ROW] },
};

describe('parseLastSeen', () => {
  it('returns what was stored with its dates', () => {
    const seen = parseLastSeen(JSON.stringify(SEEN));
    expect(seen?.balance?.seenAt).toEqual(new Date('2026-11-21T11:00:00Z'));
    expect(seen?.passbook?.rows[0]?.createdAt).toEqual(new Date('2026-11-21T10:00:00Z'));
  });

  it('accepts a balance without a passbook', () => {
    const { passbook: _, ...balanceOnly } = SEEN;
    expect(parseLastSeen(JSON.stringify(balanceOnly))?.balance?.balancePaise).toBe(5000);
  });

  it('returns undefined for text in an unknown format', () => {
    const foreign = [
      null,
      'seen',
      '{}',
      '[]',
      { ...SEEN, balance: { ...SEEN.balance, balancePaise: '5000' } },
      { ...SEEN, balance: { ...SEEN.balance, seenAt: 'yesterday' } },
      { ...SEEN, passbook: { seenAt: SEEN.passbook.seenAt } },
      { ...SEEN, passbook: { ...SEEN.passbook, rows: [{ ...ROW, runningBalancePaise: 0.5 }] } },
    ];
    for (const stored of foreign) {
      const text = typeof stored === 'string' || stored === null ? stored : JSON.stringify(stored);
      expect(parseLastSeen(text)).toBeUndefined();
    }
  });
});
