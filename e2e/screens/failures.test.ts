import {
  ADMIN,
  addNewcomer,
  buildImageFile,
  emptyLists,
  seedDemoData,
  signInToApi,
} from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

/** Calls that change data, and may fail although their control is visible. */
const CHANGES =
  /\/rpc\/.*\/(?:create|update|remove|reorder|setCarousel|setStatus|setPassword|adjustBalance|decide)$/;
/** Calls that a screen's data needs; the session is not among them. */
const READS = /\/rpc\/(?!sessions|events|translations)/;

type Statement = Parameters<SpecChecker['expectTexts']>[0];
/** Buttons to click in order, with the fields to fill in before. */
type Steps = Record<string, Record<string, string>>;
type FailedChange = [path: string, heading: string, steps: Steps, statement: Statement];

const FAILED_CHANGES: FailedChange[] = [
  [
    '/admin/users?search=asha',
    'User Management',
    {
      'Update balance of asha': {},
      'Update Balance': { 'New Balance (₹)': '5', Reason: 'Refund of a fee' },
    },
    "8 'Failed to update user balance'",
  ],
  [
    '/admin/users/create',
    'Create User',
    { 'Create User': { Username: 'ravi', Password: 'ravi-of-e2e' } },
    "8 'Failed to create user'",
  ],
  [
    '/admin/deposits',
    'Deposits Management',
    { 'Approve: ₹300.00, demo': {}, 'Approve Deposit': {} },
    "8 'Failed to approve transaction', 'Failed to process your request. Please try again.'",
  ],
  [
    '/admin/withdrawals',
    'Withdrawals Management',
    { 'Reject: ₹200.00, demo': {}, 'Reject Withdrawal': {} },
    "8 'Failed to reject transaction'",
  ],
  [
    '/admin/sources',
    'Source Management',
    { 'Add Source': {}, 'Create source': { Name: 'Stall' } },
    "8 'Failed to create source'",
  ],
  [
    '/admin/sources',
    'Source Management',
    { 'Edit Fair': {}, 'Update source': {} },
    "8 'Failed to update source'",
  ],
  [
    '/admin/sources',
    'Source Management',
    { 'Delete Fair': {}, Delete: {} },
    "8 'Failed to delete source'",
  ],
  [
    '/admin/qr-codes',
    'QR Code Management',
    { 'Edit Shop counter': {}, 'Update QR code': {} },
    "8 'Failed to update QR code: {reason}'",
  ],
  [
    '/admin/qr-codes',
    'QR Code Management',
    { 'Delete Shop counter': {}, Delete: {} },
    "8 'Failed to delete QR code: {reason}'",
  ],
  [
    '/admin/banners',
    'Ad Banner Management',
    { 'Deactivate: Festival': {} },
    "8 'Failed to update banner: {reason}'",
  ],
  [
    '/admin/banners',
    'Ad Banner Management',
    { 'Delete: Festival': {}, Delete: {} },
    "8 'Failed to delete banner: {reason}'",
  ],
  [
    '/admin/banners',
    'Ad Banner Management',
    { 'Update settings': { 'Slide duration (seconds)': '20' } },
    "8 'Failed to update carousel settings'",
  ],
  [
    '/admin/banks',
    'Bank Management',
    { 'Add Bank': { 'Bank name': 'Abacus Bank', 'Bank code': 'ABAC' } },
    "8 'Failed to add bank'",
  ],
  [
    '/admin/banks',
    'Bank Management',
    { 'Edit Bank of the Tests': {}, 'Save Bank of the Tests': {} },
    "8 'Failed to update bank'",
  ],
  [
    '/admin/banks',
    'Bank Management',
    { 'Delete Bank of the Tests': {}, Delete: {} },
    "8 'Failed to delete bank'",
  ],
  [
    '/admin/site-urls',
    'Site URLs',
    {
      'Add Site URL': {},
      'Create Site URL': { Title: 'Offers', URL: 'https://example.com/offers' },
    },
    "8 'Failed to create site URL'",
  ],
  [
    '/admin/site-urls',
    'Site URLs',
    { 'Edit Your rights': {}, 'Update Site URL': {} },
    "8 'Failed to update site URL'",
  ],
  [
    '/admin/site-urls',
    'Site URLs',
    { 'Delete Your rights': {}, Delete: {} },
    "8 'Failed to delete site URL'",
  ],
];

/** The screens whose data cannot be read. */
const FAILED_READS: [path: string, heading: string, ...statements: Statement[]][] = [
  [
    '/admin',
    'Admin Dashboard',
    "8 'Failed to fetch admin statistics'",
    "8 'Failed to fetch transaction statistics'",
  ],
  ['/admin/users', 'User Management', "8 'Failed to fetch users'"],
  [
    '/admin/users/00000000-0000-7000-8000-000000000001',
    'User Details',
    "8 'Failed to fetch user details'",
  ],
  ['/admin/transactions', 'Transactions', "8 'Failed to fetch transactions'"],
  ['/admin/sources', 'Source Management', "8 'Failed to fetch sources'"],
  [
    '/admin/banners',
    'Ad Banner Management',
    "8 'Failed to fetch banners: {reason}'",
    "8 'Failed to load carousel settings'",
  ],
  ['/admin/banks', 'Bank Management', "8 'Failed to load banks'"],
  ['/admin/site-urls', 'Site URLs', "8 'Failed to fetch site URLs'"],
  ['/admin/settings/api', 'API keys', "8 'Failed to load API keys'"],
];

testScreens('failed changes and reads', async (admin, application) => {
  const { server } = application;
  await emptyLists(server);
  await addNewcomer(server);
  await seedDemoData(server);
  await application.open(ADMIN, '/admin');
  await admin.find('heading', 'Admin Dashboard');
  application.fail(CHANGES);
  for (const [path, heading, steps, statement] of FAILED_CHANGES) {
    await admin.openFresh(path, heading);
    for (const [button, fields] of Object.entries(steps)) {
      if (/^(?:Approve|Reject|Delete): /.test(button)) await admin.chooseInRow(button);
      else await admin.fillIn(fields, button);
    }
    await admin.expectTexts(statement);
  }
  await failUserPage(admin);
  await failQrCode(admin);

  // Loaded data stays on screen when refetching fails.
  application.restore();
  await admin.openFresh('/admin/deposits', 'Deposits Management');
  await admin.row('₹300.00');
  application.fail(READS);
  await admin.pressButton('Refresh');
  await admin.expectTexts("8 'Failed to refresh deposits data', '₹300.00'");

  await application.load('/no/such/page');
  for (const [path, heading, ...statements] of FAILED_READS) {
    await admin.open(path, heading);
    await admin.expectTexts(...statements);
  }
  application.restore();
  await admin.check("8 'Retry' reads the list again: 'No API keys yet'", () =>
    admin.pressButton('Retry'),
  );
});

async function failUserPage(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  const { api } = await signInToApi(application.server, ADMIN);
  const [asha] = (await api.users.list({ search: 'asha' })).rows;
  const openUser = () => admin.openFresh(`/admin/users/${asha?.id}`, 'User Details');
  const deleteUser = async () => {
    await openUser();
    await admin.pressButton('Delete User');
    await admin.dialog('Are you sure?');
    await admin.fillIn({ 'Type asha to confirm': 'asha' }, 'Delete User');
  };
  await openUser();
  await admin.pressButton('Deactivate User');
  await admin.dialog('Deactivate asha?');
  await admin.pressButton('Deactivate User');
  await admin.expectTexts("8 'Failed to update user status'");
  await openUser();
  await admin.pressButton('Change Password');
  const password = { 'New Password': 'new-of-e2e', 'Confirm New Password': 'new-of-e2e' };
  await admin.fillIn(password, 'Update Password');
  await admin.expectTexts("8 'Failed to update password'");
  await deleteUser();
  await admin.expectTexts("8 'Failed to delete user'");
  application.refuse(/rpc\/users\/remove/, 'DEFAULT_USER_KEPT');
  await deleteUser();
  await admin.expectTexts(
    "8 'Cannot delete default user', 'Default users cannot be deleted in demo mode'",
  );
}

async function failQrCode(admin: SpecChecker): Promise<void> {
  admin.application.refuse(/files\/qr-codes$/, 'INTERNAL');
  await admin.openFresh('/admin/qr-codes', 'QR Code Management');
  await admin.pressButton('Add QR Code');
  await admin.chooseFile('QR Code Image', await buildImageFile());
  await admin.fillIn({ Name: 'Till' }, 'Create QR code');
  await admin.expectTexts("8 'Failed to create QR code: {reason}'");
}
