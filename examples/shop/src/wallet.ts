import createClient from 'openapi-fetch';
import { settings } from './settings.ts';
import type { paths } from './wallet-api.ts';

const TIMEOUT_MS = 10_000;

const api = createClient<paths>({
  baseUrl: `${settings.walletUrl}/api/v1`,
  headers: { Authorization: `Bearer ${settings.walletKey}` },
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
});

/** A response of the wallet that is not a success. */
export class WalletError extends Error {
  /** From the closed list at `/api/v1/problems`. */
  readonly code: string;
  readonly status: number;
  readonly data: Record<string, unknown>;

  constructor(status: number, problem: { code?: string; detail?: string; data?: unknown }) {
    super(problem.detail ?? `The wallet returned ${status}.`);
    this.status = status;
    this.code = problem.code ?? '';
    this.data = (problem.data ?? {}) as Record<string, unknown>;
  }

  /** Whether the same call may succeed later: after an outage, below a rate limit, or with a key that is valid. */
  get isTemporary(): boolean {
    return [401, 403, 429].includes(this.status) || this.status >= 500;
  }
}

interface Outcome<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

async function bodyOf<Body>(call: Promise<Outcome<Body>>): Promise<Body> {
  const { data, error, response } = await call;
  if (data !== undefined) return data;
  throw new WalletError(response.status, typeof error === 'object' && error ? error : {});
}

/** Creates an account in the wallet. Returns its id. */
export async function createUser(username: string, password: string): Promise<string> {
  const { id } = await bodyOf(
    api.POST('/users', { body: { username, password, role: 'user', adminRole: 'administrator' } }),
  );
  return id;
}

/** Adds rupees to a balance. A repeated call with the same key adds them once. */
export async function credit(
  userId: string,
  { key, amountPaise, reason }: { key: string; amountPaise: number; reason: string },
): Promise<void> {
  const amount = (amountPaise / 100).toFixed(2);
  await bodyOf(
    api.POST('/users/{userId}/adjustments', {
      params: { path: { userId }, header: { 'Idempotency-Key': key } },
      body: { direction: 'credit', amount, reason },
    }),
  );
}

export async function readBalancePaise(userId: string): Promise<number> {
  const { balancePaise } = await bodyOf(
    api.GET('/users/{userId}/balance', { params: { path: { userId } } }),
  );
  return balancePaise;
}

/** Returns an address that opens the wallet for a user, once and within 60 seconds. */
export async function createSignInLink(userId: string): Promise<string> {
  const { url } = await bodyOf(
    api.POST('/users/{userId}/sign-in-links', {
      params: { path: { userId } },
      body: { path: '/user/passbook' },
    }),
  );
  return url;
}
