import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { holdBack } from './support/answers.ts';
import { DEVICES } from './support/devices.ts';
import { expireConfirmations } from './support/history.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectAccessibleAgain, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const AUTHENTICATOR = {
  protocol: 'ctap2' as const,
  transport: 'internal' as const,
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
};

/** Adds a device with passkeys to a browser, whose owner confirms every request. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const added = await session.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  return {
    async lose(): Promise<void> {
      await session.send('WebAuthn.removeVirtualAuthenticator', added);
    },
  };
}

/** Returns the code that an app shows at the time of the browser, which is the server's. */
async function codeOf(page: Page, secret: string): Promise<string> {
  const timestamp = await page.evaluate(() => Date.now());
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function logOut({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('a person adds second factors, signs in with a passkey alone, recovers with a code, and is reset on the command line', async ({
  wallet,
  openBrowser,
}) => {
  const baseURL = wallet.baseUrl.replace('127.0.0.1', 'localhost');
  const demo = new Person(await openBrowser({ baseURL, tolerate: [/status of 40[13]/] }));
  const { page } = demo;
  await demo.signIn(ACCOUNTS.demo);
  await page.goto('/user/security');

  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const setup = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessibleAgain(page, 'adding an authenticator app');
  const secret = (await setup.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  await setup.getByLabel('Code from the app').fill(await codeOf(page, secret.replaceAll(' ', '')));
  await setup.getByRole('button', { name: 'Activate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await expectAccessible(page, 'recovery codes');
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('10 codes are left.')).toBeVisible();

  const device = await addDevice(page);
  await expireConfirmations(wallet);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Add a passkey' });
  await naming.getByLabel('Name').fill('Laptop');
  await naming.getByRole('button', { name: 'Continue' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(confirmation.getByLabel('Code from the app')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(naming.getByLabel('Name')).toHaveValue('Laptop');
  await naming.getByRole('button', { name: 'Continue' }).click();
  await confirmation.getByRole('button', { name: 'Use a recovery code' }).click();
  await confirmation.getByLabel('Recovery code').fill(codes[1] ?? '');
  await confirmation.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Laptop')).toBeVisible();

  // Otherwise the device would confirm the request of the username field's list.
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await logOut(demo);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/user');

  await page.goto('/user/security');
  await expireConfirmations(wallet);
  await page.getByRole('button', { name: 'Replace the codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click();
  await expectAccessible(page, 'confirmation with a second factor');
  await confirmation.getByRole('button', { name: 'Continue with the passkey' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const [code = ''] = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(dialog).toBeHidden();

  await device.lose();
  await logOut(demo);
  await demo.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page, 'second step');
  await page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This is not right')).toBeVisible();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/user');
  await page.goto('/user/security');
  await expect(page.getByText('9 codes are left.')).toBeVisible();

  const printed = await wallet.command('admin', 'reset-second-factors', ACCOUNTS.demo.username);
  expect(printed).toContain('demo has no second factor, and all their sessions have ended.');
  await expect(page).toHaveURL(/\/login/);
  await demo.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(page).toHaveURL('/user/security');
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(demo.dialog('Notifications').getByText('Second factors reset')).toBeVisible();
});

test('a person sees a login on another device, and ends it after a confirmation', async ({
  wallet,
  openBrowser,
}) => {
  const laptop = new Person(await openBrowser({ tolerate: [/status of 403/] }));
  const { page } = laptop;
  const loadFactors = await holdBack(page, '**/rpc/secondFactors/get');
  await laptop.signInByApi(ACCOUNTS.demo, '/user/security');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions, 'below a part that does not load').toBeVisible();
  await loadFactors();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('listitem')).toContainText('This device');

  const phone = new Person(await openBrowser({ ...DEVICES.phone, tolerate: [/status of 401/] }), {
    hasTouch: true,
  });
  await phone.signInByApi(ACCOUNTS.demo, '/user');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  const other = sessions.getByRole('listitem').filter({ hasNotText: 'This device' });
  await expectAccessibleAgain(page, 'sessions');

  await expireConfirmations(wallet);
  await other.getByRole('button', { name: /^End session: / }).click();
  const dialog = laptop.dialog('End session');
  await dialog.getByRole('button', { name: 'End session' }).click();
  const confirmation = laptop.dialog('Confirm that it is you');
  await confirmation.getByLabel('Password', { exact: true }).fill(ACCOUNTS.demo.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(phone.page).toHaveURL(/\/login/);
  await expect(phone.page.getByText('Your session has ended')).toBeVisible();
  await expect(sessions.getByRole('button', { name: 'End all others' })).toBeHidden();
});
