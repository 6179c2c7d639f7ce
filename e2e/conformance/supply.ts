import {
  addQrCode,
  fundDemo,
  requestDeposit,
  requestWithdrawals,
  signInToApi,
} from '../support/api.ts';
import { buildPhoto } from '../support/images.ts';
import { ACCOUNTS, type Account, type Wallet } from '../support/wallet.ts';

/** A user with an empty account. */
export const NEWCOMER: Account = { username: 'asha', password: 'asha-of-e2e' };

export async function addNewcomer(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.users.create(NEWCOMER);
}

/** Empties the lists that every wallet starts with, so that each screen is first shown empty. */
export async function emptyLists(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const { id } of await api.sources.list()) await api.sources.remove({ id });
  for (const { id } of await api.banks.listActive()) await api.banks.remove({ id });
}

/**
 * Adds one or two of each admin entity, and pending and decided requests of the demo user: of the user's
 * ₹5,000, ₹4,730 are available.
 */
export async function fill(wallet: Wallet): Promise<void> {
  const { api, upload } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'Fair', isActive: true });
  await api.banks.create({ name: 'Bank of the Tests', code: 'BOTT' });
  const url = 'https://example.com/rights';
  await api.siteUrls.create({ title: 'Your rights', url, displayOrder: 0 });
  for (const name of ['Second till', 'Shop counter']) await addQrCode(wallet, name);
  for (const title of ['Festival', 'Stay safe']) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const [id = ''] = await requestWithdrawals(wallet, ['100', '200', '70']);
  const requestKey = crypto.randomUUID();
  await api.review.decide({ ids: [id], decision: 'rejected', notes: 'Name differs', requestKey });
}
