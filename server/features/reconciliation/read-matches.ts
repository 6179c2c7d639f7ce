import {
  MAX_LINE_REQUESTS,
  MAX_REQUEST_LINES,
  type MatchGrade,
} from '#contract/reconciliation/rules.ts';
import type { StatementMatch, UnclaimedLine } from '#contract/reconciliation/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import type { Deps } from '#server/deps/deps.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { findDeferredDecisions } from '../review/defer-decisions.ts';
import { toAdminTransactions } from '../transactions/search/search-views.ts';
import { selectNamedRows } from '../transactions/transactions.ts';
import {
  type BalanceRow,
  type MatchFacts,
  type SummaryRow,
  selectAccepted,
  selectBalances,
  selectComparedUntil,
  selectFound,
  selectLinesById,
  selectOfRequest,
  selectProposed,
  selectSummary,
  selectUnclaimed,
  selectWaiting,
} from './reconciliation.queries.ts';

type Parts = Pick<Deps, 'db'>;

interface Page {
  cursor?: string | undefined;
  limit: number;
}

export async function getSummary({ db }: Parts) {
  const [rows, upTo] = await Promise.all([selectSummary(db.query), selectComparedUntil(db.query)]);
  const of = (name: SummaryRow['name']) => {
    const row = rows.find((one) => one.name === name);
    return { count: row?.count ?? 0, paise: BigInt(row?.paise ?? 0) };
  };
  return {
    ...{ certain: of('certain'), likely: of('likely'), possible: of('possible') },
    ...{ unclaimed: of('unclaimed'), waiting: of('waiting'), upTo },
  };
}

/** Returns the ledger's balances of each bank account, as positive amounts. */
export async function listBalances({ db }: Parts) {
  const rows = await selectBalances(db.query);
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  return ids.map((accountId) => {
    const own = rows.filter((row) => row.accountId === accountId);
    const of = (account: BalanceRow['account']) =>
      BigInt(own.find((row) => row.account === account)?.paise ?? 0);
    return {
      ...{ accountId, accountName: own[0]?.accountName ?? '' },
      ...{ bankPaise: of('bank'), unclaimedPaise: -of('unclaimed') },
      ...{ matchedPaise: -of('matched'), notOursPaise: -of('not_ours') },
      paidOutPaise: of('paid_out'),
    };
  });
}

export async function listMatches(
  { db }: Parts,
  reader: UserId,
  {
    cursor,
    limit,
    state,
    grade,
  }: Page & { state: 'proposed' | 'accepted'; grade?: MatchGrade | undefined },
) {
  const select = state === 'proposed' ? selectProposed : selectAccepted;
  const found = await select(db.query, { after: fromCursor(cursor), limit: limit + 1, grade });
  const page = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, rows: await toMatches({ db }, reader, page.rows) };
}

async function toMatches(
  { db }: Parts,
  reader: UserId,
  found: readonly MatchFacts[],
): Promise<StatementMatch[]> {
  const chosen = found.flatMap(({ isWaiting, requestId }) => (isWaiting && requestId) || []);
  const [lines, waiting, requests] = await Promise.all([
    selectLinesById(
      db.query,
      found.map(({ lineId }) => lineId),
    ),
    findDeferredDecisions({ db }, reader, [...new Set(chosen)]),
    findRequests(
      { db },
      reader,
      found.flatMap(({ requestId }) => requestId ?? []),
    ),
  ]);
  return found.flatMap(({ lineId, requestId, ...match }) => {
    const line = lines.get(lineId);
    const request = requests.get(requestId ?? '') ?? null;
    const decision = (match.isWaiting && waiting.get(requestId ?? '')) || null;
    return line ? [{ ...match, line, request, waiting: decision }] : [];
  });
}

async function findRequests(
  { db }: Parts,
  reader: UserId,
  ids: readonly string[],
): Promise<Map<string, AdminTransaction>> {
  const rows = await selectNamedRows(db, [...new Set(ids)]);
  const shown = await toAdminTransactions({ db }, reader, rows);
  return new Map(shown.map((row) => [row.id, row]));
}

/** Returns received money without a request, with requests that it may belong to. */
export async function listUnclaimed({ db }: Parts, reader: UserId, { cursor, limit }: Page) {
  const after = fromCursor(cursor);
  const found = await selectUnclaimed(db.query, {
    ...{ after, limit: limit + 1, maxRequests: MAX_LINE_REQUESTS },
  });
  const page = toPage(found, limit, ({ bookedOn, id }) => ({ at: new Date(bookedOn), id }));
  const requests = await findRequests(
    { db },
    reader,
    page.rows.flatMap(({ requestIds }) => requestIds),
  );
  const rows = page.rows.map(
    ({ requestIds, ...line }): UnclaimedLine => ({
      ...line,
      requests: requestIds.flatMap((id) => requests.get(id) ?? []),
    }),
  );
  return { ...page, rows };
}

/** Returns pending deposits without received money, oldest first. */
export async function listWaiting({ db }: Parts, reader: UserId, { cursor, limit }: Page) {
  const after = fromCursor(cursor);
  const [found, upTo] = await Promise.all([
    selectWaiting(db.query, { after, limit: limit + 1 }),
    selectComparedUntil(db.query),
  ]);
  const page = toPage(found, limit, (position) => position);
  const requests = await findRequests(
    { db },
    reader,
    page.rows.map(({ id }) => id),
  );
  return { ...page, rows: page.rows.flatMap(({ id }) => requests.get(id) ?? []), upTo };
}

export async function getEvidence({ db }: Parts, reader: UserId, requestId: string) {
  const [matches, found, upTo] = await Promise.all([
    selectOfRequest(db.query, requestId),
    selectFound(db.query, { requestId, limit: MAX_REQUEST_LINES }),
    selectComparedUntil(db.query),
  ]);
  return { matches: await toMatches({ db }, reader, matches), found, upTo };
}
