import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../server/testing/free-port.ts';
import {
  CLIENT,
  type SignInProvider,
  startSignInProvider,
} from '../server/testing/sign-in-provider.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { test as base, expect, inspect } from './support/test.ts';
import { ACCOUNTS, type Account, type Environment, type Wallet } from './support/wallet.ts';

interface Fixtures {
  port: number;
  provider: SignInProvider;
}

/** Tests whose server is set up as in `docs/single-sign-on.md`. */
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it.
  port: async ({}, use) => use(await findFreePort()),
  provider: async ({ port }, use) => {
    const provider = await startSignInProvider(() => [`http://127.0.0.1:${port}/single-sign-on`]);
    await use(provider);
    await provider.close();
  },
  environment: async ({ port, provider }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-oidc-'));
    const secretFile = path.join(folder, 'client-secret');
    await writeFile(secretFile, CLIENT.secret);
    const documented: Environment = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      OIDC_ISSUER: provider.issuer.href,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET_FILE: secretFile,
      OIDC_NAME: 'Staff',
    };
    expect(await readSetUp(), 'the settings in the documentation').toEqual(Object.keys(documented));
    await use({
      ...documented,
      PORT: String(port),
      OIDC_ALLOWED_DOMAINS: 'shop.example',
      OIDC_FOR_USERS: 'true',
    });
    await rm(folder, { recursive: true });
  },
});

/** Returns the names of the settings in the second step of the set-up. */
async function readSetUp(): Promise<string[]> {
  const page = path.resolve(import.meta.dirname, '../docs/single-sign-on.md');
  const step = /^2\. (.*?)^3\. /ms.exec(await readFile(page, 'utf8'))?.[1] ?? '';
  return [...step.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
}

/** The provider has the machine's clock, the wallet another. */
function setProviderClock(provider: SignInProvider, { clockOffsetMs }: Wallet): void {
  const shift = (time: unknown) =>
    typeof time === 'number' ? Math.round(time + clockOffsetMs / 1000) : undefined;
  provider.tamper = ({ iat, exp, auth_time, ...claims }) => ({
    ...{ ...claims, iat: shift(iat), exp: shift(exp), auth_time: shift(auth_time) },
  });
}

class Member extends Person {
  readonly signInButton = this.page.getByRole('button', { name: 'Sign in with Staff' });

  /** Links the account on the page Security, after a login with the password. */
  async linkAccount(account: Account, subject: string): Promise<void> {
    await this.signIn(account);
    await this.visit('/user/security');
    await this.press(this.page.getByRole('button', { name: 'Link account' }));
    await this.page.getByRole('textbox', { name: 'Account' }).fill(subject);
    await this.press(this.page.getByRole('button', { name: 'Continue' }));
    await expect(this.toast('Your sign-in account is linked')).toBeVisible();
    await expect(this.page).toHaveURL('/user/security');
  }

  async logOut(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Account menu' }));
    await this.press(this.page.getByRole('menuitem', { name: 'Logout' }));
    await expect(this.signInButton).toBeVisible();
  }
}

test('an administrator links an account of the provider, and then signs in without the password', async ({
  provider,
  wallet,
  openBrowser,
}) => {
  setProviderClock(provider, wallet);
  provider.accounts.set('meena', { email: 'meena@shop.example', email_verified: true });
  const admin = new Member(await openBrowser());
  const { page } = admin;
  await admin.linkAccount(ACCOUNTS.admin, 'meena');
  await expect(page.getByText('meena@shop.example · Linked since')).toBeVisible();
  await inspect(page, 'the linked account');
  await admin.logOut();
  await inspect(page, 'the login with a provider');
  // The browser is still known to the provider.
  await admin.press(admin.signInButton);
  await expect(page).toHaveURL('/admin');
  await admin.expectHeading('Admin Dashboard');
});

test('a user signs in with the provider on a phone, and with the password after the address left the allowed domain', async ({
  provider,
  wallet,
  openBrowser,
}) => {
  setProviderClock(provider, wallet);
  provider.accounts.set('asha', { email: 'asha@shop.example', email_verified: true });
  const options = { ...DEVICES.phone, tolerate: [/status of 403/] };
  const user = new Member(await openBrowser(options), { hasTouch: true });
  const { page } = user;
  await user.linkAccount(ACCOUNTS.demo, 'asha');
  await user.logOut();
  await inspect(page, 'the login with a provider');
  await user.press(user.signInButton);
  await user.expectHeading('Welcome, demo!');

  provider.accounts.set('asha', { email: 'asha@elsewhere.example', email_verified: true });
  await user.logOut();
  await user.press(user.signInButton);
  await expect(page.getByRole('alert')).toHaveText(
    'This account may not sign in to the wallet. Please ask an admin.',
  );
  await expect(page).toHaveURL('/single-sign-on');
  await inspect(page, 'the refused sign-in');
  await user.press(page.getByRole('link', { name: 'Return to Login' }));
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await user.expectHeading('Welcome, demo!');
});
