import { DEVICES } from './support/devices.ts';
import { findInMail, test } from './support/mails.ts';
import { Person } from './support/person.ts';
import { expect, inspectAgain } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** Chromium logs refused calls, also those of the session that ends. */
const REFUSED = { tolerate: [/status of 40[01]/] };
const NEW_PASSWORD = 'violet-harbour-7';

test('a person who forgot the password sets a new one with a link from a mail, which ends all sessions', async ({
  mails,
  openBrowser,
}) => {
  const atHome = new Person(await openBrowser(REFUSED));
  await atHome.signInByApi(ACCOUNTS.demo, '/user/profile');
  await atHome.page.getByRole('button', { name: 'Add recovery email' }).click();
  const dialog = atHome.dialog('Recovery email');
  await dialog.getByLabel('Recovery email').fill('asha@shop.example');
  await dialog.getByLabel('Current Password', { exact: true }).fill(ACCOUNTS.demo.password);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const code = await findInMail(mails, 'Your code for', /(\d{8})/);
  await atHome.page.getByLabel('Code', { exact: true }).fill(code);
  await atHome.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(atHome.page.getByText('Recovery email: asha@shop.example')).toBeVisible();
  const emails = atHome.page.getByRole('region', { name: 'Emails and notifications' });
  await emails.getByLabel('Deposits: Email').check();
  await emails.getByRole('button', { name: 'Save' }).click();
  await expect(atHome.toast('Success', 'Your choice was saved')).toBeVisible();

  const away = new Person(await openBrowser({ ...DEVICES.phone, ...REFUSED }), { hasTouch: true });
  const { page } = away;
  await page.goto('/login');
  await away.press(page.getByRole('link', { name: 'Forgot password?' }));
  await away.expectHeading('Reset your password');
  await inspectAgain(page, 'the request for a link');
  await page.getByLabel('Username').fill(ACCOUNTS.demo.username);
  await away.press(page.getByRole('button', { name: 'Send link' }));
  await expect(page.getByText('If this account has a confirmed recovery email')).toBeVisible();
  const link = await findInMail(mails, 'Choose a new password', /\/(reset-password#\S+)/);
  await page.goto(`/${link}`);
  await away.expectHeading('Choose a new password');
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW_PASSWORD);
  await inspectAgain(page, 'the new password');
  await away.press(page.getByRole('button', { name: 'Update Password' }));
  await expect(page.getByText('Your password was changed.')).toBeVisible();

  await expect(atHome.page).toHaveURL(/\/login/);
  await page.goto('/');
  await away.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(away.toast('Error', 'Invalid username or password')).toBeVisible();
  await away.fillLogin(ACCOUNTS.demo.username, NEW_PASSWORD);
  await away.expectHeading('Welcome, demo!');
  const isAlert = ({ subject }: { subject: string }) => subject.endsWith(': Password reset');
  await expect.poll(() => mails.received.some(isAlert), { timeout: 30_000 }).toBe(true);
  await page.goto('/user/profile');
  await expect(page.getByLabel('Deposits: Email')).toBeChecked();
  await page.goto('/unsubscribe?token=forged');
  await away.press(page.getByRole('button', { name: 'Confirm' }));
  await expect(page.getByText('This link is not valid.')).toBeVisible();

  const late = new Person(await openBrowser(REFUSED));
  await late.page.goto(`/${link}`);
  await late.expectHeading('Choose a new password');
  await late.page.getByLabel('New Password', { exact: true }).fill('quiet-mountain-8');
  await late.page.getByLabel('Confirm New Password', { exact: true }).fill('quiet-mountain-8');
  await late.pressButton('Update Password');
  await expect(late.page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
});
