import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '#contract/rules.ts';
import { fundDemo, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { Person } from './support/person.ts';
import { fillWallet } from './support/shop.ts';
import { expect, test, watchReloads } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** As wide as a phone, and no wider where something does not fit, as a phone would make itself. */
const PHONE = { ...DEVICES.phone, isMobile: false };

/** A screen, what stands at its head, and what opens on it: dialogs, menus, other tabs. */
interface Screen {
  path: string;
  heading: string;
  /** The tab that is open, where there are some. */
  tab?: string;
  opens?: ((person: Person) => Locator)[];
}

const button =
  (name: string) =>
  ({ page, t }: Person) =>
    page.getByRole('button', { name: t(name), exact: true }).first();
/** The first button whose name begins with an action and goes on with whose or what it is. */
const buttonOf =
  (action: string) =>
  ({ page, t }: Person) =>
    page.getByRole('button', { name: new RegExp(`^${t(action)}: `) }).first();

const changesOf =
  (action: string) =>
  ({ page, t }: Person) =>
    page.getByRole('button', { name: t('Changes of {{action}}', { action: t(action) }) }).first();

const SCREENS: Record<string, Screen[]> = {
  'of a user': [
    { path: '/user', heading: 'Welcome, {{name}}!', opens: [button('Account menu')] },
    { path: '/user/deposit', heading: 'Deposit' },
    { path: '/user/withdraw', heading: 'Withdraw', opens: [button('Add Bank Account')] },
    { path: '/user/withdraw?tab=history', heading: 'Withdraw', tab: 'History' },
    { path: '/user/passbook', heading: 'Passbook', opens: [button('Toggle menu')] },
    {
      path: '/user/bank-accounts',
      heading: 'Your Bank Accounts',
      opens: [button('Add Bank Account')],
    },
    {
      path: '/user/notifications',
      heading: 'Notifications',
      opens: [({ page, t }) => page.getByRole('button', { name: t('Notifications') }).first()],
    },
    { path: '/user/profile', heading: 'Profile Settings' },
    { path: '/user/support', heading: 'Contact Support' },
  ],
  'of requests and people': [
    { path: '/admin', heading: 'Admin Dashboard', opens: [button('Search and commands')] },
    {
      path: '/admin/deposits',
      heading: 'Deposits Management',
      opens: [buttonOf('View receipt'), buttonOf('Approve'), buttonOf('Reject')],
    },
    {
      path: '/admin/withdrawals',
      heading: 'Withdrawals Management',
      opens: [buttonOf('View'), buttonOf('Approve'), buttonOf('Reject')],
    },
    { path: '/admin/transactions', heading: 'Transactions', opens: [buttonOf('Details')] },
    { path: '/admin/users', heading: 'User Management', opens: [button('Create User')] },
    { path: '/admin/users/create', heading: 'Create User', opens: [button('Toggle menu')] },
    {
      path: '/admin/users/{asha}',
      heading: 'User Details',
      opens: [button('Change Password'), button('Delete User')],
    },
  ],
  'of lists and settings': [
    { path: '/admin/sources', heading: 'Source Management', opens: [button('Add Source')] },
    { path: '/admin/qr-codes', heading: 'QR Code Management', opens: [button('Add QR Code')] },
    { path: '/admin/banners', heading: 'Ad Banner Management' },
    { path: '/admin/banks', heading: 'Bank Management' },
    { path: '/admin/site-urls', heading: 'Site URLs', opens: [button('Add Site URL')] },
    {
      path: '/admin/audit',
      heading: 'Audit',
      opens: [changesOf('Transaction approved'), changesOf('Banner created')],
    },
    { path: '/admin/settings/general', heading: 'Settings', opens: [button('Account menu')] },
  ],
};

/** Goes to another screen of the application without loading it again. */
async function visit({ page, t }: Person, { path, heading, tab }: Screen): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path);
  const name = t(heading, { name: ACCOUNTS.demo.username, product: 'the product wallet' });
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  if (tab) await expect(page.getByRole('tab', { name: t(tab), selected: true })).toBeVisible();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  const skeletons = page.locator('[aria-busy=true], .mantine-Skeleton-root');
  await expect(skeletons.filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** What on the screen, and on everything that opens on it, can't be read whole. */
async function lookOver(person: Person, screen: Screen): Promise<string[]> {
  const { page } = person;
  await visit(person, screen);
  const found = (await findCutTexts(page.locator('body'))).map(
    (fault) => `${screen.path}: ${fault}`,
  );
  for (const [index, open] of (screen.opens ?? []).entries()) {
    await open(person).click();
    const layer = page.getByRole('dialog').or(page.getByRole('menu')).last();
    await expect(layer).toBeVisible();
    await settled(page);
    const faults = await findCutTexts(layer);
    found.push(...faults.map((fault) => `${screen.path}, opened ${index}: ${fault}`));
    await page.keyboard.press('Escape');
    await expect(layer).toHaveCount(0);
  }
  return found;
}

for (const [which, screens] of Object.entries(SCREENS)) {
  test(`every text ${which} can be read whole on a phone, in every language`, async ({
    wallet,
    openBrowser,
  }) => {
    await fillWallet(wallet);
    const { api } = await signInToApi(wallet, ACCOUNTS.admin);
    const [asha] = (await api.users.list({ search: 'asha' })).rows;
    const page = await openBrowser(PHONE);
    page.setDefaultTimeout(60_000);
    let person = new Person(page);
    const isAdmin = screens.some(({ path }) => path.startsWith('/admin'));
    await (isAdmin
      ? person.arrive(ACCOUNTS.admin, '/admin')
      : person.arrive(ACCOUNTS.demo, '/user'));
    for (const language of LANGUAGES) {
      person = await person.changeLanguage(language);
      for (const { path, ...rest } of screens) {
        const screen = { ...rest, path: path.replace('{asha}', asha?.id ?? '') };
        expect.soft(await lookOver(person, screen), `${language} ${path}`).toEqual([]);
      }
    }
  });
}

test('so can the login page and the one for a wrong address', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await page.goto('/login');
  for (const language of LANGUAGES) {
    await page.getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect.soft(await findCutTexts(page.locator('body')), `${language} login`).toEqual([]);
    const person = new Person(page, { language });
    const [login, nowhere] = [
      { path: '/login', heading: 'Login to {{product}}' },
      { path: '/nowhere', heading: '404' },
    ];
    expect.soft(await lookOver(person, nowhere), `${language} nowhere`).toEqual([]);
    await visit(person, login);
  }
});

test('the globe changes the language at once, here and for the person on a new device', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '1500');
  const page = await openBrowser();
  await page.clock.install();
  const english = new Person(page);
  await english.signIn(ACCOUNTS.demo);
  await page.evaluate(() => {
    window.addEventListener('languageChanged', (event) => {
      const detail = event instanceof CustomEvent ? event.detail : undefined;
      document.body.setAttribute('data-told', JSON.stringify(detail));
    });
  });
  const check = await watchReloads(page);
  const told = page.locator('body[data-told]');
  await test.step('the list closes by itself after 100 ms, and whoever listens is told', async () => {
    await page.getByRole('button', { name: 'Select language' }).click();
    // From here on time passes only as it is told to.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await page.clock.runFor(99);
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(told).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(told).toHaveAttribute('data-told', '{"language":"hi"}');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.clock.resume();
  });
  const { t } = await new Person(page, { language: 'hi' }).changeLanguage('te');
  await expect(told).toHaveAttribute('data-told', '{"language":"te"}');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('Welcome, {{name}}!', { name: 'demo' }),
  );
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /పాస్‌బుక్/);
  expect(await page.evaluate(() => localStorage.getItem('preferred_language'))).toBe('te');
  await check();

  const elsewhere = await openBrowser();
  await elsewhere.addInitScript(() => localStorage.setItem('preferred_language', 'fr'));
  const stranger = new Person(elsewhere);
  await elsewhere.goto('/login');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
  await stranger.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'te');
  await elsewhere
    .getByRole('button', { name: t('Notifications, {{count}} unread', { count: 1 }) })
    .click();
  const card = elsewhere.getByRole('dialog').getByRole('article');
  await expect(card).toContainText(t('Deposit Approved'));
  await expect(card).toContainText('₹1,500.00');
});
