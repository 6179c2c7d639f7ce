import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { CHALLENGE_SECONDS } from '#contract/second-factors/rules.ts';
import { walletCookie } from '#server/platform/http/cookies.ts';

const stale = new WeakSet<FastifyRequest>();

const session = walletCookie('wallet_session', 'lax');
const device = walletCookie('wallet_device', 'strict');
/** Holds the challenge of a login's second step. */
const secondStep = walletCookie('wallet_second_step', 'strict');
/** The maximum lifetime of cookies in browsers. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function readToken(request: FastifyRequest): string | undefined {
  return session.read(request) || undefined;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, lifeMs }: { token: string; lifeMs: number },
): void {
  session.set(request, reply, token, lifeMs / 1000);
}

/** Returns the device cookie, which earlier logins set. It is not verified yet. */
export const readDevice = device.read;

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  device.set(request, reply, value, DEVICE_SECONDS);
}

export const clearSessionCookie = session.clear;
export const readSecondStep = secondStep.read;

export function setSecondStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: string,
): void {
  secondStep.set(request, reply, challenge, CHALLENGE_SECONDS);
}

export const clearSecondStepCookie = secondStep.clear;

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
