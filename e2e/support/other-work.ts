import { userId } from '#contract/shared/base.ts';
import { addIndependentAdmin, signInToApi } from './api.ts';
import { buildReceipt } from './images.ts';
import { expect } from './test.ts';
import { ACCOUNTS, type Account, type Wallet } from './wallet.ts';

export const BALANCE_REASON = 'Refund of a payment';

/** Ids in the addresses of work that is no transaction. */
interface OtherWork {
  conversation: string;
  verification: string;
}

/**
 * Adds what waits for administrators in addition to deposits and withdrawals, all of the demo user: an open conversation and
 * one with a reply, documents, and a new balance that a second administrator has to confirm.
 */
export async function addOtherWork(wallet: Wallet): Promise<OtherWork> {
  const [admin, demo] = await Promise.all(
    [ACCOUNTS.admin, ACCOUNTS.demo].map((account) => signInToApi(wallet, account)),
  );
  if (!admin || !demo) throw new Error('An account is missing');
  const person = { name: 'Demo Kumar', email: 'demo@example.in' };
  await demo.api.supportMessages.send({
    ...person,
    category: 'deposit',
    subject: 'Receipt of Monday',
    requestKey: key(),
    message: 'I paid ₹3,400.00 on Monday and sent the receipt. When is it checked?',
  });
  const [own] = (await demo.api.supportMessages.own({})).rows;
  if (!own) throw new Error('The conversation is missing');
  await admin.api.supportMessages.answer({
    userId: userId.parse(demo.userId),
    id: own.id,
    replyCount: 0,
    requestKey: key(),
    text: 'Thank you. It is checked today before 6 pm.',
  });
  await demo.api.supportMessages.send({
    ...person,
    category: 'account',
    subject: 'New phone',
    requestKey: key(),
    message: 'How do I move the authenticator app to my new phone?',
  });
  const form = { kind: 'pan', number: 'ABCPK1234F' };
  await demo.upload('/files/documents', form, await buildReceipt());
  const { request } = await demo.api.verifications.submit({ level: 'full' });
  await requestBalance(wallet, await addIndependentAdmin(wallet, 'meera'), '200000');
  return { conversation: own.id, verification: request?.id ?? '' };
}

/** An administrator wants to change the balance of the demo user, which a second one has to confirm. */
export async function requestBalance(
  wallet: Wallet,
  account: Account,
  newBalance: string,
): Promise<void> {
  const demo = userId.parse((await signInToApi(wallet, ACCOUNTS.demo)).userId);
  const { api } = await signInToApi(wallet, account);
  const { balancePaise: shownBalancePaise } = await api.users.get({ userId: demo });
  const adjustment = api.users.adjustBalance({
    userId: demo,
    newBalance,
    shownBalancePaise,
    requestKey: key(),
    reason: BALANCE_REASON,
  });
  await expect(adjustment).rejects.toMatchObject({ code: 'SECOND_APPROVAL_REQUIRED' });
}

function key(): string {
  return crypto.randomUUID();
}
