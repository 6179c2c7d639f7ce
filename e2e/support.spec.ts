import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('shows a support message from a phone to an administrator immediately', {
  tag: '@section-2.5',
}, async ({ openBrowser }) => {
  const admin = new Person(await openBrowser());
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const user = new Person(await openBrowser(phone));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await page.getByRole('button', { name: 'Account menu' }).tap();
  await page.getByRole('menuitem', { name: 'Contact Us' }).tap();
  await page.getByRole('button', { name: 'Send message' }).tap();
  await expect(page.getByText('Please fill in this field.')).toHaveCount(4);
  await expectNoSideScroll(page);
  await expectAccessible(page, 'support with errors');
  await page.getByRole('textbox', { name: 'Email' }).fill('demo@example.in');
  await user.choose(page.getByRole('combobox', { name: 'Issue category' }), 'Deposit Issues');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Receipt');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where is it?');
  const told = 'demo (demo@example.in) wrote: Receipt — Where is it?';
  await Promise.all([
    expect(admin.toast('New support message', told)).toBeVisible(),
    expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible(),
    page.getByRole('button', { name: 'Send message' }).tap(),
  ]);
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  await page.getByRole('button', { name: 'Send Another Message' }).tap();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await admin.page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await expect(admin.dialog('Notifications').getByRole('article')).toContainText(told);
});
