import type { Query } from '#server/db/database.ts';
import {
  computed,
  integer,
  nullable,
  type Selected,
  selectFirst,
  text,
} from '#server/db/selection.ts';

interface Step {
  /** Visits people after this id. */
  after: string;
  people: number;
  olderThan: Date;
  newest: number;
  rows: number;
}

const pruned = computed({
  deleted: integer('SELECT count(*) FROM gone'),
  last: nullable(text('SELECT max(id::text) FROM people')),
});

/**
 * Deletes notifications of the next people: those before a time, and those beyond the newest of a person unless they
 * are unread and about a sensitive change. Returns the number deleted, and the last visited id.
 */
export async function pruneStep(
  query: Query,
  { after, people, olderThan, newest, rows }: Step,
): Promise<Selected<typeof pruned>> {
  const result = await selectFirst(
    query,
    pruned,
    `WITH people AS MATERIALIZED (SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2),
       surplus AS MATERIALIZED (
         SELECT n.user_id, n.id FROM people p
         LEFT JOIN LATERAL (
           SELECT created_at, id FROM notifications WHERE user_id = p.id
           ORDER BY created_at DESC, id DESC OFFSET $4 LIMIT 1) AS first ON true
         JOIN notifications n ON n.user_id = p.id AND (n.created_at < $3 OR (
           (n.created_at, n.id) <= (first.created_at, first.id) AND (n.read OR n.data ->> 'change' IS NULL)))
         LIMIT $5),
       gone AS (
         DELETE FROM notifications n USING surplus s WHERE n.user_id = s.user_id AND n.id = s.id RETURNING 1)
     SELECT ${pruned.sql}`,
    [after, people, olderThan, newest, rows],
  );
  return result ?? { deleted: 0, last: null };
}
