import type { Invariant } from './invariants.ts';

const problem = (text: string, condition: string) => `CASE WHEN ${condition} THEN '${text}' END`;

/** Invariants of bank statements: the lines of each import, and the audit records of imports and undone ones. */
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
];
