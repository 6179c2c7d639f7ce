import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminRole } from '#contract/shared/permissions.ts';
import type { OidcConfig } from '#server/platform/config/oidc-settings.ts';
import { setRules } from '#server/testing/approvals.ts';
import { addAuthenticator, totpProofOf } from '#server/testing/authenticators.ts';
import { START } from '#server/testing/clock.ts';
import { type Answer, openCookieBrowser } from '#server/testing/cookie-browser.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import {
  CLIENT,
  type ProviderAccount,
  type ProviderBrowser,
  type SignInProvider,
  startSignInProvider,
  visitProvider,
} from '#server/testing/sign-in-provider.ts';
import { testConfig } from '#server/testing/stand-ins.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let admin: SignedIn;
let provider: SignInProvider;
let settings: OidcConfig;

beforeAll(async () => {
  provider = await startSignInProvider(() => [`${app.baseUrl}/single-sign-on`]);
  settings = {
    ...{ issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
    ...{ name: 'Staff', scopes: 'openid email', groupsClaim: 'groups' },
    ...{ allowedDomains: [], adminRoles: [], forUsers: true },
  };
  const config = {
    ...testConfig(path.resolve(import.meta.dirname, '../../..')),
    oidc: settings,
  };
  app = await startTestApp({ config });
  admin = await app.admin();
});
beforeEach(() => {
  Object.assign(settings, { allowedDomains: [], adminRoles: [], forUsers: true });
});
afterEach(async () => {
  await app.clock.startAt(START);
  Object.assign(provider, { tamper: undefined, isDown: false });
});
afterAll(async () => {
  await expectVerified(app.deps.db);
  await app.close();
  await provider.close();
});

type Browser = ReturnType<typeof openCookieBrowser>;

/** A browser at the wallet and at the provider. */
function openBrowser(cookies?: Map<string, string>): Browser & { atProvider: ProviderBrowser } {
  return { ...openCookieBrowser(app.baseUrl, cookies), atProvider: new Map() };
}
type TwoSites = ReturnType<typeof openBrowser>;

/** Begins a flow with a procedure, and signs in at the provider. Returns what the provider sends back. */
async function visit(
  browser: TwoSites,
  { account, procedure = 'sessions/beginProviderLogin', input = {} }: Visit,
): Promise<string> {
  const begun = await browser.call(procedure, input);
  const url = String((begun.body.json as { url?: string } | undefined)?.url);
  return visitProvider(url, { browser: browser.atProvider, ...(account && { account }) });
}
interface Visit {
  account?: string;
  procedure?: string;
  input?: object;
}

const send = (browser: Browser, response: string): Promise<Answer> =>
  browser.call('sessions/loginWithProvider', { response });

async function signIn(
  account: string,
  browser = openBrowser(),
): Promise<Answer & { at: TwoSites }> {
  return { ...(await send(browser, await visit(browser, { account }))), at: browser };
}

const sessionOf = ({ body }: Answer) =>
  (body.json as { session?: { user: { username: string; adminRole: string } } } | undefined)
    ?.session?.user;

/** A person whose account is linked, as the page Security links it. */
async function newLinked(
  rights: { role?: 'user' | 'admin'; adminRole?: AdminRole } = {},
  account: ProviderAccount = { email: 'asha@example.com', email_verified: true },
) {
  const person = await app.newUser(rights);
  const subject = `subject-of-${person.username}`;
  provider.accounts.set(subject, account);
  const browser = openBrowser(new Map([['wallet_session', person.cookie.split('=')[1] ?? '']]));
  const response = await visit(browser, { account: subject, procedure: 'identities/beginLink' });
  expect(await browser.call('identities/link', { response })).toMatchObject({ status: 200 });
  return { ...person, subject, browser };
}

test('links an account, and signs in with it, by its subject and not by its address', async () => {
  const asha = await newLinked();
  const browser = openBrowser();
  const response = await visit(browser, {
    account: asha.subject,
    input: { path: '/user/deposit' },
  });
  const answer = await send(browser, response);
  expect(answer).toMatchObject({ status: 200, body: { json: { path: '/user/deposit' } } });
  expect(sessionOf(answer)?.username).toBe(asha.username);
  // Another person with the same address is somebody else.
  provider.accounts.set('stranger', { email: 'asha@example.com', email_verified: true });
  expect(await signIn('stranger')).toMatchObject({ status: 403, code: 'IDENTITY_NOT_LINKED' });

  expect((await browser.call('identities/own')).body.json).toMatchObject({
    ...{ providerName: 'Staff', identity: { email: 'asha@example.com' } },
  });
  const { otherAccess } = await admin.api.users.get({ userId: asha.userId as never });
  expect(otherAccess.identity).toBe('asha@example.com');
  const { rows } = await admin.api.audit.list({ action: 'session.start' });
  expect(rows[0]).toMatchObject({ actorName: asha.username, after: { method: 'provider' } });
});

test('the flow is in an encrypted cookie that scripts and other sites cannot use', async () => {
  const response = await fetch(`${app.baseUrl}/rpc/sessions/beginProviderLogin`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ json: { path: '/user/deposit' } }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(
    /^wallet_provider=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const { url } = ((await response.json()) as { json: { url: string } }).json;
  const query = new URL(url).searchParams;
  const sealed = Buffer.from(/=([^;]+)/.exec(cookie)?.[1] ?? '', 'base64url').toString('latin1');
  for (const name of ['state', 'nonce']) expect(sealed).not.toContain(query.get(name));
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(url).not.toContain(CLIENT.secret);
});

test('refuses a response of another flow without a call to the provider', async () => {
  const { subject } = await newLinked();
  const [victim, thief] = [openBrowser(), openBrowser()];
  const foreign = await visit(thief, { account: subject });
  await victim.call('sessions/beginProviderLogin');
  const before = provider.calls['/token'];
  const forged = `?code=x&state=signIn.${'A'.repeat(43)}`;
  for (const response of [foreign, forged, '', '?state=']) {
    expect(await send(victim, response)).toMatchObject({ status: 400, code: 'PROVIDER_EXPIRED' });
    await victim.call('sessions/beginProviderLogin');
  }
  expect(await send(openBrowser(), foreign)).toMatchObject({ code: 'PROVIDER_EXPIRED' });
  expect(provider.calls['/token']).toBe(before);
});

test('a response signs in once, also if it is sent twice at the same time or with a restored cookie', async () => {
  const { subject } = await newLinked();
  const browser = openBrowser();
  const response = await visit(browser, { account: subject });
  const cookies = [...browser.cookies];
  const before = provider.calls['/token'] ?? 0;
  const twins = [openBrowser(new Map(cookies)), openBrowser(new Map(cookies))];
  const answers = await Promise.all(twins.map((twin) => send(twin, response)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const replayed = await send(openBrowser(new Map(cookies)), response);
  expect(replayed).toMatchObject({ status: 400, code: 'PROVIDER_EXPIRED' });
  expect((provider.calls['/token'] ?? 0) - before).toBe(1);
});

test('refuses a flow that took longer than ten minutes', async () => {
  const { subject } = await newLinked();
  const browser = openBrowser();
  const response = await visit(browser, { account: subject });
  await app.clock.advance(11 * MINUTE_MS);
  expect(await send(browser, response)).toMatchObject({ code: 'PROVIDER_EXPIRED' });
});

const DAY_SECONDS = 86_400;
test.each<[string, (claims: Record<string, unknown>) => object]>([
  ['another nonce', () => ({ nonce: 'planted' })],
  ['another audience', () => ({ aud: 'another-client' })],
  ['another issuer', () => ({ iss: 'https://provider.example' })],
  ['an expiry in the past', ({ iat }) => ({ exp: Number(iat) - DAY_SECONDS })],
])('refuses an ID token with %s, although the provider signed it', async (_, change) => {
  const { subject } = await newLinked();
  provider.tamper = (claims) => ({ ...claims, ...change(claims) });
  expect(await signIn(subject)).toMatchObject({ status: 400, code: 'PROVIDER_REFUSED' });
});

test('refuses the response of another provider (mix-up), and a person who refused', async () => {
  const { subject } = await newLinked();
  const browser = openBrowser();
  const response = new URLSearchParams(await visit(browser, { account: subject }));
  expect(response.get('iss')).toBe(provider.issuer.origin);
  response.set('iss', 'https://provider.example');
  expect(await send(browser, `?${response}`)).toMatchObject({ code: 'PROVIDER_REFUSED' });
  expect(await signIn('refuse')).toMatchObject({ status: 400, code: 'PROVIDER_DENIED' });
});

test('with allowed domains, requires a verified address of one of them', async () => {
  settings.allowedDomains = ['example.com'];
  const asha = await newLinked();
  const cases: [ProviderAccount, number][] = [
    [{ email: 'asha@Example.com', email_verified: true }, 200],
    [{ email: 'asha@example.com', email_verified: false }, 403],
    [{ email: 'asha@example.com' }, 403],
    [{ email: 'asha@example.com.evil.example', email_verified: true }, 403],
    [{ email: 'asha@sub.example.com', email_verified: true }, 403],
    [{}, 403],
  ];
  for (const [account, status] of cases) {
    provider.accounts.set(asha.subject, account);
    const answer = await signIn(asha.subject);
    expect([account, answer.status]).toEqual([account, status]);
    if (status === 403) expect(answer.code).toBe('PROVIDER_NOT_ALLOWED');
  }
});

test('users need the setting, and inactive accounts do not sign in', async () => {
  const [user, staff] = [await newLinked(), await newLinked({ role: 'admin' })];
  settings.forUsers = false;
  expect(await signIn(user.subject)).toMatchObject({ code: 'PROVIDER_NOT_ALLOWED' });
  expect((await user.browser.call('identities/beginLink')).code).toBe('PROVIDER_NOT_ALLOWED');
  expect((await user.browser.call('identities/own')).body.json).toMatchObject({
    providerName: null,
  });
  expect((await signIn(staff.subject)).status).toBe(200);
  settings.forUsers = true;
  await app.deps.db.query(`UPDATE users SET frozen_at = now(), freeze_reason = 'x' WHERE id = $1`, [
    user.userId,
  ]);
  const frozen = await signIn(user.subject);
  expect(frozen.body.json).toMatchObject({ session: { freezeReason: 'x' } });
  await app.deps.db.query(`UPDATE users SET frozen_at = NULL, freeze_reason = NULL`);
  await admin.api.users.setStatus({ userId: user.userId as never, status: 'inactive' });
  expect(await signIn(user.subject)).toMatchObject({ code: 'PROVIDER_NOT_ALLOWED' });
});

test('without the setting, nothing works; the local login does', async () => {
  const { username } = await app.newUser();
  const config = app.deps.config;
  config.oidc = undefined;
  try {
    const browser = openBrowser();
    expect(await browser.call('sessions/beginProviderLogin')).toMatchObject({
      ...{ status: 409, code: 'PROVIDER_UNAVAILABLE' },
    });
    expect(await send(browser, '?code=x&state=y')).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect((await browser.login(username)).status).toBe(200);
  } finally {
    config.oidc = settings;
  }
});

test('an account with a second factor still needs it, and the provider does not replace it', async () => {
  const asha = await newLinked({ role: 'admin' });
  const { secret } = await addAuthenticator(asha, app.deps.clock.now());
  const answer = await signIn(asha.subject);
  expect(answer).toMatchObject({
    status: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    methods: 'totp recoveryCode',
  });
  expect((await answer.at.call('sessions/current')).status).toBe(401);
  const proof = totpProofOf(secret, app.deps.clock.now(), 1);
  expect((await answer.at.finish(proof)).status).toBe(200);
  const { rows } = await admin.api.audit.list({ action: 'session.start' });
  expect(rows[0]?.after).toEqual({ method: 'provider', secondFactor: 'totp' });

  // A login that was begun before the account was unlinked ends with it.
  const begun = await signIn(asha.subject);
  await app.deps.db.query('DELETE FROM identities WHERE user_id = $1', [asha.userId]);
  const later = totpProofOf(secret, app.deps.clock.now(), 2);
  await app.clock.advance(MINUTE_MS);
  expect(await begun.at.finish(later)).toMatchObject({ code: 'SECOND_STEP_EXPIRED' });
});

test('a session confirms itself only with a new sign-in at the provider', async () => {
  const asha = await newLinked();
  const { at } = await signIn(asha.subject);
  // The provider knows the browser, which proves nothing about who sits in front of it.
  const refused = await at.call('identities/unlink');
  expect(refused).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: 'password provider' });
  const procedure = 'sessions/confirmWithProvider';
  await expect(visit(at, { procedure })).rejects.toThrow('The provider asks for an account');
  const confirm = (response: string) => at.call('sessions/confirm', { kind: 'provider', response });

  // A response to a sign-in does not confirm a session, and another person's account does not either.
  const login = await visit(at, {});
  expect(await confirm(login)).toMatchObject({ code: 'PROVIDER_EXPIRED' });
  provider.accounts.set('stranger', {});
  at.atProvider.clear();
  const stranger = await visit(at, { account: 'stranger', procedure });
  expect(await confirm(stranger)).toMatchObject({ code: 'PROVIDER_REFUSED' });
  at.atProvider.clear();
  provider.tamper = (claims) => ({ ...claims, auth_time: Number(claims.iat) - DAY_SECONDS });
  const old = await visit(at, { account: asha.subject, procedure });
  expect(await confirm(old)).toMatchObject({ code: 'PROVIDER_NOT_RECENT' });
  provider.tamper = ({ auth_time: _, ...claims }) => claims;
  const unknown = await visit(at, { account: asha.subject, procedure });
  expect(await confirm(unknown)).toMatchObject({ code: 'PROVIDER_NOT_RECENT' });
  provider.tamper = undefined;

  const response = await visit(at, { account: asha.subject, procedure });
  expect(await confirm(response)).toMatchObject({ status: 200 });
  const { rows } = await admin.api.audit.list({ action: 'session.confirm' });
  expect(rows[0]).toMatchObject({ actorName: asha.username, after: { method: 'provider' } });
  expect(await at.call('identities/unlink')).toMatchObject({ status: 200 });
  expect(await signIn(asha.subject)).toMatchObject({ code: 'IDENTITY_NOT_LINKED' });
});

test('a password that an administrator set does not restrict a session of the provider', async () => {
  const asha = await newLinked();
  await app.deps.db.query('UPDATE users SET must_change_password = true WHERE id = $1', [
    asha.userId,
  ]);
  const { at, body } = await signIn(asha.subject);
  expect(body.json).toMatchObject({ session: { mustChangePassword: false } });
  const procedure = 'sessions/confirmWithProvider';
  const response = await visit(at, { account: asha.subject, procedure });
  await at.call('sessions/confirm', { kind: 'provider', response });
  const view = await at.call('sessions/current');
  expect(view.body.json).toMatchObject({ mustChangePassword: false });
});

test('unlinking ends the other sessions of the provider; a new password removes the link if the request says so', async () => {
  const asha = await newLinked();
  const { at } = await signIn(asha.subject);
  expect((await at.call('sessions/current')).status).toBe(200);
  expect((await asha.browser.call('identities/unlink')).status).toBe(200);
  expect((await at.call('sessions/current')).status).toBe(401);
  expect((await asha.browser.call('sessions/current')).status).toBe(200);
  expect((await asha.browser.call('identities/unlink')).code).toBe('IDENTITY_NOT_FOUND');

  const ravi = await newLinked();
  await admin.api.users.setPassword({
    ...{ userId: ravi.userId as never, newPassword: 'quiet-lamp-27', removesOtherAccess: true },
  });
  expect(await signIn(ravi.subject)).toMatchObject({ code: 'IDENTITY_NOT_LINKED' });
});

test('an account at the provider belongs to one person', async () => {
  const asha = await newLinked();
  const ravi = await newLinked();
  const response = await visit(ravi.browser, {
    ...{ account: asha.subject, procedure: 'identities/beginLink' },
  });
  // The provider still knows the browser as the other account.
  ravi.browser.atProvider.clear();
  const again = await visit(ravi.browser, {
    ...{ account: asha.subject, procedure: 'identities/beginLink' },
  });
  expect(response).not.toBe(again);
  expect(await ravi.browser.call('identities/link', { response: again })).toMatchObject({
    ...{ status: 409, code: 'IDENTITY_TAKEN' },
  });
  // A response of another session of the same person is refused too.
  const other = await signIn(ravi.subject);
  await app.deps.db.query('UPDATE sessions SET confirmed_at = now() WHERE user_id = $1', [
    ravi.userId,
  ]);
  const foreign = await visit(ravi.browser, {
    ...{ account: ravi.subject, procedure: 'identities/beginLink' },
  });
  other.at.cookies.set('wallet_provider', ravi.browser.cookies.get('wallet_provider') ?? '');
  expect(await other.at.call('identities/link', { response: foreign })).toMatchObject({
    code: 'PROVIDER_EXPIRED',
  });
});

test('reports that the provider is down, keeps its metadata, and the local login works', async () => {
  const { subject, username } = await newLinked();
  const browser = openBrowser();
  const response = await visit(browser, { account: subject });
  provider.isDown = true;
  expect(await send(browser, response)).toMatchObject({
    status: 502,
    code: 'PROVIDER_UNREACHABLE',
  });
  // The address at the provider is known, so that the browser shows what the provider says.
  expect((await browser.call('sessions/beginProviderLogin')).status).toBe(200);
  expect((await browser.login(username)).status).toBe(200);

  const other = { ...settings };
  app.deps.config.oidc = other;
  const before = provider.calls['/.well-known/openid-configuration'] ?? 0;
  try {
    const calls = Array.from({ length: 20 }, () => browser.call('sessions/beginProviderLogin'));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['PROVIDER_UNREACHABLE']));
    expect((await browser.call('sessions/beginProviderLogin')).code).toBe('PROVIDER_UNREACHABLE');
    expect(provider.calls['/.well-known/openid-configuration']).toBe(before + 1);
  } finally {
    app.deps.config.oidc = settings;
  }
});

const roleOf = async ({ userId }: { userId: string }) => {
  const found = await app.deps.db.query<{ adminRole: string }>(
    'SELECT admin_role AS "adminRole" FROM users WHERE id = $1',
    [userId],
  );
  return found[0]?.adminRole;
};

const GROUPS: OidcConfig['adminRoles'] = [
  { group: 'leads', adminRole: 'administrator' },
  { group: 'desk', adminRole: 'reviewer' },
  { group: 'checkers', adminRole: 'auditor' },
];
const email = { email: 'a@example.com', email_verified: true };

test('groups lower a role immediately, and a raise waits for other administrators', async () => {
  settings.adminRoles = GROUPS;
  const staff = await newLinked({ role: 'admin' }, { ...email, groups: ['else', 'desk'] });
  const answer = await signIn(staff.subject);
  expect(sessionOf(answer)?.adminRole).toBe('reviewer');
  const { rows } = await admin.api.audit.list({ action: 'user.role' });
  expect(rows[0]).toMatchObject({
    ...{ entityId: staff.userId, actorName: null },
    before: { adminRole: 'administrator' },
    after: { adminRole: 'reviewer', becauseOf: 'session.start' },
  });
  const { rows: notices } = await admin.api.notifications.list({});
  expect(notices.map(({ titleKey }) => titleKey)).toContain('Role changed');

  // A rule covers new administrators: whoever can change groups at the provider gains nothing alone.
  await setRules(app.deps.db, { newAdministrator: {} });
  const confirmer = await app.newUser({ role: 'admin' });
  provider.accounts.set(staff.subject, { ...email, groups: ['desk', 'leads'] });
  for (let n = 0; n < 2; n++) {
    expect(sessionOf(await signIn(staff.subject))?.adminRole).toBe('reviewer');
  }
  const { rows: waiting } = await admin.api.approvals.list({ tab: 'waiting' });
  const requests = waiting.filter(({ targetId }) => targetId === staff.userId);
  expect(requests).toHaveLength(1);
  const id = requests[0]?.id ?? '';
  await confirmer.api.approvals.confirm({ id });
  expect(await roleOf(staff)).toBe('administrator');
});

test('an administrator without one of the groups does not sign in, and loses the sessions of the provider', async () => {
  settings.adminRoles = GROUPS;
  const staff = await newLinked(
    { role: 'admin', adminRole: 'auditor' },
    { ...email, groups: ['checkers'] },
  );
  const { at } = await signIn(staff.subject);
  expect((await at.call('sessions/current')).status).toBe(200);
  for (const groups of [[], ['Checkers'], undefined]) {
    provider.accounts.set(staff.subject, { ...email, ...(groups && { groups }) });
    expect(await signIn(staff.subject)).toMatchObject({ code: 'PROVIDER_NOT_ALLOWED' });
  }
  expect((await at.call('sessions/current')).status).toBe(401);
  expect(await roleOf(staff)).toBe('auditor');
  // A user has no admin role, so groups mean nothing.
  const user = await newLinked({}, { ...email, groups: ['leads'] });
  expect(sessionOf(await signIn(user.subject))).toMatchObject({ role: 'user' });
});

test('two administrators whose groups are lowered at the same time: the last one keeps full access', async () => {
  settings.adminRoles = GROUPS;
  const account = { ...email, groups: ['checkers'] };
  const [one, two] = [
    await newLinked({ role: 'admin' }, account),
    await newLinked({ role: 'admin' }, account),
  ];
  const pair = [one.userId, two.userId];
  const setOthers = (status: string) =>
    app.deps.db.query(
      `UPDATE users SET status = $2 WHERE role = 'admin' AND id <> ALL ($1::uuid[])`,
      [pair, status],
    );
  await setOthers('inactive');
  await Promise.all([signIn(one.subject), signIn(two.subject)]);
  const roles = await Promise.all([roleOf(one), roleOf(two)]);
  expect(roles.sort()).toEqual(['administrator', 'auditor']);
  await setOthers('active');
});
