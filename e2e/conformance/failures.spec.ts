import { fail, refuse } from '../support/answers.ts';
import { signInToApi } from '../support/api.ts';
import { buildPhoto, buildQrImage } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import { addNewcomer, emptyLists, fill } from './supply.ts';
import { type Witness, walk } from './witness.ts';

/** Calls that change data, and may fail although their control is visible. */
const CHANGES =
  /\/rpc\/.*\/(?:create|update|remove|reorder|setCarousel|setStatus|setPassword|changeOwnPassword|adjustBalance|decide)$/;
/** Calls that a screen's data needs; the session is not among them. */
const READS = /\/rpc\/(?!sessions|events|translations)/;

walk('failures', async (admin, wallet) => {
  await emptyLists(wallet);
  await addNewcomer(wallet);
  await fill(wallet);
  await admin.arrive(ACCOUNTS.admin, '/admin');
  await fail(admin.page, CHANGES);
  for (const see of [seeUsers, seeRequests, seeSources, seeQrCodes, seeBanners, seeBanksAndLinks]) {
    await see(admin);
  }
  await admin.page.unrouteAll();
  await seeRefreshes(admin, wallet);
  await seeNothing(admin);
});

async function seeUsers(admin: Witness): Promise<void> {
  const openUsers = () => admin.openAnew('/admin/users?search=asha', 'User Management');
  const deleteUser = async () => {
    await admin.pressButton('Delete User');
    await admin.fillIn({ 'Type asha to confirm': 'asha' }, 'Delete User');
  };
  await openUsers();
  await admin.pressButton('Create User');
  await admin.fillIn({ Username: 'ravi', Password: 'ravi-of-e2e' }, 'Create User');
  await admin.sees("8 'Failed to create user'");
  await openUsers();
  await admin.pressButton('Update balance of asha');
  await admin.fillIn({ 'New Balance (₹)': '5', Reason: 'Refund' }, 'Update Balance');
  await admin.sees("8 'Failed to update user balance'");
  await admin.view('asha');
  await admin.pressButton('Deactivate User');
  await expect(admin.dialog('Deactivate asha?')).toBeVisible();
  await admin.pressButton('Deactivate User');
  await admin.sees("8 'Failed to update user status'");
  await deleteUser();
  await admin.sees("8 'Failed to delete user'");
  await admin.view('asha');
  await refuse(admin.page, 'rpc/users/remove', 'DEFAULT_USER_KEPT');
  await deleteUser();
  await admin.sees(
    "8 'Cannot delete default user', 'Default users cannot be deleted in demo mode'",
  );
  await admin.view('asha');
  await admin.pressButton('Change Password');
  const password = { 'New Password': 'abcdef', 'Confirm New Password': 'abcdef' };
  await admin.fillIn(password, 'Update Password');
  await admin.sees("8 'Failed to update password'");
}

async function seeRequests(admin: Witness): Promise<void> {
  await admin.openAnew('/admin/deposits', 'Deposits Management');
  await admin.pressButton('Approve: ₹300.00, demo');
  await admin.pressButton('Approve Deposit');
  await admin.sees(
    "8 'Failed to approve transaction', 'Failed to process your request. Please try again.'",
  );
  await admin.openAnew('/admin/withdrawals', 'Withdrawals Management');
  await admin.pressButton('Reject: ₹200.00, demo');
  await admin.pressButton('Reject Withdrawal');
  await admin.sees("8 'Failed to reject transaction'");
}

async function seeSources(admin: Witness): Promise<void> {
  const openSources = () => admin.openAnew('/admin/sources', 'Source Management');
  await openSources();
  await admin.pressButton('Add Source');
  await admin.fillIn({ Name: 'Stall' }, 'Create source');
  await admin.sees("8 'Failed to create source'");
  await openSources();
  await admin.pressButton('Edit Fair');
  await admin.pressButton('Update source');
  await admin.sees("8 'Failed to update source'");
  await openSources();
  await admin.pressButton('Delete Fair');
  await admin.pressButton('Delete');
  await admin.sees("8 'Failed to delete source'");
}

async function seeQrCodes(admin: Witness): Promise<void> {
  const { page } = admin;
  const openQrCodes = () => admin.openAnew('/admin/qr-codes', 'QR Code Management');
  await openQrCodes();
  await refuse(page, 'files/qr-codes', 'INTERNAL');
  await admin.pressButton('Add QR Code');
  await page.getByLabel('QR Code Image').setInputFiles(await buildQrImage());
  await admin.fillIn({ Name: 'Till' }, 'Create QR code');
  await admin.sees("8 'Failed to create QR code: {reason}'");
  await openQrCodes();
  await admin.pressButton('Edit Shop counter');
  await admin.pressButton('Update QR code');
  await admin.sees("8 'Failed to update QR code: {reason}'");
  await openQrCodes();
  await admin.pressButton('Delete Shop counter');
  await admin.pressButton('Delete');
  await admin.sees("8 'Failed to delete QR code: {reason}'");
}

async function seeBanners(admin: Witness): Promise<void> {
  const { page } = admin;
  const openBanners = () => admin.openAnew('/admin/banners', 'Ad Banner Management');
  const createBanner = async () => {
    await openBanners();
    await page.getByLabel('Banner image').setInputFiles(await buildPhoto());
    await admin.fillIn({ 'Banner title': 'Sale' }, 'Create banner');
  };
  await refuse(page, 'files/banners', 'INTERNAL');
  await createBanner();
  await admin.sees("8 'Failed to create banner: {reason}'");
  await refuse(page, 'files/banners', 'FILE_TYPE');
  await createBanner();
  await admin.sees("8 'Upload Error', 'Failed to upload image: {reason}'");
  await page.route('**/files/banners', (route) => route.abort());
  await createBanner();
  await admin.sees("8 'Failed to compress and upload image'");
  await admin.pressButton('Deactivate: Festival');
  await admin.sees("8 'Failed to update banner: {reason}'");
  await admin.pressButton('Delete: Festival');
  await admin.pressButton('Delete');
  await admin.sees("8 'Failed to delete banner: {reason}'");
  await openBanners();
  await admin.fillIn({ 'Slide duration (seconds)': '20' }, 'Update settings');
  await admin.sees("8 'Failed to update carousel settings'");
}

async function seeBanksAndLinks(admin: Witness): Promise<void> {
  await admin.openAnew('/admin/banks', 'Bank Management');
  await admin.fillIn({ 'Bank name': 'Abacus Bank', 'Bank code': 'ABAC' }, 'Add Bank');
  await admin.sees("8 'Failed to add bank'");
  await admin.pressButton('Edit Bank of the Tests');
  await admin.pressButton('Save Bank of the Tests');
  await admin.sees("8 'Failed to update bank'");
  await admin.openAnew('/admin/banks', 'Bank Management');
  await admin.pressButton('Delete Bank of the Tests');
  await admin.pressButton('Delete');
  await admin.sees("8 'Failed to delete bank'");
  await admin.openAnew('/admin/site-urls', 'Site URLs');
  await admin.pressButton('Add Site URL');
  await admin.fillIn({ Title: 'Offers', URL: 'https://example.com/offers' }, 'Create Site URL');
  await admin.sees("8 'Failed to create site URL'");
  await admin.openAnew('/admin/site-urls', 'Site URLs');
  await admin.pressButton('Edit Your rights');
  await admin.pressButton('Update Site URL');
  await admin.sees("8 'Failed to update site URL'");
  await admin.openAnew('/admin/site-urls', 'Site URLs');
  await admin.pressButton('Delete Your rights');
  await admin.pressButton('Delete');
  await admin.sees("8 'Failed to delete site URL'");
}

/** Loaded data stays on screen when refetching fails. */
async function seeRefreshes(admin: Witness, wallet: Wallet): Promise<void> {
  await admin.openAnew('/admin/deposits', 'Deposits Management');
  await expect(admin.row('₹300.00')).toBeVisible();
  await fail(admin.page, READS);
  await admin.pressButton('Refresh');
  await admin.sees("8 'Failed to refresh deposits data'");
  await admin.page.unrouteAll();
  await admin.openAnew('/admin/users', 'User Management');
  await expect(admin.row('@asha')).toBeVisible();
  await fail(admin.page, READS);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.users.create({ username: 'newcomer', password: 'newcomer-of-e2e' });
  await admin.sees("8 'Failed to fetch users with current balances'");
}

/** Every read fails from here on. */
async function seeNothing(admin: Witness): Promise<void> {
  const { page } = admin;
  await page.goto('about:blank');
  await page.unrouteAll();
  await admin.load('/admin/settings/general', 'Settings');
  await fail(page, READS);
  await admin.open('/admin', 'Admin Dashboard');
  await admin.sees(
    "8 'Failed to fetch admin statistics'",
    "8 'Failed to fetch transaction statistics'",
  );
  await admin.open('/admin/users', 'User Management');
  await admin.sees("8 'Failed to fetch users'");
  await admin.open('/admin/users/00000000-0000-7000-8000-000000000001', 'User Details');
  await admin.sees("8 'Failed to fetch user details'");
  await admin.open('/admin/transactions', 'Transactions');
  await admin.sees("8 'Failed to fetch transactions'");
  await admin.open('/admin/sources', 'Source Management');
  await admin.sees("8 'Failed to fetch sources'");
  await admin.open('/admin/banners', 'Ad Banner Management');
  await admin.sees("8 'Failed to fetch banners: {reason}'", "8 'Failed to load carousel settings'");
  await admin.open('/admin/banks', 'Bank Management');
  await admin.sees("8 'Failed to load banks'");
  await admin.open('/admin/site-urls', 'Site URLs');
  await admin.sees("8 'Failed to fetch site URLs'");
}
