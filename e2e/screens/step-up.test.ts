import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { api } from '../../web/lib/api/api.ts';
import { PATIENCE } from './application.ts';
import { ADMIN, addNewcomer } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

const TITLE = 'Confirm that it is you';

testScreens('confirmation of identity', async (admin, application) => {
  const { server } = application;
  await addNewcomer(server);
  await application.open(ADMIN, '/admin/users');
  const expire = () => server.deps.db.query('UPDATE sessions SET confirmed_at = NULL');
  await checkCancelledForm(admin, expire);
  await checkConfirmedForm(admin);
  await checkExport(admin, expire);
  await checkOneDialog(admin, expire);
});

/** Cancelling returns to the form with everything that was typed. */
async function checkCancelledForm(admin: SpecChecker, expire: () => unknown): Promise<void> {
  await expire();
  await admin.pressButton('Update balance of asha');
  await admin.fill('New Balance (₹)', '12.5');
  await admin.fill('Reason', 'Refund of a fee');
  (await admin.find('button', 'Update Balance')).focus();
  await admin.pressButton('Update Balance');
  await admin.dialog(TITLE);
  const field = await admin.findField('Password');
  await waitFor(() => expect(document.activeElement).toBe(field), PATIENCE);
  await admin.isAccessible();
  await admin.pressButton('Confirm');
  await admin.waitUntil('Please enter your password');
  await admin.fillIn({ Password: 'guess' }, 'Confirm');
  await admin.waitUntil('Current password is incorrect');
  await admin.pressButton('Cancel');
  await admin.hasCount('dialog', TITLE, 0);
  await admin.waitUntil('Please confirm that it is you, then try again.');
  await admin.hasValue('New Balance (₹)', '12.5');
  await admin.hasValue('Reason', 'Refund of a fee');
  await admin.isFocused('button', 'Update Balance');
}

/** Confirming sends the same call again. */
async function checkConfirmedForm(admin: SpecChecker): Promise<void> {
  await admin.pressButton('Update Balance');
  await admin.dialog(TITLE);
  await admin.fillIn({ Password: ADMIN.password }, 'Confirm');
  await admin.hasCount('dialog', TITLE, 0);
  await admin.hasCount('dialog', 'Update User Balance', 0);
  await admin.contains(['row', /@asha/], '₹12.50');
}

async function checkExport(admin: SpecChecker, expire: () => unknown): Promise<void> {
  await expire();
  await admin.openFresh('/admin/audit', 'Audit');
  await admin.pressButton('Export CSV');
  await admin.dialog(TITLE);
  await admin.fillIn({ Password: ADMIN.password }, 'Confirm');
  await admin.waitUntil('The audit log was exported.');
}

/** Calls that are refused together share one dialog; leaving the page cancels them. */
async function checkOneDialog(admin: SpecChecker, expire: () => unknown): Promise<void> {
  await expire();
  const call = () => api.webhooks.rotateSecret({ id: crypto.randomUUID() });
  const calls = Promise.allSettled([call(), call()]);
  await admin.dialog(TITLE);
  await admin.hasCount('dialog', TITLE, 1);
  await admin.open('/admin/users', 'User Management');
  await admin.hasCount('dialog', TITLE, 0);
  const refusal = { status: 'rejected', reason: { code: 'STEP_UP_REQUIRED' } };
  expect(await calls).toMatchObject([refusal, refusal]);
}
