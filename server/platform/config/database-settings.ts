import pg from 'pg';
import { z } from 'zod';
import type { Pooler } from '../../db/connections.ts';
import { type DatabaseLimits, DEFAULT_LIMITS, MIN_POOL_SIZE } from '../../db/limits.ts';
import { BadSettings } from './settings-sources.ts';

/** Upper limit for timeouts, far below the value at which Node.js timers overflow. */
export const MAX_WAIT_MS = 600_000;
export const wait = (defaultMs: number) =>
  z.coerce.number().int().min(100).max(MAX_WAIT_MS).default(defaultMs);

const DATABASE_URL = 'must be an address such as postgresql://user:password@host:5432/database';

/** The driver would look up a single host name that contains commas. */
function namesOneHost(url: string): boolean {
  const authority = /^\w+:\/\/([^/?]*)/.exec(url)?.[1] ?? '';
  return !authority.slice(authority.lastIndexOf('@') + 1).includes(',');
}

const CHARACTERS = `${DATABASE_URL}; write % @ : / and ? in a user name or password as %25 %40 %3A %2F and %3F`;
const FILES = 'names a file in sslrootcert, sslcert or sslkey that cannot be read';

/** A stray `%` or `@` in a password makes the driver throw. It also reads the files of certificates. */
function findProblem(connectionString: string): string | undefined {
  try {
    new pg.Client({ connectionString });
  } catch (error) {
    return error instanceof Error && 'syscall' in error ? FILES : CHARACTERS;
  }
}

const databaseAddress = z
  .string()
  .regex(/^(?:postgres(?:ql)?:\/\/|socket:|\/)./, DATABASE_URL)
  .superRefine((url, { addIssue }) => {
    const problem = findProblem(url);
    if (problem) addIssue(problem);
  })
  .refine(namesOneHost, 'must name one host, that leads to the primary: see docs/deployment.md')
  .optional();

export const databaseVariables = {
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(MIN_POOL_SIZE)
    .max(1000)
    .default(DEFAULT_LIMITS.poolSize),
  DATABASE_WAIT_TIMEOUT_MS: wait(DEFAULT_LIMITS.waitTimeoutMs),
  DATABASE_LOCK_TIMEOUT_MS: wait(DEFAULT_LIMITS.lockTimeoutMs),
  DATABASE_STATEMENT_TIMEOUT_MS: wait(DEFAULT_LIMITS.statementTimeoutMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: wait(DEFAULT_LIMITS.idleTransactionTimeoutMs),
  DATABASE_ANSWER_TIMEOUT_MS: wait(DEFAULT_LIMITS.answerTimeoutMs),
};

type DatabaseSettings = z.infer<z.ZodObject<typeof databaseVariables>>;

/** Throws BadSettings unless each timeout is below the next. */
export function readLimits(settings: DatabaseSettings): DatabaseLimits {
  const limits = {
    ...DEFAULT_LIMITS,
    poolSize: settings.DATABASE_POOL_SIZE,
    waitTimeoutMs: settings.DATABASE_WAIT_TIMEOUT_MS,
    lockTimeoutMs: settings.DATABASE_LOCK_TIMEOUT_MS,
    statementTimeoutMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    idleTransactionTimeoutMs: settings.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    answerTimeoutMs: settings.DATABASE_ANSWER_TIMEOUT_MS,
  };
  const { lockTimeoutMs, statementTimeoutMs, answerTimeoutMs } = limits;
  if (lockTimeoutMs >= statementTimeoutMs || statementTimeoutMs >= answerTimeoutMs) {
    throw new BadSettings([
      'DATABASE_LOCK_TIMEOUT_MS must be below DATABASE_STATEMENT_TIMEOUT_MS, and that below DATABASE_ANSWER_TIMEOUT_MS',
    ]);
  }
  return limits;
}

export function readPooler(settings: DatabaseSettings): Pooler | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = settings;
  const { DATABASE_PREPARED_STATEMENTS: preparing } = settings;
  if (direct !== undefined && url === undefined) {
    throw new BadSettings(['DATABASE_DIRECT_URL: has no effect without DATABASE_URL; set both']);
  }
  if (direct !== undefined && url !== undefined && direct !== url) {
    return { connection: { connectionString: url }, preparesStatements: preparing === 'on' };
  }
  if (preparing === 'off') {
    throw new BadSettings([
      'DATABASE_PREPARED_STATEMENTS: off is for a pooler; set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
    ]);
  }
  return undefined;
}
