import type { Secrets } from '#server/base/secrets.ts';
import type { Database, Query } from '#server/db/database.ts';
import { findUnreadableFileKeys } from '#server/platform/files/file-keys.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { VerifierKey } from '#server/platform/sealed-log/signing-key.ts';
import { findWrongNumbers } from './account-numbers.ts';
import { findBrokenLinks } from './audit.ts';
import { authorityInvariants } from './authority-invariants.ts';
import { automaticInvariants } from './automatic-invariants.ts';
import { dashboardInvariants } from './dashboard-invariants.ts';
import { findDamagedFiles } from './files.ts';
import { type Invariant, invariants } from './invariants.ts';
import { paymentInvariants } from './payment-invariants.ts';
import { findHeadProblems, findSealProblems, readKeys } from './sealed-log.ts';
import { statementInvariants } from './statement-invariants.ts';

export interface Verdict {
  title: string;
  /** The first rows that violate it, with the database's column names. */
  offenders: object[];
}

const MAX_OFFENDERS = 20;

const allInvariants = [
  ...invariants,
  ...dashboardInvariants,
  ...authorityInvariants,
  ...statementInvariants,
  ...paymentInvariants,
  ...automaticInvariants,
];

/** A signed head that was stored outside the database. Without `keys`, the registered keys are trusted. */
export interface PinnedHead {
  note: string;
  keys?: readonly VerifierKey[] | undefined;
}

/**
 * Checks every invariant of money and of the audit log over the whole database. Yields one verdict per invariant. All
 * checks use one snapshot, so servers can keep running. `head` is compared with the audit log too.
 */
export async function* verifyDatabase(
  db: Database,
  { head }: { head?: PinnedHead | undefined } = {},
): AsyncGenerator<Verdict> {
  const client = await db.background.pool.connect();
  const query: Query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  try {
    await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    yield* verifySnapshot(query, db.secrets);
    if (head) yield await verifyHead(query, head);
    await query('COMMIT');
  } finally {
    // Closes the connection, because a failure may have left the session in any state.
    client.release(true);
  }
}

/** Checks what one transaction sees of the database: every invariant, the audit chains and their seal. */
export async function* verifySnapshot(query: Query, secrets: Secrets): AsyncGenerator<Verdict> {
  yield* verifyInvariants(query, secrets);
  yield { title: 'The audit chains are whole', offenders: await firstOf(findBrokenLinks(query)) };
  yield await verifySeal(query, { ofContent: true });
}

export async function* verifyInvariants(query: Query, secrets: Secrets): AsyncGenerator<Verdict> {
  for (const invariant of allInvariants) {
    yield await check(query, invariant);
  }
  yield {
    title: 'Every sealed account number can be read, and is the recorded one',
    offenders: await firstOf(findWrongNumbers(query, secrets)),
  };
  yield {
    title: 'The key of every encrypted file can be read',
    offenders: await firstOf(findUnreadableFileKeys(query, secrets)),
  };
}

/** Checks that the audit log is as its Merkle tree and its signed heads say. */
export async function verifySeal(query: Query, options: { ofContent: boolean }): Promise<Verdict> {
  const offenders = await firstOf(findSealProblems(query, options));
  return { title: 'The audit log is as it was sealed and signed', offenders };
}

async function verifyHead(query: Query, { note, keys }: PinnedHead): Promise<Verdict> {
  const trusted = keys ?? (await readKeys(query));
  const offenders = await firstOf(findHeadProblems(query, { note, keys: trusted }));
  return { title: 'The audit log has not changed since the given head was signed', offenders };
}

/** Checks that every file with a row is in the store and has the row's SHA-256. Throws StoreOutage. */
export async function verifyFiles(
  query: Query,
  files: Pick<FileStore, 'get'>,
  pace?: { loadFactor: number; signal: AbortSignal },
): Promise<Verdict> {
  const offenders = await firstOf(findDamagedFiles(query, files, pace));
  return { title: 'Every stored file is there, with the checksum of its row', offenders };
}

async function check(query: Query, { title, sql }: Invariant): Promise<Verdict> {
  const offenders = await query(`SELECT * FROM (${sql}) AS offenders LIMIT ${MAX_OFFENDERS}`);
  return { title, offenders };
}

async function firstOf(found: AsyncGenerator<object>): Promise<object[]> {
  const offenders: object[] = [];
  for await (const one of found) {
    offenders.push(one);
    if (offenders.length === MAX_OFFENDERS) break;
  }
  return offenders;
}
