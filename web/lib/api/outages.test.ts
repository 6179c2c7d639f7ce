import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { isSessionOver } from '../session/session-over.ts';
import { isOutage, isTransient, throwIfGatewayFailed } from './outages.ts';

const answer = (status: number, type: string) =>
  new Response('', { status, headers: { 'content-type': type } });

describe('throwIfGatewayFailed', () => {
  it.each([502, 503, 504])(
    'throws UNAVAILABLE for an error page of a proxy with status %i',
    (status) => {
      let thrown: unknown;
      try {
        throwIfGatewayFailed(answer(status, 'text/html'));
      } catch (error) {
        thrown = error;
      }
      expect(isOutage(thrown)).toBe(true);
    },
  );

  it.each([
    [503, 'application/json; charset=utf-8'],
    [500, 'text/html'],
    [200, 'text/html'],
  ])('ignores a response with status %i and type %s', (status, type) => {
    expect(() => throwIfGatewayFailed(answer(status, type))).not.toThrow();
  });
});

it.each([
  ['REQUEST_TIMEOUT', 408, true],
  ['INTERNAL', 500, true],
  ['NOT_FOUND', 404, false],
])('isTransient: %s (%i) → %s', (code, status, expected) => {
  expect(isTransient(new ORPCError(code, { status }))).toBe(expected);
});

describe('isSessionOver', () => {
  it.each([
    ['MISSING_SESSION', 401, true],
    ['SESSION_USER_NOT_FOUND', 401, true],
    ['ACCOUNT_INACTIVE', 401, true],
    ['INVALID_CREDENTIALS', 401, false],
    ['UNAUTHORIZED', 401, false],
    ['UNAVAILABLE', 503, false],
  ])('isSessionOver: %s (%i) → %s', (code, status, expected) => {
    expect(isSessionOver(new ORPCError(code, { status }))).toBe(expected);
  });
});
