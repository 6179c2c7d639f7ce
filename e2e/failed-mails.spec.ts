import pg from 'pg';
import { decideDeposit, requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { test } from './support/mails.ts';
import { Person } from './support/person.ts';
import { expect, inspect } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

/** Gives the demo user a confirmed address, which `recovery.spec.ts` does on the screen, and mails about deposits. */
async function receiveMails(wallet: Wallet): Promise<void> {
  const { api, userId } = await signInToApi(wallet, ACCOUNTS.demo);
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO recovery_addresses (user_id, address, day_started_at) VALUES ($1, 'asha@shop.example', now())`,
    [userId],
  );
  await client.end();
  await api.mails.savePreferences({ topics: ['deposits'], hasDigest: false });
}

test('an administrator sees the mail that the mail server refused, and sends it again', async ({
  mails,
  wallet,
  openBrowser,
}) => {
  await receiveMails(wallet);
  mails.refuseWith = 550;
  await requestDeposit(wallet, '500');
  await decideDeposit(wallet, 'rejected');
  const admin = new Person(await openBrowser(DEVICES.phone), { hasTouch: true });
  const { page } = admin;
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const failedAt = async () => (await api.mails.failed()).rows[0]?.failedAt.getTime() ?? 0;
  await expect.poll(failedAt).toBeGreaterThan(0);
  const firstAt = await failedAt();

  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  const failures = page.getByRole('region', { name: 'Failures' });
  const row = failures.getByRole('listitem').filter({ hasText: 'Emails that were not sent' });
  await expect(row).toContainText('1');
  await admin.press(row.getByRole('link'));
  const card = page.getByRole('region', { name: 'Emails that were not sent' });
  await expect(card).toBeInViewport({ ratio: 1 });
  const failed = card.getByRole('listitem').filter({ hasText: 'demo · Deposits' });
  await expect(failed).toContainText('EENVELOPE 550');
  await inspect(page, 'a failed mail');
  const sendAgain = failed.getByRole('button', { name: 'Send again: demo, Deposits' });
  await admin.press(sendAgain);
  await expect.poll(failedAt, 'the server refuses it again').toBeGreaterThan(firstAt);
  expect(mails.received).toEqual([]);

  mails.refuseWith = undefined;
  await admin.load('/admin/settings/general', 'Settings');
  await admin.press(sendAgain);
  await expect(card.getByText('All emails were sent.')).toBeVisible();
  await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([['asha@shop.example']]);
  expect(mails.received[0]?.text).toContain('₹500');
});
