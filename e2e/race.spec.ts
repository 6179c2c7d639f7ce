import { requestDeposit, signInToApi } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const DEPOSIT = { amount: '₹750.00', user: 'demo' };

test('shows the slower of two administrators the result of the faster one', {
  tag: '@section-4',
}, async ({ wallet, openBrowser }) => {
  await requestDeposit(wallet, '750');
  const quick = new Person(await openBrowser());
  // Its live stream is blocked, so that it shows the old state of the request.
  const slowPage = await openBrowser({ tolerate: [/net::ERR_FAILED/, /status of 409/] });
  await slowPage.route('**/api/events', (route) => route.abort());
  const slow = new Person(slowPage);
  for (const admin of [quick, slow]) {
    await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
    await admin.requestButton('Approve', DEPOSIT).click();
    await expect(admin.dialog('Approve Deposit')).toBeVisible();
  }
  const decide = (admin: Person) =>
    admin.dialog('Approve Deposit').getByRole('button', { name: 'Approve Deposit' }).click();

  await decide(quick);
  await expect(quick.toast('Deposit Approved')).toBeVisible();
  await decide(slow);

  await expect(slow.toast('Failed to approve transaction')).toBeVisible();
  const dialog = slow.dialog('Approve Deposit');
  const refusal = dialog.getByRole('alert').filter({ hasText: 'already approved' });
  await expect(refusal).toHaveText('This request was already approved by admin.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(slow.page.getByText('No pending deposits')).toBeVisible();
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  expect(await api.balances.current()).toMatchObject({ balancePaise: 750_00 });
});

test('credits a deposit once when two administrators approve it concurrently', {
  tag: '@section-8',
}, async ({ wallet, openBrowser }) => {
  await requestDeposit(wallet, '750');
  const pages = await Promise.all([0, 1].map(() => openBrowser({ tolerate: [/status of 409/] })));
  const admins = pages.map((page) => new Person(page));
  for (const admin of admins) {
    await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
    await admin.requestButton('Approve', DEPOSIT).click();
  }
  // Dispatch both clicks simultaneously: a click that waits for its button would be second.
  await Promise.all(
    admins.map((admin) =>
      admin
        .dialog('Approve Deposit')
        .getByRole('button', { name: 'Approve Deposit' })
        .dispatchEvent('click'),
    ),
  );
  for (const admin of admins) {
    const outcome = admin
      .toast('Deposit Approved')
      .or(admin.dialog('Approve Deposit').getByRole('alert'));
    await expect(outcome.first()).toBeVisible();
  }
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  expect(await api.balances.current()).toMatchObject({ balancePaise: 750_00 });
});
