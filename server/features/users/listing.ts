import type { UserId } from '#contract/base.ts';
import { emailPlaceholder } from '#contract/rules.ts';
import type { UserDetails, UserRow } from '#contract/users.ts';
import { fromCursor, NEWEST, type Position, toCursor, toPage } from '#server/lib/cursor.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { MAX_GATHERED, MIN_INDEXED_TERM, scanForPage } from '#server/lib/search.ts';
import {
  countUsers,
  findListedUser,
  gatherUsers,
  type ListedUser,
  scanUsers,
  selectUsers,
} from './listing-queries.ts';
import { isDefaultUsername } from './service.ts';

interface UserPage {
  rows: UserRow[];
  nextCursor: string | undefined;
  total: number;
  totalIsExact: boolean;
}
interface Wanted {
  after: Position;
  limit: number;
}

/** A page of users, newest first, whose name, username or e-mail address contains the term. */
export async function listUsers(
  deps: Deps,
  input: { search: string; cursor?: string | undefined; limit: number },
): Promise<UserPage> {
  const wanted = { after: fromCursor(input.cursor) ?? NEWEST, limit: input.limit };
  if (input.search === '') return listAll(deps, wanted);
  if (input.search.length < MIN_INDEXED_TERM) return listScanned(deps, wanted, input.search);
  const ids = await gatherUsers(deps.db.query, input.search);
  if (ids.length > MAX_GATHERED) return listScanned(deps, wanted, input.search, MAX_GATHERED);
  return { ...(await selectPage(deps, wanted, ids)), total: ids.length, totalIsExact: true };
}

async function listAll(deps: Deps, wanted: Wanted): Promise<UserPage> {
  const [page, total] = await Promise.all([selectPage(deps, wanted), countUsers(deps.db.query)]);
  return { ...page, total, totalIsExact: true };
}

async function selectPage({ db }: Deps, { after, limit }: Wanted, ids?: UserId[]) {
  const rows = await selectUsers(db.query, { after, ids, limit: limit + 1 });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, rows: page.rows.map(toUserRow) };
}

async function listScanned(
  { db }: Deps,
  wanted: Wanted,
  term: string,
  atLeast = 0,
): Promise<UserPage> {
  const { found, next } = await scanForPage(wanted, (part) =>
    scanUsers(db.query, { ...part, term }),
  );
  const ids = found.map(({ id }) => id);
  const rows = await selectUsers(db.query, { after: NEWEST, ids, limit: ids.length });
  return {
    rows: rows.map(toUserRow),
    nextCursor: next && toCursor(next),
    total: Math.max(rows.length, atLeast),
    totalIsExact: wanted.after === NEWEST && !next,
  };
}

/** One user, whole. Throws USER_NOT_FOUND. */
export async function getUser({ db }: Deps, userId: UserId): Promise<UserDetails> {
  const row = await findListedUser(db.query, userId);
  if (!row) throw appError('USER_NOT_FOUND');
  const { phone, address, city, country } = row;
  return { ...toUserRow(row), phone, address, city, country };
}

function toUserRow(row: ListedUser): UserRow {
  const { id, username, role, status, balancePaise, heldPaise, avatarUrl, createdAt } = row;
  return {
    ...{ id, username, role, status, balancePaise, heldPaise, avatarUrl, createdAt },
    name: [row.firstName, row.lastName].filter(Boolean).join(' ') || username,
    email: row.email || emailPlaceholder(username),
    isDefault: isDefaultUsername(username),
  };
}
