import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AuditRow } from '#contract/audit/schema.ts';
import type { Deps } from '#server/deps/deps.ts';
import { CSV_BOM, csvLine, toIndianTime } from '#server/platform/lists/csv.ts';
import { NEWEST_NUMBERED, type NumberedPosition } from '#server/platform/lists/cursor.ts';
import { readAudit, type SearchedFilters } from './audit-log.ts';

const BATCH_ROWS = 500;

const COLUMNS: [string, (row: AuditRow) => string][] = [
  ['Date', ({ createdAt }) => toIndianTime(createdAt)],
  ['Action', ({ action }) => action],
  ['Who', ({ actorName }) => actorName ?? ''],
  ['Who (ID)', ({ actorId }) => actorId ?? ''],
  ['IP address', ({ ip }) => ip ?? ''],
  ['Affected user', ({ subjectName }) => subjectName ?? ''],
  ['Affected user (ID)', ({ subjectId }) => subjectId ?? ''],
  ['What', ({ entity }) => entity],
  ['What (ID)', ({ entityId }) => entityId],
  ['Before', ({ before }) => (before === null ? '' : JSON.stringify(before))],
  ['After', ({ after }) => (after === null ? '' : JSON.stringify(after))],
  ['Record (ID)', ({ id }) => id],
];

export async function* exportAuditCsv(
  deps: Pick<Deps, 'db'>,
  filters: SearchedFilters,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(COLUMNS.map(([name]) => name));
  for await (const rows of readBatches(deps, filters)) {
    yield rows.map((row) => csvLine(COLUMNS.map(([, cellOf]) => cellOf(row)))).join('');
  }
}

/** One array with a record on each line. */
export async function* exportAuditJson(
  deps: Pick<Deps, 'db'>,
  filters: SearchedFilters,
): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const rows of readBatches(deps, filters)) {
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield lines && separator + lines;
    if (lines) separator = ',\n';
  }
  yield '\n]\n';
}

async function* readBatches(
  deps: Pick<Deps, 'db'>,
  filters: SearchedFilters,
): AsyncGenerator<AuditRow[]> {
  let after: NumberedPosition | undefined = NEWEST_NUMBERED;
  while (after) {
    const page: Awaited<ReturnType<typeof readAudit>> = await readAudit(deps, filters, {
      after,
      limit: BATCH_ROWS,
    });
    yield page.rows;
    await yieldToEventLoop();
    after = page.next;
  }
}

/** Returns the file name audit_{date} with the day in India at `now`. */
export function auditFileName(now: Date, ending: 'csv' | 'json'): string {
  return `audit_${toIndianTime(now).slice(0, 10)}.${ending}`;
}
