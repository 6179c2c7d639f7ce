import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Client } from '#contract/contract.ts';
import type { Role } from '#contract/shared/enums.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { buildApp } from '../app/app.ts';
import { createLogger } from '../base/log.ts';
import type { Deps } from '../deps/deps.ts';
import { createEventHub } from '../platform/events/event-hub.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { createImageWork } from '../platform/files/image-work.ts';
import { createTestUser } from './accounts.ts';
import { TestClock } from './clock.ts';
import { openTestDatabase } from './database.ts';
import { testConfig } from './stand-ins.ts';

export interface SignedIn {
  api: Client;
  baseUrl: string;
  cookie: string;
  userId: string;
}

export interface TestApp {
  baseUrl: string;
  databaseUrl: string;
  /** Of the server and of its database. */
  clock: TestClock;
  deps: Deps;
  client(cookie?: string): Client;
  signIn(username: string, password: string): Promise<SignedIn>;
  newUser(options?: {
    username?: string;
    role?: Role;
    adminRole?: AdminRole;
  }): Promise<SignedIn & { username: string }>;
  admin(): Promise<SignedIn>;
  close(): Promise<void>;
}

export const TEST_PASSWORD = 'correct-horse';

/** Starts a real server on a copy of the seeded template. `overrides` replace parts of its deps. */
export async function startTestApp(overrides: Partial<Deps> = {}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-test-'));
  const log = createLogger('silent');
  const { db, clock, url: databaseUrl, drop } = await openTestDatabase();
  const events = createEventHub({ db, clock, log });
  const config = testConfig(path.resolve(import.meta.dirname, '../..'));
  const files = openFolderStore(path.join(folder, 'files'));
  const imageWork = createImageWork();
  const limits = createLimits();
  const virusScanner = undefined;
  const made = { config, db, clock, log, files, imageWork, virusScanner, events, limits };
  const ofDb = overrides.db?.clock ?? clock;
  const deps: Deps = { ...made, clock: ofDb, ...overrides };
  await events.start();
  const app = await buildApp(deps);
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = (cookie?: string) => clientOf(baseUrl, cookie);
  const signIn = (username: string, password: string) => signInTo(baseUrl, username, password);
  return {
    baseUrl,
    databaseUrl,
    get clock() {
      if (deps.clock instanceof TestClock) return deps.clock;
      throw new Error('This server has another database, without a clock of tests');
    },
    deps,
    client,
    signIn,
    async newUser({ username = `user-${randomUUID().slice(0, 8)}`, ...rights } = {}) {
      await createTestUser(deps, { username, password: TEST_PASSWORD, role: 'user', ...rights });
      return { ...(await signIn(username, TEST_PASSWORD)), username };
    },
    admin: () => signIn('admin', config.adminPassword ?? ''),
    async close() {
      await events.close();
      await app.close();
      deps.imageWork.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function clientOf(baseUrl: string, cookie: string | undefined): Client {
  const headers = cookie ? { cookie } : {};
  return createORPCClient(new RPCLink({ url: `${baseUrl}/rpc`, headers }));
}

export async function signInTo(
  baseUrl: string,
  username: string,
  password: string,
): Promise<SignedIn> {
  let cookie = '';
  const link = new RPCLink({
    url: `${baseUrl}/rpc`,
    fetch: async (request, init) => {
      const response = await fetch(request, init);
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return response;
    },
  });
  const session = await createORPCClient<Client>(link).sessions.login({ username, password });
  return { api: clientOf(baseUrl, cookie), baseUrl, cookie, userId: session.user.id };
}

/** Returns the error code of a failed call. Throws if the call succeeds or its error is not of the closed list. */
export async function errorCodeOf(call: Promise<unknown>): Promise<ErrorCode> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ORPCError) return outcome.code as ErrorCode;
  throw new Error('Expected an error of the closed list', { cause: outcome });
}
