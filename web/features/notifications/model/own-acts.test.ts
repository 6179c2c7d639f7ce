import { expect, test } from 'vitest';
import { isOwnAct } from './own-acts.ts';

test.each([
  ['an own bank account', { change: 'bankAccountAdded' }, true],
  ['a bank account of an administrator', { change: 'bankAccountAdded', user_id: 'x' }, false],
  ['a password that an administrator set', { change: 'passwordSet' }, false],
  ['a login from a new device', { change: 'newDevice' }, false],
  ['an approved deposit', {}, false],
])('recognizes whether %s is the reader’s own act', (_, data, expected) => {
  expect(isOwnAct({ data })).toBe(expected);
});
