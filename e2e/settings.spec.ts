import type { Page } from '@playwright/test';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, openTab, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const GREEN = 'rgb(11, 122, 75)';

test('settings change in every open tab, and keep what is being typed', {
  tag: ['@section-5', '@section-8'],
}, async ({ openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByText(/^PostgreSQL \S+, (?:embedded|external)$/)).toBeVisible();
  const open = (tab: Page, name: string) =>
    tab.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
  const other = await openTab(page);
  await other.goto('/admin/settings/general');
  await expect(other.getByText('USD')).toBeVisible();

  // They look disabled, and show the reason when clicked.
  await page.getByRole('button', { name: 'Set USD as active' }).dispatchEvent('click');
  await expect(
    admin.toast('Currency not supported', 'Only INR (₹) is supported as the active currency.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove INR' }).dispatchEvent('click');
  await expect(admin.toast('Cannot remove active currency')).toBeVisible();
  await page.getByRole('button', { name: 'Remove USD' }).click();
  await expect(admin.toast('Currency removed')).toBeVisible();
  await expect(other.getByText('USD')).toHaveCount(0);

  const service = page.getByRole('region', { name: 'Support and processing time' });
  await service.getByLabel('Processing time').fill('soon');
  await service.getByRole('button', { name: 'Update settings' }).click();
  await expect(
    service.getByText('Please enter a number or a range, such as 1-3.', { exact: true }),
  ).toBeVisible();
  await service.getByLabel('Processing time').fill('2');
  await service.getByLabel('Unit').selectOption('Hours');
  await service.getByRole('button', { name: 'Update settings' }).click();
  await expect(admin.toast('Settings updated successfully')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Processing time' })).toHaveValue('2');

  for (const tab of [page, other]) await open(tab, 'Brand');
  const brand = page.getByRole('region', { name: 'Name and colour' });
  await brand.getByRole('textbox', { name: 'Brand colour' }).fill('#ffcc00');
  await brand.getByRole('button', { name: /^Use #/ }).click();
  await expect(brand.getByText('too low')).toHaveCount(0);
  await brand.getByRole('textbox', { name: 'Brand colour' }).fill('#0B7A4B');
  await brand.getByRole('textbox', { name: 'Name of the wallet' }).fill('Paisa');
  await open(page, 'Requests');
  const question = admin.dialog('Discard changes?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await brand.getByRole('button', { name: 'Update settings' }).click();
  await expect(other).toHaveTitle('Brand · Settings · Paisa');
  const button = other.getByRole('region', { name: 'Name and colour' }).getByRole('button', {
    name: 'Update settings',
  });
  await expect(button).toHaveCSS('background-color', GREEN);
  const visitor = await openBrowser(DEVICES.phone);
  // A page that is served while the server reads the change still has the previous name.
  const title = visitor.getByRole('heading', { name: /^Login to / });
  await expect(async () => {
    await visitor.goto('/login');
    await expect(title).toBeVisible();
    expect(await title.textContent()).toBe('Login to Paisa');
  }).toPass();
  await expect(visitor.getByRole('button', { name: 'Login', exact: true })).toHaveCSS(
    'background-color',
    GREEN,
  );

  for (const tab of [page, other]) await open(tab, 'Requests');
  const undoIn = (tab: Page) => tab.getByRole('textbox', { name: 'Time to undo (seconds)' });
  await undoIn(other).fill('7');
  await undoIn(page).fill('9');
  const review = page.getByRole('region', { name: 'Review of requests' });
  await review.getByRole('button', { name: 'Update settings' }).click();
  await expect(other.getByText('Another admin changed this meanwhile.')).toBeVisible();
  await expect(undoIn(other)).toHaveValue('7');
  await other.getByRole('button', { name: 'Discard' }).click();
  await expect(undoIn(other)).toHaveValue('9');
  await expect(other.getByText('Another admin changed this meanwhile.')).toHaveCount(0);

  for (const tab of [page, other]) await tab.goto('/admin/settings');
  // A message under a resting mouse stays, and may cover the button.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add currency' }).click();
  const dialog = admin.dialog('Add currency');
  await dialog.getByRole('textbox', { name: 'Currency code' }).fill('eur');
  await dialog.getByRole('textbox', { name: 'Symbol' }).fill('€');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Euro');
  await dialog.getByRole('button', { name: 'Add currency' }).click();
  await expect(admin.toast('Currency already exists')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Currency code' }).fill('usd');
  await dialog.getByRole('button', { name: 'Add currency' }).click();
  await expect(admin.toast('Currency added')).toBeVisible();
  await expect(other.getByText('USD')).toBeVisible();
});

test('settings are found by search, by their former addresses, and on a phone by a list of their pages', async ({
  openBrowser,
}) => {
  const admin = new Person(await openBrowser(DEVICES.phone));
  const { page } = admin;
  const target = page.getByRole('region', { name: 'Target for decisions' });
  await admin.signInByApi(ACCOUNTS.admin, '/admin/settings/general#target');
  await expect(page).toHaveURL(/\/admin\/settings\/requests#target$/);
  await expect(target).toBeInViewport({ ratio: 1 });
  await admin.press(page.getByRole('link', { name: 'Back' }));
  await admin.expectHeading('Settings');
  const pages = page.getByRole('navigation', { name: 'Settings' });
  await expect(pages.getByRole('link', { name: 'Brand' })).toBeInViewport({ ratio: 1 });
  await expect(pages.getByRole('link', { name: 'API keys' })).toBeInViewport({ ratio: 1 });
  await admin.press(pages.getByRole('link', { name: 'Brand' }));
  await admin.expectHeading('Brand');
  await expect(pages).toBeHidden();
  await page.goBack();
  await admin.expectHeading('Settings');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('target for');
  await page.getByRole('option', { name: 'Target for decisions' }).click();
  await admin.expectHeading('Requests');
  await expect(target).toBeInViewport({ ratio: 1 });
});
