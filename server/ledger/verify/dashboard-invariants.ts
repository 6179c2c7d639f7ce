import { LOGS, type Log, namesOf, PROJECTION_NAMES, projected } from '#server/db/projections.ts';
import { OPEN, POSTED } from '#server/db/statuses.ts';
import type { Invariant } from './invariants.ts';

export const dashboardInvariants: Invariant[] = [
  {
    title: "The daily flows are those of each day's approved transactions",
    sql: `SELECT day::text, type, nullif(source, '') AS source_id, kept.count::text, actual.count::text AS actual_count,
                 kept.amount::text, actual.amount::text AS actual_amount
          FROM (SELECT day, type, coalesce(source_id::text, '') AS source, sum(count) AS count, sum(amount_paise) AS amount
                FROM ${projected('daily-flows')} AS parts
                GROUP BY 1, 2, 3) AS kept
          FULL JOIN (SELECT (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS day, type,
                            coalesce(source_id::text, '') AS source, count(*) AS count, sum(amount_paise) AS amount
                     FROM transactions WHERE status ${POSTED} GROUP BY 1, 2, 3) AS actual
            USING (day, type, source)
          WHERE coalesce(kept.count, 0) <> coalesce(actual.count, 0)
            OR coalesce(kept.amount, 0) <> coalesce(actual.amount, 0)`,
  },
  {
    title: "The daily decisions are those of each day's decided requests",
    sql: `SELECT day::text, nullif(decider, '') AS decided_by, status, nullif(said, '') AS reason, kept.count::text,
                 actual.count::text AS actual_count
          FROM (SELECT day, coalesce(decided_by::text, '') AS decider, status, coalesce(reason, '') AS said, sum(count) AS count
                FROM ${projected('daily-decisions')} AS parts
                GROUP BY 1, 2, 3, 4) AS kept
          FULL JOIN (SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date AS day, coalesce(decided_by::text, '') AS decider,
                            status, coalesce(reason ->> 'en', '') AS said, count(*) AS count
                     FROM transactions WHERE NOT status ${OPEN} AND NOT is_adjustment AND NOT is_cancelled GROUP BY 1, 2, 3, 4) AS actual
            USING (day, decider, status, said)
          WHERE coalesce(kept.count, 0) <> coalesce(actual.count, 0)`,
  },
  ...(['pending', 'rejected'] as const).map((status) => ({
    title: `The list of ${status} requests is that of the ${status} transactions`,
    sql: `SELECT user_id, id, to_jsonb(listed)::text AS listed, to_jsonb(actual)::text AS actual
          FROM (SELECT user_id, id, type, created_at, amount_paise FROM ${status}_requests) AS listed
          FULL JOIN (SELECT user_id, id, type, created_at, amount_paise FROM transactions WHERE status = '${status}') AS actual
            USING (user_id, id)
          WHERE listed IS DISTINCT FROM actual`,
  })),
  {
    title: "The number of every user's requests is that of the requests",
    sql: `SELECT user_id, kept.total, actual.total AS actual_total
          FROM user_request_totals AS kept FULL JOIN (
            SELECT user_id, count(*) AS total FROM transactions WHERE NOT is_adjustment GROUP BY user_id) AS actual
            USING (user_id)
          WHERE coalesce(kept.total, 0) <> coalesce(actual.total, 0)`,
  },
  {
    title: 'No projection is ahead of what it reads',
    sql: `${(Object.keys(LOGS) as Log[])
      .map(
        (log) => `SELECT name, position FROM projections WHERE name IN (${namesOf(log)})
            AND position > (SELECT coalesce(max(id), 0) FROM ${log})`,
      )
      .join(' UNION ALL ')}
          UNION ALL SELECT expected, NULL FROM unnest(ARRAY[${PROJECTION_NAMES.map((name) => `'${name}'`).join(', ')}]) AS expected
          WHERE NOT EXISTS (SELECT FROM projections WHERE name = expected)`,
  },
  {
    title: 'The number of users is that of the users',
    sql: `SELECT kept, actual FROM (SELECT coalesce(sum(count), 0) AS kept FROM user_counts) AS counted,
            (SELECT count(*) AS actual FROM users WHERE deleted_at IS NULL) AS counting
          WHERE kept <> actual`,
  },
];
