import type {
  FactorProof,
  PasskeyAnswer,
  RequestOptions,
} from '#contract/second-factors/schema.ts';
import type { SessionView } from '#contract/sessions/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError, isAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { signingKeys } from '#server/platform/auth/signing-keys.ts';
import { noteFailedLogin } from '#server/platform/commands/activity.ts';
import type { RelyingParty } from '#server/platform/http/relying-party.ts';
import { spendChallenge } from '../second-factors/challenges.ts';
import { type CountedAttempt, countIfTyped } from '../second-factors/factor-attempts.ts';
import { ownerOf, requestOptions, verifyPasskey } from '../second-factors/passkeys.ts';
import { verifyProof } from '../second-factors/second-factors.ts';
import { digestPassword, readSecondStep } from '../second-factors/second-step.ts';
import { addDevice, findDevice, findDeviceWithFactor } from './devices.ts';
import {
  getSessionView,
  type NewSession,
  type Opener,
  openSession,
  type Visitor,
} from './login.ts';
import { findUsername, hasIdentity, type LockedUser } from './sessions.queries.ts';
import { lockUsableKey } from './sign-in-links.queries.ts';

type Login = NewSession & { view: SessionView; device: string };
type Party = RelyingParty | undefined;

/** Returns what a browser needs to finish a login with a passkey. Throws SECOND_STEP_EXPIRED or PASSKEYS_UNAVAILABLE. */
export async function secondStepPasskey(
  deps: Deps,
  { challenge, party }: { challenge: string; party: Party },
): Promise<RequestOptions> {
  const step = await readSecondStep(deps, challenge);
  if (!step) throw appError('SECOND_STEP_EXPIRED');
  const { userId } = step;
  return requestOptions(deps, { userId, purpose: 'present', subject: challenge, party });
}

/**
 * Finishes a login with a second factor. A wrong one is recorded as a failed login. Throws SECOND_STEP_EXPIRED,
 * SECOND_FACTOR_INCORRECT or TOO_MANY_ATTEMPTS.
 */
export async function finishLogin(
  deps: Deps,
  visitor: Visitor,
  { challenge, proof, party }: { challenge: string; proof: FactorProof; party: Party },
): Promise<Login> {
  const step = await readSecondStep(deps, challenge);
  const username = step && (await findUsername(deps.db.query, step.userId));
  if (!step || username === undefined) throw appError('SECOND_STEP_EXPIRED');
  const { userId, passwordDigest, opener } = step;
  const seen = { cookie: visitor.device, username };
  const device = findDeviceWithFactor(await signingKeys(deps.db), seen);
  const person = { userId, username, ip: visitor.ip };
  let counted: CountedAttempt | undefined;
  try {
    counted = await countIfTyped(deps, { userId, device, kind: proof.kind });
    const use = await verifyProof(deps, { person, proof, subject: challenge, party });
    const check = async (tx: Tx, user: LockedUser) => {
      if (digestPassword(user.passwordHash) !== passwordDigest) {
        throw appError('SECOND_STEP_EXPIRED');
      }
      if (!(await isStillOpen(tx, userId, opener))) throw appError('SECOND_STEP_EXPIRED');
      if (!use || !(await use(tx))) throw appError('SECOND_FACTOR_INCORRECT');
      const isFirstUse = await spendChallenge(tx.query, challenge, tx.at);
      if (!isFirstUse) throw appError('SECOND_STEP_EXPIRED');
    };
    const entrant = { userId, username, secondFactor: proof.kind, opener, check };
    const login = await enter(deps, visitor, entrant);
    await counted?.reset();
    return login;
  } catch (error) {
    if (isAppError(error) && error.code === 'SECOND_FACTOR_INCORRECT')
      await counted?.fail(username);
    if (isAppError(error) && error.code !== 'SECOND_STEP_EXPIRED') noteFailedLogin(deps, person);
    throw error;
  }
}

/** Whether the key whose link began the login can still be used, or the account at the provider is still linked. */
async function isStillOpen({ query }: Tx, userId: UserId, opener: Opener | undefined) {
  if (!opener) return true;
  return opener.by === 'link' ? lockUsableKey(query, opener.apiKeyId) : hasIdentity(query, userId);
}

/** Returns what a browser needs to sign in with a passkey alone. Throws PASSKEYS_UNAVAILABLE. */
export async function beginPasskeyLogin(deps: Deps, party: Party): Promise<RequestOptions> {
  return requestOptions(deps, { purpose: 'signIn', subject: '', party });
}

/** Signs in with a passkey alone, which is two factors: the device, and what unlocks it. Throws PASSKEY_REFUSED. */
export async function loginWithPasskey(
  deps: Deps,
  visitor: Visitor,
  { answer, party }: { answer: PasskeyAnswer; party: Party },
): Promise<Login> {
  const userId = ownerOf(answer);
  const username = userId && (await findUsername(deps.db.query, userId));
  if (!userId || username === undefined) throw appError('PASSKEY_REFUSED');
  const use = await verifyPasskey(deps, {
    ...{ userId, purpose: 'signIn', subject: '', party, answer },
  });
  const check = async (tx: Tx) => {
    if (!use || !(await use(tx))) throw appError('PASSKEY_REFUSED');
  };
  try {
    return await enter(deps, visitor, { userId, username, secondFactor: 'passkey', check });
  } catch (error) {
    if (!isAppError(error)) throw error;
    noteFailedLogin(deps, { username, ip: visitor.ip });
    // The same error for an inactive user as for a wrong passkey.
    throw appError('PASSKEY_REFUSED');
  }
}

/** The device is known then: the next login from it is not limited by attempts from elsewhere. */
async function enter(
  deps: Deps,
  visitor: Visitor,
  entrant: Omit<Parameters<typeof openSession>[2], 'isKnown'>,
): Promise<Login> {
  const keys = await signingKeys(deps.db);
  const { userId, username } = entrant;
  const seen = { cookie: visitor.device, username };
  const isKnown = findDevice(keys, seen) !== undefined;
  const session = await openSession(deps, visitor, { ...entrant, isKnown });
  const view = await getSessionView(deps, userId, session.id);
  return { ...session, view, device: addDevice(keys, seen, 'factor') };
}
