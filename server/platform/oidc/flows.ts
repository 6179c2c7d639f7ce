import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { appError, describeError, isAppError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Database, Query } from '../../db/database.ts';
import { signingKeys } from '../auth/signing-keys.ts';
import type { Config } from '../config/config.ts';
import type { OidcConfig } from '../config/oidc-settings.ts';
import { type Claims, oidcClientOf } from './client.ts';
import { admitExchange } from './exchanges.ts';

/** The time to sign in at the provider. */
export const FLOW_SECONDS = 600;
const LIFE_MS = FLOW_SECONDS * 1000;
/** Used flows are remembered longer than they are valid, for servers whose clocks differ. */
const KEPT_MS = 60 * 60_000;
/** Where the provider returns people: a page of the browser's application. */
const RETURN_PATH = '/single-sign-on';
const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];
const MAX_COOKIE_LENGTH = 2000;
/** How far the provider's clock may be behind. */
const CLOCK_SKEW_MS = 60_000;

/** `signIn` opens a session, `link` links the account at the provider, `confirm` confirms a session. */
export type FlowPurpose = 'signIn' | 'link' | 'confirm';

interface Flow {
  purpose: FlowPurpose;
  /** The session that it belongs to; empty for `signIn`. */
  subject: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  startedMs: number;
  /** The page to open afterwards. */
  path: string | null;
}

/** The parts of a request that finish a flow. */
export interface FlowAnswer {
  /** The flow's cookie. */
  cookie: string;
  /** The origin that the browser uses. */
  origin: string;
  /** The query of the address to which the provider returned the person. */
  response: string;
}

export interface FinishedFlow {
  issuer: string;
  claims: Claims;
  path: string | null;
  /** How long ago the flow began. */
  ageMs: number;
}

interface Needs {
  db: Database;
  clock: Clock;
  config: Config;
  log: Logger;
}

/** Returns the provider. Throws PROVIDER_UNAVAILABLE if none is set. */
export function providerOf({ config }: Pick<Needs, 'config'>): OidcConfig {
  if (!config.oidc) throw appError('PROVIDER_UNAVAILABLE');
  return config.oidc;
}

/**
 * Returns the address at the provider, and the flow's cookie: an encrypted text, so that requests without a session write
 * nothing. Throws PROVIDER_UNAVAILABLE or PROVIDER_UNREACHABLE.
 */
export async function beginFlow(
  deps: Needs,
  {
    purpose,
    subject = '',
    path = null,
    origin,
  }: { purpose: FlowPurpose; subject?: string; path?: string | null; origin: string },
): Promise<{ url: string; cookie: string }> {
  const client = oidcClientOf(providerOf(deps));
  // The page to which the provider returns the person reads the purpose.
  const state = `${purpose}.${newSecret()}`;
  const [nonce, codeVerifier] = [newSecret(), newSecret()];
  const url = await client.authorizationUrl({
    redirectUri: `${origin}${RETURN_PATH}`,
    state,
    nonce,
    codeVerifier,
    isFresh: purpose === 'confirm',
  });
  const startedMs = deps.clock.now().getTime();
  const flow: Flow = { purpose, subject, state, nonce, codeVerifier, startedMs, path };
  const [newest] = await signingKeys(deps.db);
  if (!newest) throw new Error('There is no key for flows');
  return { url, cookie: seal(newest, flow) };
}

/**
 * Finishes a flow with the response of the provider, once. Throws PROVIDER_EXPIRED for another flow than the browser's,
 * PROVIDER_DENIED if the person or the provider refused, PROVIDER_REFUSED for a response that cannot be verified,
 * PROVIDER_NOT_ALLOWED for an address of another domain, PROVIDER_UNREACHABLE or RATE_LIMITED.
 */
export async function finishFlow(
  deps: Needs,
  {
    purpose,
    subject = '',
    ip,
    ...answer
  }: FlowAnswer & { purpose: FlowPurpose; subject?: string; ip: string },
): Promise<FinishedFlow> {
  const provider = providerOf(deps);
  const flow = await openFlow(deps, answer.cookie);
  const given = new URLSearchParams(answer.response);
  const isSame = flow?.purpose === purpose && flow.subject === subject;
  // Checked before the library does, so that other requests cost no call to the provider.
  if (!flow || !isSame || given.get('state') !== flow.state) throw appError('PROVIDER_EXPIRED');
  const { state, nonce, codeVerifier, path, startedMs } = flow;
  const redirectUri = `${answer.origin}${RETURN_PATH}`;
  const request = { redirectUri, query: answer.response, state, nonce, codeVerifier };
  const exchange = async () => {
    // Before the exchange: a provider that sees a code twice revokes what it gave for the first time.
    await spendFlow(deps.db.query, state, deps.clock.now());
    return oidcClientOf(provider).exchange(request);
  };
  const claims = await admitExchange(ip, exchange).catch((error: unknown) => {
    throw isAppError(error) ? error : refusalOf(deps, error, given.get('error'));
  });
  requireAllowed(provider, claims);
  return {
    issuer: provider.issuer.href,
    claims,
    path,
    ageMs: deps.clock.now().getTime() - startedMs,
  };
}

/** Whether the person entered their credentials at the provider after the flow began. */
export function isFreshSignIn({ claims: { signInAgeMs }, ageMs }: FinishedFlow): boolean {
  return signInAgeMs !== undefined && signInAgeMs <= ageMs + CLOCK_SKEW_MS;
}

/** The reason is for the operator. It has no token and no claim of the person. */
function refusalOf({ log }: Needs, error: unknown, answered: string | null) {
  if (answered === 'access_denied') return appError('PROVIDER_DENIED');
  const { type, code, message } = describeError(error);
  log.warn({ error: { type, code, message } }, 'a response of the sign-in provider was refused');
  return appError('PROVIDER_REFUSED');
}

/** A domain is proved only by an address that the provider has verified. */
function requireAllowed({ allowedDomains }: OidcConfig, { email, isEmailVerified }: Claims): void {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase() ?? '';
  const isVerified =
    allowedDomains.length === 0 ? isEmailVerified !== false : isEmailVerified === true;
  const isOfDomain = allowedDomains.length === 0 || allowedDomains.includes(domain);
  if (!isVerified || !isOfDomain) throw appError('PROVIDER_NOT_ALLOWED');
}

async function openFlow({ db, clock }: Needs, cookie: string): Promise<Flow | undefined> {
  if (cookie === '' || cookie.length > MAX_COOKIE_LENGTH) return undefined;
  const keys = await signingKeys(db);
  const flow = keys.map((key) => unseal(key, cookie)).find((found) => found !== undefined);
  const ageMs = clock.now().getTime() - (flow?.startedMs ?? 0);
  return ageMs < LIFE_MS && ageMs > -KEPT_MS ? flow : undefined;
}

/** Throws PROVIDER_EXPIRED if the flow was used before. */
async function spendFlow(query: Query, state: string, now: Date): Promise<void> {
  const inserted = await query(
    `INSERT INTO used_challenges (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING
     RETURNING 1`,
    [createHash('sha256').update(state).digest(), new Date(now.getTime() + LIFE_MS + KEPT_MS)],
  );
  if (inserted.length === 0) throw appError('PROVIDER_EXPIRED');
}

const newSecret = () => randomBytes(32).toString('base64url');

/** Device cookies and challenges are signed with the same secret; the derived key is for flows only. */
function keyFrom(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'wallet sign-in flow', 32));
}

function seal(secret: Buffer, flow: Flow): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), iv);
  const sealed = [cipher.update(JSON.stringify(flow)), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

/** Returns undefined for a text that was not sealed with this secret. */
function unseal(secret: Buffer, cookie: string): Flow | undefined {
  const bytes = Buffer.from(cookie, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keyFrom(secret), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(opened).toString()) as Flow; // Written by `seal`, whose tag was checked.
  } catch {
    return undefined;
  }
}
