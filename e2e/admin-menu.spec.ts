import type { Request } from '@playwright/test';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('prefetches a list while the pointer hovers over its menu entry, and shows it without another request', async ({
  openBrowser,
}) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  for (const [entry, procedure, shown] of LISTS) {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    const answered = page.waitForResponse((answer) => answer.url().endsWith(procedure));
    await page.getByRole('navigation').getByRole('link', { name: entry }).hover();
    await (await answered).finished();
    await admin.go(entry);
    await expect(page.getByRole('main')).toContainText(shown);
    expect(asked.filter((path) => path === procedure)).toHaveLength(1);
    page.off('request', note);
  }
});

const LISTS = [
  ['Users', '/rpc/users/list', '@demo'],
  ['Audit', '/rpc/audit/list', 'admin'],
  ['Deposits', '/rpc/transactions/list', 'No pending deposits'],
] as const;
