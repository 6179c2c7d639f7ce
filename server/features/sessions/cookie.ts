import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Requests whose cookie turned out to be worth nothing: their answer takes it away. */
const stale = new WeakSet<FastifyRequest>();

/** Under https the `__Host-` prefix ties the cookie to this host, path `/` and `Secure`. */
function cookieName(request: FastifyRequest): string {
  return request.arrival.isHttps ? '__Host-wallet_session' : 'wallet_session';
}

function cookieOptions(request: FastifyRequest) {
  const secure = request.arrival.isHttps;
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}

/** A new 256-bit token. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function readToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)] || undefined;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, lifeMs }: { token: string; lifeMs: number },
): void {
  // Its length, not its end: a device whose clock is wrong keeps it as long as any other.
  const maxAge = lifeMs / 1000;
  reply.setCookie(cookieName(request), token, { ...cookieOptions(request), maxAge });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), cookieOptions(request));
}

export function markStale(request: FastifyRequest): void {
  stale.add(request);
}

/** Fastify hook: takes away a cookie that no longer opens a session, so that it is not sent again. */
export async function clearStaleCookie(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (stale.has(request)) clearSessionCookie(request, reply);
}
