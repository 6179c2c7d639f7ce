import type { Page } from '@playwright/test';
import {
  addQrCode,
  fundDemo,
  requestDeposit,
  requestWithdrawals,
  signInToApi,
} from '../support/api.ts';
import { buildPhoto } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import type { Visit } from './rows.ts';

/** Someone with nothing but an account. */
export const PERSON = { username: 'asha', password: 'asha-of-e2e' };

/** The lists that every wallet starts with are emptied, so that each screen is first seen with nothing in it. */
export async function prepareAdminSide(wallet: Wallet): Promise<void> {
  await removeSources(wallet);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const { id } of await api.banks.listActive()) await api.banks.remove({ id });
  await api.users.create(PERSON);
}

async function removeSources(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const { id } of await api.sources.list()) await api.sources.remove({ id });
}

/** A new person of the same name: the old one's balance was changed, which left a transaction and a source. */
export async function replacePerson(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await api.users.list({ search: PERSON.username });
  for (const { id } of rows) await api.users.remove({ userId: id });
  await api.users.create(PERSON);
  await removeSources(wallet);
}

/** One of each thing that administrators keep, and requests of both types, decided and not. */
export async function fill(wallet: Wallet): Promise<void> {
  const { api, upload } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'Fair', isActive: true });
  await api.banks.create({ name: 'Bank of the Tests', code: 'BOTT' });
  await api.siteUrls.create({
    title: 'Your rights',
    url: 'https://example.com/rights',
    displayOrder: 0,
  });
  for (const name of ['Second till', 'Shop counter']) await addQrCode(wallet, name);
  for (const title of ['Festival', 'Stay safe']) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const [id] = await requestWithdrawals(wallet, ['100', '200', '70']);
  if (!id) throw new Error('No withdrawal was requested');
  await api.review.decide({
    ids: [id],
    decision: 'rejected',
    notes: 'Name differs',
    requestKey: crypto.randomUUID(),
  });
}

/** A page that asks for nothing. */
const ELSEWHERE = { path: '/admin/users/create', heading: 'Create User' };

/** Leaves the page, with all that is open on it, for another or the same anew, and waits for its heading. */
export async function open(visit: Visit, path: string, heading: string): Promise<void> {
  if (visit.page.url() === 'about:blank') return load(visit, path, heading);
  // A message stays for as long as the mouse rests on it.
  await visit.page.mouse.move(0, 0);
  for (const next of [ELSEWHERE, { path, heading }]) {
    await visit.page.evaluate((to) => history.pushState({}, '', to), next.path);
    await expectHeading(visit.page, next.heading);
  }
}

/** Loads a page, which then knows nothing yet, and waits for its heading. */
export async function load({ page }: Visit, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expectHeading(page, heading);
}

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Presses a button of the page or of the dialog in front of it. */
export function press(page: Page, name: string | RegExp): Promise<void> {
  const buttons = page.getByRole('button', { name, exact: typeof name === 'string' });
  return buttons.last().click();
}

/** Presses a button of a dialog that the page has under the same name. */
export function pressInDialog(page: Page, name: string): Promise<void> {
  return page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** The server's answers to calls never come. */
export async function holdBack({ page }: Visit, calls: string): Promise<void> {
  await page.route(`**/rpc/${calls}*`, () => undefined);
}

/** Whatever was held back never comes to the server. */
export async function letGo({ page }: Visit): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Opens a user's page from the list. */
export async function view(visit: Visit, username: string): Promise<void> {
  await open(visit, `/admin/users?search=${username}`, 'User Management');
  await visit.page.getByRole('link', { name: `View ${username}` }).click();
  await expect(visit.page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
}

/** These calls fail for no reason that could be told. */
export async function fail({ page }: Visit, calls: RegExp): Promise<void> {
  // Not 500: a call that may go better is made again, and the screen waits for that.
  await page.route(calls, (route) => route.fulfill({ status: 400, body: '' }));
}
