import { expect, test } from 'vitest';
import { userId } from '#contract/shared/base.ts';
import { colleaguesOf } from './colleagues.ts';

const [asha, ravi] = [
  '00000000-0000-7000-8000-000000000001',
  '00000000-0000-7000-8000-000000000002',
].map((id) => userId.parse(id));

test('colleaguesOf lists active administrators with their decisions, then others who decided', () => {
  if (!asha || !ravi) throw new Error('The ids are missing');
  const lastSeenAt = new Date('2026-11-03T10:00:00Z');
  const found = colleaguesOf({
    atWork: [{ userId: asha, userName: 'asha', lastSeenAt, claimed: 2 }],
    decidedToday: [
      { userId: ravi, userName: 'ravi', approved: 9, rejected: 0 },
      { userId: null, userName: null, approved: 1, rejected: 0 },
    ],
  });
  expect(found).toEqual([
    { userId: asha, userName: 'asha', lastSeenAt, claimed: 2, approved: 0, rejected: 0 },
    { userId: ravi, userName: 'ravi', lastSeenAt: null, claimed: 0, approved: 9, rejected: 0 },
    { userId: null, userName: null, lastSeenAt: null, claimed: 0, approved: 1, rejected: 0 },
  ]);
  const decided = { userId: asha, userName: 'asha', approved: 3, rejected: 1 };
  expect(
    colleaguesOf({
      atWork: [{ userId: asha, userName: 'asha', lastSeenAt, claimed: 0 }],
      decidedToday: [decided],
    }),
  ).toEqual([{ ...decided, lastSeenAt, claimed: 0 }]);
});
