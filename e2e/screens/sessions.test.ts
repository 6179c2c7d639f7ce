import { within } from '@testing-library/dom';
import { noteFailedLogin, writeActivity } from '#server/platform/commands/activity.ts';
import { createTestUser } from '#server/testing/accounts.ts';
import { addAuthenticator } from '#server/testing/authenticators.ts';
import type { TestApp } from '#server/testing/harness.ts';
import { ADMIN, addNewcomer, DEMO, NEWCOMER, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('sessions', async (person, application) => {
  const { server } = application;
  await addNewcomer(server);
  await application.open(ADMIN, '/admin/users?search=asha');
  await person.press('link', 'View asha');
  await person.press('tab', 'Sessions');
  await person.waitUntil('Not logged in anywhere.');
  await signInToApi(server, NEWCOMER);
  await signInToApi(server, NEWCOMER);
  await application.load(window.location.pathname + window.location.search);
  await person.find('button', 'End all');
  await person.hasCount('button', 'End session: Unknown browser', 2);
  application.refuse(/rpc\/sessions\/endOfUser$/, 'SESSION_NOT_FOUND');
  await person.pressButton('End all');
  await person.dialog('End all sessions');
  await person.waitUntil('asha is logged out immediately in all browsers, and is notified.');
  await person.isAccessible();
  await person.pressButton('End all');
  await person.waitUntil('This session has already ended. Please reload the page.');
  application.restore();
  await person.pressButton('End all');
  await person.waitUntil('Not logged in anywhere.');

  await checkFactorReset(person, server);

  await application.open(DEMO, '/user/security');
  application.refuse(/rpc\/sessions\/list$/, 'INTERNAL');
  await application.load('/user/security');
  await person.waitUntil('Failed to load your sessions');
  application.restore();
  await person.pressButton('Retry');
  await person.waitUntil('This device');
  await person.hasCount('button', 'End all others', 0);
  await checkFailedLogins(person, server);
  await checkSignInLinks(person, server);
});

/** The notice of failed logins stays away once it was closed; the page Security lists them. */
async function checkFailedLogins(person: SpecChecker, server: TestApp): Promise<void> {
  const { application } = person;
  await person.waitUntil('No failed logins.');
  noteFailedLogin(server.deps, { username: DEMO.username, ip: '203.0.113.77' });
  await writeActivity(server.deps);
  await application.load('/user/profile');
  const notice = await person.find('region', 'Failed logins since your last login');
  await person.waitUntil('1 login to your account has failed since your last login.');
  await person.waitUntil('Network 203.0.113.*');
  await person.isAccessible();
  within(notice).getByRole('button', { name: 'Close' }).click();
  await person.hasCount('region', 'Failed logins since your last login', 0);
  application.fail(/sessions\/failed/);
  await application.load('/user/security');
  await person.waitUntil('Failed to load the failed logins');
  application.restore();
  await person.pressButton('Retry');
  await person.waitUntil('1 attempt · Network 203.0.113.*');
  await person.hasCount('region', 'Failed logins since your last login', 0);
  await person.isAccessible();
}

/** The user stays signed in: the simulated browser has no cookies to change. */
async function checkSignInLinks(person: SpecChecker, server: TestApp): Promise<void> {
  const { application } = person;
  const linkOf = await createLinks(server);
  await application.open(DEMO, '/user/profile');
  await person.find('heading', 'Profile Settings', { level: 1 });
  const own = await linkOf(DEMO, '/user/security');
  const release = application.hold(/rpc\/sessions\/openLink/);
  await application.load(own);
  await person.waitUntil('Logging in...');
  release();
  await person.find('heading', 'Security', { level: 1 });
  await application.load(own);
  await person.waitUntil(
    'This link was already used. Go back to the app and open the wallet again.',
  );
  await person.isAccessible();
  application.fail(/rpc\/sessions\/openLink/);
  await application.load(await linkOf(DEMO));
  await person.waitUntil('Authentication error occurred');
  application.restore();
  await person.pressButton('Retry');
  await person.find('heading', 'Welcome, demo!', { level: 1 });
  await application.load(await linkOf(NEWCOMER));
  await person.waitUntil('You are logged in as demo. This link opens another account.');
  await person.isAccessible();
  await person.press('link', 'Cancel');
  await person.find('heading', 'Welcome, demo!', { level: 1 });
  await application.load('/sign-in');
  await person.waitUntil('This link has expired. Go back to the app and open the wallet again.');
}

/** Returns a function that makes the address of a sign-in link with an API key. */
async function createLinks(server: TestApp) {
  const admin = await signInToApi(server, ADMIN);
  const scopes = ['sign-in-links:create' as const];
  const { secret } = await admin.api.apiKeys.create({ name: 'Shop', scopes });
  return async (account: typeof DEMO, path?: string): Promise<string> => {
    const { user } = await (await signInToApi(server, account)).api.sessions.current();
    const response = await fetch(`${server.baseUrl}/api/v1/users/${user.id}/sign-in-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
    });
    const { url } = (await response.json()) as { url: string };
    return url.replace(server.baseUrl, '');
  };
}

/** Resets the factors of a user, and those of an administrator, which waits for a second approval. */
async function checkFactorReset(person: SpecChecker, server: TestApp): Promise<void> {
  const { application } = person;
  const [second, third] = ['second', 'third'].map((username) => ({
    username,
    password: `${username}-of-e2e`,
  }));
  if (!second || !third) throw new Error('no administrators');
  for (const admin of [second, third]) {
    await createTestUser(server.deps, { ...admin, role: 'admin' });
  }
  for (const account of [NEWCOMER, second]) {
    await addAuthenticator(await signInToApi(server, account), server.deps.clock.now());
  }
  await person.hasCount('button', 'Reset second factors', 0);
  await application.load(window.location.pathname);
  await person.waitUntil('Active since');
  await person.pressButton('Reset second factors');
  await person.dialog('Reset second factors');
  await person.waitUntil('All second factors and recovery codes of asha are removed');
  await person.isAccessible();
  application.refuse(/rpc\/users\/resetSecondFactors$/, 'SECOND_FACTOR_MISSING');
  await person.pressButton('Remove');
  await person.waitUntil('Add an authenticator app or a passkey first.');
  application.restore();
  await person.pressButton('Remove');
  await person.hasCount('dialog', 'Reset second factors', 0);
  await person.waitUntil('Not set up');
  await person.hasCount('button', 'Reset second factors', 0);

  const chief = await signInToApi(server, ADMIN);
  const rule = { approvals: 1, isActive: true, thresholdPaise: null };
  await chief.api.approvals.saveRule({ ...rule, kind: 'administrator' });
  await application.load('/admin/users?search=second');
  await person.press('link', 'View second');
  await person.pressButton('Reset second factors');
  await person.pressButton('Remove');
  await person.hasCount('dialog', 'Reset second factors', 0);
  await person.find('button', 'View');
  await person.waitUntil('Second factors reset');
  await person.find('button', 'Reset second factors');
}
