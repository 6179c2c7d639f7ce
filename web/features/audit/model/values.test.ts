import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { valueInWords } from './values.ts';

const wording = {
  t: ((text: string, options?: { context: string }) =>
    `in words: ${[text, options?.context].filter(Boolean).join('_')}`) as unknown as TFunction,
  dateTime: (moment: Date) => `at ${moment.getTime()}`,
  number: (count: number) => `number ${count}`,
  statuses: { approved: 'Settled' },
  categories: { other: 'Other matters' },
};

it.each([
  ['amountPaise', 12_345_678, '₹1,23,456.78'],
  ['balancePaise', 0, '₹0.00'],
  ['displayOrder', 12, 'number 12'],
  ['isActive', true, 'in words: Yes_is'],
  ['withNotes', false, 'in words: No_has'],
  ['createdAt', '2026-11-21T10:00:00.000Z', 'at 1795255200000'],
  ['createdAt', 'soon', 'soon'],
  ['status', 'approved', 'Settled'],
  ['status', 'inactive', 'in words: Inactive'],
  ['type', 'withdrawal', 'in words: Withdrawal'],
  ['role', 'admin', 'in words: Admin'],
  ['category', 'other', 'Other matters'],
  ['becauseOf', 'user.delete', 'in words: User deleted'],
  ['becauseOf', 'MISSING_SESSION', 'in words: Missing session data'],
  ['becauseOf', 'ALREADY_DECIDED', 'in words: … has already decided on this request.'],
  ['decision', 'approved', 'Settled'],
  ['fields', ['city', 'unheardOf'], 'in words: City, unheardOf'],
  ['ids', ['01990000-0000-7000-8000-0000aaaaaaaa', 7], 'aaaaaaaa, 7'],
  // User-written text is shown unchanged, even if it equals a code.
  ['name', 'approved', 'approved'],
  ['status', 'constructor', 'constructor'],
  ['unheardOf', { deep: [1] }, '{"deep":[1]}'],
])('formats %s %j as %s', (field, value, text) => {
  expect(valueInWords(wording, field, value)).toBe(text);
});

it.each([undefined, null, ''])('returns undefined for %j', (value) => {
  expect(valueInWords(wording, 'description', value)).toBeUndefined();
});
