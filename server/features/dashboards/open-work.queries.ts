import { MAX_COUNTED_WORK } from '#contract/dashboards/rules.ts';
import type {
  AtWork,
  Decisions,
  OtherWork,
  Rejections,
  TodayFlow,
  WaitingRequests,
} from '#contract/dashboards/schema.ts';
import { TRANSACTION_TYPES } from '#contract/transactions/rules.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  integer,
  nullable,
  optional,
  renamed,
  select,
  text,
  time,
  together,
  word,
} from '#server/db/selection.ts';
import { OPEN, POSTED, REFUSED } from '#server/db/statuses.ts';

const MAX_COUNTED = 1000;
const MAX_DECIDERS = 50;
const MAX_AT_WORK = 50;
/** A session is marked as used once a minute. */
const AT_WORK = "interval '10 minutes'";

const type = word(TRANSACTION_TYPES, 'wanted.type');
const waiting = computed({
  type,
  count: integer('coalesce(totals.count, 0)'),
  amountPaise: text('coalesce(totals.amount, 0)'),
  oldestAt: nullable(
    time(
      'SELECT created_at FROM pending_requests t WHERE t.type = wanted.type ORDER BY created_at LIMIT 1',
    ),
  ),
  overdue: integer(`SELECT count(*) FROM (
          SELECT FROM pending_requests t WHERE t.type = wanted.type AND created_at < $1 LIMIT $2) AS late`),
});

/** Reads totals and the start of the queue's index. */
export async function selectWaiting(query: Query, overdueBefore: Date): Promise<WaitingRequests[]> {
  const rows = await select(
    query,
    waiting,
    `WITH totals AS (
       SELECT type, sum(count) AS count, sum(amount_paise) AS amount
       FROM ${projected('totals')} AS parts
       WHERE status ${OPEN} GROUP BY type)
     SELECT ${waiting.sql}
     FROM unnest(ARRAY['deposit', 'withdrawal']) WITH ORDINALITY AS wanted (type, place)
     LEFT JOIN totals USING (type) ORDER BY place`,
    [overdueBefore, MAX_COUNTED + 1],
  );
  return rows.map(({ amountPaise, overdue, ...row }) => ({
    ...row,
    amountPaise: BigInt(amountPaise),
    overdue: Math.min(overdue, MAX_COUNTED),
    overdueIsExact: overdue <= MAX_COUNTED,
  }));
}

/** SQL of each kind of other work that waits: its column `since`, oldest first. */
const OTHERS: Record<OtherWork['kind'], string> = {
  approval: `SELECT created_at AS since FROM approval_requests WHERE state = 'waiting' ORDER BY created_at`,
  verification: `SELECT created_at AS since FROM verification_requests WHERE state = 'waiting' ORDER BY created_at`,
  message: `SELECT coalesce(m.since, m.created_at) AS since FROM support_messages m
    JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL WHERE m.state = 'open'
    ORDER BY coalesce(m.since, m.created_at), m.id`,
  closure: `SELECT created_at AS since FROM closure_requests WHERE state = 'open' ORDER BY created_at, id`,
};

export async function selectOthers(
  query: Query,
  kinds: readonly OtherWork['kind'][],
): Promise<OtherWork[]> {
  if (kinds.length === 0) return [];
  const parts = kinds.map(
    (kind, place) =>
      `(SELECT '${kind}' AS kind, ${place} AS place, count(*)::int AS count, min(since) AS "oldestAt"
        FROM (${OTHERS[kind]} LIMIT ${MAX_COUNTED_WORK}) AS waiting)`,
  );
  const rows = await query<OtherWork & { place: number }>(
    `${parts.join(' UNION ALL ')} ORDER BY place`,
  );
  return rows.map(({ place, ...row }) => row);
}

const today = computed({
  type,
  count: integer('coalesce(sum(count), 0)'),
  amountPaise: text('coalesce(sum(amount_paise), 0)'),
});

export async function selectToday(query: Query, day: string): Promise<TodayFlow[]> {
  const rows = await select(
    query,
    today,
    `FROM unnest(ARRAY['deposit', 'withdrawal']) WITH ORDINALITY AS wanted (type, place)
     LEFT JOIN (SELECT * FROM ${projected('daily-flows')} AS every WHERE day = $1::date) AS flows USING (type)
     GROUP BY wanted.type, place ORDER BY place`,
    [day],
  );
  return rows.map((row) => ({ ...row, amountPaise: BigInt(row.amountPaise) }));
}

const person = renamed(users, 'u', { userId: 'id', userName: 'username' });
const atWork = together(person, computed({ lastSeenAt: time('seen.at') }));

/** Reads the sessions of administrators only, which are few. */
export async function selectAtWork(query: Query, now: Date): Promise<Omit<AtWork, 'claimed'>[]> {
  return select(
    query,
    atWork,
    `FROM users u CROSS JOIN LATERAL (
       SELECT max(last_seen_at) AS at FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL) AS seen
     WHERE u.role = 'admin' AND u.status = 'active' AND seen.at > $1::timestamptz - ${AT_WORK}
     ORDER BY seen.at DESC, u.username LIMIT ${MAX_AT_WORK}`,
    [now],
  );
}

const decisionsSince = `(SELECT * FROM ${projected('daily-decisions')} AS every WHERE day >= $1::date) AS decisions`;

const deciders = together(
  optional(person),
  computed({
    approved: integer(`coalesce(sum(count) FILTER (WHERE decisions.status ${POSTED}), 0)`),
    rejected: integer(`coalesce(sum(count) FILTER (WHERE decisions.status ${REFUSED}), 0)`),
  }),
);

export async function selectDeciders(query: Query, first: string): Promise<Decisions[]> {
  return select(
    query,
    deciders,
    `FROM ${decisionsSince} LEFT JOIN users u ON u.id = decided_by AND u.deleted_at IS NULL
     GROUP BY u.id HAVING sum(count) > 0 ORDER BY sum(count) DESC, u.username LIMIT ${MAX_DECIDERS}`,
    [first],
  );
}

export async function selectRejections(query: Query, first: string): Promise<Rejections[]> {
  const rows = await query<{ english: string | null; texts: ReasonTexts | null; count: number }>(
    `SELECT reason AS english, sum(count) AS count,
       (SELECT texts FROM rejection_reasons WHERE texts ->> 'en' = reason ORDER BY created_at LIMIT 1) AS texts
     FROM ${decisionsSince} WHERE status ${REFUSED}
     GROUP BY reason HAVING sum(count) > 0 ORDER BY sum(count) DESC, reason`,
    [first],
  );
  return rows.map(({ english, texts, count }) => ({
    reason: texts ?? (english === null ? null : { en: english }),
    count,
  }));
}
