import { projected } from '#server/db/projections.ts';
import type { Invariant } from './invariants.ts';

const problem = (text: string, condition: string) => `CASE WHEN ${condition} THEN '${text}' END`;

/** Invariants of bank statements: the lines of each import, their entries in the ledger, matches, and the audit records. */
export const statementInvariants: Invariant[] = [
  {
    title:
      'Every import of a bank statement has the lines that it counted, and an undone one has none',
    sql: `SELECT i.id, i.new_lines, i.undone_at, count(l.id) AS lines FROM statement_imports i
          LEFT JOIN statement_lines l ON l.import_id = i.id AND l.account_id = i.account_id
          GROUP BY i.id HAVING count(l.id) <> CASE WHEN i.undone_at IS NULL THEN i.new_lines ELSE 0 END`,
  },
  {
    title: 'Every import of a bank statement is as its audit records say',
    sql: `SELECT id, problem FROM (
            SELECT coalesce(i.id::text, r.entity_id) AS id, coalesce(${[
              problem('no audit record of it', 'r.entity_id IS NULL'),
              problem('recorded, but there is no such import', 'i.id IS NULL'),
              problem(
                'the record has another file, account or number of lines',
                `(r.after ->> 'sha256', r.after ->> 'accountId', r.after ->> 'newLines')
                  IS DISTINCT FROM (i.sha256, i.account_id::text, i.new_lines::text)`,
              ),
              problem(
                'the record has another actor or time',
                '(r.actor_id, r.created_at) IS DISTINCT FROM (i.imported_by, i.created_at)',
              ),
              problem(
                'undone without a record, or recorded as undone',
                '(u.actor_id, u.created_at) IS DISTINCT FROM (i.undone_by, i.undone_at)',
              ),
            ].join(', ')}) AS problem
            FROM (SELECT * FROM audit_log WHERE action = 'statement.import') AS r
            FULL JOIN statement_imports i ON i.id::text = r.entity_id
            LEFT JOIN audit_log u ON u.action = 'statement.undo' AND u.entity_id = i.id::text) AS compared
          WHERE problem IS NOT NULL`,
  },
  {
    title:
      "The ledger's entries of every line are its amount, of which the accepted matches are claimed",
    sql: `SELECT line_id, expected.entries::text, posted.entries::text AS posted FROM (
            SELECT l.id AS line_id, l.account_id, CASE WHEN l.paise > 0
              THEN ARRAY[l.paise, -(l.paise - coalesce(m.matched + m.not_ours, 0)), -coalesce(m.matched, 0), -coalesce(m.not_ours, 0), 0]
              ELSE ARRAY[l.paise, 0, 0, 0, -l.paise] END::numeric[] AS entries, l.claimed_paise, coalesce(m.matched + m.not_ours, 0) AS claimed
            FROM statement_lines l LEFT JOIN (
              SELECT line_id, coalesce(sum(paise) FILTER (WHERE kind = 'deposit'), 0) AS matched,
                coalesce(sum(paise) FILTER (WHERE kind = 'not_ours'), 0) AS not_ours
              FROM statement_matches WHERE state = 'accepted' GROUP BY line_id) AS m ON m.line_id = l.id) AS expected
          FULL JOIN (
            SELECT line_id, account_id, ARRAY[${[
              'bank',
              'unclaimed',
              'matched',
              'not_ours',
              'paid_out',
            ]
              .map(
                (account) => `coalesce(sum(amount_paise) FILTER (WHERE account = '${account}'), 0)`,
              )
              .join(', ')}]::numeric[] AS entries
            FROM statement_entries GROUP BY line_id, account_id) AS posted USING (line_id, account_id)
          WHERE coalesce(expected.entries, '{0,0,0,0,0}') <> coalesce(posted.entries, '{0,0,0,0,0}')
            OR claimed_paise <> claimed`,
  },
  {
    title:
      'The balances of every bank account are its statement lines: matched, unclaimed, not for us or paid out',
    sql: `SELECT account_id, account, shown.paise::text, actual.paise::text AS actual FROM (
            SELECT account_id, account, sum(amount_paise) AS paise FROM ${projected('statement-balances')} AS parts
            GROUP BY account_id, account) AS shown
          FULL JOIN (
            SELECT l.account_id, a.account, sum(a.paise) AS paise FROM statement_lines l LEFT JOIN (
              SELECT line_id, sum(paise) FILTER (WHERE kind = 'deposit') AS matched,
                sum(paise) FILTER (WHERE kind = 'not_ours') AS not_ours
              FROM statement_matches WHERE state = 'accepted' GROUP BY line_id) AS m ON m.line_id = l.id
            CROSS JOIN LATERAL (VALUES ('bank', l.paise), ('paid_out', CASE WHEN l.paise < 0 THEN -l.paise END),
              ('unclaimed', CASE WHEN l.paise > 0 THEN coalesce(m.matched, 0) + coalesce(m.not_ours, 0) - l.paise END),
              ('matched', -m.matched), ('not_ours', -m.not_ours)) AS a (account, paise)
            GROUP BY l.account_id, a.account) AS actual USING (account_id, account)
          WHERE coalesce(shown.paise, 0) <> coalesce(actual.paise, 0)`,
  },
  {
    title: 'Every accepted match has its entries, and every other match none that count',
    sql: `SELECT id, state, unclaimed::text, claimed::text FROM statement_matches m FULL JOIN (
            SELECT match_id AS id, sum(amount_paise) FILTER (WHERE account = 'unclaimed') AS unclaimed,
              sum(amount_paise) FILTER (WHERE account = 'matched') AS matched,
              sum(amount_paise) FILTER (WHERE account = 'not_ours') AS not_ours
            FROM statement_entries WHERE match_id IS NOT NULL GROUP BY match_id) AS e USING (id)
          CROSS JOIN LATERAL (SELECT CASE m.kind WHEN 'deposit' THEN e.matched ELSE e.not_ours END AS claimed) AS c
          WHERE m.id IS NULL OR (coalesce(e.unclaimed, 0), -coalesce(c.claimed, 0)) IS DISTINCT FROM
            (CASE m.state WHEN 'accepted' THEN m.paise ELSE 0 END, CASE m.state WHEN 'accepted' THEN m.paise ELSE 0 END)`,
  },
  {
    title: 'Every request with matched money is an approved deposit of that amount',
    sql: `SELECT m.request_id, t.status, t.amount_paise::text, m.paise::text FROM (
            SELECT request_id, sum(paise) AS paise FROM statement_matches
            WHERE kind = 'deposit' AND state = 'accepted' GROUP BY request_id) AS m
          LEFT JOIN transactions t ON t.id = m.request_id
          WHERE CASE WHEN t.id IS NULL THEN NOT EXISTS (
              SELECT FROM audit_log r JOIN audit_log d ON d.chain_id = r.chain_id AND d.action = 'user.delete'
              WHERE r.action = 'statement-match.accept' AND r.after ->> 'requestId' = m.request_id::text)
            ELSE (t.type, t.status, t.amount_paise) IS DISTINCT FROM ('deposit', 'approved', m.paise::bigint) END`,
  },
  {
    title: 'Every match is as its audit records say',
    sql: `SELECT id, problem FROM (
            SELECT coalesce(m.id::text, r.entity_id) AS id, coalesce(${[
              problem('accepted without an audit record', 'r.entity_id IS NULL'),
              problem('recorded, but there is no such match', 'm.id IS NULL'),
              problem(
                'the record has another line, request or amount',
                `(r.after ->> 'lineId', r.after ->> 'requestId', r.after ->> 'amountPaise', r.after ->> 'matchKind')
                  IS DISTINCT FROM (m.line_id::text, m.request_id::text, m.paise::text, m.kind)`,
              ),
              problem(
                'the record has another actor or time',
                '(r.actor_id, r.created_at) IS DISTINCT FROM (m.accepted_by, m.accepted_at)',
              ),
              problem(
                'undone without a record, or recorded as undone',
                '(u.actor_id, u.created_at) IS DISTINCT FROM (m.ended_by, m.ended_at)',
              ),
            ].join(', ')}) AS problem
            FROM (SELECT * FROM audit_log WHERE action = 'statement-match.accept') AS r
            FULL JOIN (SELECT * FROM statement_matches WHERE accepted_at IS NOT NULL) AS m ON m.id::text = r.entity_id
            LEFT JOIN audit_log u ON u.action = 'statement-match.undo' AND u.entity_id = m.id::text) AS compared
          WHERE problem IS NOT NULL`,
  },
];
