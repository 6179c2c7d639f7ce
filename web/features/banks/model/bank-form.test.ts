import { expect, it } from 'vitest';
import { isComplete } from './bank-form.ts';

it('isComplete requires a name and a code', () => {
  expect(isComplete({ name: 'Bank of the Tests', code: 'BOT' })).toBe(true);
  expect(isComplete({ name: 'Bank of the Tests', code: '  ' })).toBe(false);
  expect(isComplete({ name: '\t', code: 'BOT' })).toBe(false);
});
