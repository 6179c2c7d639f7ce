import { randomBytes } from 'node:crypto';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE, DEFAULT_USERNAMES } from '#contract/shared/enums.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/database.ts';
import { users } from '../db/schema/users.ts';
import {
  computed,
  countOf,
  type Expression,
  type Selected,
  select,
  text,
  time,
  word,
} from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { openWallets } from '../ledger/wallets.ts';
import { digestPasswordHash, hashPasswords } from '../platform/auth/password.ts';
import { type AuditEntry, recordAudit } from '../platform/commands/audit.ts';
import { MAX_TYPED_PASSWORD } from './read.ts';
import { insertRows, remember } from './rows.ts';
import { progressOf, readRows, type Staging } from './staging.ts';
import { readId } from './values.ts';

const USERS_PER_BATCH = 64;

const profile: Expression<Record<string, string | null> | null> = { sql: 'to_jsonb(p)' };
const newcomerColumns = computed({
  id: text('u.id'),
  name: text('u.name'),
  role: word(users.role.enumValues, 'u.role'),
  status: word(users.status.enumValues, 'u.status'),
  createdAt: time('u.created_at'),
  profile,
});
type Newcomer = Selected<typeof newcomerColumns>;
const wantedName = computed({ name: text('wanted.name') });
const oldAndNewId = computed({ oldId: text('old.id'), newId: text('old.new_id') });

/** SQL for a prefix of a text's hash, identical in every run. */
const shortHash = (text: string, length: number) =>
  `left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), ${length})`;

/**
 * Decides which users are imported, and under which username. If names differ only in case, the oldest user keeps the
 * name. The others, and users with invalid names, get a name derived from their former id.
 */
export async function planUsers(
  { query, findings }: Staging,
  administrators: string[],
): Promise<void> {
  await demoteUnlessNamed(query, administrators);
  await query(
    `UPDATE old_users AS old SET new_id = came.new_id, comes = u.id IS NOT NULL, is_merged = false, name = coalesce(u.username, old.name)
     FROM imported_rows AS came LEFT JOIN users AS u ON u.id = came.new_id AND u.deleted_at IS NULL
     WHERE came.kind = 'user' AND came.old_id = old.id`,
  );
  await findings.addFrom(
    'deleted-here',
    'users',
    'SELECT id, username AS detail FROM old_users WHERE NOT comes',
  );
  await mergeDefaultAccounts(query);
  await query('UPDATE old_users SET comes = true, is_merged = false WHERE comes IS NULL');
  const [short, long] = [6, 24].map((length) => shortHash('old.id', length));
  const base = "left(coalesce(old.name::text, 'user'), 50)";
  for (const name of [`${base} || '-' || ${short}`, `'user-' || ${long}`])
    await renameTaken(query, name);
  await findings.addFrom(
    'username-changed',
    'users',
    `SELECT id, left(username, 80) || ' is ' || name AS detail FROM old_users
     WHERE comes AND NOT is_merged AND name::text <> username ORDER BY created_at, id`,
  );
  await findings.addFrom(
    'default-account',
    'users',
    'SELECT id, username AS detail FROM old_users WHERE is_merged',
  );
  await sayRowsOfNobody(findings);
}

/**
 * Makes former administrators ordinary users unless they are named. Throws Error if a name is not that of a former
 * administrator.
 */
async function demoteUnlessNamed(query: Staging['query'], names: string[]): Promise<void> {
  const statement = `SELECT ${wantedName.sql} FROM unnest($1::text[]) AS wanted (name) WHERE NOT EXISTS (
      SELECT FROM old_users AS old WHERE old.role = 'admin' AND lower(old.username) = lower(wanted.name))`;
  const unknown = await select(query, wantedName, statement, [names]);
  if (unknown.length > 0) {
    const listed = unknown.map(({ name }) => name).join(', ');
    throw new Error(`--administrators: no administrator of the former system is named ${listed}.`);
  }
  await query(
    `UPDATE old_users SET role = 'user' WHERE role = 'admin'
     AND lower(username) NOT IN (SELECT lower(wanted.name) FROM unnest($1::text[]) AS wanted (name))`,
    [names],
  );
}

/** Merges the oldest user with a default account's name into it, unless one was merged before. */
async function mergeDefaultAccounts(query: Staging['query']): Promise<void> {
  await query(
    `UPDATE old_users AS old SET new_id = u.id, comes = true, is_merged = true
     FROM (SELECT DISTINCT ON (name) name, id FROM old_users
           WHERE name = ANY ($1::citext[]) AND comes IS NULL ORDER BY name, created_at, id) AS first
     JOIN users AS u ON u.username = first.name
     WHERE old.id = first.id AND NOT EXISTS (
       SELECT FROM imported_rows AS came WHERE came.kind = 'user' AND came.new_id = u.id)`,
    [DEFAULT_USERNAMES],
  );
  await query(
    `UPDATE old_users AS old SET is_merged = true FROM users AS u
     WHERE u.id = old.new_id AND u.username = ANY ($1::citext[]) AND EXISTS (
       SELECT FROM audit_log WHERE chain_id = u.id::text AND action = 'user.create')`,
    [DEFAULT_USERNAMES],
  );
}

async function renameTaken(query: Staging['query'], name: string): Promise<void> {
  await query(
    `UPDATE old_users AS old SET name = ${name}
     FROM (SELECT id, row_number() OVER (PARTITION BY name ORDER BY new_id IS NULL, created_at, id) AS place
           FROM old_users WHERE comes) AS placed
     WHERE placed.id = old.id AND old.new_id IS NULL AND (old.name IS NULL OR placed.place > 1
       OR EXISTS (SELECT FROM users WHERE username = old.name))`,
  );
}

async function sayRowsOfNobody(findings: Staging['findings']): Promise<void> {
  const owned = {
    user_profiles: ['old_profiles', 'id'],
    wallet_balances: ['old_balances', 'id'],
    bank_accounts: ['old_accounts', 'user_id'],
    transactions: ['old_transactions', 'user_id'],
    notifications: ['old_notifications', 'user_id'],
  } as const;
  for (const [table, [staged, owner]] of Object.entries(owned))
    await findings.addFrom(
      'user-missing',
      table,
      `SELECT row.id, 'user ' || coalesce(row.${owner}, 'missing') AS detail FROM ${staged} AS row
       WHERE NOT EXISTS (SELECT FROM old_users AS u WHERE u.id = row.${owner}) ORDER BY 1`,
    );
}

/** Imports new users with their profiles and empty wallets, in batches. Passwords are hashed here and never stored. */
export async function importUsers(deps: Deps, staging: Staging): Promise<number> {
  const { query } = staging;
  await rememberMerged(deps, query);
  const total = await countOf(query, 'old_users WHERE comes AND new_id IS NULL');
  if (total === 0) return 0;
  const progress = progressOf(staging, 'people', total);
  const columns = { id: 1000, password: MAX_TYPED_PASSWORD + 1 };
  let batch = new Map<string, string>();
  const bring = async () => {
    progress(await importBatch(deps, query, batch));
    batch = new Map();
  };
  for await (const row of readRows(staging, 'users', columns)) {
    const id = readId(row.id);
    if (id === undefined || batch.has(id)) continue;
    batch.set(id, row.password ?? '');
    if (batch.size >= USERS_PER_BATCH) await bring();
  }
  await bring();
  return total;
}

async function rememberMerged({ db }: Deps, query: Staging['query']): Promise<void> {
  const statement = `SELECT ${oldAndNewId.sql} FROM old_users AS old WHERE is_merged AND NOT EXISTS (
      SELECT FROM imported_rows AS came WHERE came.kind = 'user' AND came.old_id = old.id)`;
  const merged = await select(query, oldAndNewId, statement);
  await db.transaction(async (tx) => remember(tx, 'user', merged));
}

/** Returns the number of new users. */
async function importBatch(
  { db }: Deps,
  query: Staging['query'],
  passwords: ReadonlyMap<string, string>,
): Promise<number> {
  const statement = `SELECT ${newcomerColumns.sql}
    FROM old_users AS u LEFT JOIN old_profiles AS p ON p.id = u.id
    WHERE u.id = ANY ($1::text[]) AND u.comes AND u.new_id IS NULL ORDER BY u.created_at, u.id`;
  const newcomers = await select(query, newcomerColumns, statement, [[...passwords.keys()]]);
  if (newcomers.length === 0) return 0;
  const hashes = await hashPasswords(
    newcomers.map(({ id, name }) => passwordOf(name, passwords.get(id))),
  );
  const rows = newcomers.map((newcomer, n) => ({
    ...newcomer,
    newId: newId() as UserId,
    hash: hashes[n] ?? '',
  }));
  await db.transaction((tx) => insertPeople(tx, rows));
  await query(
    `UPDATE old_users SET new_id = came.new_id FROM unnest($1::text[], $2::uuid[]) AS came (id, new_id)
     WHERE old_users.id = came.id`,
    [rows.map(({ id }) => id), rows.map((row) => row.newId)],
  );
  return rows.length;
}

/** Returns a random password if the user has none, or for default accounts, whose password may be public. */
function passwordOf(name: string, password = ''): string {
  const isDefault = DEFAULT_USERNAMES.some((known) => known === name.toLowerCase());
  const isUsable = password !== '' && password.length <= MAX_TYPED_PASSWORD && !isDefault;
  return isUsable ? password : randomBytes(32).toString('base64url');
}

async function insertPeople(
  tx: Tx,
  rows: (Newcomer & { newId: UserId; hash: string })[],
): Promise<void> {
  await insertRows(
    tx,
    'users',
    rows.map(({ newId, name, hash, role, status, createdAt }) => ({
      id: newId,
      username: name,
      password_hash: hash,
      role,
      status,
      created_at: createdAt,
    })),
  );
  const profiles = rows.flatMap(({ newId, profile }) => {
    if (!profile) return [];
    const { id: _, ...said } = profile;
    return [{ user_id: newId, ...said, updated_at: tx.at }];
  });
  await insertRows(tx, 'user_profiles', profiles);
  openWallets(
    tx,
    rows.map((row) => row.newId),
  );
  const entries = rows.map(
    ({ newId, role, status, hash }): AuditEntry => ({
      chainId: newId,
      action: 'user.import',
      entity: 'user',
      entityId: newId,
      before: null,
      after: { role, status, passwordSha256: digestPasswordHash(hash) },
    }),
  );
  await recordAudit(tx, { actor: COMMAND_LINE, entries });
  const came = rows.map(({ id, newId }) => ({ oldId: id, newId }));
  remember(tx, 'user', came);
}
