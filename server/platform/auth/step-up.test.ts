import { randomUUID } from 'node:crypto';
import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Meta } from '#contract/shared/base.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { addAuthenticator } from '../../testing/authenticators.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/harness.ts';
import { ANY_ID, listProcedures, outsideRoutes } from '../../testing/procedures.ts';
import { buildImage, makeDeposit } from '../../testing/upload.ts';

/** What requires a confirmed session for each call. It is not derived from the contract, so that the test can fail. */
const always = [
  'apiKeys/create',
  'apiKeys/resume',
  'approvals/confirm',
  'approvals/saveRule',
  'bankAccounts/create',
  'banks/remove',
  'banners/remove',
  'banners/update',
  'depositAccounts/save',
  'identities/beginLink',
  'identities/link',
  'identities/unlink',
  'qrCodes/remove',
  'qrCodes/update',
  'reconciliation/createDeposit',
  'reconciliation/undoDeposit',
  'secondFactors/addPasskey',
  'secondFactors/beginAuthenticator',
  'secondFactors/beginPasskey',
  'secondFactors/confirmAuthenticator',
  'secondFactors/removeAuthenticator',
  'secondFactors/removePasskey',
  'secondFactors/replaceRecoveryCodes',
  'sessions/end',
  'sessions/endOthers',
  'settings/removeBrandImage',
  'settings/save',
  'siteUrls/create',
  'siteUrls/remove',
  'siteUrls/update',
  'sources/remove',
  'users/adjustBalance',
  'users/create',
  'users/remove',
  'users/resetSecondFactors',
  'users/setPassword',
  'users/setRole',
  'verificationLimits/save',
  'verifications/eraseDocuments',
  'webhooks/create',
  'webhooks/remove',
  'webhooks/rotateSecret',
  'webhooks/update',
];
/** What requires it above an amount. */
const aboveLimit = [
  'reconciliation/accept',
  'reconciliation/match',
  'review/decide',
  'review/decideOne',
];
/** What requires it of an account with a second factor. Without one, the call has the password itself. */
const withFactor = ['recovery/removeAddress', 'recovery/setAddress', 'users/changeOwnPassword'];
/** What requires it to grant access or a higher limit, and not to restrict an account: a call of each. */
const granting: Record<string, [grant: object, restriction: object]> = {
  'users/setFrozen': [{ isFrozen: false }, { isFrozen: true }],
  'users/setStatus': [{ status: 'active' }, { status: 'inactive' }],
  'users/setVerificationLevel': [{ level: 'basic' }, { level: 'none' }],
  'verifications/decide': [{ level: 'basic' }, { level: null }],
};
/** Routes outside the contract. */
const routes = [
  'GET /files/audit.csv',
  'GET /files/audit.json',
  'GET /files/my-data.zip',
  'GET /files/passbook.csv',
  'GET /files/transactions.csv',
  'POST /files/banners',
  'POST /files/qr-codes',
  'PUT /files/banners/:id',
  'PUT /files/brand-images/:id',
  'PUT /files/qr-codes/:id',
];

let app: TestApp;
let admin: SignedIn;
let secret: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.newUser({ role: 'admin' });
  const form = { name: 'Key', scopes: [...API_SCOPES], days: 30 };
  secret = (await admin.api.apiKeys.create(form)).secret;
});
afterAll(() => app.close());
beforeEach(() => confirmedBefore('11 minutes'));

/** Moves the last confirmation of all sessions back by this time. */
async function confirmedBefore(interval: string): Promise<void> {
  await app.deps.db.query('UPDATE sessions SET confirmed_at = clock_timestamp() - $1::interval', [
    interval,
  ]);
}

async function codeOf(
  { method, path, body = {} }: { method: string; path: string; body?: object },
  { cookie, secret: bearer }: { cookie?: string; secret?: string } = admin,
): Promise<string | undefined> {
  const hasBody = method !== 'GET' && !path.startsWith('/files/');
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: {
      ...(cookie && { cookie }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    body: hasBody ? JSON.stringify(body) : undefined,
  });
  const text = await response.text();
  return text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
}

function listMeta(router: object = contract, path: string[] = []): [string, Meta, string[]][] {
  return Object.entries(router).flatMap(([name, part]: [string, object]) => {
    if (!isContractProcedure(part)) return listMeta(part, [...path, name]);
    const { meta, errorMap } = part['~orpc'];
    return [[[...path, name].join('/'), meta as Meta, Object.keys(errorMap)]];
  });
}

test('the contract marks the procedures of the table, and declares their error', () => {
  const marked = (stepUp: string) =>
    listMeta()
      .filter(([, meta]) => meta.stepUp === stepUp)
      .map(([name]) => name);
  expect(marked('always').sort()).toEqual(always);
  expect(marked('aboveLimit').sort()).toEqual(aboveLimit);
  expect(marked('withFactor').sort()).toEqual(withFactor);
  expect(marked('granting').sort()).toEqual(Object.keys(granting));
  const declared = listMeta().filter(([, , errors]) => errors.includes('STEP_UP_REQUIRED'));
  expect(declared.map(([name]) => name).sort()).toEqual(
    [...always, ...aboveLimit, ...withFactor, ...Object.keys(granting), 'sessions/confirm'].sort(),
  );
});

const procedures = listProcedures().filter(({ access }) => access !== 'public');

describe('with a session that was confirmed eleven minutes ago', () => {
  test.each(procedures)(
    '$path is refused if the table has it',
    async ({ path, method, restPath }) => {
      const code = await codeOf({ method, path: `/api/v1${restPath}` });
      expect(code === 'STEP_UP_REQUIRED').toBe(always.includes(path));
    },
  );

  test.each(procedures.filter(({ path }) => always.includes(path)))(
    '$path is refused over RPC',
    async ({ path }) => {
      const response = await fetch(`${app.baseUrl}/rpc/${path}`, {
        method: 'POST',
        headers: { cookie: admin.cookie, 'content-type': 'application/json' },
        body: '{}',
      });
      const json = { code: 'STEP_UP_REQUIRED', status: 403, data: { methods: 'password' } };
      expect(await response.json()).toMatchObject({ json });
    },
  );

  test.each(outsideRoutes)('$route is refused if the table has it', async ({ route }) => {
    const [method = '', pattern = ''] = route.split(' ');
    // A stream does not end.
    if (pattern === '/api/events') return;
    const code = await codeOf({ method, path: pattern.replace(/:\w+/, ANY_ID) });
    expect(code === 'STEP_UP_REQUIRED').toBe(routes.includes(route));
  });
});

test.each(procedures.filter(({ path }) => withFactor.includes(path)))(
  '$path is refused if the account has a second factor',
  async ({ method, restPath }) => {
    const person = await app.newUser();
    const call = { method, path: `/api/v1${restPath}` };
    await addAuthenticator(person, app.deps.clock.now());
    expect(await codeOf(call, person)).not.toBe('STEP_UP_REQUIRED');
    await confirmedBefore('11 minutes');
    expect(await codeOf(call, person)).toBe('STEP_UP_REQUIRED');
  },
);

test.each(procedures.filter(({ path }) => path in granting))(
  '$path requires it to grant, and not to restrict',
  async ({ method, path, restPath }) => {
    const [grant, restriction] = granting[path] ?? [];
    const send = (input: object | undefined) =>
      codeOf({ method, path: `/api/v1${restPath}`, body: { ...input, reason: 'A good reason' } });
    expect(await send(grant)).toBe('STEP_UP_REQUIRED');
    expect(await send(restriction)).toMatch(/_NOT_FOUND$/);
    await confirmedBefore('9 minutes');
    expect(await send(grant)).toMatch(/_NOT_FOUND$/);
  },
);

test.each(procedures.filter(({ path }) => always.includes(path)))(
  '$path is allowed in a session that was confirmed nine minutes ago',
  async ({ method, restPath }) => {
    await confirmedBefore('9 minutes');
    expect(await codeOf({ method, path: `/api/v1${restPath}` })).not.toBe('STEP_UP_REQUIRED');
  },
);

test.each(procedures.filter(({ path }) => [...always, ...aboveLimit].includes(path)))(
  '$path requires a scope of API keys instead',
  async ({ method, restPath, scope }) => {
    const code = await codeOf({ method, path: `/api/v1${restPath}` }, { secret });
    if (scope) expect(code).not.toBe('STEP_UP_REQUIRED');
    else expect(code).toBe('NOT_FOR_API_KEYS');
  },
);

test('a confirmation starts the sum of small approvals anew', async () => {
  const owner = await app.newUser();
  const image = await buildImage();
  const approve = async () => {
    const { id } = await makeDeposit(app, { cookie: owner.cookie, image }, { amount: '60000' });
    const { results } = await admin.api.review.decide({
      ids: [id],
      decision: 'approved' as const,
      requestKey: randomUUID(),
      confirmedDuplicateIds: approved,
    });
    approved.push(id);
    return results;
  };
  const approved: string[] = [];
  await approve();
  expect(await errorCodeOf(approve())).toBe('STEP_UP_REQUIRED');
  await admin.api.sessions.confirm({ kind: 'password', password: TEST_PASSWORD });
  await approve();
  await confirmedBefore('11 minutes');
  await approve();
  expect(await errorCodeOf(approve())).toBe('STEP_UP_REQUIRED');
});

test('a missing permission is refused before a missing confirmation', async () => {
  const support = await app.newUser({ role: 'admin', adminRole: 'support' });
  await confirmedBefore('11 minutes');
  const call = { method: 'DELETE', path: `/api/v1/users/${ANY_ID}` };
  expect(await codeOf(call, support)).toBe('PERMISSION_REQUIRED');
});

test('a session of the previous version, and one with a time in the future, are not confirmed', async () => {
  const call = { method: 'DELETE', path: `/api/v1/users/${ANY_ID}` };
  await app.deps.db.query('UPDATE sessions SET confirmed_at = NULL');
  expect(await codeOf(call)).toBe('STEP_UP_REQUIRED');
  await confirmedBefore('-1 hour');
  expect(await codeOf(call)).toBe('STEP_UP_REQUIRED');
});
