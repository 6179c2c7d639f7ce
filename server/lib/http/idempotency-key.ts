import type { AnyContractProcedure } from '@orpc/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_KEY_HEADER } from '#contract/rest.ts';
import { appError } from '../errors.ts';

/** Whether sending a command twice with one key has the effect of once. */
export function takesRequestKey(procedure: AnyContractProcedure): boolean {
  const { inputSchema } = procedure['~orpc'];
  return inputSchema instanceof z.ZodObject && 'requestKey' in inputSchema.shape;
}

/**
 * Makes the header `Idempotency-Key` the `requestKey` of a command. It is a text of the header's own syntax,
 * in quotes (RFC 9651), or as most callers send it without. Throws INVALID_INPUT where the body has another one.
 */
export function readIdempotencyKey(request: FastifyRequest): void {
  const header = request.headers[IDEMPOTENCY_KEY_HEADER];
  const { body } = request;
  if (typeof header !== 'string' || !isPlainObject(body)) return;
  const key = header.replace(/^"(.*)"$/, '$1').toLowerCase();
  const { requestKey = key } = body;
  if (String(requestKey).toLowerCase() !== key) {
    throw appError('INVALID_INPUT', { fields: 'Idempotency-Key' });
  }
  request.body = { ...body, requestKey: key };
}

function isPlainObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
