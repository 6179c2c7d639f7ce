import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ApiScope } from '#contract/shared/enums.ts';
import { createWebhookSender } from './features/webhooks/send-webhooks.ts';
import type { QueueJob } from './platform/queue/run-queue.ts';
import { readBlocks } from './testing/documents.ts';
import { type SignedIn, startTestApp, type TestApp } from './testing/harness.ts';
import { sendWith } from './testing/queue.ts';
import { testConfig } from './testing/stand-ins.ts';
import { buildImage } from './testing/upload.ts';
import { startWebhookReceiver } from './testing/webhook-receiver.ts';

const run = promisify(execFile);
const projectDir = path.resolve(import.meta.dirname, '..');

let app: TestApp;
let admin: SignedIn;
let sender: QueueJob;

beforeAll(async () => {
  const allowsPrivateWebhooks = true;
  const config = { ...testConfig(projectDir), allowsPrivateWebhooks };
  app = await startTestApp({ config });
  // Receivers refuse signatures of another time than theirs.
  await app.clock.startAt(new Date());
  admin = await app.admin();
  sender = createWebhookSender(app.deps);
});
afterAll(async () => {
  await sender.stop();
  await app.close();
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-integration-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function createKey(by: SignedIn, scopes: ApiScope[]): Promise<string> {
  const { secret } = await by.api.apiKeys.create({ name: 'App', scopes, days: 30 });
  return secret;
}

const sendEvents = () => sendWith(sender);

/** Loads the example of the guide, inside of the project because it imports a package. */
async function loadReadEvent(): Promise<{
  readEvent(secret: string, headers: object, body: string): { type: string };
}> {
  const [example = ''] = await readBlocks('docs/integration.md', 'js');
  const folder = path.join(projectDir, '.cache');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `read-event-${process.pid}.mjs`);
  onTestFinished(() => rm(file, { force: true }));
  await writeFile(file, example);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

test('the commands of the integration guide work as they are written, in one shell', async () => {
  const reviewer = await app.newUser({ role: 'admin' });
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
  const { secret } = await admin.api.webhooks.create({
    url: receiver.url,
    eventTypes: ['deposit.approved', 'withdrawal.approved'],
  });
  const folder = await freshFolder();
  await writeFile(path.join(folder, 'receipt.jpg'), await buildImage());
  const commands = await readBlocks('docs/integration.md', 'sh');
  const acting = ['users:create', 'deposits:create', 'withdrawals:create'] as const;
  const env = {
    ...process.env,
    WALLET: app.baseUrl,
    KEY: await createKey(admin, [
      ...acting,
      ...(['passbooks:read', 'sign-in-links:create', 'balances:adjust'] as const),
    ]),
    REVIEW_KEY: await createKey(reviewer, ['requests:read', 'requests:decide']),
  };
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
    cwd: folder,
    env,
  });
  const [deposit, credited, link, , , withdrawal, balance, ...more] = stdout.trim().split('\n');
  expect({ deposit, credited, withdrawal, balance, more }).toEqual({
    deposit: 'approved',
    credited: '52500',
    withdrawal: 'approved',
    balance: '42500',
    more: [],
  });
  expect(link).toContain(`${app.baseUrl}/sign-in#`);
  await sendEvents();
  const { readEvent } = await loadReadEvent();
  const events = receiver.received.map(({ headers, body }) => readEvent(secret, headers, body));
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(['deposit.approved', 'withdrawal.approved']),
  );
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(() => readEvent(secret, headers, body.replace('approved', 'rejected'))).toThrow(
    'No matching signature found',
  );
});

/** Calls of curl print their body in one line, and fail with an error's status. `uuidgen` is not on every machine. */
const CURL = `curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }
uuidgen() { node -p 'crypto.randomUUID()'; }`;

test('the calls in the documentation of the API work as they are written', async () => {
  const reviewer = await app.newUser({ role: 'admin' });
  const user = await app.newUser();
  const account = { accountName: 'Asha Rao', accountNumber: '123456789012', isDefault: true };
  const bank = { bankName: 'State Bank of India', ifscCode: 'SBIN0001234' };
  const { id: accountId } = await user.api.bankAccounts.create({ ...account, ...bank });
  const folder = await freshFolder();
  await writeFile(path.join(folder, 'receipt.jpg'), await buildImage());
  const scopes = ['deposits:create', 'withdrawals:create', 'passbooks:read'] as const;
  const key = await createKey(admin, [...scopes, 'sign-in-links:create', 'balances:adjust']);
  const call = async (commands: string, KEY: string) => {
    const env = { ...process.env, WALLET: app.baseUrl, USER_ID: user.userId, KEY };
    const shell = ['--norc', '-euo', 'pipefail', '-c', `${CURL}\n${commands}`];
    const { stdout } = await run('bash', shell, { cwd: folder, env });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const [review = '', requests = '', link = ''] = await readBlocks('docs/api.md', 'sh');
  const credit = `curl -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(uuidgen)" -H 'Content-Type: application/json' \
    -d '{"direction":"credit","amount":"1500","reason":"Before the test"}' "$WALLET/api/v1/users/$USER_ID/adjustments"`;
  await call(credit, key);
  const [deposit, accounts, withdrawal, balance, passbook] = await call(
    requests.replace('"…"', `"${accountId}"`),
    key,
  );
  expect(accounts).toMatchObject([{ id: accountId }]);
  expect(withdrawal.id).toEqual(expect.any(String));
  expect(balance).toMatchObject({ balancePaise: 1500_00, heldPaise: 1000_00 });
  expect(passbook.rows).toHaveLength(3);

  const reviewKey = await createKey(reviewer, ['requests:read', 'requests:decide']);
  const [listed, decided] = await call(review.replace('"…"', `"${deposit.id}"`), reviewKey);
  expect(listed.rows.map(({ id }: { id: string }) => id)).toContain(deposit.id);
  expect(decided.results).toEqual([{ id: deposit.id }]);
  const [{ url }] = await call(link, key);
  expect(url).toContain(`${app.baseUrl}/sign-in#`);
});

/** Copies an example into a fresh folder, without what its own commands make. */
async function copyExample(name: string): Promise<string> {
  const source = path.join(projectDir, 'examples', name);
  const folder = path.join(await freshFolder(), name);
  const isMade = (file: string) =>
    /node_modules|wallet-api\.ts|\/client|\/data|\.env$/.test(file.slice(source.length));
  await cp(source, folder, { recursive: true, filter: (file) => !isMade(file) });
  return folder;
}

/** The cache of packages, if it has them. */
const NPM = { npm_config_prefer_offline: 'true', npm_config_audit: 'false' };

/** Runs the commands of the shop's README in a fresh folder. The last one starts the shop. */
async function startShop(settings: Record<string, string>) {
  const folder = await copyExample('shop');
  const [install = '', start = ''] = await readBlocks('examples/shop/README.md', 'sh');
  const env = { ...process.env, ...NPM };
  await run('bash', ['-euo', 'pipefail', '-c', install], { cwd: folder, env });
  const file = path.join(folder, '.env');
  let text = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    expect(text).toMatch(new RegExp(`^${name}=`, 'm'));
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`);
  }
  await writeFile(file, text);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', start], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    // The shell, npm and the shop.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
  }
  const open = /The shop is open: (http:\S+)/;
  await expect
    .poll(() => printed + (child.exitCode ?? ''), { timeout: 120_000, interval: 100 })
    .toMatch(/The shop is open|\d$/);
  const url = open.exec(printed)?.[1];
  if (!url) throw new Error(printed);
  return url;
}

test('the example shop credits a wallet, opens it and reacts to verified webhooks', async () => {
  const types = ['balance.adjusted', 'approval.confirmed'] as const;
  const { id, secret } = await admin.api.webhooks.create({
    url: 'http://127.0.0.1:9/',
    eventTypes: [...types],
  });
  const key = await createKey(admin, [
    ...(['users:create', 'balances:adjust', 'passbooks:read', 'sign-in-links:create'] as const),
  ]);
  const shop = await startShop({
    WALLET_URL: app.baseUrl,
    WALLET_KEY: key,
    WEBHOOK_SECRET: secret,
    PORT: '0',
  });
  await admin.api.webhooks.update({ id, url: `${shop}/webhooks` });
  const post = (route: string, form: Record<string, string>, cookie = '') =>
    fetch(`${shop}${route}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams(form),
    });
  const welcome = await post('/customers', { name: 'asha-of-the-shop' });
  const cookie = welcome.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const password = /password <b>([^<]+)</.exec(await welcome.text())?.[1] ?? '';
  expect((await post('/orders', { price: '1999.50' }, cookie)).status).toBe(303);
  await sendEvents();
  const page = await (await fetch(shop, { headers: { cookie } })).text();
  expect(page).toContain('<b>₹99.97</b>');
  expect(page).toContain('<td>credited</td>');
  expect(page).toContain('<li>Your balance is ₹99.97 now.</li>');
  const opened = await post('/wallet', {}, cookie);
  expect(opened.headers.get('location')).toContain(`${app.baseUrl}/sign-in#`);
  // Events of others are refused, and the customer's password opens the wallet.
  const forged = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,YQ==' };
  const refused = await fetch(`${shop}/webhooks`, { method: 'POST', headers: forged, body: '{}' });
  expect(refused.status).toBe(401);
  expect((await app.signIn('asha-of-the-shop', password)).cookie).not.toBe('');
}, 180_000);
