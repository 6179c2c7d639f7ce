import type { AuthenticatorTransport, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { MAX_PASSKEYS } from '#contract/second-factors/rules.ts';
import type {
  CreationOptions,
  Passkey,
  PasskeyAnswer,
  PasskeyCreation,
  RequestOptions,
} from '#contract/second-factors/schema.ts';
import { userId as anyUserId, type UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { RelyingParty } from '#server/platform/http/relying-party.ts';
import { createChallenge, type Purpose, readChallenge, spendChallenge } from './challenges.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listOwnPasskeys,
  recordUse,
  renamePasskey,
  type StoredPasskey,
  selectPasskeys,
} from './passkeys.queries.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;
type Party = RelyingParty | undefined;

/** Loaded with the first passkey: its 300 files would be a tenth of the server's start. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Returns what a browser needs to create a passkey. Throws PASSKEYS_UNAVAILABLE. */
export async function creationOptions(
  deps: Needs,
  {
    userId,
    username,
    product,
    subject,
    party,
  }: { userId: UserId; username: string; product: string; subject: string; party: Party },
): Promise<CreationOptions> {
  const { id: rpID } = requireParty(party);
  const known = await selectPasskeys(deps.db.query, userId);
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    ...{ rpID, rpName: product, userName: username, userDisplayName: username },
    userID: new TextEncoder().encode(userId),
    challenge: await createChallenge(deps, { purpose: 'register', subject }),
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns what a browser needs to use one of a person's passkeys, or without `userId` any passkey of this wallet. */
export async function requestOptions(
  deps: Needs,
  {
    userId,
    purpose,
    subject,
    party,
  }: { userId?: UserId; purpose: Purpose; subject: string; party: Party },
): Promise<RequestOptions> {
  const { id: rpID } = requireParty(party);
  const known = userId ? await selectPasskeys(deps.db.query, userId) : undefined;
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID,
    challenge: await createChallenge(deps, { purpose, subject }),
    userVerification: 'required',
    ...(known && { allowCredentials: known.map(toDescriptor) }),
  });
}

/** Verifies a new passkey. Throws PASSKEY_REFUSED. The returned function stores it in a transaction. */
export async function verifyNewPasskey(
  deps: Needs,
  { subject, party, creation }: { subject: string; party: Party; creation: PasskeyCreation },
): Promise<(tx: Tx, owner: { userId: UserId; name: string }) => Promise<void>> {
  const { id: expectedRPID, origin: expectedOrigin } = requireParty(party);
  const seen = watchChallenge(deps, { purpose: 'register', subject });
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...creation,
      response: { ...creation.response, transports: toTransports(creation.response.transports) },
      clientExtensionResults: {},
    },
    ...{ expectedRPID, expectedOrigin, requireUserVerification: true },
    expectedChallenge: seen.isExpected,
  }).catch(refuse);
  if (!registrationInfo) throw appError('PASSKEY_REFUSED');
  return async (tx, { userId, name }) => {
    const known = await selectPasskeys(tx.query, userId);
    if (known.length >= MAX_PASSKEYS) throw appError('TOO_MANY_PASSKEYS', { limit: MAX_PASSKEYS });
    if (!(await spendChallenge(tx.query, seen.challenge, tx.at))) throw appError('PASSKEY_REFUSED');
    store(tx, { userId, name, info: registrationInfo });
  };
}

function store(
  tx: Tx,
  {
    userId,
    name,
    info: { credential, credentialDeviceType, credentialBackedUp },
  }: {
    userId: UserId;
    name: string;
    info: NonNullable<VerifiedRegistrationResponse['registrationInfo']>;
  },
): void {
  insertPasskey(tx, {
    ...{ userId, id: newId(), name, createdAt: tx.at, lastUsedAt: null },
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: (credential.transports ?? []).join(' '),
    isSyncable: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  });
}

/**
 * Verifies that a passkey of a person signed a challenge. Returns undefined if not. The returned function records the use
 * in a transaction; it returns false if the challenge was used before, or the passkey was removed.
 */
export async function verifyPasskey(
  deps: Needs,
  {
    userId,
    purpose,
    subject,
    party,
    answer,
  }: { userId: UserId; purpose: Purpose; subject: string; party: Party; answer: PasskeyAnswer },
): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
  if (!party) return undefined;
  const credentialId = Buffer.from(answer.id, 'base64url');
  const stored = await findPasskey(deps.db.query, { userId, credentialId });
  if (!stored) return undefined;
  const seen = watchChallenge(deps, { purpose, subject });
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(stored.publicKey),
      counter: stored.signCount,
      transports: toTransports(stored.transports.split(' ')),
    },
    ...{ expectedRPID: party.id, expectedOrigin: party.origin, requireUserVerification: true },
    expectedChallenge: seen.isExpected,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return undefined;
  const { newCounter: signCount, credentialBackedUp: isBackedUp } = authenticationInfo;
  return async (tx) =>
    (await spendChallenge(tx.query, seen.challenge, tx.at)) &&
    recordUse(tx.query, { userId, id: stored.id, signCount, isBackedUp, at: tx.at });
}

/** Returns the user whom a passkey names as its owner, which its signature does not prove. */
export function ownerOf({ response }: PasskeyAnswer): UserId | undefined {
  const named = Buffer.from(response.userHandle ?? '', 'base64url').toString();
  return anyUserId.safeParse(named).data;
}

export async function listPasskeys(query: Query, userId: UserId): Promise<Passkey[]> {
  return listOwnPasskeys(query, userId);
}

/** Throws PASSKEY_NOT_FOUND. */
export async function changePasskeyName(
  tx: Tx,
  passkey: { userId: UserId; id: string; name: string },
): Promise<void> {
  if (!(await renamePasskey(tx.query, passkey))) throw appError('PASSKEY_NOT_FOUND');
}

/** Throws PASSKEY_NOT_FOUND. */
export async function removePasskey(
  tx: Tx,
  passkey: { userId: UserId; id: string },
): Promise<void> {
  if (!(await deletePasskey(tx.query, passkey))) throw appError('PASSKEY_NOT_FOUND');
}

/** Remembers the challenge that was signed, if it is one of ours. */
function watchChallenge(deps: Needs, expected: { purpose: Purpose; subject: string }) {
  const seen = {
    challenge: '',
    isExpected: async (signed: string): Promise<boolean> => {
      seen.challenge = Buffer.from(signed, 'base64url').toString();
      const { purpose, subject } = expected;
      return (await readChallenge(deps, { purpose, challenge: seen.challenge })) === subject;
    },
  };
  return seen;
}

function requireParty(party: Party): RelyingParty {
  if (!party) throw appError('PASSKEYS_UNAVAILABLE');
  return party;
}

/** The library throws for every kind of a wrong response. */
function refuse(): never {
  throw appError('PASSKEY_REFUSED');
}

const TRANSPORTS: readonly AuthenticatorTransport[] = [
  ...(['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const),
];

function toTransports(names: readonly string[] = []): AuthenticatorTransport[] {
  return TRANSPORTS.filter((transport) => names.includes(transport));
}

function toDescriptor({ credentialId, transports }: StoredPasskey) {
  return {
    id: credentialId.toString('base64url'),
    transports: toTransports(transports.split(' ')),
  };
}
