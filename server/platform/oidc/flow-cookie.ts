import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { walletCookie } from '../http/cookies.ts';
import { originFor } from '../http/origin.ts';
import { FLOW_SECONDS, type FlowAnswer } from './flows.ts';

/**
 * Holds a browser's flow at the provider. The page to which the provider returns the person sends it in a separate
 * request, so no request of another site has it.
 */
const flow = walletCookie('wallet_provider', 'strict');

export function setFlowCookie(request: FastifyRequest, reply: FastifyReply, cookie: string): void {
  flow.set(request, reply, cookie, FLOW_SECONDS);
}

/** Call it whether or not the flow succeeds: the code of a response can be used once. */
export const clearFlowCookie = flow.clear;

export function flowOf(
  deps: { config: Pick<Config, 'publicUrl' | 'port' | 'tls'> },
  request: FastifyRequest,
): Omit<FlowAnswer, 'response'> {
  return { cookie: flow.read(request), origin: originFor(deps, request) };
}
