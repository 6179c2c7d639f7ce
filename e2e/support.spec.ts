import { listStoredDrafts } from './support/drafts.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('a user writes to support on a phone, and both sides see each message immediately', {
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
  const notice = admin.dialog('Notifications').getByRole('article');
  await expect(notice).toContainText(told);
  await notice.getByRole('link', { name: 'New support message' }).click();
  await admin.expectHeading('Conversation');
  await answerAfterReload(admin);
  await readAndReply(user);
  await expect(admin.page.getByRole('log')).toContainText('Found it, thank you.');
  await expect(admin.page.getByRole('button', { name: 'Mark as answered' })).toBeVisible();
});

/** A reload keeps the typed answer. */
async function answerAfterReload({ page }: Person): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await field.fill('It is under Deposits.');
  await expect
    .poll(async () => JSON.stringify(await listStoredDrafts(page)))
    .toContain('It is under Deposits.');
  await page.reload();
  await expect(field).toHaveValue('It is under Deposits.');
  await expectAccessible(page, 'a conversation with a user');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('log')).toContainText('It is under Deposits.');
  await expect(field).toHaveValue('');
}

async function readAndReply({ page }: Person): Promise<void> {
  const message = page.getByRole('region', { name: 'Your messages' }).getByRole('listitem');
  await expect(message).toContainText('New answer');
  await message.getByRole('link', { name: 'Receipt' }).tap();
  await expect(page.getByRole('log')).toContainText('It is under Deposits.');
  await expectNoSideScroll(page);
  await expectAccessible(page, 'a conversation with support');
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Found it, thank you.');
  await page.getByRole('button', { name: 'Send reply' }).tap();
  await expect(page.getByRole('log')).toContainText('Found it, thank you.');
}
