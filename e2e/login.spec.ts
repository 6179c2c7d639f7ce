import pg from 'pg';
import { signInToApi } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, openTab, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

/** Chromium logs every refused call. */
const REFUSED = { tolerate: [/status of 401/] };

test('signs in, out and in again, with one message for every failure, in all tabs', {
  tag: [
    ...['@section-2.1', '@section-2.4', '@section-2.5', '@section-4', '@section-5', '@section-8'],
  ],
}, async ({ openBrowser }) => {
  const user = new Person(await openBrowser(REFUSED));
  const { page } = user;
  await test.step('the same message for every failed sign-in', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(user.toast('Error', 'Please enter both username and password')).toBeVisible();
    await user.fillLogin('demo', 'wrong');
    await expect(user.toast('Error', 'Invalid username or password')).toHaveCount(1);
    await user.fillLogin('nobody', 'wrong');
    await expect(user.toast('Error', 'Invalid username or password')).toHaveCount(2);
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  });
  await test.step('ignores a redirect to another site', async () => {
    await page.goto('/login?redirect=//example.com/');
    await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
    await expect(page).toHaveURL('/user');
  });
  await test.step('logging out in one tab logs out the others; logging in returns to the requested page, and continues in all', () =>
    followInTabs(user));
});

async function followInTabs(user: Person): Promise<void> {
  const other = await openTab(user.page);
  await other.goto('/user/deposit');
  await expect(other.getByRole('heading', { name: 'Deposit', exact: true })).toBeVisible();

  await user.page.getByRole('button', { name: 'Account menu' }).click();
  await user.page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const page of [user.page, other]) {
    await expect(page.getByRole('heading', { name: 'Login to the product wallet' })).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBeNull();
  }
  await user.page.goto('/user/withdraw?tab=history');
  await expect(user.page).toHaveURL(/\/login/);
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(user.toast('Logged in successfully')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Deposit', exact: true })).toBeVisible();
  await expect(user.page.getByRole('tab', { name: 'History', selected: true })).toBeVisible();
  await expect(user.page).toHaveURL('/user/withdraw?tab=history');
}

test('lets a known browser sign in during an attack, and delays a new one', async ({
  wallet,
  openBrowser,
}) => {
  const known = new Person(await openBrowser(REFUSED));
  await known.signIn(ACCOUNTS.demo);
  await known.page.getByRole('button', { name: 'Account menu' }).click();
  await known.page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(known.page).toHaveURL(/\/login/);
  await blockNewDevices(wallet, ACCOUNTS.demo.username);

  const unknown = new Person(await openBrowser({ tolerate: [/status of 429/] }));
  await unknown.page.goto('/login');
  await unknown.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(unknown.toast('Too many attempts')).toBeVisible();
  await expect(unknown.page.getByRole('textbox', { name: 'Username' })).toHaveValue('demo');
  await known.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(known.page.getByRole('heading', { name: 'Welcome, demo!' })).toBeVisible();
});

/** Simulates so many wrong attempts from this address that the next is allowed in four minutes. */
async function blockNewDevices(wallet: Wallet, username: string): Promise<void> {
  await fetch(`${wallet.baseUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'a guess' }),
  });
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(
    `UPDATE login_throttles SET failures = 20, blocked_until = $1::timestamptz + interval '4 minutes'
     WHERE key LIKE 'pair:%'`,
    [wallet.now()],
  );
  expect(rowCount).toBe(1);
  await client.end();
}

test('logs out a user who is deactivated, with a message', { tag: '@section-4' }, async ({
  wallet,
  openBrowser,
}) => {
  // The default accounts cannot be deactivated.
  const meera = { username: 'meera', password: 'meera-of-e2e' };
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  const { id: userId } = await admin.api.users.create(meera);
  const user = new Person(await openBrowser(REFUSED));
  const other = new Person(await openBrowser(REFUSED));
  for (const person of [user, other]) await person.signIn(meera);
  await Promise.all([
    expect(user.toast('User account is inactive')).toBeVisible(),
    expect(other.toast('User account is inactive')).toBeVisible(),
    admin.api.users.setStatus({ userId, status: 'inactive' }),
  ]);
  for (const { page } of [user, other]) {
    await expect(page.getByRole('heading', { name: 'Login to the product wallet' })).toBeVisible();
    const said = page.getByRole('main').getByRole('status');
    await expect(said).toContainText('User account is inactive');
    await expect(said).toContainText('Your money is safe.');
  }
  await user.fillLogin(meera.username, meera.password);
  await expect(user.toast('Error', 'Invalid username or password')).toBeVisible();
});
