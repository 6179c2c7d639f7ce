import { emailPlaceholder } from '#contract/profiles/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { AccountState, UserDetails, UserRow } from '#contract/users/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import {
  fromCursor,
  NEWEST,
  type Position,
  toCursor,
  toPage,
} from '#server/platform/lists/cursor.ts';
import {
  MAX_GATHERED_USERS,
  MAX_LOOKED_UP,
  MIN_INDEXED_TERM,
  scanForPage,
} from '#server/platform/lists/search.ts';
import type { NumberTerm } from '#server/platform/secrets/number-search.ts';
import { findOpenClosure } from '../closures/closures.ts';
import { selectOtherAccess } from './end-other-access.queries.ts';
import {
  countUsers,
  countUsersIn,
  findListedUser,
  gatherUsers,
  type ListedUser,
  scanUsers,
  selectUsers,
} from './list-users.queries.ts';
import { isDefaultUsername } from './users.ts';

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

/** Returns a page of users whose name, username or e-mail address contains the term or who saved the account, newest first. */
export async function listUsers(
  deps: Deps,
  input: {
    search: string;
    account?: AccountState | undefined;
    cursor?: string | undefined;
    limit: number;
    number?: NumberTerm | undefined;
  },
): Promise<UserPage> {
  const { number } = input;
  const wanted = { after: fromCursor(input.cursor) ?? NEWEST, limit: input.limit };
  if (input.account && input.account !== 'current') return listIn(deps, wanted, input.account);
  const term = input.search;
  if (term === '') return listAll(deps, wanted);
  const scan = scanForPage(
    wanted,
    (part) => scanUsers(deps.db.query, { ...part, term, number }),
    MAX_LOOKED_UP,
  );
  if (term.length < MIN_INDEXED_TERM) return present(deps, wanted, await scan);
  const [scanned, ids] = await Promise.all([scan, gatherUsers(deps.db.query, term, number)]);
  const counted = { total: ids?.length ?? MAX_GATHERED_USERS, totalIsExact: ids !== undefined };
  // A common term fills its page from the scan.
  const isFull = scanned.found.length === wanted.limit;
  const page = ids && !isFull ? selectPage(deps, wanted, { ids }) : present(deps, wanted, scanned);
  return { ...(await page), ...counted };
}

async function listAll(deps: Deps, wanted: Wanted): Promise<UserPage> {
  const [page, total] = await Promise.all([selectPage(deps, wanted), countUsers(deps.db.query)]);
  return { ...page, total, totalIsExact: true };
}

/** Returns the accounts of a state, newest first. */
async function listIn(
  deps: Deps,
  wanted: Wanted,
  account: Exclude<AccountState, 'current'>,
): Promise<UserPage> {
  const [page, total] = await Promise.all([
    selectPage(deps, wanted, { account }),
    countUsersIn(deps.db.query, account),
  ]);
  return { ...page, total, totalIsExact: true };
}

async function selectPage(
  { db }: Deps,
  { after, limit }: Wanted,
  which: { ids?: UserId[]; account?: AccountState } = {},
) {
  const rows = await selectUsers(db.query, { after, ...which, limit: limit + 1 });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, rows: page.rows.map(toUserRow) };
}

type Scanned = Awaited<ReturnType<typeof scanForPage>>;

async function present({ db }: Deps, wanted: Wanted, { found, next }: Scanned): Promise<UserPage> {
  const ids = found.map(({ id }) => id);
  const rows = await selectUsers(db.query, { after: NEWEST, ids, limit: ids.length });
  return {
    rows: rows.map(toUserRow),
    nextCursor: next && toCursor(next),
    total: rows.length,
    totalIsExact: wanted.after === NEWEST && !next,
  };
}

export async function getUser({ db }: Deps, userId: UserId): Promise<UserDetails> {
  const row = await findListedUser(db.query, userId);
  if (!row) throw appError('USER_NOT_FOUND');
  const {
    phone,
    address,
    city,
    country,
    verificationLevel,
    verificationReason,
    secondFactorSince,
  } = row;
  const verification = { verificationLevel, verificationReason };
  const { frozenAt: at, freezeReason: reason } = row;
  const freeze = at && reason !== null ? { at, reason } : null;
  const [open, otherAccess] = await Promise.all([
    findOpenClosure(db.query, userId),
    selectOtherAccess(db.query, userId),
  ]);
  const closure = open ? { id: open.id, reason: open.reason, createdAt: open.createdAt } : null;
  const details = {
    phone,
    address,
    city,
    country,
    ...verification,
    secondFactorSince,
    otherAccess,
    freeze,
    closure,
  };
  return { ...toUserRow(row), ...details };
}

function toUserRow(row: ListedUser): UserRow {
  const { id, username, role, status, balancePaise, heldPaise, avatarUrl } = row;
  const { createdAt, deletedAt } = row;
  return {
    id,
    username,
    role,
    adminRole: role === 'admin' ? row.adminRole : null,
    status,
    balancePaise,
    heldPaise,
    avatarUrl,
    createdAt,
    deletedAt,
    name: [row.firstName, row.lastName].filter(Boolean).join(' ') || username,
    email: row.email || emailPlaceholder(username),
    isDefault: isDefaultUsername(username),
    isFrozen: row.frozenAt !== null,
  };
}
