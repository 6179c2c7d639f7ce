import type { Query } from '../db/database.ts';

/**
 * Drops the foreign keys, and the indexes that are no constraint's, of all tables: kept row by row they take most of
 * the time of a restore. Returns the statements that make them again, foreign keys last.
 */
export async function dropIndexes(query: Query): Promise<string[]> {
  const found = await query<{ drop: string; make: string }>(
    `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS make
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     WHERE c.relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
     UNION ALL
     SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { drop } of found) await query(drop);
  return found.map(({ make }) => make);
}
