import type { Query } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  nullable,
  optional,
  renamed,
  type Selected,
  select,
  selectionOf,
  selectValue,
  selectValues,
  text,
  together,
} from '#server/db/selection.ts';
import { beforeNumbered, type NumberedPosition } from '#server/platform/lists/cursor.ts';
import { containsTerm, startingWith } from '#server/platform/lists/search.ts';
import { isSavedNumber, type NumberTerm } from '#server/platform/secrets/number-search.ts';

const listed = together(
  selectionOf(auditLog, 'log', [
    ...(['id', 'actorId', 'action', 'entity', 'entityId', 'before', 'after'] as const),
    ...(['ip', 'createdAt', 'logSeq'] as const),
  ]),
  optional(renamed(users, 'actor', { actorName: 'username' })),
  computed({
    subjectId: nullable(text('about.subject')),
    subjectName: nullable(
      text(
        `coalesce(subject.username, CASE WHEN log.action = 'user.delete' THEN log.before ->> 'username' END)`,
      ),
    ),
  }),
);
export type ListedRecord = Selected<typeof listed>;

export interface Page {
  from: string;
  until: string;
  after: NumberedPosition;
  limit: number;
}

const dayOf = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Kolkata')::date`;
/**
 * Sort order of records: by Indian day, because filters are days, then by number. Transactions overlap and clocks may be
 * wrong, but records of a chain are numbered in the order of the chain. Each criterion of a search is read in this order.
 */
const order = 'ORDER BY day DESC, log_seq DESC, created_at DESC, id DESC';
const key = 'day, log_seq, created_at, id, chain_id, seq';
const keyOfRecord = `${dayOf('created_at')} AS ${key}`;
const inPage = `${dayOf('created_at')} >= ${dayOf('$1::timestamptz')}
  AND (${dayOf('created_at')}, log_seq, created_at, id) < (${dayOf('$2::timestamptz')}, $3::bigint, $2, $4::uuid)`;
function pageValues({ from, until, after, limit }: Page) {
  const { at, seq, id } = beforeNumbered(until, after);
  return [from, at, seq, id, limit];
}
/**
 * Two indexes have a hash of four bytes instead of the text. The text is compared too, in a form that uses no index and whose
 * selectivity the planner takes for a half: it would otherwise combine indexes by bitmaps, or expect so few records that it
 * sorts all of them.
 */
const isHashed = (column: string, text: string) =>
  `hashtext(${column}) = hashtext(${text}) AND coalesce(${column} = ${text}, false)`;
const isAction = (action: string) => isHashed('l.action', action);
const isOf = (chain: string) => isHashed('l.chain_id', chain);
const isUser = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

function withDetails(sql: string): string {
  return `SELECT ${listed.sql}
    FROM (${sql}) AS page JOIN audit_log log ON log.chain_id = page.chain_id AND log.seq = page.seq
    CROSS JOIN LATERAL (SELECT CASE WHEN log.chain_id ~ ${isUser} THEN log.chain_id::uuid END AS subject) AS about
    LEFT JOIN users actor ON actor.id = log.actor_id
    LEFT JOIN users subject ON subject.id = about.subject
    ORDER BY page.day DESC, log.log_seq DESC, log.created_at DESC, log.id DESC`;
}

export async function selectRecords(
  query: Query,
  page: Page,
  action: string | undefined,
): Promise<ListedRecord[]> {
  const ofAction = action === undefined ? '' : 'AND action = $6';
  return select(
    query,
    listed,
    withDetails(
      `SELECT ${keyOfRecord} FROM audit_log WHERE ${inPage} ${ofAction} ${order} LIMIT $5`,
    ),
    [...pageValues(page), ...(action === undefined ? [] : [action])],
  );
}

export interface RecordSearch {
  actions: string[];
  userIds: string[];
  namedActions: string[];
  entityPrefix: string | undefined;
}

const MAX_OF_ENTITY = 1000;

export async function searchRecords(
  query: Query,
  page: Page,
  { actions, userIds, namedActions, entityPrefix }: RecordSearch,
): Promise<ListedRecord[]> {
  const walk = (condition: string) =>
    `LATERAL (SELECT ${keyOfRecord} FROM audit_log l WHERE ${condition} AND ${inPage} ${order} LIMIT $5) AS found`;
  return select(
    query,
    listed,
    withDetails(
      `SELECT DISTINCT ${key} FROM (
         SELECT found.* FROM unnest($6::uuid[]) AS a (actor), unnest($7::text[]) AS b (act),
           ${walk(`l.actor_id = actor AND ${isAction('act')}`)}
         UNION ALL
         SELECT found.* FROM unnest($6::uuid[]) AS a (subject),
           ${walk(`${isOf('subject::text')} AND l.action = ANY ($7::text[])`)}
         UNION ALL
         SELECT found.* FROM unnest($8::text[]) AS b (act), ${walk('l.action = act')}
         UNION ALL
         SELECT ${keyOfRecord} FROM (SELECT * FROM audit_log WHERE entity_id LIKE $9 LIMIT ${MAX_OF_ENTITY}) AS l
           WHERE action = ANY ($7::text[]) AND ${inPage}
       ) AS found ${order} LIMIT $5`,
    ),
    [
      ...pageValues(page),
      userIds,
      actions,
      namedActions,
      entityPrefix === undefined ? null : startingWith(entityPrefix),
    ],
  );
}

/** Rows read of one source for a page. A page costs a bounded number of rows, however few match. */
const SCANNED_WHOLE = 5000;
const SCANNED_EACH = 300;

/** Conditions that each read record is compared with. */
export interface Narrowing {
  personId: string | undefined;
  actorId: string | undefined;
  action: string | undefined;
  minPaise: number | undefined;
  maxPaise: number | undefined;
  address: string | undefined;
}

/** The records to read: those that a search term finds, or one index. */
export type Source =
  | ({ kind: 'search' } & RecordSearch)
  | { kind: 'person'; personId: string }
  | { kind: 'actor'; actorId: string; actions: string[] }
  | { kind: 'action'; action: string }
  | { kind: 'all' };

export interface Scanned {
  /** Matching records, newest first. */
  matches: NumberedPosition[];
  /** Where the next scan begins; undefined at the end of the log. */
  end: NumberedPosition | undefined;
}

/** The recorded amount, or the change of a balance. */
const amount = `coalesce((after ->> 'amountPaise')::bigint,
  abs((after ->> 'balancePaise')::bigint - (before ->> 'balancePaise')::bigint))`;

const position = `json_build_object('at', created_at, 'id', id, 'seq', log_seq)`;

/**
 * Scans records, newest first, for those that match. Each part of the source is read up to a limit; what is older than
 * the end of the part that was cut first is left for the next scan.
 */
export async function scanRecords(
  query: Query,
  page: Page,
  { narrowing, source }: { narrowing: Narrowing; source: Source },
): Promise<Scanned> {
  const { sql, values, rows } = readingOf(source);
  const { personId, actorId, action, minPaise, maxPaise, address } = narrowing;
  const [found] = await query<{ matches: NumberedPosition[]; end: NumberedPosition | null }>(
    `WITH scanned AS MATERIALIZED (${sql}),
     cut AS (SELECT DISTINCT ON (part) day, log_seq, created_at, id FROM scanned
       WHERE part IN (SELECT part FROM scanned GROUP BY part HAVING count(*) >= ${rows})
       ORDER BY part, day, log_seq, created_at, id),
     ends AS (SELECT * FROM cut ${order} LIMIT 1),
     matches AS (SELECT DISTINCT day, log_seq, created_at, id FROM scanned s
       WHERE ($6::text IS NULL OR chain_id = $6) AND ($7::uuid IS NULL OR actor_id = $7) AND ($8::text IS NULL OR action = $8)
         AND ($9::bigint IS NULL OR ${amount} >= $9) AND ($10::bigint IS NULL OR ${amount} <= $10)
         AND ($11::text IS NULL OR starts_with(ip, $11))
         AND NOT EXISTS (SELECT FROM ends e
           WHERE (s.day, s.log_seq, s.created_at, s.id) < (e.day, e.log_seq, e.created_at, e.id))
       ${order} LIMIT $5)
     SELECT (SELECT coalesce(json_agg(${position} ${order}), '[]') FROM matches) AS matches,
       (SELECT ${position} FROM ends) AS "end"`,
    [
      ...pageValues(page),
      ...[personId, actorId, action, minPaise, maxPaise, address].map((one) => one ?? null),
      ...values,
    ],
  );
  const matches = (found?.matches ?? []).map(toPosition);
  return { matches, end: found?.end ? toPosition(found.end) : undefined };
}

const toPosition = ({ at, id, seq }: NumberedPosition) => ({ at: new Date(at), id, seq });

const read = (condition: string, rows: number) =>
  `LATERAL (SELECT ${keyOfRecord}, actor_id, action, ip, before, after FROM audit_log l
     WHERE ${condition} AND ${inPage} ${order} LIMIT ${rows}) AS found`;
const readEach = (condition: string) => read(condition, SCANNED_EACH);
const readWhole = (condition: string) =>
  `SELECT '' AS part, found.* FROM (SELECT) AS one, ${read(condition, SCANNED_WHOLE)}`;

/** Returns SQL that reads the parts of a source in order of the list, and after how many rows a part is cut. */
function readingOf(source: Source): { sql: string; values: unknown[]; rows: number } {
  switch (source.kind) {
    case 'search': {
      const { userIds, actions, namedActions, entityPrefix } = source;
      const prefix = entityPrefix === undefined ? null : startingWith(entityPrefix);
      return {
        rows: SCANNED_EACH,
        values: [userIds, actions, namedActions, prefix],
        sql: `SELECT actor || act AS part, found.* FROM unnest($12::uuid[]) AS a (actor), unnest($13::text[]) AS b (act),
            ${readEach(`l.actor_id = actor AND ${isAction('act')}`)}
          UNION ALL
          SELECT 'of ' || subject, found.* FROM unnest($12::uuid[]) AS a (subject), ${readEach(isOf('subject::text'))}
          UNION ALL
          SELECT act, found.* FROM unnest($14::text[]) AS b (act), ${readEach('l.action = act')}
          UNION ALL
          SELECT id::text, ${keyOfRecord}, actor_id, action, ip, before, after FROM (
            SELECT * FROM audit_log WHERE entity_id LIKE $15 LIMIT ${MAX_OF_ENTITY}) AS l WHERE ${inPage}`,
      };
    }
    case 'actor':
      return {
        rows: SCANNED_EACH,
        values: [source.actorId, source.actions],
        sql: `SELECT act AS part, found.* FROM unnest($13::text[]) AS b (act),
          ${readEach(`l.actor_id = $12::uuid AND ${isAction('act')}`)}`,
      };
    case 'person':
      return { rows: SCANNED_WHOLE, values: [source.personId], sql: readWhole(isOf('$12')) };
    case 'action':
      return { rows: SCANNED_WHOLE, values: [source.action], sql: readWhole('l.action = $12') };
    case 'all':
      return { rows: SCANNED_WHOLE, values: [], sql: readWhole('true') };
  }
}

/** Returns the full records at these positions, newest first. */
export async function selectAt(
  query: Query,
  positions: readonly NumberedPosition[],
): Promise<ListedRecord[]> {
  const day = dayOf('l.created_at');
  return select(
    query,
    listed,
    withDetails(
      `SELECT ${day} AS day, l.chain_id, l.seq
       FROM unnest($1::timestamptz[], $2::uuid[], $3::bigint[]) AS wanted (at, wanted_id, wanted_seq)
       JOIN audit_log l ON ${day} = ${dayOf('wanted.at')} AND l.log_seq = wanted_seq
         AND l.created_at = wanted.at AND l.id = wanted_id`,
    ),
    [positions.map(({ at }) => at), positions.map(({ id }) => id), positions.map(({ seq }) => seq)],
  );
}

export async function findUserId(query: Query, username: string): Promise<string | undefined> {
  return selectValue(query, text('id'), 'FROM users WHERE username = $1', [username]);
}

export async function selectActions(query: Query): Promise<string[]> {
  const rows = await query<{ action: string }>(
    `WITH RECURSIVE known (action) AS (
       (SELECT action FROM audit_log ORDER BY action LIMIT 1)
       UNION ALL
       SELECT (SELECT l.action FROM audit_log l WHERE l.action > known.action ORDER BY l.action LIMIT 1)
       FROM known WHERE known.action IS NOT NULL)
     SELECT action FROM known WHERE action IS NOT NULL`,
  );
  return rows.map((row) => row.action);
}

export async function findUsersByHandle(
  query: Query,
  term: string,
  { limit, number }: { limit: number; number: NumberTerm | undefined },
): Promise<string[]> {
  const { sql, values } = containsTerm('handle', term);
  const saved = number && isSavedNumber(number, values.length + 1);
  const savers = saved
    ? `UNION (SELECT b.user_id FROM bank_accounts b WHERE ${saved.sql} LIMIT ${limit})`
    : '';
  return selectValues(
    query,
    text('id'),
    `FROM (SELECT user_id AS id FROM user_search WHERE ${sql} ${savers}) AS found LIMIT ${limit}`,
    [...values, ...(saved?.values ?? [])],
  );
}
