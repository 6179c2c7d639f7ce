import { Secret, TOTP } from 'otpauth';
import { parseTotpCode, TOTP_DIGITS } from '#contract/second-factors/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { keyIdOf, type Secrets } from '#server/base/secrets.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import {
  confirmPending,
  deleteAuthenticator,
  findAuthenticator,
  insertPending,
  recordStep,
  replaceSecret,
  type StoredAuthenticator,
  selectSecrets,
} from './authenticators.queries.ts';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A code is valid one step before and after its own, for clocks that differ. */
const WINDOW = 1;
/** A setup that was not confirmed expires after this time. */
const SETUP_MS = 60 * 60_000;

/** Returns whether secrets can be stored: they are never stored unencrypted. */
export function canSealSecrets(secrets: Secrets): boolean {
  return secrets.currentKeyId !== undefined && !secrets.isLocked;
}

/** Creates the secret of a new authenticator app, which has no effect until `confirmFirstCode`. */
export async function createPending(
  tx: Tx,
  { userId, username, product }: { userId: UserId; username: string; product: string },
): Promise<{ secret: string; uri: string }> {
  if (!canSealSecrets(tx.secrets)) throw appError('AUTHENTICATORS_UNAVAILABLE');
  const { base32 } = new Secret({ size: SECRET_BYTES });
  const row = { userId, id: newId() };
  await deleteAuthenticator(tx.query, userId, 'pending');
  insertPending(tx, { ...row, secret: sealSecret(tx.secrets, base32, row) });
  const uri = toTotp(base32, { issuer: product, label: username }).toString();
  return { secret: base32, uri };
}

/** Activates the pending authenticator app in place of an earlier one. Throws AUTHENTICATOR_NOT_FOUND. */
export async function confirmFirstCode(tx: Tx, userId: UserId, typed: string): Promise<boolean> {
  const pending = await findAuthenticator(tx.query, userId, 'pending');
  if (!pending || tx.at.getTime() - pending.createdAt.getTime() > SETUP_MS) {
    throw appError('AUTHENTICATOR_NOT_FOUND');
  }
  const step = stepOf(tx, { userId, stored: pending, typed });
  if (step === undefined) return false;
  await deleteAuthenticator(tx.query, userId, 'confirmed');
  await confirmPending(tx.query, { userId, id: pending.id, step, at: tx.at });
  return true;
}

/** Returns whether a code is valid and was not used. It cannot be used again then. */
export async function spendTotpCode(tx: Tx, userId: UserId, typed: string): Promise<boolean> {
  const stored = await findAuthenticator(tx.query, userId, 'confirmed');
  const step = stored && stepOf(tx, { userId, stored, typed });
  if (!stored || step === undefined) return false;
  return recordStep(tx.query, { userId, id: stored.id, step, at: tx.at });
}

export async function removeAuthenticator(tx: Tx, userId: UserId): Promise<void> {
  const isRemoved = await deleteAuthenticator(tx.query, userId, 'confirmed');
  if (!isRemoved) throw appError('AUTHENTICATOR_NOT_FOUND');
}

export async function getAuthenticator(
  query: Query,
  userId: UserId,
): Promise<{ createdAt: Date; lastUsedAt: Date | null } | null> {
  const stored = await findAuthenticator(query, userId, 'confirmed');
  return stored ? { createdAt: stored.createdAt, lastUsedAt: stored.lastUsedAt } : null;
}

/** Returns the number of the step that a code is of. Throws UNAVAILABLE if the server lacks the key of the secret. */
function stepOf(
  { secrets, at }: Tx,
  { userId, stored, typed }: { userId: UserId; stored: StoredAuthenticator; typed: string },
): number | undefined {
  const token = parseTotpCode(typed);
  if (token === undefined) return undefined;
  const secret = openSecret(secrets, stored.secret, { userId, id: stored.id });
  if (secret === undefined) throw appError('UNAVAILABLE');
  const totp = toTotp(secret);
  const timestamp = at.getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

function toTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

interface Row {
  userId: string;
  id: string;
}

const placeOf = ({ userId, id }: Row) => `authenticators/${userId}/${id}`;

function sealSecret(secrets: Secrets, secret: string, row: Row): Sealed {
  return secrets.seal(secret, placeOf(row)) as unknown as Sealed; // The only place that makes stored secrets.
}

function openSecret(secrets: Secrets, stored: Sealed, row: Row): string | undefined {
  return secrets.open(textOf(stored), placeOf(row));
}

function textOf(stored: Sealed): string {
  return stored as unknown as string; // A text of the database.
}

const BATCH_ROWS = 500;
const START = '00000000-0000-0000-0000-000000000000';

/** Seals every secret with the current key. Returns how many were sealed, changed meanwhile, or could not be read. */
export async function resealSecrets(
  { query, secrets }: { query: Query; secrets: Secrets },
  signal: AbortSignal,
): Promise<{ sealed: number; left: number; unreadable: number }> {
  const total = { sealed: 0, left: 0, unreadable: 0 };
  for (let after: Row | undefined = { userId: START, id: START }; after; ) {
    signal.throwIfAborted();
    const rows = await selectSecrets(query, after, BATCH_ROWS);
    for (const { userId, id, secret: before } of rows) {
      if (keyIdOf(textOf(before)) === secrets.currentKeyId) continue;
      const text = openSecret(secrets, before, { userId, id });
      if (text === undefined) total.unreadable += 1;
      else {
        const secret = sealSecret(secrets, text, { userId, id });
        const isReplaced = await replaceSecret(query, { userId, id, secret, before });
        total[isReplaced ? 'sealed' : 'left'] += 1;
      }
    }
    after = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  }
  return total;
}
