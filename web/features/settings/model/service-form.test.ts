import { expect, test } from 'vitest';
import { findServiceProblems, toServiceFields, toServiceInfo } from './service-form.ts';

const saved = {
  supportPhone: '1800-000-0000',
  supportEmail: 'support@wallet.example',
  processingTime: '1-3 business days',
};
const fields = toServiceFields(saved);

test('toServiceInfo returns the saved settings for unchanged fields', () => {
  expect(fields).toMatchObject({ range: '1-3', unit: 'business days' });
  expect(toServiceInfo(fields)).toEqual(saved);
  expect(findServiceProblems(fields)).toEqual({});
});

test('accepts a range with any dash and surrounding spaces', () => {
  const typed = { ...fields, range: ' 2 – 4 ', unit: 'hours' };
  expect(toServiceInfo(typed).processingTime).toBe('2-4 hours');
  expect(findServiceProblems(typed)).toEqual({});
});

test.each(['', '0', '3-1', '1-100', 'soon', '1-2-3', '1 3'])('rejects %j as a range', (range) => {
  expect(findServiceProblems({ ...fields, range })).toEqual({ range: true });
});

test('reports each invalid field', () => {
  const typed = { ...fields, phone: '१८००-०००-००००', email: 'support' };
  expect(findServiceProblems(typed)).toEqual({ phone: true, email: true });
});
