import { randomBytes } from 'node:crypto';
import type { UserId } from '#contract/shared/base.ts';
import type { Role } from '#contract/shared/enums.ts';
import { newId } from '#server/base/ids.ts';
import type { Deps } from '#server/deps/deps.ts';
import {
  digestPasswordHash,
  hashPassword,
  verifyPassword,
} from '#server/platform/auth/password.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import type { Config } from '#server/platform/config/config.ts';
import {
  areWellKnownPasswordsAllowed,
  type DefaultUsername,
  WELL_KNOWN_PASSWORDS,
} from '#server/platform/config/default-passwords.ts';
import { suspendApiKeysOf } from '../api-keys/api-keys.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import {
  findPasswordHash,
  findUserIdByName,
  hasPersonChosenPassword,
  insertFirstLists,
  updateUser,
} from './users.queries.ts';
import { addUser, type NewUser } from './users.ts';

/** A default account and the origin of its password; `password` is set only if it may be shown now. */
export interface DefaultAccount {
  username: string;
  password: string | undefined;
  origin: 'environment' | 'default' | 'random' | 'earlier';
}

const defaults = [
  { username: 'admin', role: 'admin' },
  { username: 'demo', role: 'user' },
] as const satisfies { username: DefaultUsername; role: Role }[];
type Default = (typeof defaults)[number];

/**
 * Creates missing default accounts, banks and sources. Passwords are those of the environment. Otherwise they are
 * well-known ones if only this machine can reach the server, and random ones if not.
 */
export async function seedDefaults(deps: Deps): Promise<DefaultAccount[]> {
  const accounts: DefaultAccount[] = [];
  for (const account of defaults) accounts.push(...(await seedAccount(deps, account)));
  await seedLists(deps);
  return accounts;
}

async function seedAccount(deps: Deps, { username, role }: Default): Promise<DefaultAccount[]> {
  const existing = await findUserIdByName(deps.db.query, username);
  if (existing) return [await secureAccount(deps, existing, username)];
  if (username === 'demo' && !deps.config.seedDemo) return [];
  const { password, origin } = choosePassword(deps.config, username);
  await createUser(deps, { username, password, role });
  return [{ username, password, origin }];
}

/** Creates a user on behalf of the system. Throws USERNAME_TAKEN. */
export async function createUser(deps: Deps, { password, ...user }: NewUser): Promise<UserId> {
  const passwordHash = await hashPassword(password);
  return deps.db.transaction((tx) => addUser(tx, { actor: 'system', ...user, passwordHash }));
}

function choosePassword(config: Config, username: DefaultUsername) {
  const configured = username === 'admin' ? config.adminPassword : config.demoPassword;
  if (configured !== undefined) return { password: configured, origin: 'environment' } as const;
  if (areWellKnownPasswordsAllowed(config))
    return { password: WELL_KNOWN_PASSWORDS[username], origin: 'default' } as const;
  return { password: randomBytes(18).toString('base64url'), origin: 'random' } as const;
}

/**
 * Replaces the password of an existing default account if it is well-known and other machines can reach the server.
 * Also replaces one that no person chose if the environment has a new one.
 */
async function secureAccount(
  deps: Deps,
  userId: UserId,
  username: DefaultUsername,
): Promise<DefaultAccount> {
  const kept: DefaultAccount = { username, password: undefined, origin: 'earlier' };
  const { password, origin } = choosePassword(deps.config, username);
  const hash = await findPasswordHash(deps.db.query, userId);
  const isWellKnown = await verifyPassword(hash, WELL_KNOWN_PASSWORDS[username]);
  const isDue =
    isWellKnown ||
    (origin === 'environment' && !(await hasPersonChosenPassword(deps.db.query, userId)));
  if (!isDue || (await verifyPassword(hash, password))) return kept;
  if (origin === 'random')
    deps.log.warn(
      { username },
      'seed: replaced a well-known password, because other machines can reach this server',
    );
  await replacePassword(deps, { userId, username, password });
  return { username, password, origin };
}

async function replacePassword(
  deps: Deps,
  { userId, username, password }: { userId: UserId; username: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    await updateUser(tx.orm, userId, { passwordHash, mustChangePassword: false });
    await endSessionsOfUser(tx, { userId, reason: 'password_changed' });
    const entry = {
      chainId: userId,
      entity: 'user',
      entityId: userId,
      action: 'user.password',
    } as const;
    const after = { passwordSha256: digestPasswordHash(passwordHash) };
    const entries = [{ ...entry, before: null, after }];
    await recordAudit(tx, { actor: 'system', entries });
    await suspendApiKeysOf(tx, { actor: 'system', userId, username, reason: 'password_reset' });
  });
}

/** Banks with the four letters that begin their IFSC (RBI's list of NEFT members). */
const bankList = [
  { name: 'Axis Bank', code: 'UTIB' },
  { name: 'Bank of Baroda', code: 'BARB' },
  { name: 'Bank of India', code: 'BKID' },
  { name: 'Canara Bank', code: 'CNRB' },
  { name: 'Federal Bank', code: 'FDRL' },
  { name: 'HDFC Bank', code: 'HDFC' },
  { name: 'ICICI Bank', code: 'ICIC' },
  { name: 'IDFC FIRST Bank', code: 'IDFB' },
  { name: 'Indian Bank', code: 'IDIB' },
  { name: 'IndusInd Bank', code: 'INDB' },
  { name: 'Kotak Mahindra Bank', code: 'KKBK' },
  { name: 'Punjab National Bank', code: 'PUNB' },
  { name: 'State Bank of India', code: 'SBIN' },
  { name: 'Union Bank of India', code: 'UBIN' },
];
const sourceList = ['Website', 'Agent', 'Referral'];

async function seedLists(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const createdAt = tx.at;
    const banks = bankList.map((bank) => ({ ...bank, id: newId(), createdAt }));
    const sources = sourceList.map((name) => ({ id: newId(), name, createdAt }));
    await insertFirstLists(tx.orm, { banks, sources });
  });
}
