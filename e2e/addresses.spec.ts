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

test('the start page, every address of the user area with and without /user, and an unknown one', {
  tag: ['@section-2.1', '@section-2.2'],
}, async ({ openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await user.expectHeading('Welcome, demo!');
  await test.step('every address', async () => {
    await page.goto('/passbook?status=approved#top');
    await expect(page).toHaveURL('/user/passbook?status=approved#top');
    await user.expectHeading('Passbook');
    for (const [name, heading] of Object.entries(SCREENS)) {
      for (const address of [`/${name}`, `/user/${name}`]) {
        await user.open(address, heading);
        await expect(page).toHaveURL(`/user/${name}`);
      }
    }
  });
  await test.step('the start page of a user', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/user');
  });
  await test.step('404 for an unknown path', async () => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/user');
  });
  await test.step('the admin area is refused to other roles', async () => {
    await page.goto('/admin/deposits');
    await expect(page).toHaveURL('/user');
    await user.expectHeading('Welcome, demo!');
  });
  await test.step('the start page of an administrator', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await user.fillLogin(ACCOUNTS.admin.username, ACCOUNTS.admin.password);
    await user.expectHeading('Admin Dashboard');
    await page.goto('/');
    await expect(page).toHaveURL('/admin');
  });
  await test.step('the API page lists the procedures', async () => {
    await page.goto('/api/v1/docs');
    // The viewer first resolves the whole document, which takes all its time: half a minute on a busy machine.
    const operation = page.getByRole('button', { name: /API keys of all administrators/ });
    await expect(operation).toBeVisible({ timeout: 120_000 });
  });
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

  await test.step('uncompressed for clients without Accept-Encoding', async () => {
    const headers = { 'accept-encoding': 'identity' };
    for (const address of ['/', '/login', '/assets/']) {
      const answer = await fetch(wallet.baseUrl + address, { headers });
      expect(answer.status, address).toBe(200);
      expect(await answer.text(), address).toContain('id="root"');
    }
  });
});

async function typeOf(url: string): Promise<string | undefined> {
  return (await fetch(url)).headers.get('content-type')?.split(';')[0];
}
