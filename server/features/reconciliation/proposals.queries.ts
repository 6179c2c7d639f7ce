import { sql } from 'drizzle-orm';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { statementFindings, statementMatches } from '#server/db/schema/statements.ts';
import { required, type Selected, select, selectionOf } from '#server/db/selection.ts';
import { updateLater } from '#server/db/update.ts';
import type { Match } from '#server/matching/matching.ts';

const pairColumns = required(selectionOf(statementMatches, 'm', ['lineId', 'requestId']));
type Pair = Selected<typeof pairColumns>;

/** Returns the pairs of these lines and of requests that an administrator has dismissed or undone, and not restored. */
export async function selectDismissed(query: Query, lineIds: readonly string[]): Promise<Pair[]> {
  return select(
    query,
    pairColumns,
    `FROM (
       SELECT DISTINCT ON (line_id, request_id) line_id, request_id, state, ended_by FROM statement_matches
       WHERE line_id = ANY ($1::uuid[]) AND request_id IS NOT NULL
       ORDER BY line_id, request_id, created_at DESC, id DESC) AS m
     WHERE state = 'undone' AND ended_by IS NOT NULL`,
    [lineIds],
  );
}

/** Returns certain and likely proposals for requests, of the system and of people. */
export async function selectProposalsFor(
  query: Query,
  requestIds: readonly string[],
): Promise<Pair[]> {
  return select(
    query,
    pairColumns,
    `FROM statement_matches m WHERE request_id = ANY ($1::uuid[]) AND state = 'proposed' AND grade <> 'possible'`,
    [requestIds],
  );
}

const proposalColumns = required(
  selectionOf(statementMatches, 'm', ['id', 'lineId', 'requestId', 'paise', 'grade', 'reason']),
);
export type ProposalRow = Selected<typeof proposalColumns>;

/** Proposals of the system that no administrator chose. */
const IS_OURS = `state = 'proposed' AND kind = 'deposit' AND created_by IS NULL AND chosen_by IS NULL AND grade <> 'manual'`;

export async function selectProposals(
  query: Query,
  lineIds: readonly string[],
): Promise<ProposalRow[]> {
  return select(
    query,
    proposalColumns,
    `FROM statement_matches m WHERE line_id = ANY ($1::uuid[]) AND ${IS_OURS}`,
    [lineIds],
  );
}

export function endProposals(tx: Tx, ids: readonly string[]): void {
  updateLater(tx, statementMatches, {
    set: { state: 'undone', endedAt: tx.at },
    where: { id: ids },
    and: sql.raw(IS_OURS),
  });
}

export function insertProposals(tx: Tx, matches: readonly (Match & { accountId: string })[]): void {
  tx.write(
    `INSERT INTO statement_matches (id, line_id, account_id, request_id, kind, paise, grade, reason, state, created_at)
     SELECT id, line_id, account_id, request_id, 'deposit', paise, grade, reason, 'proposed', $8
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[])
       AS m (id, line_id, account_id, request_id, paise, grade, reason)
     ON CONFLICT (line_id, request_id) WHERE state <> 'undone' DO NOTHING`,
    [
      ...[matches.map(() => newId()), matches.map(({ lineId }) => lineId)],
      ...[matches.map(({ accountId }) => accountId), matches.map(({ requestId }) => requestId)],
      ...[matches.map(({ paise }) => paise), matches.map(({ grade }) => grade)],
      ...[matches.map(({ reason }) => reason), tx.at],
    ],
  );
}

const findingColumns = selectionOf(statementFindings, 'f', ['lineId', 'state', 'requestIds']);
export type FindingRow = Selected<typeof findingColumns>;

export async function selectFindings(
  query: Query,
  lineIds: readonly string[],
): Promise<FindingRow[]> {
  return select(
    query,
    findingColumns,
    'FROM statement_findings f WHERE line_id = ANY ($1::uuid[])',
    [lineIds],
  );
}

export function deleteFindings(tx: Tx, lineIds: readonly string[]): void {
  if (lineIds.length === 0) return;
  tx.write('DELETE FROM statement_findings WHERE line_id = ANY ($1::uuid[])', [lineIds]);
}

/** Requests are stored as one text each, because arrays of arrays have to be equal in length. */
export function writeFindings(tx: Tx, findings: readonly FindingRow[]): void {
  if (findings.length === 0) return;
  tx.write(
    `INSERT INTO statement_findings (line_id, state, request_ids, created_at)
     SELECT line_id, state, string_to_array(request_ids, ' ')::uuid[], $4
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS f (line_id, state, request_ids)
     ON CONFLICT (line_id) DO UPDATE SET state = excluded.state, request_ids = excluded.request_ids, created_at = excluded.created_at`,
    [
      findings.map(({ lineId }) => lineId),
      findings.map(({ state }) => state),
      findings.map(({ requestIds }) => requestIds.join(' ')),
      tx.at,
    ],
  );
}
