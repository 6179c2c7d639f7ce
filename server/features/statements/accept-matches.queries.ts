import { sql } from 'drizzle-orm';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertStatement, updateMany } from '#server/db/insert-many.ts';
import { statementLines, statementMatches } from '#server/db/schema/statements.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import {
  boolean,
  computed,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValues,
  text,
  together,
} from '#server/db/selection.ts';
import { OPEN, REFUSED } from '#server/db/statuses.ts';
import { update, updateLater } from '#server/db/update.ts';

const matchColumns = selectionOf(statementMatches, 't');
export type MatchRow = Selected<typeof matchColumns>;

const MAX_TWINS = 100;

const lineColumns = together(
  selectionOf(statementLines, 'l', ['id', 'accountId', 'paise', 'claimedPaise', 'utr']),
  computed({ bookedOn: text('l.booked_on') }),
);
export type LineRow = Selected<typeof lineColumns>;

export type Lines = Map<string, LineRow>;

/**
 * Locks lines in order of id. In the lock order of `ledger/wallets.ts`, lines follow transactions and precede wallets.
 * Every change of a match locks its line first.
 */
export async function lockLines(tx: Tx, ids: readonly string[]): Promise<Lines> {
  const rows = await select(
    tx.lock,
    lineColumns,
    `FROM statement_lines l WHERE id = ANY ($1::uuid[]) AND paise > 0 ORDER BY id FOR NO KEY UPDATE`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function selectMatches(query: Query, ids: readonly string[]): Promise<MatchRow[]> {
  return select(
    query,
    matchColumns,
    'FROM statement_matches t WHERE id = ANY ($1::uuid[]) ORDER BY id',
    [ids],
  );
}

/** Returns the matches of requests that were not undone. */
export async function selectMatchesOf(
  query: Query,
  requestIds: readonly string[],
): Promise<MatchRow[]> {
  return select(
    query,
    matchColumns,
    `FROM statement_matches t WHERE request_id = ANY ($1::uuid[]) AND state <> 'undone' ORDER BY id`,
    [requestIds],
  );
}

/** Returns the oldest lines with a UTR of this one, which can be of the same payment, such as in another account. */
export async function selectTwins(query: Query, lineId: string): Promise<string[]> {
  return selectValues(
    query,
    text('o.id'),
    `FROM statement_lines l CROSS JOIN LATERAL (
       SELECT id FROM statement_lines
       WHERE string_to_array(utrs, ' ') && string_to_array(l.utrs, ' ')) AS o
     WHERE l.id = $1 ORDER BY o.id LIMIT ${MAX_TWINS}`,
    [lineId],
  );
}

/** `isPending` is whether it is a request that may still get the money. Otherwise it was credited. */
const claimantColumns = together(
  renamed(transactions, 't', { id: 'id', reference: 'referenceId' }),
  computed({ isPending: boolean(`t.status ${OPEN}`) }),
);

/**
 * Returns a deposit with a UTR of the line that has no money of this line: a pending one, which may still get it, or one that was
 * credited, such as from a line that was imported into another account too.
 */
export async function selectClaimant(
  query: Query,
  lineId: string,
): Promise<Selected<typeof claimantColumns> | undefined> {
  return selectFirst(
    query,
    claimantColumns,
    `FROM statement_lines l JOIN transactions t ON t.utr = ANY (string_to_array(l.utrs, ' '))
     CROSS JOIN LATERAL (SELECT count(*) AS total, count(*) FILTER (WHERE a.line_id = l.id) AS own
       FROM statement_matches a WHERE a.request_id = t.id AND a.state = 'accepted') AS m
     WHERE l.id = $1 AND t.type = 'deposit' AND m.own = 0
       AND (t.kind = 'request' AND NOT t.status ${REFUSED} OR m.total > 0)
     ORDER BY t.status ${OPEN} DESC, t.created_at, t.id LIMIT 1`,
    [lineId],
  );
}

type NewMatch = Pick<MatchRow, 'lineId' | 'accountId' | 'requestId' | 'kind' | 'paise' | 'note'> & {
  id?: string;
  createdBy: string;
};

/** Inserts a proposal of an administrator. */
export async function insertManual(
  tx: Tx,
  { id = newId(), ...match }: NewMatch,
): Promise<MatchRow> {
  const row: MatchRow = {
    ...match,
    id,
    grade: 'manual',
    reason: 'manual',
    state: 'proposed',
    createdAt: tx.at,
    chosenBy: null,
    acceptedAt: null,
    acceptedBy: null,
    endedAt: null,
    endedBy: null,
    notAutomatic: null,
  };
  const { text, values } = insertStatement(statementMatches, [row]);
  await tx.query(text, values);
  return row;
}

/** Makes a proposal of the system one of an administrator, with another part of the line. */
export async function changeProposal(tx: Tx, { id, paise }: { id: string; paise: number }) {
  await update(tx.query, statementMatches, {
    set: { paise, grade: 'manual', reason: 'manual' },
    where: { id, state: 'proposed' },
  });
}

/** Chooses proposals for the approval of their requests, instead of others that were chosen before. */
export async function choose(
  tx: Tx,
  { matches, chosenBy }: { matches: readonly MatchRow[]; chosenBy: string },
): Promise<void> {
  if (matches.length === 0) return;
  const ids = sql.param(matches.map(({ id }) => id));
  await update(tx.query, statementMatches, {
    set: { chosenBy: sql`CASE WHEN id = ANY (${ids}::uuid[]) THEN ${chosenBy}::uuid END` },
    where: { requestId: matches.map(({ requestId }) => requestId), state: 'proposed' },
  });
}

/** After decisions are undone or not carried out: the proposals of their requests are as before. */
export function forgetChoices(tx: Tx, requestIds: readonly string[]): void {
  if (requestIds.length === 0) return;
  updateLater(tx, statementMatches, {
    set: { chosenBy: null },
    where: { requestId: requestIds, state: 'proposed' },
    and: sql`chosen_by IS NOT NULL`,
  });
}

/** Stores accepted matches, and ends the other proposals of their requests and of lines without unclaimed money. */
export function markAccepted(
  tx: Tx,
  accepted: readonly { match: MatchRow; acceptedBy: string | null }[],
): void {
  const change = { state: 'accepted', chosenBy: null, acceptedAt: tx.at } as const;
  const rows = accepted.map(({ match: { id }, acceptedBy }) => ({ ...change, id, acceptedBy }));
  updateMany(tx, statementMatches, rows, {
    key: ['id'],
    set: ['state', 'chosenBy', 'acceptedAt', 'acceptedBy'],
  });
  const requestIds = sql.param(accepted.flatMap(({ match }) => match.requestId ?? []));
  const lineIds = sql.param(accepted.map(({ match }) => match.lineId));
  updateLater(tx, statementMatches, {
    set: { state: 'undone', endedAt: tx.at },
    where: { state: 'proposed', chosenBy: null },
    and: sql`request_id = ANY (${requestIds}::uuid[]) OR line_id IN (
      SELECT id FROM statement_lines WHERE id = ANY (${lineIds}::uuid[]) AND claimed_paise = paise)`,
  });
}

export function markUndone(tx: Tx, ids: readonly string[], endedBy: string): void {
  updateLater(tx, statementMatches, {
    set: { state: 'undone', chosenBy: null, endedAt: tx.at, endedBy },
    where: { id: ids },
    and: sql`state <> 'undone'`,
  });
}

/** Proposes a dismissed match again. Returns false if its pair has another match. */
export async function insertRestored(tx: Tx, dismissed: MatchRow): Promise<boolean> {
  const row: MatchRow = {
    ...dismissed,
    id: newId(),
    state: 'proposed',
    createdAt: tx.at,
    createdBy: null,
    endedAt: null,
    endedBy: null,
  };
  const { text, values } = insertStatement(statementMatches, [row]);
  const inserted = await tx.query(
    `${text} ON CONFLICT (line_id, request_id) WHERE state <> 'undone' DO NOTHING RETURNING id`,
    values,
  );
  return inserted.length > 0;
}

/**
 * Ends the proposals of an import, whose lines it locks. Returns true instead if one of its lines has a match that was
 * accepted or chosen.
 */
export async function endProposalsOfImport(
  tx: Tx,
  { importId, endedBy }: { importId: string; endedBy: string },
): Promise<boolean> {
  await tx.lock(
    `SELECT count(*) FROM (SELECT FROM statement_lines WHERE import_id = $1 ORDER BY id FOR UPDATE) AS locked`,
    [importId],
  );
  const used = await tx.query(
    `SELECT FROM statement_lines l LEFT JOIN statement_matches m ON m.line_id = l.id AND m.state = 'proposed'
     WHERE l.import_id = $1 AND (l.claimed_paise <> 0 OR m.chosen_by IS NOT NULL) LIMIT 1`,
    [importId],
  );
  if (used.length > 0) return true;
  await tx.query(
    `UPDATE statement_matches m SET state = 'undone', ended_at = $2, ended_by = $3
     FROM statement_lines l WHERE l.import_id = $1 AND m.line_id = l.id AND m.state = 'proposed'`,
    [importId, tx.at, endedBy],
  );
  return false;
}
