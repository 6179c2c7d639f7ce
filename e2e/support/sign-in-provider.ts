import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../server/testing/free-port.ts';
import {
  CLIENT,
  type SignInProvider,
  startSignInProvider,
} from '../../server/testing/sign-in-provider.ts';
import { test as base, expect } from './test.ts';
import type { Environment, Wallet } from './wallet.ts';

interface Fixtures {
  port: number;
  provider: SignInProvider;
}

/** Tests whose server is set up as in `docs/single-sign-on.md`. */
export const test = base.extend<Fixtures>({
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
  const page = path.resolve(import.meta.dirname, '../../docs/single-sign-on.md');
  const step = /^2\. (.*?)^3\. /ms.exec(await readFile(page, 'utf8'))?.[1] ?? '';
  return [...step.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
}

/** The provider has the machine's clock, the wallet another. */
export function setProviderClock(provider: SignInProvider, { clockOffsetMs }: Wallet): void {
  const shift = (time: unknown) =>
    typeof time === 'number' ? Math.round(time + clockOffsetMs / 1000) : undefined;
  provider.tamper = ({ iat, exp, auth_time, ...claims }) => ({
    ...claims,
    iat: shift(iat),
    exp: shift(exp),
    auth_time: shift(auth_time),
  });
}
