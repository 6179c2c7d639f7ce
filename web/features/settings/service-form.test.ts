import { expect, test } from 'vitest';
import { findServiceProblems, toServiceFields, toServiceInfo } from './service-form.ts';

const saved = {
  supportPhone: '1800-000-0000',
  supportEmail: 'support@wallet.example',
  processingTime: '1-3 business days',
};
const fields = toServiceFields(saved);

test('what is saved comes back as it was', () => {
  expect(fields).toMatchObject({ range: '1-3', unit: 'business days' });
  expect(toServiceInfo(fields)).toEqual(saved);
  expect(findServiceProblems(fields)).toEqual({});
});

test('a range may be typed with any dash', () => {
  const typed = { ...fields, range: ' 2 – 4 ', unit: 'hours' };
  expect(toServiceInfo(typed).processingTime).toBe('2-4 hours');
  expect(findServiceProblems(typed)).toEqual({});
});

test.each(['', '0', '3-1', '1-100', 'soon', '1-2-3', '1 3'])('%j is no range', (range) => {
  expect(findServiceProblems({ ...fields, range })).toEqual({ range: true });
});

test('each wrong field is named', () => {
  const typed = { ...fields, phone: '१८००-०००-००००', email: 'support' };
  expect(findServiceProblems(typed)).toEqual({ phone: true, email: true });
});
