import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Client } from '#contract/contract.ts';
import type { DepositForm } from '#contract/deposits/schema.ts';
import type { QrCodeForm } from '#contract/qr-codes/schema.ts';
import type { Decision } from '#contract/review/schema.ts';
import { buildQrImage, buildReceipt, type ImageFile } from './images.ts';
import { ACCOUNTS, type Account, type Wallet } from './wallet.ts';

/** Signs in a user without a browser, to prepare a test's data. */
export interface Caller {
  api: Client;
  userId: string;
  upload(path: string, form: object, file: ImageFile): Promise<void>;
}

export async function signInToApi(wallet: Wallet, account: Account): Promise<Caller> {
  const { baseUrl } = wallet;
  let cookie = '';
  const login: Client = createORPCClient(
    new RPCLink({
      url: `${baseUrl}/rpc`,
      fetch: async (request, init) => {
        const response = await fetch(request, init);
        cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        return response;
      },
    }),
  );
  const session = await login.sessions.login(account);
  const api: Client = createORPCClient(new RPCLink({ url: `${baseUrl}/rpc`, headers: { cookie } }));
  return {
    api,
    userId: session.user.id,
    async upload(path, form, file) {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': file.mimeType,
          'wallet-form': Buffer.from(JSON.stringify(form)).toString('base64url'),
        },
        body: new Uint8Array(file.buffer),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },
  };
}

/** Adds a QR code for payments. */
export async function addQrCode(wallet: Wallet, name: string): Promise<void> {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  const form: QrCodeForm = { name, description: '', isActive: true };
  await admin.upload('/files/qr-codes', form, await buildQrImage());
}

/** Adds a pending deposit of the demo user, or of another. */
export async function requestDeposit(
  wallet: Wallet,
  amount: string,
  account: Account = ACCOUNTS.demo,
  receipt?: ImageFile,
): Promise<void> {
  await sendDeposit(await signInToApi(wallet, account), amount, receipt);
}

/** Adds pending deposits of the demo user, each with another picture. */
export async function requestEach(wallet: Wallet, amounts: string[]): Promise<void> {
  const user = await signInToApi(wallet, ACCOUNTS.demo);
  for (const amount of amounts) await sendDeposit(user, amount);
}

/** Adds pending deposits of the demo user with one picture, which it returns, after one of another user if there is one. */
export async function requestAlike(
  wallet: Wallet,
  amounts: string[],
  before?: { amount: string; account: Account },
): Promise<ImageFile> {
  const receipt = await buildReceipt();
  if (before) await requestDeposit(wallet, before.amount, before.account, receipt);
  const user = await signInToApi(wallet, ACCOUNTS.demo);
  for (const amount of amounts) await sendDeposit(user, amount, receipt);
  return receipt;
}

async function sendDeposit(user: Caller, amount: string, receipt?: ImageFile): Promise<void> {
  const form: DepositForm = { amount, requestKey: crypto.randomUUID() };
  await user.upload('/files/deposits', form, receipt ?? (await buildReceipt()));
}

/** Adds an approved deposit to the demo user's wallet. */
export async function fundDemo(wallet: Wallet, amount: string): Promise<void> {
  await requestDeposit(wallet, amount);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  for (const { id } of rows)
    await api.review.decide({ ids: [id], decision: 'approved', requestKey: crypto.randomUUID() });
}

/** Decides the newest pending deposit, or that of an amount; a rejection has the first canned reason. */
export async function decideDeposit(
  wallet: Wallet,
  decision: Decision,
  { amountPaise, by = ACCOUNTS.admin }: { amountPaise?: number; by?: Account } = {},
): Promise<void> {
  const { api } = await signInToApi(wallet, by);
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const row = rows.find((found) => found.amountPaise === (amountPaise ?? found.amountPaise));
  if (!row) throw new Error('There is no such pending deposit');
  const [reason] = decision === 'rejected' ? await api.settings.reasons() : [];
  const requestKey = crypto.randomUUID();
  const approved = row.warnings
    .flatMap(({ requests = [] }) => requests)
    .filter(({ status }) => status === 'approved');
  await api.review.decide({
    ids: [row.id],
    decision,
    reasonId: reason?.id,
    requestKey,
    confirmedDuplicateIds: approved.map(({ id }) => id),
  });
}

/** Adds another administrator, who has changed the first password. */
export async function addAdmin(wallet: Wallet, username: string): Promise<Account> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const created = { username, password: 'set-by-the-admin' };
  await api.users.create({ ...created, role: 'admin' });
  const account = { username, password: 'long-enough' };
  const own = await signInToApi(wallet, created);
  await own.api.users.changeOwnPassword({
    currentPassword: created.password,
    newPassword: account.password,
  });
  for (const person of [api, own.api]) await person.notifications.clear();
  return account;
}

/** Adds an administrator on the command line: such an account and the first administrator can confirm for each other. */
export async function addIndependentAdmin(wallet: Wallet, username: string): Promise<Account> {
  const printed = await wallet.command('admin', 'create', username);
  const [, password = ''] = /shown this once: (\S+)/.exec(printed) ?? [];
  return { username, password };
}

/** Adds pending withdrawals of the demo user to a new bank account; returns their ids. */
export async function requestWithdrawals(wallet: Wallet, amounts: string[]): Promise<string[]> {
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  const { id: bankAccountId } = await api.bankAccounts.create({
    accountName: 'Demo Person',
    accountNumber: '123456789012',
    bankName: 'Bank of the Tests',
    isDefault: true,
  });
  const ids: string[] = [];
  for (const amount of amounts) {
    const request = { amount, bankAccountId, requestKey: crypto.randomUUID() };
    ids.push((await api.withdrawals.request(request)).id);
  }
  return ids;
}

/** Lets the first administrator change the account of a second: there is no third one to confirm it. */
export async function switchOffAccountRules(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const kind of ['administrator', 'newAdministrator'] as const) {
    await api.approvals.saveRule({ kind, thresholdPaise: null, approvals: 1, isActive: false });
  }
}
