import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

/** Calls the API as a program; returns the status and the error code. */
async function call(wallet: Wallet, secret: string, path: string) {
  const headers = { authorization: `Bearer ${secret}` };
  const response = await fetch(`${wallet.baseUrl}/api/v1${path}`, { headers });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

test('an API key is created, used and revoked', async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser({ ...DEVICES.phone, tolerate: [/status of 500/] }));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/settings/general');
  await admin.press(page.getByRole('link', { name: 'API keys' }));
  await admin.expectHeading('API keys');
  await expect(page.getByText('No API keys yet')).toBeVisible();

  const secret = await test.step('create', () => create(admin));
  await test.step('use', async () => {
    expect(await call(wallet, secret, '/users')).toEqual({ status: 200 });
    const refused = { status: 403, code: 'API_KEY_SCOPE' };
    expect(await call(wallet, secret, '/transactions/counts')).toEqual(refused);
    // Changes by another administrator are shown live; the use of a key is not.
    const other = await signInToApi(wallet, ACCOUNTS.admin);
    await other.api.apiKeys.create({ name: 'Another', scopes: ['reports:read'] });
    await expect(admin.row('Another')).toContainText('Never');
    await expect(admin.row('Another')).toContainText('No limit');
    await expect(admin.row('Bookkeeping')).toContainText('Just now');
    await expect(admin.row('Bookkeeping')).toContainText(`wlt_…${secret.slice(-4)}`);
  });
  await test.step('revoke', () => revoke(admin));
  expect(await call(wallet, secret, '/users')).toMatchObject({ status: 401 });
});

async function create(admin: Person): Promise<string> {
  const { page } = admin;
  await admin.press(page.getByRole('button', { name: 'Create API key' }));
  const dialog = admin.dialog('Create API key');
  const send = dialog.getByRole('button', { name: 'Create API key' });
  await admin.press(send);
  await expect(dialog.getByText('Please enter a name for the API key.')).toBeVisible();
  await expect(dialog.getByText('Please choose at least one permission.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await inspect(page, 'what is wrong with an API key');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
  await dialog.getByRole('checkbox', { name: 'See users and their balances' }).check();
  const commands = dialog.getByRole('textbox', { name: 'Commands per day' });
  await commands.fill('0');
  await dialog.getByRole('textbox', { name: 'Amount per day' }).fill('1500.50');
  await admin.press(send);
  await expect(dialog.getByText('Please enter a whole number from 1 to')).toBeVisible();
  await inspectAgain(page, 'a limit that is no number');
  await commands.fill('25');
  await page.route('**/rpc/apiKeys/create', (route) => route.fulfill({ status: 500, body: '' }));
  await admin.press(send);
  await expect(admin.toast('Failed to create the API key')).toBeVisible();
  await page.unrouteAll();
  await admin.press(send);
  const shown = admin.dialog('Your new API key');
  const secret = await shown.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(secret).toMatch(/^wlt_[\w-]{43}$/);
  await admin.closeMessages();
  await inspect(page, 'a secret');
  // The dialog cannot be closed by accident.
  await page.keyboard.press('Escape');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.press(shown.getByRole('button', { name: 'Copy API key' }));
  await expect(admin.toast('API key copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await admin.press(shown.getByRole('button', { name: 'Done' }));
  await expect(shown).toBeHidden();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(admin.row('Bookkeeping')).toContainText('users:read');
  await expect(admin.row('Bookkeeping')).toContainText('Active');
  await expect(admin.row('Bookkeeping')).toContainText('Amount: ₹1,500.50');
  await expect(admin.row('Bookkeeping')).toContainText('Commands: 25');
  return secret;
}

async function revoke(admin: Person): Promise<void> {
  const { page } = admin;
  const button = page.getByRole('button', { name: 'Revoke Bookkeeping' });
  await admin.press(button);
  const question = admin.dialog('Revoke Bookkeeping');
  await inspect(page, 'whether to revoke');
  await admin.press(question.getByRole('button', { name: 'Cancel' }));
  await expect(question).toBeHidden();
  await admin.press(button);
  await admin.press(question.getByRole('button', { name: 'Revoke' }));
  await expect(admin.row('Bookkeeping')).toContainText('Revoked by admin');
  await expect(button).toHaveCount(0);
}
