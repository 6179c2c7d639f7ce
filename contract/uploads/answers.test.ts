import { expect, test } from 'vitest';
import { readUploadAnswer } from './answers.ts';

test('converts the declared date fields of a response and leaves date-like text unchanged', () => {
  const sent = {
    id: '0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10',
    name: '2026-11-22',
    payAt: '2026-11-22T08:30:00.000Z',
    createdAt: '2026-11-23T08:30:00.000Z',
  };
  expect(readUploadAnswer('createQrCode', sent)).toEqual({
    ...sent,
    createdAt: new Date('2026-11-23T08:30:00.000Z'),
  });
});
