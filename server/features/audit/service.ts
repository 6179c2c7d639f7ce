import type { AuditFilters, AuditRow } from '#contract/audit/schema.ts';
import type { Deps } from '#server/deps.ts';
import { fromNumberedCursor, NEWEST_NUMBERED, toPage } from '#server/platform/lists/cursor.ts';
import { toMoments } from '#server/platform/runtime/days.ts';
import {
  findUsersByHandle,
  type ListedRecord,
  type Page,
  searchRecords,
  selectActions,
  selectRecords,
} from './queries.ts';

/** Names shared by more users are useless for a search; an id or a full name finds one user. */
const MAX_PEOPLE = 100;
const ID_START = /^[0-9a-f]{4}[0-9a-f-]{0,32}$/;

export async function listAudit(
  deps: Deps,
  input: AuditFilters & { cursor?: string | undefined; limit: number },
): Promise<{ rows: AuditRow[]; nextCursor: string | undefined }> {
  const after = fromNumberedCursor(input.cursor) ?? NEWEST_NUMBERED;
  const page: Page = { ...toMoments(input), after, limit: input.limit + 1 };
  const rows =
    input.search === ''
      ? await selectRecords(deps.db.query, page, input.action)
      : await search(deps, page, input);
  const positionOf = ({ createdAt: at, id, logSeq: seq }: ListedRecord) => ({ at, id, seq });
  const shown = toPage(rows, input.limit, positionOf);
  return { ...shown, rows: shown.rows.map(({ logSeq: _, ...row }) => row) };
}

async function search({ db }: Deps, page: Page, input: AuditFilters) {
  const term = input.search.toLowerCase();
  const [userIds, known] = await Promise.all([
    findUsersByHandle(db.query, term, MAX_PEOPLE),
    selectActions(db.query),
  ]);
  const actions = known.filter((action) => input.action === undefined || action === input.action);
  return searchRecords(db.query, page, {
    actions,
    userIds,
    namedActions: actions.filter((action) => action.toLowerCase().includes(term)),
    entityPrefix: ID_START.test(term) ? term : undefined,
  });
}

export async function listActions({ db }: Deps): Promise<string[]> {
  return selectActions(db.query);
}
