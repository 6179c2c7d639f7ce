import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { API_KEY_PREFIX } from '#contract/api-keys/rules.ts';
import { REST_PATH } from '#contract/shared/rest.ts';
import { batchCalls } from '#server/base/batch-calls.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { readApiKey } from '#server/platform/auth/api-key-state.ts';
import type { Authenticate } from '#server/platform/auth/gate.ts';
import type { CountedRequest } from '#server/platform/http/flood-guard.ts';
import { apiKeyRate } from '#server/platform/http/limits.ts';
import { type FoundApiKey, findApiKeys, touchApiKey } from './api-keys.queries.ts';

const MINUTE_MS = 60_000;
const MOST_REQUESTS = 100;
const BEARER = /^bearer +(\S+)$/i;
/** Other values are rejected without a hash or a query. */
const SECRET = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);

/** Returns a new secret of 256 random bits. Only its hash is stored. */
export function newSecret(): string {
  return `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** If a request has a key, its cookie is ignored. Other sites can't send this header by themselves. */
export function bringsKey({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return url.startsWith(`${REST_PATH}/`) && BEARER.test(headers.authorization ?? '');
}

/** Reads the database every time, so that revoked keys stop working immediately. */
export function authenticateKey(deps: Deps): Authenticate {
  const findKey = batchCalls({
    runBatch: (hashes: readonly Buffer[]) => findApiKeys(deps.db.query, hashes),
    maxBatchSize: MOST_REQUESTS,
  });
  return async (request: FastifyRequest) => {
    const secret = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const key = SECRET.test(secret) ? await findKey(hashSecret(secret)) : undefined;
    const found = readApiKey(key, deps.clock.now());
    if (!key || found.refusal) throw found.refusal ?? appError('API_KEY_INVALID');
    if (!counted.has(request)) requireRate(request, deps.limits.countKeyRequest(key.id));
    await noteUse(deps, key);
    const { id, userId, name, scopes, lastFour } = key;
    const label = `${API_KEY_PREFIX}…${lastFour}`;
    const credential = { kind: 'apiKey', id, name, label, scopes } as const;
    return { ...found, credential, userId, ip: request.ip };
  };
}

/** A request whose body arrives later is authenticated twice but counted once. */
const counted = new WeakMap<FastifyRequest, CountedRequest>();

/** Fastify hook: replaces the rate-limit headers of the address by those of the key, whose limit is lower. */
export function showKeyRate(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: HookHandlerDoneFunction,
): void {
  const rate = counted.get(request);
  if (rate) {
    reply.headers({
      ...rateHeaders('x-ratelimit', rate),
      ...rateHeaders('ratelimit', rate),
    });
  }
  done();
}

/** The names that are widespread, and those of the later draft (RateLimit-Limit, -Remaining, -Reset). */
function rateHeaders(prefix: string, { remaining, seconds }: CountedRequest) {
  return {
    [`${prefix}-limit`]: apiKeyRate.requests,
    [`${prefix}-remaining`]: remaining,
    [`${prefix}-reset`]: seconds,
  };
}

function requireRate(request: FastifyRequest, rate: CountedRequest): void {
  counted.set(request, rate);
  const { isOver, seconds } = rate;
  if (isOver) throw appError('RATE_LIMITED', { seconds });
}

async function noteUse(deps: Deps, { id, lastUsedAt }: FoundApiKey): Promise<void> {
  const now = deps.clock.now();
  if (lastUsedAt && Math.abs(now.getTime() - lastUsedAt.getTime()) <= MINUTE_MS) return;
  await touchApiKey(deps.db.query, id, now);
}
