import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { ADMIN_ROLES, type AdminRole, can, type Permission } from '#contract/shared/permissions.ts';
import { DAY_BEFORE } from '#server/testing/clock.ts';
import { TEST_PASSWORD } from '#server/testing/harness.ts';
import { pagePermission } from '#web/lib/page/page-permissions.ts';
import { Application, PATIENCE } from './application.ts';
import { ADMIN, addNewcomer, seedDemoData, signInToApi } from './fixtures.ts';

const TIMEOUT_MS = 600_000;

/** The controls of the admin pages by name, and the permission of what they do. */
const CONTROLS: Record<string, [Permission, ...RegExp[]]> = {
  '/admin/users': ['users:manage', /^Create User$/],
  '/admin/users/{demo}': [
    'users:manage',
    ...[/^Change Password$/, /^Deactivate User$/, /^Delete User$/, /^Change role$/],
    /^Change level$/,
  ],
  '/admin/deposits': ['requests:decide', /^More: /],
  '/admin/withdrawals': ['requests:decide', /^More: /],
  '/admin/transactions': ['exports:read', /^Export CSV/],
  '/admin/sources': ['content:manage', /^Add Source$/, /^Edit Fair$/, /^Delete Fair$/],
  '/admin/qr-codes': ['payment-details:manage', /^Add QR Code$/, /^Edit /, /^Delete /],
  '/admin/banners': [
    'content:manage',
    ...[/^Create banner$/, /^Deactivate: /, /^More: /, /^Update settings$/],
  ],
  '/admin/banks': ['content:manage', /^Add Bank$/, /^Edit /, /^Delete /],
  '/admin/site-urls': ['content:manage', /^Add /, /^Edit /, /^Delete /],
  '/admin/settings/general': ['settings:manage', /^Update settings$/, /^Add currency$/],
  '/admin/settings/reasons': [
    'settings:manage',
    ...[/^Add reason$/, /^Add reason for adjustments$/],
    /^Correction of an earlier entry/,
  ],
  '/admin/settings/security': ['settings:manage', /^Update settings$/],
  '/admin/statements?tab=accounts': [
    'statements:import',
    /^Add account$/,
    /^Edit Current account$/,
  ],
  '/admin/reconciliation?tab=unclaimed': [
    'reconciliation:match',
    /^Match: /,
    /^(?:More|Not for us): /,
  ],
  '/admin/settings/approvals': ['settings:manage', /^Edit /],
  '/admin/settings/api': ['api-keys:manage', /^Create API key$/, /^Revoke Reports$/],
  '/admin/settings/webhooks': ['webhooks:manage', /^Add webhook$/, /^More: /],
  '/admin/settings/webhooks/{webhook}': [
    'webhooks:manage',
    /^Send test event$/,
    /^Replace secret$/,
  ],
};

/** A text of each page that is there once its rows are. */
const LOADED: Record<string, string> = {
  '/admin/users': '@asha',
  '/admin/users/{demo}': 'Member Since',
  '/admin/deposits': '₹300.00',
  '/admin/withdrawals': '₹200.00',
  '/admin/transactions': '₹300.00',
  '/admin/sources': 'Fair',
  '/admin/qr-codes': 'Shop counter',
  '/admin/banners': 'Festival',
  '/admin/banks': 'Bank of the Tests',
  '/admin/site-urls': 'Your rights',
  '/admin/settings/general': 'Node.js',
  '/admin/settings/reasons': 'Correction of an earlier entry.',
  '/admin/settings/security': 'Adjustments per admin and day',
  '/admin/statements?tab=accounts': 'Current account',
  '/admin/reconciliation?tab=unclaimed': '₹75.00',
  '/admin/settings/approvals': 'Always on',
  '/admin/settings/api': 'Reports',
  '/admin/settings/webhooks': 'example.org',
  '/admin/settings/webhooks/{webhook}': 'Deliveries',
};

let application: Application;
const ids: Record<string, string> = {};

async function seed(): Promise<void> {
  const { server } = application;
  await addNewcomer(server);
  await seedDemoData(server);
  const { api, upload } = await signInToApi(server, ADMIN);
  const account = { name: 'Current account', lastFour: null, isActive: true };
  const { id: accountId } = await api.statements.createAccount(account);
  const lines = `Date,Narration,Reference,Credit,Debit\n${DAY_BEFORE},INTEREST,,75.00,\n`;
  const statement = { accountId, fileName: 'a.csv', isImport: true };
  await upload('/files/statements', statement, Buffer.from(lines));
  await api.apiKeys.create({ name: 'Reports', scopes: ['reports:read'], days: 30 });
  const hook = { url: 'https://example.org/hook', description: '', isActive: true };
  ids.webhook = (await api.webhooks.create({ ...hook, eventTypes: ['user.created'] })).id;
  const { rows } = await api.users.list({ search: 'demo' });
  ids.demo = rows[0]?.id ?? '';
}

/** Names of the usable buttons and switches of the page, after its rows have been loaded. */
async function buttonsOf(page: string): Promise<string[]> {
  await application.load(pathOf(page));
  await waitFor(() => {
    const text = document.querySelector('main')?.textContent ?? '';
    if (!text.includes(LOADED[page] ?? page)) throw new Error(`Not loaded: ${page}`);
  }, PATIENCE);
  return namesIn(document);
}

/** Returns the names of usable buttons and switches: those of a disabled fieldset are not usable. */
function namesIn(page: Document): string[] {
  const controls = page.querySelectorAll<HTMLInputElement | HTMLButtonElement>(
    'main button, main input[role=switch]',
  );
  return [...controls]
    .filter((control) => !control.closest('fieldset:disabled'))
    .map((control) => control.getAttribute('aria-label') ?? textOf(control));
}

const textOf = (control: HTMLInputElement | HTMLButtonElement) =>
  (control.labels?.[0] ?? control).textContent?.trim() ?? '';

const pathOf = (page: string) => page.replace(/\{(\w+)\}/, (_, name) => ids[name] ?? '');

async function checkRole(adminRole: AdminRole): Promise<void> {
  const { username } = await application.server.newUser({ role: 'admin', adminRole });
  await application.open({ username, password: TEST_PASSWORD }, '/admin');
  for (const [page, [permission, ...controls]] of Object.entries(CONTROLS)) {
    const [path = ''] = pathOf(page).split('?');
    const needed = pagePermission(path);
    const isAllowed = can({ role: 'admin', adminRole }, permission);
    if (needed && !can({ role: 'admin', adminRole }, needed)) continue;
    await checkPage(page, { adminRole, isAllowed, controls });
  }
}

interface Expected {
  adminRole: AdminRole;
  isAllowed: boolean;
  controls: RegExp[];
}

async function checkPage(page: string, { adminRole, isAllowed, controls }: Expected) {
  const place = `${adminRole} on ${page}`;
  if (!isAllowed) {
    const buttons = await buttonsOf(page);
    const forbidden = buttons.filter((name) => controls.some((control) => control.test(name)));
    expect([place, forbidden]).toEqual([place, []]);
    return;
  }
  await application.load(pathOf(page));
  await waitFor(() => {
    const names = namesIn(document);
    const missing = controls.filter((control) => !names.some((name) => control.test(name)));
    if (missing.length > 0) throw new Error(`Missing: ${missing} for ${place}`);
  }, PATIENCE);
}

test(
  'an admin page has no control that the admin role may not use',
  async () => {
    application = await Application.start();
    try {
      await seed();
      for (const adminRole of ADMIN_ROLES) await checkRole(adminRole);
    } finally {
      await application.close();
    }
  },
  TIMEOUT_MS,
);
