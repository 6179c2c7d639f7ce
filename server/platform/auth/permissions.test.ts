import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userId } from '#contract/shared/base.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { ADMIN_ROLES, type AdminRole } from '#contract/shared/permissions.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { ANY_ID, listProcedures, outsideRoutes } from '../../testing/procedures.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';

const only: AdminRole[] = ['administrator'];
const deciding: AdminRole[] = ['administrator', 'reviewer'];
const writing: AdminRole[] = ['administrator', 'reviewer', 'support'];
const answering: AdminRole[] = ['administrator', 'support'];
const auditing: AdminRole[] = ['administrator', 'auditor'];
const reconciling: AdminRole[] = ['administrator', 'reviewer', 'auditor'];
const everyone: AdminRole[] = [...ADMIN_ROLES];

/** The admin roles that may use each procedure and route. It is not derived from the contract, so that the test can fail. */
const expected: Record<string, AdminRole[]> = {
  'apiKeys/create': only,
  'apiKeys/list': auditing,
  'apiKeys/resume': only,
  'apiKeys/revoke': only,
  'approvals/confirm': deciding,
  'approvals/get': everyone,
  'approvals/list': everyone,
  'approvals/refuse': deciding,
  'approvals/rules': everyone,
  'approvals/saveRule': only,
  'approvals/summary': everyone,
  'approvals/withdraw': everyone,
  'audit/actions': auditing,
  'audit/list': auditing,
  'audit/verification': auditing,
  'balances/ofUser': everyone,
  'bankAccounts/ofUser': everyone,
  'banks/create': only,
  'banks/remove': only,
  'banks/update': only,
  'banners/carousel': everyone,
  'banners/list': everyone,
  'banners/remove': only,
  'banners/reorder': only,
  'banners/setCarousel': only,
  'banners/update': only,
  'closures/list': everyone,
  'closures/refuse': only,
  'dashboards/admin': everyone,
  'dashboards/charts': everyone,
  'dashboards/failures': everyone,
  'dashboards/work': everyone,
  'depositAccounts/list': reconciling,
  'depositAccounts/save': only,
  'mails/failed': everyone,
  'mails/resend': only,
  'qrCodes/list': everyone,
  'qrCodes/remove': only,
  'qrCodes/update': only,
  'reconciliation/accept': deciding,
  'reconciliation/balances': reconciling,
  'reconciliation/createDeposit': only,
  'reconciliation/evidence': reconciling,
  'reconciliation/markNotOurs': deciding,
  'reconciliation/match': deciding,
  'reconciliation/matches': reconciling,
  'reconciliation/restore': deciding,
  'reconciliation/summary': reconciling,
  'reconciliation/unclaimed': reconciling,
  'reconciliation/undo': deciding,
  'reconciliation/undoDeposit': only,
  'reconciliation/waiting': reconciling,
  'review/claim': deciding,
  'review/decide': deciding,
  'review/decideOne': deciding,
  'review/desk': everyone,
  'review/queue': everyone,
  'review/underWay': everyone,
  'review/undo': deciding,
  'review/undoAll': deciding,
  'profiles/setListLayout': everyone,
  'savedViews/list': everyone,
  'savedViews/remove': everyone,
  'savedViews/rename': everyone,
  'savedViews/save': everyone,
  'sessions/endOfUser': only,
  'sessions/ofUser': everyone,
  'settings/addReason': only,
  'settings/adjustmentReasons': everyone,
  'settings/brandColors': everyone,
  'settings/general': everyone,
  'settings/reasons': everyone,
  'settings/removeBrandImage': only,
  'settings/review': everyone,
  'settings/save': only,
  'settings/switchReason': only,
  'siteUrls/create': only,
  'siteUrls/list': everyone,
  'siteUrls/remove': only,
  'siteUrls/update': only,
  'sources/create': only,
  'sources/list': everyone,
  'sources/listActive': everyone,
  'sources/remove': only,
  'sources/update': only,
  'supportMessages/answer': answering,
  'supportMessages/get': everyone,
  'supportMessages/list': everyone,
  'supportMessages/markAnswered': answering,
  'supportMessages/summary': everyone,
  'timelines/addNote': writing,
  'timelines/list': everyone,
  'timelines/removeNote': writing,
  'transactions/counts': everyone,
  'transactions/get': everyone,
  'transactions/list': everyone,
  'transactions/passbookOf': everyone,
  'transactions/search': everyone,
  'users/adjustBalance': only,
  'users/adjustmentLimits': only,
  'users/create': only,
  'users/get': everyone,
  'users/list': everyone,
  'users/remove': only,
  'users/setFrozen': only,
  'users/resetSecondFactors': only,
  'users/setPassword': only,
  'users/setRole': only,
  'users/setStatus': only,
  'users/setVerificationLevel': only,
  'statements/accounts': reconciling,
  'statements/createAccount': deciding,
  'statements/imports': reconciling,
  'statements/lines': reconciling,
  'statements/undo': deciding,
  'statements/updateAccount': deciding,
  'verifications/decide': only,
  'verifications/eraseDocuments': only,
  'verifications/get': auditing,
  'verifications/list': auditing,
  'verifications/summary': auditing,
  'verificationLimits/list': everyone,
  'verificationLimits/ofUser': everyone,
  'verificationLimits/save': only,
  'webhooks/create': only,
  'webhooks/deliveries': auditing,
  'webhooks/delivery': auditing,
  'webhooks/list': auditing,
  'webhooks/remove': only,
  'webhooks/resend': only,
  'webhooks/rotateSecret': only,
  'webhooks/sendTest': only,
  'webhooks/update': only,
  'sessions/createLink': only,
  'withdrawals/requestFor': only,
  'GET /files/transactions.csv': auditing,
  'GET /files/audit.csv': auditing,
  'GET /files/audit.json': auditing,
  'POST /api/v1/users/:userId/deposits': only,
  'POST /files/banners': only,
  'POST /files/qr-codes': only,
  'POST /files/statements': deciding,
  'PUT /files/banners/:id': only,
  'PUT /files/brand-images/:id': only,
  'PUT /files/qr-codes/:id': only,
};

let app: TestApp;
let user: SignedIn;
let admins: Record<AdminRole, SignedIn & { secret: string }>;
/** A full administrator's keys: the key has every scope but this one. */
let keysWithout: Map<string, string>;

const form = (scopes: readonly (typeof API_SCOPES)[number][]) => ({
  name: 'Key',
  scopes: [...scopes],
  days: 30 as const,
});

beforeAll(async () => {
  app = await startTestApp();
  const chief = await app.admin();
  user = await app.newUser();
  const enter = async (adminRole: AdminRole) => {
    const admin = await app.newUser({ role: 'admin' });
    // Only a full administrator can create a key. The key's rights then follow its owner's.
    const { secret } = await admin.api.apiKeys.create(form(API_SCOPES));
    await chief.api.users.setRole({ userId: admin.userId, role: 'admin', adminRole });
    return { ...admin, secret };
  };
  admins = {
    administrator: await enter('administrator'),
    reviewer: await enter('reviewer'),
    support: await enter('support'),
    auditor: await enter('auditor'),
  };
  keysWithout = new Map();
  for (const scope of API_SCOPES) {
    const rest = API_SCOPES.filter((one) => one !== scope);
    keysWithout.set(scope, (await chief.api.apiKeys.create(form(rest))).secret);
  }
});
afterAll(() => app.close());

const REFUSALS = [
  'MISSING_SESSION',
  'ADMIN_REQUIRED',
  'PERMISSION_REQUIRED',
  'NOT_FOR_API_KEYS',
  'API_KEY_REQUIRED',
  'API_KEY_INVALID',
  'API_KEY_SCOPE',
];

/** Returns the code with which the access check refuses a call, or `allowed`. */
async function outcomeOf(
  { method, path }: { method: string; path: string },
  headers: { cookie?: string; authorization?: string },
): Promise<string> {
  const hasBody = method !== 'GET' && !path.startsWith('/files/');
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
    body: hasBody ? '{}' : undefined,
  });
  const text = await response.text();
  const { code = '' } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {};
  return REFUSALS.includes(code) ? code : 'allowed';
}

const procedures = listProcedures().filter(({ access }) => access === 'admin');
const routes = outsideRoutes.filter(({ access }) => access === 'admin');

test('the table has every procedure and route for administrators', () => {
  const names = [...procedures.map(({ path }) => path), ...routes.map(({ route }) => route)];
  expect(Object.keys(expected).sort()).toEqual(names.sort());
});

/** Returns what each session gets. */
function bySession(allowed: readonly AdminRole[], keysOnly = false): Record<string, string> {
  const permitted = keysOnly ? 'API_KEY_REQUIRED' : 'allowed';
  const roles = ADMIN_ROLES.map((role) => [
    role,
    allowed.includes(role) ? permitted : 'PERMISSION_REQUIRED',
  ]);
  return { anonymous: 'MISSING_SESSION', user: 'ADMIN_REQUIRED', ...Object.fromEntries(roles) };
}

async function callAsEach(call: { method: string; path: string }): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {
    anonymous: await outcomeOf(call, {}),
    user: await outcomeOf(call, { cookie: user.cookie }),
  };
  for (const role of ADMIN_ROLES) {
    outcomes[role] = await outcomeOf(call, { cookie: admins[role].cookie });
  }
  return outcomes;
}

test.each(procedures)('$path is for the admin roles with its permission', async (procedure) => {
  const { path: name, method, restPath, scope } = procedure;
  const allowed = expected[name] ?? [];
  const call = { method, path: `/api/v1${restPath}` };
  expect(await callAsEach(call)).toEqual(bySession(allowed, procedure.keysOnly));
  const byKey = async (secret = '') => outcomeOf(call, { authorization: `Bearer ${secret}` });
  for (const role of ADMIN_ROLES) {
    const wanted = allowed.includes(role) ? 'allowed' : 'PERMISSION_REQUIRED';
    expect(await byKey(admins[role].secret), role).toBe(scope ? wanted : 'NOT_FOR_API_KEYS');
  }
  if (scope) expect(await byKey(keysWithout.get(scope))).toBe('API_KEY_SCOPE');
});

test.each(routes)('$route is for the admin roles with its permission', async (of) => {
  const { route, keysOnly } = of;
  const [method = '', pattern = ''] = route.split(' ');
  const call = { method, path: pattern.replace(/:\w+/, ANY_ID) };
  expect(await callAsEach(call)).toEqual(bySession(expected[route] ?? [], keysOnly));
});

test('a support agent sees no full account number and no receipt', async () => {
  const owner = await app.newUser();
  await upload(app, {
    cookie: owner.cookie,
    path: '/files/deposits',
    form: buildDepositForm(),
    body: await buildImage(),
  });
  const accountNumber = '50100012345678';
  const account = { accountName: 'Asha Rao', bankName: 'HDFC Bank', isDefault: true };
  const { id: bankAccountId } = await owner.api.bankAccounts.create({ ...account, accountNumber });
  await admins.administrator.api.users.adjustBalance({
    userId: userId.parse(owner.userId),
    newBalance: '1000',
    shownBalancePaise: 0,
    reason: 'Opening balance',
    requestKey: randomUUID(),
  });
  const requestKey = randomUUID();
  const { id } = await owner.api.withdrawals.request({ amount: '500', bankAccountId, requestKey });
  const paths = procedures
    .filter(({ method }) => method === 'GET')

    .map(({ restPath }) =>
      restPath.replace(`/users/${ANY_ID}`, `/users/${owner.userId}`).replace(ANY_ID, id),
    );
  const searches = [accountNumber, accountNumber.slice(-4)].map(
    (term) => `/transactions/search?search=${term}`,
  );
  const readAll = async (role: AdminRole) => {
    const texts = [...paths, ...searches].map(async (path) => {
      const headers = { cookie: admins[role].cookie };
      return (await fetch(`${app.baseUrl}/api/v1${path}`, { headers })).text();
    });
    return (await Promise.all(texts)).join();
  };
  const shown = await readAll('support');
  expect(shown).toContain('••••5678');
  expect(shown).not.toContain(accountNumber);
  expect(await readAll('reviewer')).toContain(accountNumber);
  const [file] = await app.deps.db.query<{ id: string }>(
    `SELECT id FROM files WHERE kind = 'receipts'`,
  );
  const receipt = { method: 'GET', path: `/files/receipts/${file?.id}` };
  const open = (role: AdminRole) => outcomeOf(receipt, { cookie: admins[role].cookie });
  expect(await open('support')).toBe('PERMISSION_REQUIRED');
  expect(await open('reviewer')).toBe('allowed');
  expect(await open('auditor')).toBe('allowed');
});

test('the session names the permissions of the account', async () => {
  expect((await user.api.sessions.current()).permissions).toEqual([]);
  for (const role of ADMIN_ROLES) {
    const session = await admins[role].api.sessions.current();
    expect(session.user.adminRole).toBe(role);
    const mayDecide = expected['review/decide']?.includes(role);
    expect(session.permissions.includes('requests:decide')).toBe(mayDecide);
  }
});
