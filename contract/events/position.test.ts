import { expect, it } from 'vitest';
import { isAfter } from './position.ts';

it('orders positions by event number, ignoring the transaction, also beyond 2^53', () => {
  expect(isAfter('9:10:1', '10:5:1')).toBe(true);
  expect(isAfter('10:5:1', '9:10:1')).toBe(false);
  expect(isAfter('9:5:1', '9:5:1')).toBe(false);
  expect(isAfter('9:9007199254740992:1', '9:9007199254740993:1')).toBe(false);
});
