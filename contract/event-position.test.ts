import { expect, it } from 'vitest';
import { isAfter } from './event-position.ts';

it('orders places by transaction, then by number, however long they are', () => {
  expect(isAfter('10:1', '9:5')).toBe(true);
  expect(isAfter('9:10', '9:5')).toBe(true);
  expect(isAfter('9:5', '9:5')).toBe(false);
  expect(isAfter('9007199254740992:0', '9007199254740993:0')).toBe(false);
});
