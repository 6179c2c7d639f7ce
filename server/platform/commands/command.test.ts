import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StepUp } from '#contract/shared/base.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { ADMIN_ROLES, can, type Permission } from '#contract/shared/permissions.ts';
import { NO_LIMITS } from '#contract/verification-limits/rules.ts';
import type { Tx } from '../../db/database.ts';
import { type SignedIn, startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import { ANY_ID, listProcedures, outsideRoutes } from '../../testing/procedures.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let image: Buffer;
/** Runs once, between the gate's check and the next transaction. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.newUser({ role: 'admin' });
  image = await buildImage();
  const { db } = app.deps;
  await db.query(
    `INSERT INTO statement_accounts (id, name, created_at) VALUES ($1, 'Account', now())`,
    [ANY_ID],
  );
  const open = db.transaction;
  db.transaction = async <Result>(work: (tx: Tx) => Promise<Result>) => {
    const interfere = meanwhile;
    meanwhile = undefined;
    await interfere?.();
    return open(work);
  };
});
afterAll(() => app.close());
beforeEach(async () => {
  meanwhile = undefined;
  const { query } = app.deps.db;
  await query(
    'UPDATE sessions SET ended_at = NULL, ended_reason = NULL, confirmed_at = clock_timestamp()',
  );
  await query(
    `UPDATE users SET role = 'admin', admin_role = 'administrator', status = 'active', must_change_password = false
     WHERE id = $1`,
    [admin.userId],
  );
  await query('UPDATE wallet_settings SET admin_factor_required = NULL');
});

const own = () => [admin.userId];
const losses = {
  'the session was ended': {
    code: 'MISSING_SESSION',
    lose: () =>
      app.deps.db.query(
        `UPDATE sessions SET ended_at = now(), ended_reason = 'logout' WHERE user_id = $1`,
        own(),
      ),
  },
  'the user was deactivated': {
    code: 'ACCOUNT_INACTIVE',
    lose: () => app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, own()),
  },
  'the role was lost': {
    code: 'ADMIN_REQUIRED',
    lose: () => app.deps.db.query(`UPDATE users SET role = 'user' WHERE id = $1`, own()),
  },
  'the confirmation of the session was withdrawn': {
    code: 'STEP_UP_REQUIRED',
    lose: () =>
      app.deps.db.query('UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1', own()),
  },
  'the time for a second factor is over': {
    code: 'SECOND_FACTOR_REQUIRED_BY_POLICY',
    lose: () =>
      app.deps.db.query(
        `UPDATE wallet_settings SET admin_factor_required = true, admin_factor_days = 0,
           admin_factor_since = '2000-01-01'`,
      ),
  },
  'an administrator set the password': {
    code: 'PASSWORD_CHANGE_REQUIRED',
    lose: () =>
      app.deps.db.query('UPDATE users SET must_change_password = true WHERE id = $1', own()),
  },
};
/** Commands that stay allowed with a password that an administrator set. */
const allowedBefore = [
  ...['users/changeOwnPassword', 'profiles/setLanguage', 'sessions/confirm'],
  ...['supportMessages/send', 'supportMessages/reply', 'supportMessages/markRead'],
  ...['markRead', 'markAllRead', 'remove', 'clear', 'restore'].map(
    (name) => `notifications/${name}`,
  ),
];

/** Procedures that stay allowed for an administrator without a required second factor. */
const allowedWithoutFactor = [
  ...['get', 'beginAuthenticator', 'confirmAuthenticator', 'beginPasskey', 'addPasskey'].map(
    (name) => `secondFactors/${name}`,
  ),
  ...['confirm', 'confirmWithPasskey', 'confirmWithProvider', 'current'].map(
    (name) => `sessions/${name}`,
  ),
  ...['users/changeOwnPassword', 'profiles/setLanguage'],
];

/** The ways to lose the right to a command. No admin role lacks the permission to save own filters. */
function lossesOf({
  access,
  permission,
  stepUp,
  path = '',
}: {
  access: string;
  permission?: Permission | undefined;
  stepUp?: StepUp | undefined;
  path?: string;
}) {
  const ofRole = ADMIN_ROLES.find(
    (adminRole) => permission && !can({ role: 'admin', adminRole }, permission),
  );
  const lose = () =>
    app.deps.db.query('UPDATE users SET admin_role = $2 WHERE id = $1', [...own(), ofRole]);
  return [
    ...Object.entries(losses).filter(
      ([, { code }]) =>
        (access === 'admin' || code !== 'ADMIN_REQUIRED') &&
        (stepUp === 'always' || stepUp === 'granting' || code !== 'STEP_UP_REQUIRED') &&
        !(code === 'PASSWORD_CHANGE_REQUIRED' && allowedBefore.includes(path)) &&
        !(code === 'SECOND_FACTOR_REQUIRED_BY_POLICY' && allowedWithoutFactor.includes(path)),
    ),
    ...(ofRole
      ? [['the admin role lost the permission', { code: 'PERMISSION_REQUIRED', lose }] as const]
      : []),
  ];
}

const creation = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/** Inputs that pass each command's parser and the checks before its transaction. */
const key = randomUUID;
const byId = { id: ANY_ID };
const ofUser = { userId: ANY_ID };
const depositAccount = {
  accountHolderName: 'A',
  accountNumber: '123456',
  ifscCode: 'HDFC0000001',
  bankName: 'B',
  isActive: false,
};
const siteUrl = { title: 'T', url: 'https://a.example', description: '', displayOrder: 1 };
const inputs: Record<string, () => object> = {
  'apiKeys/create': () => ({ name: 'Key', scopes: ['users:read'], days: 30 }),
  'apiKeys/revoke': () => byId,
  'apiKeys/resume': () => byId,
  'approvals/confirm': () => byId,
  'approvals/refuse': () => byId,
  'approvals/withdraw': () => byId,
  'approvals/saveRule': () => ({
    kind: 'rules',
    thresholdPaise: null,
    approvals: 1,
    isActive: true,
  }),
  'bankAccounts/create': () => ({
    accountName: 'Asha',
    accountNumber: '12345678',
    bankName: 'SBI',
    isDefault: true,
  }),
  'bankAccounts/setDefault': () => byId,
  'bankAccounts/remove': () => byId,
  'banks/create': () => ({ name: 'Bank', code: 'ABCD' }),
  'banks/update': () => ({ ...byId, name: 'Bank', code: 'ABCD' }),
  'banks/remove': () => byId,
  'banners/update': () => ({ ...byId, title: 'T' }),
  'banners/reorder': () => ({ ids: [] }),
  'banners/remove': () => byId,
  'banners/setCarousel': () => ({ slideSeconds: 10 }),
  'closures/request': () => ({ reason: '' }),
  'closures/withdraw': () => byId,
  'closures/refuse': () => ({ ...byId, ...ofUser, reason: 'Not yet' }),
  'mails/savePreferences': () => ({ topics: [], hasDigest: false }),
  'mails/resend': () => ({ ...byId, ...ofUser }),
  'notifications/markRead': () => byId,
  'notifications/markAllRead': () => ({}),
  'notifications/remove': () => byId,
  'notifications/clear': () => ({}),
  'notifications/restore': () => ({ removedAt: new Date().toISOString() }),
  'pushSubscriptions/remove': () => ({ endpoint: 'https://push.example.com/a' }),
  'pushSubscriptions/save': () => ({
    endpoint: 'https://push.example.com/a',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
  'profiles/update': () => ({
    firstName: 'A',
    lastName: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    country: '',
  }),
  'profiles/setLanguage': () => ({ language: 'hi' }),
  'profiles/setListLayout': () => ({ density: 'compact' }),
  'paymentIntents/open': () => ({ qrCodeId: ANY_ID, amount: '5' }),
  'depositAccounts/save': () => ({ ...byId, ...depositAccount }),
  'qrCodes/update': () => ({ ...byId, name: 'Q' }),
  'qrCodes/remove': () => byId,
  'recovery/setAddress': () => ({ address: 'a@b.in', currentPassword: TEST_PASSWORD }),
  'recovery/confirmAddress': () => ({ code: '12345678' }),
  'recovery/removeAddress': () => ({ currentPassword: TEST_PASSWORD }),
  'review/decide': () => ({ ids: [ANY_ID], decision: 'approved', requestKey: key() }),
  'review/decideOne': () => ({ ...byId, decision: 'approved', requestKey: key() }),
  'review/undo': () => byId,
  'review/undoAll': () => ({ ids: [ANY_ID] }),
  'review/claim': () => byId,
  'savedViews/save': () => ({ list: 'users', name: 'A', search: {} }),
  'savedViews/rename': () => ({ ...byId, name: 'A' }),
  'savedViews/remove': () => byId,
  'secondFactors/beginAuthenticator': () => ({}),
  'secondFactors/confirmAuthenticator': () => ({ code: '123456' }),
  'secondFactors/addPasskey': () => ({ name: 'Phone', creation }),
  'secondFactors/renamePasskey': () => ({ ...byId, name: 'Phone' }),
  'secondFactors/removePasskey': () => byId,
  'secondFactors/removeAuthenticator': () => ({}),
  'secondFactors/replaceRecoveryCodes': () => ({}),
  'sessions/end': () => byId,
  'sessions/endOfUser': () => ofUser,
  'sessions/endOthers': () => ({}),
  'sessions/confirm': () => ({ kind: 'password', password: TEST_PASSWORD }),
  'settings/addReason': () => ({ en: 'The receipt is cut off.' }),
  'settings/switchReason': () => ({ ...byId, isActive: false }),
  'settings/removeBrandImage': () => ({ image: 'logo' }),
  'settings/save': () => ({ undoSeconds: 5 }),
  'siteUrls/create': () => ({ ...siteUrl, isActive: true }),
  'siteUrls/update': () => ({ ...byId, title: 'T' }),
  'siteUrls/remove': () => byId,
  'sources/create': () => ({ name: 'Source', isActive: true }),
  'sources/update': () => ({ ...byId, name: 'Source' }),
  'sources/remove': () => byId,
  'reconciliation/accept': () => ({ ids: [ANY_ID], requestKey: key() }),
  'reconciliation/createDeposit': () => ({ ...ofUser, lineId: ANY_ID, requestKey: key() }),
  'reconciliation/markNotOurs': () => ({ lineId: ANY_ID, note: 'N', requestKey: key() }),
  'reconciliation/match': () => ({
    lineId: ANY_ID,
    parts: [{ requestId: ANY_ID, paise: 1 }],
    requestKey: key(),
  }),
  'reconciliation/restore': () => byId,
  'reconciliation/undo': () => byId,
  'reconciliation/undoDeposit': () => byId,
  'statements/createAccount': () => ({ name: 'Account', lastFour: null, isActive: true }),
  'statements/updateAccount': () => ({ ...byId, name: 'Account' }),
  'statements/undo': () => byId,
  'supportMessages/reply': () => ({ ...byId, text: 'T', requestKey: key() }),
  'supportMessages/markRead': () => ({ ...byId, replyCount: 1 }),
  'supportMessages/answer': () => ({
    ...ofUser,
    ...byId,
    text: 'T',
    replyCount: 0,
    requestKey: key(),
  }),
  'supportMessages/markAnswered': () => ({ ...ofUser, ...byId, replyCount: 0 }),
  'supportMessages/send': () => ({
    name: 'A',
    email: 'a@b.in',
    category: 'deposit',
    subject: 'S',
    message: 'M',
    requestKey: key(),
  }),
  'timelines/addNote': () => ({ ...ofUser, text: 'Called twice.', requestKey: key() }),
  'timelines/removeNote': () => ({ ...ofUser, ...byId }),
  'transactions/cancel': () => byId,
  'transactions/cancelUnreceived': () => ({ requestKey: key() }),
  'users/create': () => ({ username: `new-${key().slice(0, 8)}`, password: 'quiet-lamp-1' }),
  'users/setStatus': () => ({ ...ofUser, status: 'active' }),
  'users/setRole': () => ({ ...ofUser, role: 'user' }),
  'users/setFrozen': () => ({ ...ofUser, isFrozen: false, reason: 'Clarified' }),
  'users/setPassword': () => ({ ...ofUser, newPassword: 'quiet-lamp-1' }),
  'users/changeOwnPassword': () => ({
    currentPassword: TEST_PASSWORD,
    newPassword: 'quiet-lamp-1',
  }),
  'users/adjustBalance': () => ({
    ...ofUser,
    newBalance: '5',
    shownBalancePaise: 0,
    reason: 'Refund of a fee',
    requestKey: key(),
  }),
  'users/remove': () => ofUser,
  'users/resetSecondFactors': () => ofUser,
  'users/setVerificationLevel': () => ({ ...ofUser, level: 'basic', reason: 'PAN checked' }),
  'verifications/submit': () => ({ level: 'basic' }),
  'verifications/withdraw': () => ({}),
  'verifications/removeDocument': () => byId,
  'verifications/decide': () => ({ ...ofUser, ...byId, level: 'basic', reason: 'PAN checked' }),
  'verifications/eraseDocuments': () => ({ ...ofUser, ...byId }),
  'verificationLimits/save': () => ({ ...NO_LIMITS, level: 'basic' }),
  'webhooks/create': () => ({ url: 'https://a.example', eventTypes: ['user.created'] }),
  'webhooks/update': () => ({ ...byId, isActive: false }),
  'webhooks/remove': () => byId,
  'webhooks/rotateSecret': () => byId,
  'webhooks/sendTest': () => byId,
  'webhooks/resend': () => ({ ...byId, webhookId: ANY_ID }),
  'sessions/createLink': () => ({}),
  'identities/unlink': () => ({}),
  'withdrawals/requestFor': () => ({ amount: '500', bankAccountId: ANY_ID, requestKey: key() }),
  'withdrawals/request': () => ({ amount: '500', bankAccountId: ANY_ID, requestKey: key() }),
};
/** Procedures that use POST because of their large input, but change nothing. */
const readers = [
  'translations/translate',
  'secondFactors/beginPasskey',
  'sessions/confirmWithPasskey',
  'sessions/confirmWithProvider',
  'identities/beginLink',
];
/** It reaches its transaction only with a response of the sign-in provider: features/identities/provider-login.test.ts. */
const WITH_PROVIDER = 'identities/link';

const commands = listProcedures().filter(
  ({ path, access, method }) =>
    method !== 'GET' && access !== 'public' && ![...readers, WITH_PROVIDER].includes(path),
);

test('the table of inputs covers every command', () => {
  expect(commands.map(({ path }) => path).sort()).toEqual(Object.keys(inputs).sort());
});

describe.each(commands.filter(({ keysOnly }) => !keysOnly))('$path', ({ path, ...rule }) => {
  test.each(lossesOf({ path, ...rule }))(
    'is refused when, between the gate’s check and its transaction, %s',
    async (_, { code, lose }) => {
      meanwhile = lose;
      const response = await fetch(`${app.baseUrl}/rpc/${path}`, {
        method: 'POST',
        headers: { cookie: admin.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ json: inputs[path]?.() }),
      });
      expect(meanwhile).toBeUndefined();
      expect(await response.json()).toMatchObject({ json: { code } });
    },
  );
});

describe('with a password that an administrator set', () => {
  const refusalOf = async (path: string, json: object = {}) => {
    const response = await fetch(`${app.baseUrl}/rpc/${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ json }),
    });
    const { json: answer } = (await response.json()) as { json?: { code?: string } };
    return answer?.code === 'PASSWORD_CHANGE_REQUIRED';
  };
  beforeEach(() => losses['an administrator set the password'].lose());

  const bySession = commands.filter(({ keysOnly }) => !keysOnly);
  test.each(bySession)('$path is refused at the gate, unless it is listed', async ({ path }) => {
    expect(await refusalOf(path, inputs[path]?.())).toBe(!allowedBefore.includes(path));
    await app.deps.db.query('UPDATE sessions SET ended_at = NULL, ended_reason = NULL');
  });

  test.each(listProcedures().filter(({ method }) => method === 'GET'))(
    '$path can be read',
    async ({ path }) => {
      expect(await refusalOf(path)).toBe(false);
    },
  );

  test('files are read, and uploads refused', async () => {
    const { cookie } = admin;
    const csv = await fetch(`${app.baseUrl}/files/passbook.csv`, { headers: { cookie } });
    expect(csv.status).toBe(200);
    const options = { cookie, method: 'POST' as const, path: '/files/deposits' };
    const answer = await upload(app, { ...options, form: buildDepositForm(), body: image });
    expect(answer.body).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });
  });
});

describe('without a required second factor', () => {
  const call = async (method: string, path: string, json?: object) => {
    const response = await fetch(`${app.baseUrl}${path}`, {
      method,
      headers: { cookie: admin.cookie, ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: JSON.stringify({ json }) }),
    });
    const text = await response.text();
    return text.includes('SECOND_FACTOR_REQUIRED_BY_POLICY');
  };
  beforeEach(() => losses['the time for a second factor is over'].lose());

  test.each(listProcedures().filter(({ access }) => access !== 'public'))(
    '$path is refused, unless it is listed',
    async ({ path }) => {
      const isRefused = await call('POST', `/rpc/${path}`, inputs[path]?.() ?? {});
      expect(isRefused).toBe(!allowedWithoutFactor.includes(path));
    },
  );

  test.each(outsideRoutes)('$route is refused', async ({ route }) => {
    const [method = '', pattern = ''] = route.split(' ');
    expect(await call(method, pattern.replace(/:\w+/, ANY_ID))).toBe(true);
  });

  test('an administrator with a second factor, and a user, are not affected', async () => {
    await app.deps.db.query(`UPDATE users SET role = 'user' WHERE id = $1`, own());
    expect(await call('POST', '/rpc/balances/get', {})).toBe(false);
    await app.deps.db.query(
      `UPDATE users SET role = 'admin', second_factor_since = now() WHERE id = $1`,
      own(),
    );
    expect(await call('POST', '/rpc/users/list', {})).toBe(false);
    await app.deps.db.query('UPDATE users SET second_factor_since = NULL WHERE id = $1', own());
  });
});

const keyLosses = {
  'it was revoked': 'UPDATE api_keys SET revoked_at = now(), revoked_by = user_id',
  'it expired': `UPDATE api_keys SET expires_at = now() - interval '1 year'`,
  'its maker lost the role': `UPDATE users SET role = 'user'`,
  'its maker was deactivated': `UPDATE users SET status = 'inactive'`,
};

describe.each(commands.filter(({ scope }) => scope))('$path by an API key', (command) => {
  test.each(Object.entries(keyLosses))(
    'is refused when, between the gate’s check and its transaction, %s',
    async (_, loss) => {
      const { userId } = admin;
      const ofAdmin = loss.startsWith('UPDATE users') ? ' WHERE id = $1' : ' WHERE user_id = $1';
      const form = { name: 'Key', scopes: [...API_SCOPES], days: 365 } as const;
      const { key, secret } = await admin.api.apiKeys.create({ ...form, scopes: [...form.scopes] });
      meanwhile = () => app.deps.db.query(loss + ofAdmin, [userId]);
      const { requestKey, ...body }: { requestKey?: string } = inputs[command.path]?.() ?? {};
      const response = await fetch(`${app.baseUrl}/api/v1${command.restPath}`, {
        method: command.method,
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          ...(requestKey && { 'idempotency-key': requestKey }),
        },
        body: JSON.stringify(body),
      });
      expect(meanwhile).toBeUndefined();
      expect(await response.json()).toMatchObject({ code: 'API_KEY_INVALID' });
      await app.deps.db.query('DELETE FROM api_keys WHERE id = $1', [key.id]);
    },
  );
});

const uploads = outsideRoutes.filter(
  ({ route, keysOnly }) => !route.startsWith('GET ') && !keysOnly,
);
const forms: Record<string, () => object> = {
  'POST /files/deposits': buildDepositForm,
  'PUT /files/deposits/:id/receipt': () => ({}),
  'POST /files/qr-codes': () => ({ name: 'Q', description: '', isActive: true }),
  'PUT /files/qr-codes/:id': () => ({ name: 'Q', description: '', isActive: true }),
  'POST /files/documents': () => ({ kind: 'selfie' }),
  'POST /files/avatars': () => ({}),
  'POST /files/banners': () => ({ title: 'T', description: '', linkUrl: '', isActive: true }),
  'PUT /files/brand-images/:id': () => ({}),
  'PUT /files/banners/:id': () => ({ title: 'T', description: '', linkUrl: '', isActive: true }),
  'POST /files/statements': () => ({ accountId: ANY_ID, fileName: 'a.csv', isImport: true }),
};
const statement = Buffer.from('Date,Details,Debit,Credit\n2026-08-13,CASH,,5.00\n');

describe.each(uploads)('$route', ({ route, ...rule }) => {
  test.each(lossesOf(rule))(
    'is refused when, between the gate’s check and its transaction, %s',
    async (_, { code, lose }) => {
      meanwhile = lose;
      const [method, pattern = ''] = route.split(' ') as ['POST' | 'PUT', string];
      const { cookie } = admin;
      const path = pattern.replace(':id', ANY_ID);
      const answer = await upload(app, {
        cookie,
        method,
        path,
        form: forms[route]?.(),
        body: route === 'POST /files/statements' ? statement : image,
      });
      expect(meanwhile).toBeUndefined();
      expect(answer.body).toMatchObject({ code });
      expect(await app.deps.db.query('SELECT id FROM files')).toEqual([]);
    },
  );
});
