import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

test('sources, banks and site URLs can be added, changed and deleted', {
  tag: ['@section-8', '@section-9'],
}, async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.phone));
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await test.step('sources', () => testSources(wallet, admin));
  await test.step('banks', () => testBanks(admin));
  await test.step('site URLs', () => testSiteUrls(admin));
});

async function testSources(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Sources');
  await page.getByRole('button', { name: 'Add Source' }).click();
  const adding = admin.dialog('Add New Source');
  await adding.getByRole('textbox', { name: 'Name' }).fill('F');
  await adding.getByRole('button', { name: 'Create source' }).click();
  await expect(adding).toContainText('Source name must be at least 2 characters');
  await inspect(page, 'a refused source');
  await page.keyboard.press('Escape');
  const discard = admin.dialog('Discard changes?');
  await expect(discard).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(discard).toBeHidden();
  await adding.getByRole('textbox', { name: 'Name' }).fill('Fair');
  await adding.getByRole('button', { name: 'Create source' }).click();
  await expect(admin.toast('Source created successfully')).toBeVisible();
  await expect(admin.row('Fair')).toContainText('Active');

  await page.getByRole('button', { name: 'Edit Fair' }).click();
  await admin.dialog('Edit Source').getByRole('switch', { name: 'Active' }).press('Space');
  await admin.dialog('Edit Source').getByRole('button', { name: 'Update source' }).click();
  await expect(admin.row('Fair')).toContainText('Inactive');

  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'From elsewhere', isActive: true });
  await expect(admin.row('From elsewhere')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Fair' }).click();
  const deleting = admin.dialog('Delete Fair');
  await expect(deleting).toContainText('Are you sure you want to delete this source?');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Source deleted successfully')).toBeVisible();
  await expect(admin.row('Fair')).toHaveCount(0);
}

async function testBanks(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Banks');
  await page.getByRole('textbox', { name: 'Bank name' }).fill('Aardvark Bank');
  await page.getByRole('textbox', { name: 'Bank code' }).fill('AARD');
  await page.getByRole('button', { name: 'Add Bank' }).click();
  await expect(admin.toast('Bank Added')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Aardvark Bank' }).click();
  const list = page.getByRole('table').or(page.getByRole('list', { name: 'Available Banks' }));
  const name = list.getByRole('textbox', { name: 'Bank name' });
  await expect(name).toBeFocused();
  await inspect(page, 'a bank being edited');
  await name.fill('');
  await page.getByRole('button', { name: 'Save Aardvark Bank' }).click();
  await expect(admin.toast('Invalid Input', 'Bank name and code cannot be empty.')).toBeVisible();
  await name.fill('Abacus Bank');
  await name.press('Enter');
  await expect(admin.toast('Bank Updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Abacus Bank' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete Abacus Bank' }).click();
  const deleting = admin.dialog('Delete Abacus Bank');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Bank Deleted')).toBeVisible();
  await expect(admin.row('Abacus Bank')).toHaveCount(0);
}

async function testSiteUrls(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Site URLs');
  await expect(page.getByText('No site URLs found. Add your first site URL.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Site URL' }).click();
  const dialog = admin.dialog('Add Site URL');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Offers');
  // Only web addresses, and none that imitates another host.
  for (const refused of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://good.example@evil.example/',
  ]) {
    await dialog.getByRole('textbox', { name: 'URL' }).fill(refused);
    await dialog.getByRole('button', { name: 'Create Site URL' }).click();
    await expect(dialog).toContainText('Please enter a valid URL');
  }
  await inspect(page, 'a refused site URL');
  const address = `https://offers.example/${'a'.repeat(40)}`;
  await dialog.getByRole('textbox', { name: 'URL' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('d'.repeat(60));
  await dialog.getByRole('textbox', { name: 'Display order' }).fill('soon');
  await dialog.getByRole('button', { name: 'Create Site URL' }).click();
  await expect(admin.toast('Site URL created successfully')).toBeVisible();
  const link = page.getByRole('link', { name: `${address.slice(0, 40)}...`, exact: true });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page.getByText(`${'d'.repeat(50)}...`)).toBeVisible();

  // A Cyrillic letter that replaces a Latin one becomes visible.
  await page.getByRole('button', { name: 'Add Site URL' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Look-alike');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://аpple.com/');
  await dialog.getByRole('button', { name: 'Create Site URL' }).click();
  await expect(page.getByRole('link', { name: 'https://xn--pple-43d.com/' })).toBeVisible();

  await page.getByRole('switch', { name: 'Active: Offers' }).press('Space');
  await expect(admin.row('Offers')).toContainText('Inactive');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(admin.row('Offers')).toContainText('Inactive');
  await page.getByRole('button', { name: 'Delete Offers' }).click();
  const deleting = admin.dialog('Delete Offers');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Site URL deleted successfully')).toBeVisible();
}
