import { expect, test } from 'vitest';
import { errorTable } from './errors.ts';

test('uses the specified English text for each error that tests match by code', {
  tags: ['section-4', 'section-5', 'section-8'],
}, () => {
  expect(errorTable.MISSING_SESSION.message).toBe('Missing session data');
  expect(errorTable.SESSION_USER_NOT_FOUND.message).toBe('User not found in database');
  expect(errorTable.ACCOUNT_INACTIVE.message).toBe('User account is inactive');
  const choose = 'Please select a bank account for the withdrawal';
  expect(errorTable.BANK_ACCOUNT_REQUIRED.message).toBe(choose);
  const kept = 'Default users cannot be deleted in demo mode';
  expect(errorTable.DEFAULT_USER_KEPT.message).toBe(kept);
});
