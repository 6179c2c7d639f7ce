import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { LANGUAGES } from '#contract/shared/enums.ts';

import { PATIENCE } from './application.ts';
import { addNewcomer, NEWCOMER } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('new users', async (user, application) => {
  await checkEntry(user);
  await addNewcomer(application.server);
  await checkEmptyScreens(user);
});

async function checkEntry(user: SpecChecker): Promise<void> {
  const { application } = user;
  await application.load('/');
  await user.check('2.1 / redirects by itself: nobody signed in goes to /login', () =>
    user.waitForPath('/login'),
  );
  await user.check("2.1 /login: title 'Login to the product wallet', submit button 'Login'", () =>
    waitFor(() => expect(document.title).toBe('Login · the product wallet'), PATIENCE),
  );
  await user.check('2.1 Login: a language selector with the six languages', async () => {
    const languages = await user.find('combobox', 'Select language');
    expect(languages.querySelectorAll('option')).toHaveLength(LANGUAGES.length);
  });
  await user.check("2.1 Login: fields 'Username' and 'Password', both required", async () => {
    for (const label of ['Username', 'Password'])
      expect(await user.findField(label)).toHaveProperty('required', true);
  });

  const release = application.hold(/rpc\/sessions\/login/);
  await user.fillIn({ Username: 'demo', Password: 'whatever' }, 'Login');
  await user.expectTexts("2.1 Login: the button reads 'Logging in...' while working");

  release();
  await user.open('/no/such/page', '404');
  await user.check(
    "2.1 Any unknown path: '404', 'Oops! Page not found', 'Return to Home' leading to /",
    () => user.hasAttribute(['link', 'Return to Home'], 'href', '/'),
  );
}

async function checkEmptyScreens(user: SpecChecker): Promise<void> {
  const { application } = user;
  const release = application.hold(/rpc\/sessions\/current/);
  await application.open(NEWCOMER, '/user');
  await user.expectTexts("2.1 Loading screen: 'Validating authentication...'");

  release();
  await user.find('heading', 'Welcome, asha!');
  await user.pressButton('Notifications');
  await user.check(
    "2.4 Empty notification panel: 'Notifications', 'No notifications yet', 'Your notifications will appear here'",
    async () => {
      await user.dialog('Notifications');
      await user.hasCount('button', 'Read', 0);
      await user.hasCount('button', 'Clear', 0);
    },
  );

  const letGo = application.hold(/rpc\/sessions\/current/);
  await application.load('/');
  await user.expectTexts("2.1 / shows 'Loading...' while it finds out where to go");
  letGo();

  await user.openFresh('/user/deposit', 'Deposit');
  await user.expectTexts(
    "2.5 Deposit: 'No payment methods are currently available. Please contact support or wait for admin to add QR codes.'",
  );

  await user.openFresh('/user/withdraw', 'Withdraw');
  await user.expectTexts(
    "2.5 Withdraw, without an account: 'You need to add a bank account before you can withdraw funds.'",
  );

  await user.pressButton('Add Bank Account');
  await user.check(
    "3 The account's type, 'Current' or 'Savings', is asked for and not stored",
    () => user.openList('Account Type'),
  );

  await user.openFresh('/user/passbook', 'Passbook');
  await user.expectTexts(
    "2.5 Passbook, empty: 'No transactions found', 'Your transaction history will appear here'",
  );

  await user.openFresh('/user/notifications', 'Notifications');
  await user.check('2.5 Notifications: nothing to read or clear, no button for it', () =>
    waitFor(
      () => expect(document.querySelectorAll('main button:not([role=tab])')).toHaveLength(0),
      PATIENCE,
    ),
  );
  await user.expectTexts(
    "2.5 Notifications, empty: 'No notifications found', 'No notifications to show.'",
  );
  await user.check(
    "2.5 Notifications, none unread: 'You're all caught up! No unread notifications.'",
    () => user.press('tab', 'Unread'),
  );
  await user.check(
    "2.5 Notifications, none of the system: 'No system notifications to show.'",
    () => user.press('tab', 'System'),
  );

  await user.openFresh('/user/profile', 'Profile Settings');
  await user.expectTexts(
    "2.5 Profile: 'Profile Settings' with 'Display Name', 'Email' or 'Not set', 'Account Type'",
  );
}
