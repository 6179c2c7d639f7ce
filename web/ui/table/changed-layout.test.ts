import { expect, test } from 'vitest';
import { changedLayout } from './changed-layout.ts';

test('changedLayout changes the density or the columns of one list, and keeps the rest', () => {
  const before = { density: 'compact', hidden: { users: ['email'] } } as const;
  const layout = { ...before, hidden: { users: ['email'] } };
  expect(changedLayout(layout, { density: 'comfortable' })).toEqual({
    ...layout,
    density: 'comfortable',
  });
  expect(changedLayout(layout, { columns: { list: 'deposits', hidden: ['id'] } })).toEqual({
    density: 'compact',
    hidden: { users: ['email'], deposits: ['id'] },
  });
});
