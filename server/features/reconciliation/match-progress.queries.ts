import { isDecidable } from '#contract/transactions/states.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { matchedRequests, statementImports, statementLines } from '#server/db/schema/statements.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import {
  optional,
  renamed,
  type Selected,
  select,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { OPEN } from '#server/db/statuses.ts';
import { tryLock } from '#server/db/try-lock.ts';
import { updateLater } from '#server/db/update.ts';
import {
  type RequestRow,
  selectLines,
  selectRequestsOfAmounts,
  selectRequestsWithKeys,
} from './match-new-lines.queries.ts';

/** No other advisory lock may use this number. */
const MATCHING_LOCK = 741_361;

/** Returns whether this transaction may match; one server does at a time. */
export function takeTurn({ query }: Pick<Tx, 'query'>): Promise<boolean> {
  return tryLock(query, MATCHING_LOCK);
}

export interface NewLines {
  importId: string;
  accountId: string;
  lineIds: string[];
  /** The amounts of the lines, as positive numbers; none if no line is left. */
  paise: number[];
}

const newLineColumns = together(
  renamed(statementImports, 'i', { importId: 'id', accountId: 'accountId' }),
  optional(renamed(statementLines, 'l', { lineId: 'id', paise: 'paise' })),
);

/**
 * Returns the next lines of the oldest import that were not matched, from small to large amounts. All lines of an amount,
 * received and paid, are of one batch, because they are compared with the same deposits.
 */
export async function selectNewLines(query: Query, limit: number): Promise<NewLines | undefined> {
  const rows = await select(
    query,
    newLineColumns,
    `FROM (SELECT id, account_id, matched_paise FROM statement_imports WHERE NOT is_matched AND undone_at IS NULL
           ORDER BY created_at, id LIMIT 1) AS i
     LEFT JOIN LATERAL (
       SELECT id, abs(paise) AS paise FROM statement_lines WHERE import_id = i.id AND abs(paise) > i.matched_paise
       ORDER BY abs(paise) FETCH FIRST $1 ROWS WITH TIES) AS l ON true`,
    [limit],
  );
  const [first] = rows;
  if (!first) return undefined;
  const paise = [...new Set(rows.flatMap((row) => row.paise ?? []))];
  const { importId, accountId } = first;
  return { importId, accountId, lineIds: rows.flatMap(({ lineId }) => lineId ?? []), paise };
}

export function saveProgress(tx: Tx, { importId, paise }: NewLines): void {
  const set =
    paise.length > 0 ? { matchedPaise: Math.max(...paise), isMatched: false } : { isMatched: true };
  updateLater(tx, statementImports, { set, where: { id: importId } });
}

/** `compared` is the version that was compared last; null for a new deposit. */
const changedColumns = together(
  selectionOf(transactions, 'changed', ['id']),
  optional(renamed(matchedRequests, 'changed', { compared: 'version' })),
);
type ChangedRequest = Selected<typeof changedColumns>;

/**
 * Returns deposits that are new, changed or no longer pending since they were compared with lines: those of the amounts, and
 * others from small to large amounts. All of an amount are of one batch. Without any line, none are compared: the lines of a
 * later import are compared with all deposits.
 */
export async function selectChangedRequests(
  query: Query,
  { paise, limit }: { paise: readonly number[]; limit: number },
): Promise<ChangedRequest[]> {
  return select(
    query,
    changedColumns,
    `WITH changed AS MATERIALIZED (
       SELECT t.id, m.version, t.amount_paise AS paise FROM pending_requests p
         JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id LEFT JOIN matched_requests m ON m.request_id = p.id
       WHERE p.type = 'deposit' AND t.kind = 'request' AND m.version IS DISTINCT FROM t.version
         AND EXISTS (SELECT FROM statement_lines)
       UNION ALL
       SELECT m.request_id, m.version, t.amount_paise FROM matched_requests m LEFT JOIN transactions t ON t.id = m.request_id
       WHERE (t.status ${OPEN}) IS NOT TRUE)
     SELECT ${changedColumns.sql} FROM changed JOIN (SELECT DISTINCT unnest($1::bigint[]) AS paise) AS w USING (paise)
     UNION SELECT id, version FROM (SELECT * FROM changed ORDER BY paise FETCH FIRST $2 ROWS WITH TIES) AS next`,
    [paise, limit],
  );
}

/** Does not change those that were marked as changed meanwhile. */
export function saveCompared(
  tx: Tx,
  changed: readonly ChangedRequest[],
  requests: readonly RequestRow[],
): void {
  const versions = new Map(requests.filter(isDecidable).map(({ id, version }) => [id, version]));
  const ended = changed.filter(({ id }) => !versions.has(id));
  const pending = changed.filter(({ id }) => versions.has(id));
  const ids = (list: readonly ChangedRequest[]) => list.map(({ id }) => id);
  const compared = (list: readonly ChangedRequest[]) => list.map((one) => one.compared);
  tx.write(
    `DELETE FROM matched_requests m USING unnest($1::uuid[], $2::int[]) AS c (id, compared)
     WHERE m.request_id = c.id AND m.version = c.compared`,
    [ids(ended), compared(ended)],
  );
  tx.write(
    `UPDATE matched_requests m SET version = c.version FROM unnest($1::uuid[], $2::int[], $3::int[]) AS c (id, compared, version)
     WHERE m.request_id = c.id AND m.version = c.compared`,
    [ids(pending), compared(pending), pending.map(({ id }) => versions.get(id))],
  );
  const added = pending.filter((one) => one.compared === null);
  tx.write(
    `INSERT INTO matched_requests (request_id, version) SELECT * FROM unnest($1::uuid[], $2::int[])
     ON CONFLICT (request_id) DO NOTHING`,
    [ids(added), added.map(({ id }) => versions.get(id))],
  );
}

/**
 * Lets the next run compare deposits that these lines may pay, after money of the lines was freed. Pending or not: a
 * rejected one is a finding, and an approved one may lack its evidence.
 */
export async function compareAgain(tx: Tx, lineIds: readonly string[]): Promise<void> {
  const lines = await selectLines(tx.query, lineIds);
  const paise = lines.map((line) => line.paise);
  markChanged(tx, [
    ...(await selectRequestsOfAmounts(tx.query, paise)),
    ...(await selectRequestsWithKeys(tx.query, lines)),
  ]);
}

/** Versions below zero are of no deposit. Each is another one, so that `saveCompared` notices it. */
export function markChanged(tx: Tx, requestIds: readonly string[]): void {
  if (requestIds.length === 0) return;
  tx.write(
    `INSERT INTO matched_requests (request_id, version) SELECT DISTINCT id, -1 FROM unnest($1::uuid[]) AS r (id)
     ON CONFLICT (request_id) DO UPDATE SET version = least(matched_requests.version, 0) - 1`,
    [requestIds],
  );
}
