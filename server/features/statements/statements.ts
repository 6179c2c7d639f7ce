export { lineColumns } from './statements.queries.ts';

import type { StatementImport, StatementLineView } from '#contract/statements/schema.ts';
import type { Deps } from '#server/deps/deps.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { type LineFilters, selectImports, selectLines } from './statements.queries.ts';

interface Page {
  cursor?: string | undefined;
  limit: number;
}

/** Returns imported statements, newest first, with those that were undone. */
export async function listImports({ db }: Pick<Deps, 'db'>, { cursor, limit }: Page) {
  const rows = await selectImports(db.query, { after: fromCursor(cursor), limit: limit + 1 });
  const views = rows.map(
    ({ problems, ...row }) =>
      // cast: reasons are stored as text
      ({ ...row, recognized: [], recognizedLines: 0, ...problems }) as StatementImport,
  );
  return toPage(views, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
}

/** Returns lines of statements by day, newest first. */
export async function listLines(
  { db }: Pick<Deps, 'db'>,
  { cursor, limit, ...filters }: Page & LineFilters,
): Promise<{ rows: StatementLineView[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await selectLines(db.query, { ...filters, after, limit: limit + 1 });
  return toPage(rows, limit, ({ bookedOn, id }) => ({ at: new Date(bookedOn), id }));
}
