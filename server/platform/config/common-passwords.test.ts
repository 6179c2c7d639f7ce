import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'Password1',
  'P@ssw0rd!',
  'pa55word2026',
  'admin123',
  'admin2026!',
  'Welcome@123',
  '123456',
  '9876543210',
  '111111',
  'aaaaaaaa',
  'qwerty',
  '1q2w3e4r',
  'letmein',
  'ChangeMe',
  'accountant7',
])('the password %s counts as common', (password) => {
  expect(isCommonPassword(password, 'accountant')).toBe(true);
});

test.each([
  'admin-of-tests',
  'correct horse battery',
  'k3Vq-0zT',
  'passwordless-9-lives',
  'पासवर्ड-मेरा',
])('the password %s does not count as common', (password) => {
  expect(isCommonPassword(password, 'admin')).toBe(false);
});
