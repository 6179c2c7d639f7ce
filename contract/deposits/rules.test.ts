import { expect, it } from 'vitest';
import { isUtr, normalizeUtr } from './rules.ts';

it.each([
  ['412345678901', 'UPI', true],
  ['4123 4567 8901', 'upi ', true],
  ['4123-4567-8901', 'IMPS', true],
  ['４１２３４５６７８９０１', 'UPI', true],
  ['0000412345678901', 'UPI', true],
  ['012345678901', 'UPI', true],
  ['41234567890', 'UPI', false],
  ['4123456789012', 'UPI', false],
  ['4123456789O1', 'UPI', false],
  ['१२३४५६७८९०१२', 'UPI', false],
  ['axomb00102091866', 'NEFT', true],
  ['IN42615451081832', 'NEFT', true],
  ['SBINN52025021511431836', 'NEFT', true],
  ['SBINN52025130111431836', 'NEFT', false],
  ['412345678901', 'NEFT', false],
  ['HDFCR52025021512345678', 'RTGS', true],
  ['SBINN52025021511431836', 'RTGS', false],
  ['HDFCR52025023212345678', 'RTGS', false],
  ['AXOMB00102091866', 'RTGS', false],
  ['CHQ 004521', 'Cheque', true],
  ['12345', 'Cheque', false],
  ['A'.repeat(36), 'Cheque', false],
  ['12/45/678', 'Cheque', false],
])('the reference number %s of the payment method %s: %s', (typed, paymentMethod, expected) => {
  expect(isUtr(normalizeUtr(typed), paymentMethod)).toBe(expected);
});

it('removes spaces, hyphens and leading zeros of a padded UPI reference, and writes capitals', () => {
  expect(normalizeUtr(' 0000 4123-4567 8901\n')).toBe('412345678901');
  expect(normalizeUtr('axomb 00102091866')).toBe('AXOMB00102091866');
  expect(normalizeUtr('   ')).toBe('');
});
