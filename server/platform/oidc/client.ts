import type * as oidc from 'openid-client';
import { appError } from '../../base/errors.ts';
import type { OidcConfig } from '../config/oidc-settings.ts';

type Library = typeof oidc;

const TIMEOUT_SECONDS = 5;
/** How long the provider's metadata is used before it is read again. */
const METADATA_MS = 60 * 60_000;
/** How long a failure to read it is remembered, so that requests without a session do not repeat the attempt. */
const FAILURE_MS = 10_000;

/** The provider's claims about a person, after the signature, issuer, audience, nonce and times were checked. */
export interface Claims {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean | undefined;
  /** Undefined: the provider named none at all. */
  groups: string[] | undefined;
  /** How long ago the person entered their credentials at the provider; undefined if it does not say. */
  signInAgeMs: number | undefined;
}

export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Whether the person has to sign in again, even if the provider knows them. */
  isFresh: boolean;
}

export interface AuthorizationResponse {
  redirectUri: string;
  /** The query of the address to which the provider returned the person. */
  query: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

interface Connection {
  library: Library;
  configuration: oidc.Configuration;
}

export interface OidcClient {
  /** Throws PROVIDER_UNREACHABLE. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** Exchanges the code of a response. Throws PROVIDER_UNREACHABLE, or the library's error for a response that is not right. */
  exchange(response: AuthorizationResponse): Promise<Claims>;
}

const clients = new WeakMap<OidcConfig, OidcClient>();

/** Returns the client of this process, which reads the provider's metadata once an hour. */
export function oidcClientOf(config: OidcConfig): OidcClient {
  const client = clients.get(config) ?? createClient(config);
  clients.set(config, client);
  return client;
}

function createClient(config: OidcConfig): OidcClient {
  const connect = cached(() => discover(config));
  return {
    async authorizationUrl({ redirectUri, state, nonce, codeVerifier, isFresh }) {
      const { library, configuration } = await connect();
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return url.href;
    },
    async exchange({ redirectUri, query, state, nonce, codeVerifier }) {
      const { library, configuration } = await connect();
      const url = new URL(redirectUri);
      url.search = query;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      const tokens = await unlessUnreachable(() =>
        library.authorizationCodeGrant(configuration, url, { ...checks, idTokenExpected: true }),
      );
      const inToken = tokens.claims();
      if (!inToken) throw new Error('The provider sent no ID token');
      const claims: Record<string, unknown> = needsMore(config, inToken)
        ? {
            ...(await fetchMore({ library, configuration }, tokens.access_token, inToken.sub)),
            ...inToken,
          }
        : inToken;
      return toClaims(config, { ...claims, sub: inToken.sub });
    },
  };
}

/** Returns a function that repeats `read` after an hour. If it fails, the last result is used until it succeeds. */
function cached<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { value: Value; untilMs: number } | undefined;
  let failedUntilMs = 0;
  let reading: Promise<Value> | undefined;
  return () => {
    const now = performance.now();
    if (last && now < last.untilMs) return Promise.resolve(last.value);
    if (now < failedUntilMs) {
      return last ? Promise.resolve(last.value) : Promise.reject(appError('PROVIDER_UNREACHABLE'));
    }
    reading ??= read()
      .then(
        (value) => {
          last = { value, untilMs: performance.now() + METADATA_MS };
          return value;
        },
        () => {
          failedUntilMs = performance.now() + FAILURE_MS;
          if (last) return last.value;
          throw appError('PROVIDER_UNREACHABLE');
        },
      )
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
}

/** Loads the library only where a provider is set. */
async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Connection> {
  const library = await import('openid-client');
  // The settings allow http only for a provider on this machine.
  const execute = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : [];
  const options = { timeout: TIMEOUT_SECONDS, execute };
  const found = await library.discovery(issuer, clientId, undefined, library.None(), options);
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate = methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(clientSecret)
    : library.ClientSecretPost(clientSecret);
  const configuration = new library.Configuration(metadata, clientId, undefined, authenticate);
  configuration.timeout = TIMEOUT_SECONDS;
  for (const extend of execute) extend(configuration);
  // The library otherwise relies on TLS alone for ID tokens from the token endpoint.
  library.enableNonRepudiationChecks(configuration);
  return { library, configuration };
}

/** Providers may send claims of the scopes from the UserInfo endpoint only (OpenID Connect Core, 5.4). */
function needsMore(config: OidcConfig, claims: Record<string, unknown>): boolean {
  const lacksGroups = config.adminRoles.length > 0 && claims[config.groupsClaim] === undefined;
  return claims.email === undefined || lacksGroups;
}

async function fetchMore(
  { library, configuration }: Connection,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return unlessUnreachable(() => library.fetchUserInfo(configuration, accessToken, subject));
}

/** Throws PROVIDER_UNREACHABLE if the provider did not answer in time, or responded with 5xx. */
async function unlessUnreachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOutage(error) ? appError('PROVIDER_UNREACHABLE') : error;
  }
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
  return (cause instanceof Response && cause.status >= 500) || isOutage(cause);
}

function toClaims(config: OidcConfig, claims: Record<string, unknown> & { sub: string }): Claims {
  const { sub: subject, email, email_verified: verified, auth_time: seconds } = claims;
  return {
    subject,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: readFlag(verified),
    groups: readGroups(claims[config.groupsClaim]),
    // The library compares the times of the ID token with the same clock.
    signInAgeMs: typeof seconds === 'number' ? Date.now() - seconds * 1000 : undefined,
  };
}

/** Some providers send texts. */
function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === undefined ? undefined : false;
}

function readGroups(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : undefined;
}
