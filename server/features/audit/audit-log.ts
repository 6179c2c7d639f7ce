import type { AuditFilters, AuditRow } from '#contract/audit/schema.ts';
import { parseRupees } from '#contract/shared/money.ts';
import { toMoments } from '#server/base/days.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import {
  fromNumberedCursor,
  NEWEST_NUMBERED,
  type NumberedPosition,
  toCursor,
} from '#server/platform/lists/cursor.ts';
import type { NumberTerm } from '#server/platform/secrets/number-search.ts';
import {
  findUserId,
  findUsersByHandle,
  type ListedRecord,
  type Narrowing,
  type Page,
  type RecordSearch,
  type Scanned,
  type Source,
  scanRecords,
  searchRecords,
  selectActions,
  selectAt,
  selectRecords,
} from './audit-log.queries.ts';

/** Names shared by more users are useless for a search; an id or a full name finds one user. */
const MAX_PEOPLE = 100;
const ID_START = /^[0-9a-f]{4}[0-9a-f-]{0,32}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How often a scan goes on for one page: then the page is short, and has a next one. */
const MAX_SCANS = 5;

type Db = Pick<Deps, 'db'>;

/** With the account number that the search term names, if it is one. */
export type SearchedFilters = AuditFilters & { number?: NumberTerm | undefined };

interface AuditPage {
  rows: AuditRow[];
  /** Where the next page begins; undefined after the last. */
  next: NumberedPosition | undefined;
}

export async function listAudit(
  deps: Db,
  input: SearchedFilters & { cursor?: string | undefined; limit: number },
): Promise<{ rows: AuditRow[]; nextCursor: string | undefined }> {
  const after = fromNumberedCursor(input.cursor) ?? NEWEST_NUMBERED;
  const { rows, next } = await readAudit(deps, input, { after, limit: input.limit });
  return { rows, nextCursor: next && toCursor(next) };
}

export async function readAudit(
  deps: Db,
  filters: SearchedFilters,
  { after, limit }: { after: NumberedPosition; limit: number },
): Promise<AuditPage> {
  const page: Page = { ...toMoments(filters), after, limit: limit + 1 };
  if (isNarrowed(filters)) return readNarrowed(deps, filters, page);
  const { query } = deps.db;
  const rows =
    filters.search === ''
      ? await selectRecords(query, page, filters.action)
      : await searchRecords(query, page, await findWanted(deps, filters));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown.map(toRow), next: last && positionOf(last) };
}

const positionOf = ({ createdAt: at, id, logSeq: seq }: ListedRecord) => ({ at, id, seq });
const toRow = ({ logSeq: _, ...row }: ListedRecord): AuditRow => row;

function isNarrowed({ person, actor, minAmount, maxAmount, address }: AuditFilters): boolean {
  return [person, actor, minAmount, maxAmount, address].some((one) => Boolean(one));
}

async function readNarrowed({ db }: Db, filters: SearchedFilters, page: Page): Promise<AuditPage> {
  const narrowing = await toNarrowing({ db }, filters);
  if (!narrowing) return { rows: [], next: undefined };
  const source = await toSource({ db }, filters, narrowing);
  const limit = page.limit - 1;
  const found: NumberedPosition[] = [];
  let next: NumberedPosition | undefined = page.after;
  for (let scans = 0; next && scans < MAX_SCANS && found.length <= limit; scans += 1) {
    const part: Page = { ...page, after: next, limit: page.limit - found.length };
    const { matches, end }: Scanned = await scanRecords(db.query, part, { narrowing, source });
    found.push(...matches);
    next = end;
  }
  const shown = found.slice(0, limit);
  const rows = shown.length > 0 ? await selectAt(db.query, shown) : [];
  return { rows: rows.map(toRow), next: found.length > limit ? shown.at(-1) : next };
}

/** Undefined if a filter names a user that does not exist. */
async function toNarrowing({ db }: Db, filters: SearchedFilters): Promise<Narrowing | undefined> {
  const { person, actor, action, minAmount, maxAmount, address } = filters;
  const personId = await toUserId({ db }, person);
  const actorId = await toUserId({ db }, actor);
  if ((person && !personId) || (actor && !actorId)) return undefined;
  const [minPaise, maxPaise] = [toPaise('minAmount', minAmount), toPaise('maxAmount', maxAmount)];
  return { personId, actorId, action, minPaise, maxPaise, address: address || undefined };
}

/** Accepts an id as well: records outlive their users. */
async function toUserId({ db }: Db, nameOrId: string | undefined): Promise<string | undefined> {
  if (!nameOrId) return undefined;
  const id = nameOrId.toLowerCase();
  return ID.test(id) ? id : findUserId(db.query, nameOrId);
}

function toPaise(field: string, typed: string | undefined): number | undefined {
  if (!typed) return undefined;
  const paise = parseRupees(typed);
  if (paise === undefined) throw appError('INVALID_INPUT', { field });
  return paise;
}

/** Chooses what is read: the narrowest index. */
async function toSource(
  { db }: Db,
  filters: SearchedFilters,
  { personId, actorId, action }: Narrowing,
): Promise<Source> {
  if (filters.search !== '') return { kind: 'search', ...(await findWanted({ db }, filters)) };
  if (personId) return { kind: 'person', personId };
  if (actorId) {
    const actions = action ? [action] : await selectActions(db.query);
    return { kind: 'actor', actorId, actions };
  }
  return action ? { kind: 'action', action } : { kind: 'all' };
}

async function findWanted({ db }: Db, filters: SearchedFilters): Promise<RecordSearch> {
  const term = filters.search.toLowerCase();
  const [userIds, known] = await Promise.all([
    findUsersByHandle(db.query, term, { limit: MAX_PEOPLE, number: filters.number }),
    selectActions(db.query),
  ]);
  const actions = known.filter(
    (action) => filters.action === undefined || action === filters.action,
  );
  return {
    actions,
    userIds,
    namedActions: actions.filter((action) => action.toLowerCase().includes(term)),
    entityPrefix: ID_START.test(term) ? term : undefined,
  };
}

export async function listActions({ db }: Deps): Promise<string[]> {
  return selectActions(db.query);
}
