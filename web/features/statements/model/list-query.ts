import { orpc } from '#web/lib/api/api.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';
import { type LineFilters, toInput } from './search.ts';

/** Imported statements, newest first, paginated. */
export function importsQuery() {
  return orpc.statements.imports.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...byCursor,
  });
}

/** Lines of statements, newest first, paginated. */
export function linesQuery(filters: LineFilters) {
  return orpc.statements.lines.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...toInput(filters), cursor }),
    ...byCursor,
  });
}
