import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** Maps rows of the former system to imported rows, so that no row is imported twice. */
export const importedRows = pgTable(
  'imported_rows',
  {
    kind: text('kind').notNull(),
    oldId: text('old_id').notNull(),
    newId: uuid('new_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'imported_rows_pkey', columns: [t.kind, t.oldId] }),
    index('imported_rows_new_id_idx').on(t.newId),
  ],
);
