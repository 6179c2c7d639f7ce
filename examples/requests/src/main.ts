import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient } from './client/client/index.ts';
import * as wallet from './client/sdk.gen.ts';
import { receiveEvents } from './events.ts';

/*
 * All calls from a new user to a paid withdrawal, typed by a client that is generated from the wallet's OpenAPI document.
 * Prints what happened as JSON.
 */

/** Throws if a setting is missing. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: README.md describes it.`);
  return value;
}

const baseUrl = `${required('WALLET_URL')}/api/v1`;
const clientOf = (headers: Record<string, string>) => createClient({ baseUrl, headers });
const app = clientOf({ Authorization: `Bearer ${required('WALLET_KEY')}` });
const reviewer = clientOf({ Authorization: `Bearer ${required('REVIEW_KEY')}` });
const receipt = new Blob([await readFile(required('RECEIPT'))]);

interface Outcome<Body> {
  data?: Body;
  error?: { code?: string; detail?: string };
}

/** Returns the body of a success. Throws with the code of a failure. */
async function bodyOf<Body>(call: Promise<Outcome<Body>>): Promise<Body> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}

const { url, verified, close } = await receiveEvents();
const hook = await bodyOf(
  wallet.webhooksCreate({
    client: app,
    body: { url, eventTypes: ['deposit.approved', 'withdrawal.approved'] },
  }),
);

const username = `asha-${randomBytes(4).toString('hex')}`;
const password = randomBytes(12).toString('base64url');
const { id: userId } = await bodyOf(
  wallet.usersCreate({ client: app, body: { username, password } }),
);

const deposit = await bodyOf(
  wallet.filesRequestDepositFor({
    client: app,
    path: { userId },
    headers: { 'Idempotency-Key': randomUUID() },
    body: { amount: '1234.50', file: receipt },
  }),
);

/** Decides a request. A repeated call with the same key changes nothing more. */
const decide = (id: string, key: string, decision: 'approved' | 'rejected' = 'approved') =>
  wallet.reviewDecide({
    client: reviewer,
    headers: { 'Idempotency-Key': key },
    body: { ids: [id], decision },
  });
const key = randomUUID();
const decided = await bodyOf(decide(deposit.id, key));
const repeated = await bodyOf(decide(deposit.id, key));
const { error: conflict } = await decide(deposit.id, key, 'rejected');

// No key can add a bank account: the user does it in the browser, with a session.
const { response } = await wallet.sessionsLogin({ client: app, body: { username, password } });
const cookie = response?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const account = await bodyOf(
  wallet.bankAccountsCreate({
    client: clientOf({ cookie }),
    body: {
      accountName: 'Asha Rao',
      accountNumber: '123456789012',
      bankName: 'State Bank of India',
      isDefault: true,
    },
  }),
);

const withdrawal = await bodyOf(
  wallet.withdrawalsRequestFor({
    client: app,
    path: { userId },
    headers: { 'Idempotency-Key': randomUUID() },
    body: { amount: '234.50', bankAccountId: account.id },
  }),
);
const paid = await bodyOf(decide(withdrawal.id, randomUUID()));
const balance = await bodyOf(wallet.balancesOfUser({ client: app, path: { userId } }));
// A key has its scopes only.
const { error: refusal } = await wallet.auditList({ client: app });
const events = await verified(hook.secret, 2);
await bodyOf(wallet.webhooksRemove({ client: app, path: { id: hook.id } }));
close();

console.log(
  JSON.stringify({
    requests: [deposit.id, withdrawal.id],
    decided: decided.results,
    repeated: repeated.results,
    conflict: conflict?.code,
    paid: paid.results,
    balancePaise: balance.balancePaise,
    refusal: refusal?.code,
    events,
  }),
);
