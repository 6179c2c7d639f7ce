import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { setProviderClock, test } from './support/sign-in-provider.ts';
import { expect, inspect, inspectAgain } from './support/test.ts';
import { ACCOUNTS, type Account } from './support/wallet.ts';

class Member extends Person {
  readonly signInButton = this.page.getByRole('button', { name: 'Sign in with Staff' });

  /** Links the account on the page Security, after a login with the password. */
  async linkAccount(account: Account, subject: string): Promise<void> {
    await this.signIn(account);
    await this.visit('/user/security');
    await this.press(this.page.getByRole('button', { name: 'Link account' }));
    await this.page.getByRole('textbox', { name: 'Account' }).fill(subject);
    await this.press(this.page.getByRole('button', { name: 'Continue' }));
    await expect(this.toast('Your sign-in account is linked')).toBeVisible();
    await expect(this.page).toHaveURL('/user/security');
  }

  async logOut(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Account menu' }));
    await this.press(this.page.getByRole('menuitem', { name: 'Logout' }));
    await expect(this.signInButton).toBeVisible();
  }
}

test('an administrator links an account of the provider, and then signs in without the password', async ({
  provider,
  wallet,
  openBrowser,
}) => {
  setProviderClock(provider, wallet);
  provider.accounts.set('meena', { email: 'meena@shop.example', email_verified: true });
  const admin = new Member(await openBrowser());
  const { page } = admin;
  await admin.linkAccount(ACCOUNTS.admin, 'meena');
  await expect(page.getByText('meena@shop.example · Linked since')).toBeVisible();
  await inspect(page, 'the linked account');
  await admin.logOut();
  await inspect(page, 'the login with a provider');
  // The browser is still known to the provider.
  await admin.press(admin.signInButton);
  await expect(page).toHaveURL('/admin');
  await admin.expectHeading('Admin Dashboard');
});

test('a user signs in with the provider on a phone, and with the password after the address left the allowed domain', async ({
  provider,
  wallet,
  openBrowser,
}) => {
  setProviderClock(provider, wallet);
  provider.accounts.set('asha', { email: 'asha@shop.example', email_verified: true });
  const options = { ...DEVICES.phone, tolerate: [/status of 403/] };
  const user = new Member(await openBrowser(options), { hasTouch: true });
  const { page } = user;
  await user.linkAccount(ACCOUNTS.demo, 'asha');
  await user.logOut();
  await inspectAgain(page, 'the login with a provider');
  await user.press(user.signInButton);
  await user.expectHeading('Welcome, demo!');

  provider.accounts.set('asha', { email: 'asha@elsewhere.example', email_verified: true });
  await user.logOut();
  await user.press(user.signInButton);
  await expect(page.getByRole('alert')).toHaveText(
    'This account may not sign in to the wallet. Please ask an admin.',
  );
  await expect(page).toHaveURL('/single-sign-on');
  await inspectAgain(page, 'the refused sign-in');
  await user.press(page.getByRole('link', { name: 'Return to Login' }));
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await user.expectHeading('Welcome, demo!');
});
