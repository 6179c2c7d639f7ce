import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** Every address of the user area below /user, and the heading of its screen. */
const SCREENS = {
  dashboard: 'Welcome, demo!',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  'bank-accounts': 'Your Bank Accounts',
  transactions: 'Passbook',
  passbook: 'Passbook',
  profile: 'Profile Settings',
  support: 'Contact Support',
  notifications: 'Notifications',
};

test('opens every address of the user area, with and without /user', {
  tag: '@section-2.2',
}, async ({ openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await page.goto('/passbook?status=approved#top');
  await expect(page).toHaveURL('/user/passbook?status=approved#top');
  for (const [name, heading] of Object.entries(SCREENS)) {
    await user.load(`/${name}`, heading);
    await expect(page).toHaveURL(`/user/${name}`);
  }
  // Without a reload, which every other journey does at one of these addresses.
  for (const [name, heading] of Object.entries(SCREENS)) {
    await user.open(`/user/${name}`, heading);
    await expect(page).toHaveURL(`/user/${name}`);
  }
});

test('the start page redirects each role to its home page', { tag: '@section-2.1' }, async ({
  openBrowser,
}) => {
  const user = new Person(await openBrowser());
  await user.page.goto('/');
  await expect(user.page).toHaveURL('/login');
  await user.signIn(ACCOUNTS.demo);
  await user.page.goto('/');
  await expect(user.page).toHaveURL('/user');
  const admin = new Person(await openBrowser());
  await admin.signIn(ACCOUNTS.admin);
  await admin.page.goto('/');
  await expect(admin.page).toHaveURL('/admin');
});

test('a page lists the files of its screen, and each exists', async ({ wallet }) => {
  for (const address of ['/login', '/user', '/user/passbook', '/admin/deposits']) {
    const page = await (await fetch(wallet.baseUrl + address)).text();
    const files = [
      ...page.matchAll(/<link rel="(?:modulepreload|stylesheet)"[^>]* href="([^"]+)"/g),
    ];
    const types = await Promise.all(files.map(([, file = '']) => typeOf(wallet.baseUrl + file)));
    expect(new Set(types), address).toEqual(new Set(['text/javascript', 'text/css']));
  }
  const [login, other] = await Promise.all(
    ['/login', '/no/such/page'].map(async (address) =>
      (await fetch(wallet.baseUrl + address)).text(),
    ),
  );
  expect(login).toContain('/assets/login-');
  expect(other).not.toContain('/assets/login-');
});

test('serves uncompressed pages to clients without Accept-Encoding', async ({ wallet }) => {
  const headers = { 'accept-encoding': 'identity' };
  for (const address of ['/', '/login', '/assets/']) {
    const answer = await fetch(wallet.baseUrl + address, { headers });
    expect(answer.status, address).toBe(200);
    expect(await answer.text(), address).toContain('id="root"');
  }
});

test('the API page lists the procedures', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/api/v1/docs');
  // The viewer first resolves the whole document, which takes all its time: half a minute on a busy machine.
  const operation = page.getByRole('button', { name: /API keys of all administrators/ });
  await expect(operation).toBeVisible({ timeout: 120_000 });
});

async function typeOf(url: string): Promise<string | undefined> {
  return (await fetch(url)).headers.get('content-type')?.split(';')[0];
}

test('shows 404 for an unknown path, and refuses the admin area to other roles', {
  tag: '@section-2.1',
}, async ({ openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signIn(ACCOUNTS.demo);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/user');
  await page.goto('/admin/deposits');
  await expect(page).toHaveURL('/user');
  await expect(page.getByRole('heading', { name: 'Welcome, demo!' })).toBeVisible();
});
