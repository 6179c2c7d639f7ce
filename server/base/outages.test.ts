import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { asOutage, DatabaseOutage, isOutage } from './outages.ts';

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
}

test.each([
  ['08006', true],
  ['53100', true],
  ['53300', true],
  ['55P03', true],
  ['57014', true],
  ['57P01', true],
  ['57P03', true],
  ['25P03', true],
  ['25006', true],
  ['40P01', true],
  ['23505', false],
  ['22P02', false],
  ['42P01', false],
])('isOutage returns the right result for SQLSTATE %s: %s', (code, expected) => {
  const error = databaseError(code);
  expect(isOutage(error)).toBe(expected);
  expect(isOutage(new DrizzleQueryError('SELECT', [], error))).toBe(expected);
});

test('treats a connection failure as an outage, but not an invalid value', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(asOutage(refused)).toBeInstanceOf(DatabaseOutage);
  expect(isOutage(asOutage(new AggregateError([refused])))).toBe(true);
  expect(isOutage(asOutage(new RangeError('A number is too large')))).toBe(false);
  expect(isOutage(refused)).toBe(false);
});

test('treats a full disk as an outage, but not a missing file', () => {
  expect(isOutage(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(true);
  expect(isOutage(Object.assign(new Error(), { code: 'ENOENT' }))).toBe(false);
});
