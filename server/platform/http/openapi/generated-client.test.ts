import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';

const run = promisify(execFile);
const projectDir = path.resolve(import.meta.dirname, '../../../..');

/** A program that uses only the generated client: it reviews pending requests with an API key. */
const PROGRAM = `
import { randomUUID } from 'node:crypto';
import * as wallet from './client.ts';

Object.assign(wallet.defaults, {
  baseUrl: process.env.WALLET_URL,
  headers: { Authorization: 'Bearer ' + process.env.WALLET_KEY },
});
const waiting = await wallet.transactionsList('deposit', 'pending');
if (waiting.status !== 200) throw new Error(waiting.data.code);
const [first] = waiting.data.rows;
if (!first) throw new Error('nothing waits');
const read = await wallet.transactionsGet(first.id);
if (read.status !== 200) throw new Error(read.data.detail);
const before = await wallet.usersGet(read.data.userId);
const key = randomUUID();
const ids = [first.id];
const decided = await wallet.reviewDecide(key, { ids, decision: 'approved' });
const again = await wallet.reviewDecide(key, { ids, decision: 'approved' });
const other = await wallet.reviewDecide(key, { ids, decision: 'rejected' });
const after = await wallet.usersGet(read.data.userId);
if (before.status !== 200 || after.status !== 200) throw new Error('no user');
if (other.status !== 409) throw new Error('a used key said something else');
// Only what the key's scopes name.
const audit = await wallet.auditList();
const problem = audit.status === 403 ? audit.data : undefined;
console.log(JSON.stringify({
  amountPaise: read.data.amountPaise,
  decided: decided.status === 200 && decided.data.results,
  again: again.status === 200 && again.data.results,
  conflict: other.data.code,
  earnedPaise: after.data.balancePaise - before.data.balancePaise,
  refusal: problem && { type: problem.type, scope: problem.data?.scope },
}));
`;

const TYPES = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    lib: ['ES2023', 'DOM'],
    types: ['node'],
  },
  files: ['program.ts'],
};

let app: TestApp;
let admin: SignedIn;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  // Inside the project, because the client needs its packages.
  await mkdir(path.join(projectDir, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(projectDir, '.cache/api-client-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('a client generated from the OpenAPI document type-checks and completes a review', async () => {
  const document = await (await fetch(`${app.baseUrl}/api/v1/openapi.json`)).text();
  const file = (name: string) => path.join(folder, name);
  await writeFile(file('openapi.json'), document);
  await writeFile(file('client.ts'), await generateSource(file('openapi.json')));
  await writeFile(file('program.ts'), PROGRAM);
  await writeFile(file('tsconfig.json'), JSON.stringify(TYPES));
  const { cookie, userId } = await app.newUser();
  const { id } = await makeDeposit(
    app,
    { cookie, image: await buildImage() },
    { amount: '1234.5' },
  );
  const { secret } = await admin.api.apiKeys.create({
    name: 'Reviewer',
    scopes: ['requests:read', 'requests:decide', 'users:read'],
    days: 30,
  });
  const tsc = path.join(projectDir, 'node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [tsc, '-p', folder], { cwd: projectDir });
  const env = { ...process.env, WALLET_URL: `${app.baseUrl}/api/v1`, WALLET_KEY: secret };
  const args = ['--import', 'tsx', file('program.ts')];
  const { stdout } = await run(process.execPath, args, { cwd: projectDir, env });
  expect(JSON.parse(stdout)).toEqual({
    amountPaise: 1234_50,
    decided: [{ id }],
    again: [{ id }],
    conflict: 'IDEMPOTENCY_CONFLICT',
    earnedPaise: 1234_50,
    refusal: { type: '/api/v1/problems#API_KEY_SCOPE', scope: 'reports:read' },
  });
  const entries = await app.deps.db.query(
    'SELECT 1 FROM ledger_entries WHERE user_id = $1 AND transaction_id = $2',
    [userId, id],
  );
  expect(entries, 'posted once: the wallet and the other side').toHaveLength(2);
  expect(await checked.catch(({ stdout: faults }) => faults)).toMatchObject({ stdout: '' });
});
