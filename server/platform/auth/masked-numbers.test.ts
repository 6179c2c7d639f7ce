import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminRole, can } from '#contract/shared/permissions.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { ANY_ID, listProcedures, outsideRoutes } from '../../testing/procedures.ts';
import { buildImage, makeDeposit, upload } from '../../testing/upload.ts';

const ACCOUNT_NUMBER = '918273645501';
const PAN = 'ABCPK1234F';
const AADHAAR = '234567890124';

/** Queries that open other parts of lists. */
const QUERIES = ['', '?tab=history', '?type=withdrawal&tab=pending'];

let app: TestApp;
let owner: SignedIn & { username: string };
/** The ids of everything that an address can name. */
let ids: string[];
const printed: string[] = [];

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _, done) {
      printed.push(String(chunk));
      done();
    },
  });
  app = await startTestApp({ log: pino({ level: 'trace' }, destination) });
  owner = await app.newUser();
  const { id: bankAccountId } = await owner.api.bankAccounts.create({
    accountName: 'Asha Rao',
    accountNumber: ACCOUNT_NUMBER,
    bankName: 'A bank',
    isDefault: true,
  });
  const image = await buildImage();
  const { id: depositId } = await makeDeposit(
    app,
    { cookie: owner.cookie, image },
    { amount: '5000' },
  );
  const admin = await app.admin();
  const decide = (id: string) =>
    admin.api.review.decide({ ids: [id], decision: 'approved', requestKey: randomUUID() });
  await decide(depositId);
  const withdraw = (amount: string) =>
    owner.api.withdrawals.request({ amount, bankAccountId, requestKey: randomUUID() });
  const [paid, pending] = [await withdraw('500'), await withdraw('600')];
  await decide(paid.id);
  for (const form of [
    { kind: 'pan', number: PAN },
    { kind: 'aadhaar', number: AADHAAR },
  ]) {
    const sent = { path: '/files/documents', form, body: image };
    expect((await upload(app, { cookie: owner.cookie, ...sent })).status).toBe(200);
  }
  const { request } = await owner.api.verifications.submit({ level: 'full' });
  ids = [owner.userId, depositId, paid.id, pending.id, bankAccountId, request?.id ?? ''];
});
afterAll(() => app.close());

/** Returns the addresses of everything that an administrator can read, with each id and query. */
function listAddresses(): string[] {
  const paths = listProcedures()
    .filter(({ access, method }) => access !== 'public' && method === 'GET')
    .map(({ restPath }) => `/api/v1${restPath}`);
  const files = outsideRoutes
    .filter(({ route }) => route.startsWith('GET ') && route !== 'GET /api/events')
    .map(({ route }) => route.slice('GET '.length).replace(/:\w+/, ANY_ID));
  return [...paths, ...files].flatMap((path) => {
    const [start = '', ...rest] = path.split(ANY_ID);
    if (rest.length === 0) return QUERIES.map((query) => `${path}${query}`);
    const first = rest.length > 1 ? [owner.userId] : ids;
    return first.flatMap((id) =>
      ids.map((other) =>
        [start, ...rest].reduce((before, part, n) => `${before}${n === 1 ? id : other}${part}`),
      ),
    );
  });
}

/** Reads every address as an administrator of this role. */
async function readAll(adminRole: AdminRole) {
  const { cookie } = await app.newUser({ role: 'admin', adminRole });
  const answers: { address: string; status: number; text: string }[] = [];
  for (const address of new Set(listAddresses())) {
    const response = await fetch(`${app.baseUrl}${address}`, { headers: { cookie } });
    answers.push({ address, status: response.status, text: await response.text() });
  }
  return answers;
}

const naming = (answers: { address: string; text: string }[], number: string) =>
  answers.filter(({ text }) => text.includes(number)).map(({ address }) => address);

// A reviewer may see account numbers, so that the test also proves that responses have them.
describe.each(['support', 'reviewer'] as const)('as %s', (adminRole) => {
  test('no answer has a full number that this admin role may not see', async () => {
    const answers = await readAll(adminRole);
    const read = answers.filter(({ status }) => status === 200);
    expect(read.length).toBeGreaterThan(30);
    for (const number of [PAN, AADHAAR]) expect(naming(answers, number)).toEqual([]);
    const isAllowed = can({ role: 'admin', adminRole }, 'account-numbers:read');
    expect(naming(answers, ACCOUNT_NUMBER).length > 0).toBe(isAllowed);
    expect(naming(answers, ACCOUNT_NUMBER.slice(-4)).length).toBeGreaterThan(0);
  });
});

test('no log line has one of the numbers', () => {
  const lines = printed.join('');
  expect(lines).toContain('"level"');
  for (const number of [ACCOUNT_NUMBER, PAN, AADHAAR]) expect(lines).not.toContain(number);
});
