import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { CHALLENGE_SECONDS } from '#contract/second-factors/rules.ts';

const stale = new WeakSet<FastifyRequest>();

const SESSION = 'wallet_session';
const DEVICE = 'wallet_device';
/** Holds the challenge of a login's second step. */
const SECOND_STEP = 'wallet_second_step';
/** The maximum lifetime of cookies in browsers. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** Under https, the `__Host-` prefix restricts the cookie to this host, path `/` and `Secure`. */
function cookieName(request: FastifyRequest, name: string): string {
  return request.arrival.isHttps ? `__Host-${name}` : name;
}

function cookieOptions(request: FastifyRequest) {
  const secure = request.arrival.isHttps;
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function readToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request, SESSION)] || undefined;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, lifeMs }: { token: string; lifeMs: number },
): void {
  // A lifetime, not a date, so that a wrong clock on the device has no effect.
  const maxAge = lifeMs / 1000;
  reply.setCookie(cookieName(request, SESSION), token, { ...cookieOptions(request), maxAge });
}

/** Returns the device cookie, which earlier logins set. It is not verified yet. */
export function readDevice(request: FastifyRequest): string {
  return request.cookies[cookieName(request, DEVICE)] ?? '';
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const options = {
    ...cookieOptions(request),
    sameSite: 'strict',
    maxAge: DEVICE_SECONDS,
  } as const;
  reply.setCookie(cookieName(request, DEVICE), value, options);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request, SESSION), cookieOptions(request));
}

export function readSecondStep(request: FastifyRequest): string {
  return request.cookies[cookieName(request, SECOND_STEP)] ?? '';
}

export function setSecondStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: string,
): void {
  const options = {
    ...cookieOptions(request),
    sameSite: 'strict',
    maxAge: CHALLENGE_SECONDS,
  } as const;
  reply.setCookie(cookieName(request, SECOND_STEP), challenge, options);
}

export function clearSecondStepCookie(request: FastifyRequest, reply: FastifyReply): void {
  const options = { ...cookieOptions(request), sameSite: 'strict' } as const;
  reply.clearCookie(cookieName(request, SECOND_STEP), options);
}

export function markStale(request: FastifyRequest): void {
  stale.add(request);
}

/** Fastify hook. */
export function clearStaleCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: HookHandlerDoneFunction,
): void {
  if (stale.has(request)) clearSessionCookie(request, reply);
  done();
}
