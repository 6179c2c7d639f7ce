import type { Query } from '#server/db/database.ts';
import { before, type Position } from '#server/platform/lists/cursor.ts';
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
}

export interface Page {
  from: string;
  until: string;
  after: Position;
  limit: number;
}

/** Sort order of records, and the columns that identify a record's full row. */
const key = 'created_at, id, chain_id, seq';
const order = 'ORDER BY created_at DESC, id DESC';
const inPage = 'created_at >= $1::timestamptz AND (created_at, id) < ($2::timestamptz, $3::uuid)';
function pageValues({ from, until, after, limit }: Page) {
  const bound = before(until, after);
  return [from, bound.at, bound.id, limit];
}
const isUser = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/** Returns SQL that joins the records selected by `sql` with names and details. */
function withDetails(sql: string): string {
  return `SELECT log.id, log.actor_id AS "actorId", actor.username AS "actorName", log.action, log.entity,
      log.entity_id AS "entityId", about.subject AS "subjectId",
      coalesce(subject.username, CASE WHEN log.action = 'user.delete' THEN log.before ->> 'username' END) AS "subjectName",
      log.before, log.after, log.ip, log.created_at AS "createdAt"
    FROM (${sql}) AS page JOIN audit_log log ON log.chain_id = page.chain_id AND log.seq = page.seq
    CROSS JOIN LATERAL (SELECT CASE WHEN log.chain_id ~ ${isUser} THEN log.chain_id::uuid END AS subject) AS about
    LEFT JOIN users actor ON actor.id = log.actor_id
    LEFT JOIN users subject ON subject.id = about.subject
    ORDER BY log.created_at DESC, log.id DESC`;
}

/** Returns the records of a page, newest first, optionally of one action only. */
export async function selectRecords(
  query: Query,
  page: Page,
  action: string | undefined,
): Promise<ListedRecord[]> {
  const ofAction = action === undefined ? '' : 'AND action = $5';
  return query(
    withDetails(`SELECT ${key} FROM audit_log WHERE ${inPage} ${ofAction} ${order} LIMIT $4`),
    [...pageValues(page), ...(action === undefined ? [] : [action])],
  );
}

/** Search criteria: actors, affected users, exact actions and the prefix of an entity id. */
export interface Wanted {
  /** Actions to search: all known ones, or the one of the filter. */
  actions: string[];
  userIds: string[];
  namedActions: string[];
  entityPrefix: string | undefined;
}

const MAX_OF_ENTITY = 1000;
/**
 * Records of a chain are read by sequence number, which may differ from the order of their times. Transactions overlap,
 * and clocks of servers differ. So this many additional records of all chains are read before sorting by time.
 */
const MAX_OUT_OF_ORDER = 1000;

/** Returns the records of a page that match any criterion. Each criterion is one ordered index scan. */
export async function searchRecords(
  query: Query,
  page: Page,
  { actions, userIds, namedActions, entityPrefix }: Wanted,
): Promise<ListedRecord[]> {
  const walk = (condition: string) =>
    `LATERAL (SELECT ${key} FROM audit_log l WHERE ${condition} AND ${inPage} ${order} LIMIT $4) AS found`;
  return query(
    withDetails(
      `SELECT DISTINCT ${key} FROM (
         SELECT ${key} FROM unnest($5::uuid[]) AS a (actor), unnest($6::text[]) AS b (act),
           ${walk('l.actor_id = actor AND l.action = act')}
         UNION ALL
         SELECT ${key} FROM unnest($5::uuid[]) AS a (subject),
           LATERAL (SELECT ${key} FROM (
             SELECT ${key} FROM audit_log l
             WHERE l.chain_id = subject::text AND l.action = ANY ($6::text[]) AND ${inPage}
             ORDER BY seq DESC LIMIT $4 + ${MAX_OUT_OF_ORDER} / greatest(1, cardinality($5::uuid[]))) AS newest
             ${order} LIMIT $4) AS found
         UNION ALL
         SELECT ${key} FROM unnest($7::text[]) AS b (act), ${walk('l.action = act')}
         UNION ALL
         SELECT ${key} FROM (SELECT * FROM audit_log WHERE entity_id LIKE $8 LIMIT ${MAX_OF_ENTITY}) AS l
           WHERE action = ANY ($6::text[]) AND ${inPage}
       ) AS found ${order} LIMIT $4`,
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

/** Returns the existing actions; each is found by one index lookup. */
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

/** Returns ids of up to `limit` users whose name or id contains a term. */
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
