import pg from 'pg';
import { requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { hold } from './support/hold.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

/** More than the badge shows. */
const MANY = 100;

/** Unread notifications of the demo user, number 1 the newest, one every so many minutes. */
async function addNews(wallet: Wallet, count: number, minutes = 1): Promise<void> {
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO notifications (user_id, id, title, message, created_at)
     SELECT demo.id, gen_random_uuid(), 'News ' || n, 'Told at last', $2::timestamptz - n * $3::int * interval '1 minute'
     FROM generate_series(1, $1::int) AS n, (SELECT id FROM users WHERE username = 'demo') AS demo`,
    [count, wallet.now(), minutes],
  );
  await client.end();
}

test('reverts changes of notifications that the server refuses, and shows more than 99 as 99+', {
  tag: ['@section-8', '@section-9'],
}, async ({ wallet, openBrowser }) => {
  await addNews(wallet, MANY);
  const user = new Person(await openBrowser({ tolerate: [/status of 503/, /was taken back/] }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(page.getByText('99+', { exact: true })).toBeVisible();
  await bell.click();
  const panel = user.dialog('Notifications');
  const news = (number: number) =>
    panel.getByRole('article').filter({ hasText: new RegExp(`News ${number}(?!\\d)`) });
  const unread = news(1).getByRole('button', { name: 'Unread. Mark as read' });
  await expect(unread).toBeVisible();
  await expect(panel.getByRole('article').nth(7)).toBeAttached();

  /** Delays the response of a call; returns a function that makes it fail. */
  const holdBack = async (call: string): Promise<() => void> => {
    const { released, release: fail } = hold();
    const body = { code: 'INTERNAL', status: 503, message: '' };
    await page.route(`**/rpc/notifications/${call}`, async (route) => {
      await released;
      await route.fulfill({ status: 503, json: { json: body } });
    });
    return fail;
  };

  await test.step('marking as read', async () => {
    const fail = await holdBack('markRead');
    await unread.click();
    await expect(unread).toHaveCount(0);
    await expect(page.getByText('99+', { exact: true })).toHaveCount(0);
    fail();
    await expect(unread).toBeVisible();
    await expect(page.getByText('99+', { exact: true })).toBeVisible();
  });

  await test.step('deleting', async () => {
    const fail = await holdBack('remove');
    await news(2).getByRole('button', { name: 'Delete notification' }).click();
    await expect(news(2)).toHaveCount(0);
    fail();
    await expect(news(2)).toBeVisible();
  });

  await test.step('clearing', async () => {
    const fail = await holdBack('clear');
    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(panel.getByText('No notifications yet')).toBeVisible();
    fail();
    await expect(news(1)).toBeVisible();
    await expect(page.getByText('99+', { exact: true })).toBeVisible();
    // Failures are only logged.
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('succeeds when the server accepts it', async () => {
    await page.unrouteAll();
    await unread.click();
    await expect(panel.getByText('99', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Unread. Mark as read' })).toHaveCount(0);
    await page.reload();
    await bell.click();
    await expect(news(1)).toBeVisible();
  });

  await test.step('restores deleted and cleared notifications while Undo is shown', async () => {
    await page.clock.install({ time: wallet.now() });
    const undo = panel.getByRole('button', { name: 'Undo' });
    await news(3).getByRole('button', { name: 'Delete notification' }).click();
    await expect(panel.getByText('Notification deleted')).toBeVisible();
    await expect(news(3)).toHaveCount(0);
    await undo.click();
    await expect(news(3)).toBeVisible();
    await expect(undo).toHaveCount(0);
    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(panel.getByText('Notifications cleared')).toBeVisible();
    await expect(panel.getByText('No notifications yet')).toBeVisible();
    await expectAccessible(page, 'the panel with what was cleared');
    await undo.click();
    await expect(news(1)).toBeVisible();
    await expect(news(3)).toBeVisible();
    await panel.getByRole('button', { name: 'Clear' }).click();
    await expect(undo).toBeVisible();
    await page.clock.fastForward('00:20');
    await expect(undo).toHaveCount(0);
    await expect(panel.getByText('No notifications yet')).toBeVisible();
  });
});

test('renders visible notifications first, and the others while scrolling', async ({
  wallet,
  openBrowser,
}) => {
  await addNews(wallet, MANY);
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await user.press(page.getByRole('button', { name: 'Notifications, 100 unread' }));
  const cards = user.dialog('Notifications').getByRole('article');
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThan(25);
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(50, { timeout: 500 });
  }).toPass();
  const more = user.dialog('Notifications').getByRole('button', { name: 'Load more' });
  await expect(more).toBeVisible();
});

test('computes relative times with the server’s clock', async ({ wallet, openBrowser }) => {
  // Its age stays the same for the next half hour.
  await addNews(wallet, 1, 90);
  const user = new Person(await openBrowser({ controlsClock: true }));
  const { page } = user;
  await page.clock.setFixedTime(wallet.now().getTime() + 3 * 3_600_000);
  await user.signInByApi(ACCOUNTS.demo, '/user/notifications');
  // By the device's clock it would be 4 hours ago.
  const card = page.getByRole('main').getByRole('article');
  await expect(card).toContainText('1 hour ago');
});

const DEPOSIT = { amount: '₹500.00', user: 'demo' };
const REASON = 'The receipt shows another amount';

test('shows a rejection with its reason to the user', { tag: '@section-4' }, async ({
  wallet,
  openBrowser,
}) => {
  const admin = new Person(await openBrowser());
  const user = new Person(await openBrowser());
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  await requestDeposit(wallet, '500');
  await expect(user.row(DEPOSIT.amount)).toContainText('Pending');

  await test.step('the admin rejects with a reason; the user gets the event', async () => {
    await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
    await admin.chooseInRow('Reject', DEPOSIT);
    const decision = admin.dialog('Reject Deposit');
    const notes = decision.getByRole('textbox', { name: 'Notes' });
    await notes.fill(REASON);
    await notes.press('Escape');
    await admin.dialog('Discard changes?').getByRole('button', { name: 'Cancel' }).click();
    await expect(notes).toHaveValue(REASON);
    await Promise.all([
      expect(admin.toast('Deposit Rejected')).toBeVisible(),
      expect(user.toast(REASON)).toBeVisible(),
      decision.getByRole('button', { name: 'Reject Deposit' }).click(),
    ]);
    await admin.page.getByRole('tab', { name: 'Deposit History' }).click();
    await expect(admin.row(DEPOSIT.amount)).toContainText('Rejected');
  });

  await test.step("the user's passbook shows it", async () => {
    await expect(user.row(DEPOSIT.amount)).toContainText('Rejected');
    await expect(user.row(DEPOSIT.amount)).toContainText('₹0.00');
  });

  await test.step('the notification panel shows it as unread, with the reason', async () => {
    await user.page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const panel = user.dialog('Notifications');
    const card = panel.getByRole('article');
    await expect(card).toContainText('Rejected');
    await expect(card).toContainText(`Rejection Reason: ${REASON}`);
    await expect(card.getByText(REASON)).toHaveCount(1);
    await card.getByRole('link', { name: /^Deposit Rejected/ }).click();
    const details = user.dialog('Transaction Details');
    await expect(details).toContainText(DEPOSIT.amount);
    await expect(details).toContainText('Rejected by an administrator');
    await expect(details).toContainText(REASON);
    await expect(details.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toHaveCount(0);
    await expect(
      user.page.getByRole('button', { name: 'Notifications', exact: true }),
    ).toBeVisible();
  });

  await test.step('the notifications page shows it until it is cleared', async () => {
    await user.page.goto('/user/notifications');
    const main = user.page.getByRole('main');
    await expect(main.getByRole('article')).toContainText(`Rejection Reason: ${REASON}`);
    await main.getByRole('tab', { name: 'System' }).click();
    await expect(main.getByText('No system notifications to show.')).toBeVisible();
    await main.getByRole('tab', { name: 'Transactions' }).click();
    await expect(main.getByRole('article')).toHaveCount(1);
    await main.getByRole('button', { name: 'Clear all' }).click();
    await expect(main.getByText('No notifications found')).toBeVisible();
  });
});
