import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { addAuthenticator, totpCodeOf } from '#server/testing/authenticators.ts';
import type { TestApp } from '#server/testing/harness.ts';
import { PATIENCE } from './application.ts';
import { ADMIN, addNewcomer, signInToApi } from './fixtures.ts';
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
  await checkSecondFactor(admin, server);
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

/** An account with a second factor confirms with it, and not with the password. */
async function checkSecondFactor(admin: SpecChecker, server: TestApp): Promise<void> {
  const { deps } = server;
  const { secret } = await addAuthenticator(await signInToApi(server, ADMIN), deps.clock.now());
  await deps.db.query('UPDATE sessions SET confirmed_at = NULL');
  await admin.pressButton('Update balance of asha');
  await admin.contains(['dialog', 'Update User Balance'], '₹12.50');
  await admin.fill('New Balance (₹)', '15');
  await admin.fill('Reason', 'Refund of a fee');
  await admin.pressButton('Update Balance');
  await admin.dialog(TITLE);
  await admin.waitUntil(
    'This needs your second factor. You will not be asked again for 10 minutes.',
  );
  await admin.waitUntil('Password', false);
  await admin.isAccessible();
  await admin.fillIn({ 'Code from the app': '12' }, 'Continue');
  await admin.waitUntil('This is not right, or was already used. Please try again.');
  await admin.pressButton('Use a recovery code');
  await admin.fillIn({ 'Recovery code': '0000-0000-0000-0000' }, 'Continue');
  await admin.waitUntil('This is not right, or was already used. Please try again.');
  await admin.pressButton('Use the authenticator app');
  const code = totpCodeOf(secret, deps.clock.now(), 1);
  await admin.fillIn({ 'Code from the app': code }, 'Continue');
  await admin.hasCount('dialog', TITLE, 0);
  await admin.contains(['row', /@asha/], '₹15.00');
}
