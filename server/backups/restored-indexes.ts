import type { Query } from '../db/database.ts';
import { computed, select, text } from '../db/selection.ts';

const constraints = computed({
  drop: text(`format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)`),
  make: text(
    `format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))`,
  ),
});
const otherIndexes = computed({
  drop: text(`format('DROP INDEX %s', i.indexrelid::regclass)`),
  make: text('pg_get_indexdef(i.indexrelid)'),
});

/** The primary key of `files` stays, because each file is compared with its row when it arrives. */
export async function dropIndexes(query: Query): Promise<string[]> {
  const statement = `SELECT ${constraints.sql} FROM pg_constraint
    WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace
      AND NOT (contype = 'p' AND conrelid = 'files'::regclass)
    -- What others lean on is dropped last, and made first.
    ORDER BY contype = 'f' DESC`;
  const found = await select(query, constraints, statement);
  for (const { drop } of found) await query(drop);
  const others = `SELECT ${otherIndexes.sql} FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`;
  const indexes = await select(query, otherIndexes, others);
  for (const { drop } of indexes) await query(drop);
  return [...indexes, ...found.reverse()].map(({ make }) => make);
}
