import type { Tx } from '../db/database.ts';

/** A match of a line, which the caller has locked. */
export interface PostedMatch {
  id: string;
  lineId: string;
  accountId: string;
  kind: 'deposit' | 'not_ours';
  paise: number;
}

/**
 * Moves the money of matches from unclaimed to matched or not ours, or back. The check of `claimed_paise` refuses more than
 * the amount of a line.
 */
export function postMatches(
  tx: Tx,
  matches: readonly PostedMatch[],
  direction: 'claim' | 'release',
): void {
  if (matches.length === 0) return;
  const signed = matches.map(({ paise }) => (direction === 'claim' ? paise : -paise));
  const lineIds = matches.map(({ lineId }) => lineId);
  tx.write(
    `INSERT INTO statement_entries (account_id, line_id, match_id, account, amount_paise, created_at)
     SELECT m.account_id, m.line_id, m.id, e.account, e.paise, $6::timestamptz
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[]) AS m (id, line_id, account_id, kind, paise)
     CROSS JOIN LATERAL (VALUES ('unclaimed', m.paise),
       (CASE m.kind WHEN 'deposit' THEN 'matched' ELSE 'not_ours' END, -m.paise)) AS e (account, paise)`,
    [
      matches.map(({ id }) => id),
      lineIds,
      matches.map(({ accountId }) => accountId),
      matches.map(({ kind }) => kind),
      signed,
      tx.at,
    ],
  );
  tx.write(
    `UPDATE statement_lines l SET claimed_paise = claimed_paise + m.paise FROM (
       SELECT line_id, sum(paise)::bigint AS paise FROM unnest($1::uuid[], $2::bigint[]) AS m (line_id, paise)
       GROUP BY line_id) AS m WHERE l.id = m.line_id`,
    [lineIds, signed],
  );
}
