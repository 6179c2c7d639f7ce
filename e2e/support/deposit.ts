import type { Page } from '@playwright/test';
import { signInToApi } from './api.ts';
import { DEVICES } from './devices.ts';
import { Person } from './person.ts';
import { ACCOUNTS, type Wallet } from './wallet.ts';

export const UPLOAD = '**/files/deposits';
/** Chromium's log lines for uploads that a test cuts. */
export const TOLERATED = { tolerate: [/ERR_(?:INTERNET_DISCONNECTED|FAILED|ABORTED|CONNECTION)/] };

/** Opens the deposit form of the demo user on a phone. */
export async function openDeposit(page: Page): Promise<Person> {
  const user = new Person(page, DEVICES.phone);
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  return user;
}

export async function countDeposits(wallet: Wallet): Promise<number> {
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  return (await api.transactions.passbook({})).rows.length;
}
