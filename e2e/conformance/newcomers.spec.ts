import { LANGUAGES } from '#contract/shared/rules.ts';
import { holdBack } from '../support/answers.ts';
import { expect } from '../support/test.ts';
import { addNewcomer, NEWCOMER } from './supply.ts';
import { type Witness, walk } from './witness.ts';

walk('new users', async (user, wallet) => {
  await seeEntry(user);
  await addNewcomer(wallet);
  await seeEmptyScreens(user);
});

async function seeEntry(user: Witness): Promise<void> {
  const { page } = user;
  await page.goto('/');
  await user.finds('2.1 / redirects by itself: nobody signed in goes to /login', () =>
    expect(page).toHaveURL('/login'),
  );
  await user.finds(
    "2.1 /login: title 'Login to the product wallet', submit button 'Login'",
    async () => {
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
      await expect(page).toHaveTitle('Login · the product wallet');
    },
  );
  await user.finds('2.1 Login: a language selector with the six languages', async () => {
    const languages = page.getByRole('combobox', { name: 'Select language' });
    await expect(languages.getByRole('option')).toHaveCount(LANGUAGES.length);
  });
  await user.finds("2.1 Login: fields 'Username' and 'Password', both required", async () => {
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('required');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required');
  });

  const letGo = await holdBack(page, '**/rpc/sessions/login');
  await user.fillLogin('demo', 'whatever');
  await user.sees("2.1 Login: the button reads 'Logging in...' while working");

  await letGo();
  await user.open('/no/such/page', '404');
  await user.finds(
    "2.1 Any unknown path: '404', 'Oops! Page not found', 'Return to Home' leading to /",
    async () => {
      const home = page.getByRole('link', { name: 'Return to Home' });
      await expect(home).toHaveAttribute('href', '/');
    },
  );
}

async function seeEmptyScreens(user: Witness): Promise<void> {
  const { page } = user;
  await user.arrive(NEWCOMER, '/user');
  const letGo = await holdBack(page, '**/rpc/sessions/current');
  await page.goto('/user');
  await user.sees("2.1 Loading screen: 'Validating authentication...'");

  await page.goto('/');
  await user.sees("2.1 / shows 'Loading...' while it finds out where to go");

  await letGo();
  await user.expectHeading('Welcome, asha!');
  await user.pressButton('Notifications');
  await user.finds(
    "2.4 Empty notification panel: 'Notifications', 'No notifications yet', 'Your notifications will appear here'",
    async () => {
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      await expect(panel.getByRole('button', { name: 'Read' })).toHaveCount(0);
      await expect(panel.getByRole('button', { name: 'Clear' })).toHaveCount(0);
    },
  );

  await user.openAnew('/user/deposit', 'Deposit');
  await user.sees(
    "2.5 Deposit: 'No payment methods are currently available. Please contact support or wait for admin to add QR codes.'",
  );

  await user.openAnew('/user/withdraw', 'Withdraw');
  await user.sees(
    "2.5 Withdraw, without an account: 'You need to add a bank account before you can withdraw funds.'",
  );

  await user.pressButton('Add Bank Account');
  await user.finds(
    "3 The account's type, 'Current' or 'Savings', is asked for and not stored",
    () => page.getByRole('combobox', { name: 'Account Type' }).click(),
  );

  await user.openAnew('/user/passbook', 'Passbook');
  await user.sees(
    "2.5 Passbook, empty: 'No transactions found', 'Your transaction history will appear here'",
  );

  await user.openAnew('/user/notifications', 'Notifications');
  await user.finds('2.5 Notifications: nothing to read or clear, no button for it', async () => {
    const main = page.getByRole('main');
    await expect(main.getByRole('button')).toHaveCount(0);
  });
  await user.sees(
    "2.5 Notifications, empty: 'No notifications found', 'No notifications to show.'",
  );
  await user.finds(
    "2.5 Notifications, none unread: 'You're all caught up! No unread notifications.'",
    () => page.getByRole('tab', { name: 'Unread' }).click(),
  );
  await user.finds(
    "2.5 Notifications, none of the system: 'No system notifications to show.'",
    () => page.getByRole('tab', { name: 'System' }).click(),
  );

  await user.openAnew('/user/profile', 'Profile Settings');
  await user.sees(
    "2.5 Profile: 'Profile Settings' with 'Display Name', 'Email' or 'Not set', 'Account Type'",
  );
}
