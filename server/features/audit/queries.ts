import type { Query } from '#server/db/database.ts';
import { beforeNumbered, type NumberedPosition } from '#server/platform/lists/cursor.ts';
import { containsTerm, startingWith } from '#server/platform/lists/search.ts';

export interface ListedRecord {
  id: string;
  actorId: string | null;
  actorName: string | null;
  action: string;
  entity: string;
  entityId: string;
  subjectId: string | null;
  subjectName: string | null;
  before: unknown;
  after: unknown;
  ip: string | null;
  createdAt: Date;
  logSeq: number;
}

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
const isUser = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

function withDetails(sql: string): string {
  return `SELECT log.id, log.actor_id AS "actorId", actor.username AS "actorName", log.action, log.entity,
      log.entity_id AS "entityId", about.subject AS "subjectId",
      coalesce(subject.username, CASE WHEN log.action = 'user.delete' THEN log.before ->> 'username' END) AS "subjectName",
      log.before, log.after, log.ip, log.created_at AS "createdAt", log.log_seq AS "logSeq"
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
  return query(
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
  return query(
    withDetails(
      `SELECT DISTINCT ${key} FROM (
         SELECT found.* FROM unnest($6::uuid[]) AS a (actor), unnest($7::text[]) AS b (act),
           ${walk('l.actor_id = actor AND l.action = act')}
         UNION ALL
         SELECT found.* FROM unnest($6::uuid[]) AS a (subject),
           ${walk('l.chain_id = subject::text AND l.action = ANY ($7::text[])')}
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
  limit: number,
): Promise<string[]> {
  const { sql, values } = containsTerm('handle', term);
  const rows = await query<{ id: string }>(
    `SELECT user_id AS id FROM user_search WHERE ${sql} LIMIT ${limit}`,
    values,
  );
  return rows.map((row) => row.id);
}
