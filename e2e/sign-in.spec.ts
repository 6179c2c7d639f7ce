import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('an app opens the wallet for its user, and shows a question before it switches accounts', async ({
  openBrowser,
}) => {
  const admin = new Person(await openBrowser());
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  const rest = admin.page.request;
  const form = { name: 'Shop', scopes: ['sign-in-links:create', 'users:create'] };
  const made = await rest.post('/api/v1/api-keys', { data: form });
  const { secret } = (await made.json()) as { secret: string };
  const headers = { authorization: `Bearer ${secret}` };
  const newUser = async (username: string) => {
    const data = { username, password: 'four cups of filter coffee' };
    return ((await (await rest.post('/api/v1/users', { data, headers })).json()) as { id: string })
      .id;
  };
  const linkOf = async (id: string, path?: string) => {
    const answer = await rest.post(`/api/v1/users/${id}/sign-in-links`, {
      data: { path },
      headers,
    });
    return ((await answer.json()) as { url: string }).url;
  };
  const [asha, ravi] = [await newUser('asha-of-app'), await newUser('ravi-of-app')];

  const { page } = new Person(await openBrowser());
  await page.goto(await linkOf(asha, '/user/profile'));
  await expect(page).toHaveURL('/user/profile');
  await expect(page.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(await linkOf(ravi));
  await expect(tab.getByText('You are logged in as asha-of-app.')).toBeVisible();
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expect(tab.getByRole('heading', { name: 'Welcome, ravi-of-app!' })).toBeVisible();
  await expect(page.getByText('ravi-of-app', { exact: true }).first()).toBeVisible();
});
