import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from '#contract/passwords/rules.ts';
import { findPasswordWeakness } from './password-strength.ts';

test.each([
  ['password', 'common'],
  ['Password1', 'common'],
  ['P@ssw0rd!', 'common'],
  ['pa55word2026', 'common'],
  ['drowssap', 'common'],
  ['admin123', 'common'],
  ['admin2026!', 'common'],
  ['Welcome@123', 'common'],
  ['secret1', 'common'],
  ['wallet', 'common'],
  ['123456', 'common'],
  ['9876543210', 'pattern'],
  ['1q2w3e4r', 'common'],
  ['letmein', 'common'],
  ['ChangeMe', 'common'],
  ['accountant', 'username'],
  ['Accountant7', 'username'],
  ['2026-ACCOUNTANT!', 'username'],
  ['tnatnuocca', 'username'],
  ['lkjhgf', 'pattern'],
  ['asdfghjkl;', 'pattern'],
  ['aaaaaaaaaaaaaaa', 'pattern'],
  ['abcdefghijklm', 'pattern'],
  ['19-11-1990', 'pattern'],
])('refuses the password %s as %s', async (password, weakness) => {
  expect(await findPasswordWeakness(password, 'accountant')).toBe(weakness);
});

test.each([
  'xkqpwz',
  'admin-of-tests',
  'correct horse battery',
  'k3Vq-0zT',
  'passwordless-9-lives',
  'पासवर्ड-मेरा',
])('accepts the password %s', async (password) => {
  expect(await findPasswordWeakness(password, 'admin')).toBeUndefined();
});

test('compares a username of digits, and of letters of another script', async () => {
  expect(await findPasswordWeakness('9845072311', '9845072311')).toBe('username');
  expect(await findPasswordWeakness('आशा2026', 'आशा')).toBe('username');
  expect(await findPasswordWeakness('ఆశ-kumar-7-hills', 'ఆశ')).toBeUndefined();
});

test('refuses the 10,000 most common passwords of six or more characters', async () => {
  const common = dictionary[COMMON_PASSWORDS].filter((password) => password.length >= 6);
  expect(common.length).toBeGreaterThan(10_000);
  const accepted: string[] = [];
  // Every fourth: an estimate takes half a millisecond.
  for (const password of common.slice(0, 10_000).filter((_, rank) => rank % 4 === 0)) {
    if (!(await findPasswordWeakness(password, 'asha'))) accepted.push(password);
  }
  expect(accepted).toEqual([]);
});

test('judges 1,000 characters in a few milliseconds', async () => {
  const hostile = ['@4310$5!', 'p4ssw0rd', '1', 'qwertyuiop', '20261231', 'aB3$'].map((part) =>
    part.repeat(1000).slice(0, 1000),
  );
  for (const password of hostile) await findPasswordWeakness(password, 'asha');
  const { user: before } = process.cpuUsage();
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    for (const password of hostile) await findPasswordWeakness(password, 'asha');
  }
  const { user } = process.cpuUsage();
  const eachMs = (user - before) / 1000 / rounds / hostile.length;
  // Typically 3 ms. Without the bound on the length it would be seconds.
  expect(eachMs).toBeLessThan(100);
});
