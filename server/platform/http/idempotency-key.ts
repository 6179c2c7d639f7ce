import type { AnyContractProcedure } from '@orpc/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_KEY_HEADER } from '#contract/shared/rest.ts';
import { appError } from '../../base/errors.ts';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A UUID chosen once per intent. `requestKey` in the body is the same; one of them is enough.',
  schema: { type: 'string', format: 'uuid' },
  example: '0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10',
};

export function takesRequestKey(procedure: AnyContractProcedure): boolean {
  return takesKey(procedure['~orpc'].inputSchema);
}

export function takesKey(schema: unknown): boolean {
  return schema instanceof z.ZodObject && 'requestKey' in schema.shape;
}

/** The header is quoted (RFC 9651) or, as most clients send it, unquoted. */
export function readIdempotencyKey(request: FastifyRequest): void {
  request.body = withRequestKey(request.body, request.headers);
}

/** Throws INVALID_INPUT if body and header differ. */
export function withRequestKey(body: unknown, headers: FastifyRequest['headers']): unknown {
  const header = headers[IDEMPOTENCY_KEY_HEADER];
  if (typeof header !== 'string' || !isPlainObject(body)) return body;
  const key = header.replace(/^"(.*)"$/, '$1').toLowerCase();
  const { requestKey = key } = body;
  if (String(requestKey).toLowerCase() !== key) {
    throw appError('INVALID_INPUT', { fields: 'Idempotency-Key' });
  }
  return { ...body, requestKey: key };
}

function isPlainObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
