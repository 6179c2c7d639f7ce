import pg from 'pg';
import { z } from 'zod';
import type { Pooler } from '../../db/connections.ts';
import { type DatabaseLimits, DEFAULT_LIMITS, MIN_POOL_SIZE } from '../../db/limits.ts';
import { BadSettings } from './settings-sources.ts';

/** Upper limit for timeouts, far below the value at which Node.js timers overflow. */
const MAX_WAIT_MS = 600_000;

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
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(MIN_POOL_SIZE)
    .max(1000)
    .default(DEFAULT_LIMITS.poolSize),
  DATABASE_STATEMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .max(MAX_WAIT_MS)
    .default(DEFAULT_LIMITS.statementTimeoutMs),
};

type DatabaseSettings = z.infer<z.ZodObject<typeof databaseVariables>>;

/** All waits are shares of the longest statement. */
export function readLimits(settings: DatabaseSettings): DatabaseLimits {
  const { DATABASE_POOL_SIZE: poolSize, DATABASE_STATEMENT_TIMEOUT_MS: longestMs } = settings;
  const scaled = (ms: number) => Math.round((ms * longestMs) / DEFAULT_LIMITS.statementTimeoutMs);
  return {
    ...DEFAULT_LIMITS,
    poolSize,
    waitTimeoutMs: scaled(DEFAULT_LIMITS.waitTimeoutMs),
    lockTimeoutMs: scaled(DEFAULT_LIMITS.lockTimeoutMs),
    statementTimeoutMs: longestMs,
    idleTransactionTimeoutMs: scaled(DEFAULT_LIMITS.idleTransactionTimeoutMs),
    answerTimeoutMs: scaled(DEFAULT_LIMITS.answerTimeoutMs),
  };
}

export function readPooler(settings: DatabaseSettings): Pooler | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = settings;
  if (direct !== undefined && url === undefined) {
    throw new BadSettings(['DATABASE_DIRECT_URL: has no effect without DATABASE_URL; set both']);
  }
  if (direct === undefined || url === undefined || direct === url) return undefined;
  return { connection: { connectionString: url } };
}
