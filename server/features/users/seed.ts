import { randomBytes } from 'node:crypto';
import type { UserId } from '#contract/base.ts';
import type { DEFAULT_USERNAMES } from '#contract/rules.ts';
import { banks, sources } from '#server/db/schema.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { isLoopback } from '#server/lib/config.ts';
import type { Deps } from '#server/lib/deps.ts';
import { newId } from '#server/lib/ids.ts';
import { hashPassword, verifyPassword } from '#server/lib/password.ts';
import { endSessionsOfUser } from '../sessions/service.ts';
import { findUserIdByName } from './queries.ts';
import { addUser, type NewUser } from './service.ts';

/** A default account; `password` only when it may be shown now, and where it is from. */
export interface DefaultAccount {
  username: string;
  password: string | undefined;
  origin: 'environment' | 'default' | 'random' | 'earlier';
}

const defaults = [
  { username: 'admin', password: 'admin123', role: 'admin' },
  { username: 'demo', password: 'demo123', role: 'user' },
] as const satisfies { username: (typeof DEFAULT_USERNAMES)[number]; [field: string]: string }[];
type Default = (typeof defaults)[number];

/**
 * Creates the default accounts and the lists a new wallet needs, where they are missing. Passwords
 * are the environment's; else well-known ones while only this machine can reach the server; else random.
 */
export async function seedDefaults(deps: Deps): Promise<DefaultAccount[]> {
  const accounts: DefaultAccount[] = [];
  for (const account of defaults) accounts.push(await seedAccount(deps, account));
  await seedLists(deps);
  return accounts;
}

async function seedAccount(deps: Deps, account: Default): Promise<DefaultAccount> {
  const { username, role } = account;
  const existing = await findUserIdByName(deps.db.query, username);
  if (existing) return secureAccount(deps, existing, account);
  const { password, origin } = choosePassword(deps, account);
  await createUser(deps, { username, password, role });
  return { username, password, origin };
}

/** Creates a user whom no administrator asked for. Throws USERNAME_TAKEN. */
export async function createUser(deps: Deps, { password, ...user }: NewUser): Promise<UserId> {
  const passwordHash = await hashPassword(password);
  return deps.db.transaction((tx) => addUser(deps, tx, { actor: 'system', ...user, passwordHash }));
}

function choosePassword(deps: Deps, { username, password }: Default) {
  const { adminPassword, demoPassword, host } = deps.config;
  const configured = username === 'admin' ? adminPassword : demoPassword;
  if (configured !== undefined) return { password: configured, origin: 'environment' } as const;
  if (isLoopback(host)) return { password, origin: 'default' } as const;
  return { password: randomBytes(12).toString('base64url'), origin: 'random' } as const;
}

/** A well-known password must not survive the server's move to an address that others can reach. */
async function secureAccount(
  deps: Deps,
  userId: UserId,
  account: Default,
): Promise<DefaultAccount> {
  const { username } = account;
  const kept: DefaultAccount = { username, password: undefined, origin: 'earlier' };
  if (isLoopback(deps.config.host)) return kept;
  const [user] = await deps.db.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [userId],
  );
  if (!(await verifyPassword(user?.hash, account.password))) return kept;
  const { password, origin } = choosePassword(deps, account);
  if (password === account.password) return kept;
  await replacePassword(deps, userId, password);
  return { username, password, origin };
}

async function replacePassword(deps: Deps, userId: UserId, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    await tx.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
    await endSessionsOfUser(deps, tx, { userId, reason: 'password_changed' });
    const entry = { chainId: userId, entity: 'user', entityId: userId, action: 'user.password' };
    const entries = [{ ...entry, before: null, after: null }];
    await recordAudit(deps, tx, { actor: 'system', entries });
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

/** Once, at the first start: deleted banks and sources keep their rows, so an empty list is a new one. */
async function seedLists(deps: Deps): Promise<void> {
  const createdAt = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if ((await tx.query('SELECT 1 FROM banks LIMIT 1')).length > 0) return;
    const bankRows = bankList.map((bank) => ({ ...bank, id: newId(), createdAt }));
    await tx.orm.insert(banks).values(bankRows);
    const sourceRows = sourceList.map((name) => ({ id: newId(), name, createdAt }));
    await tx.orm.insert(sources).values(sourceRows);
  });
}
