import type { TransactionFilters } from '#contract/transactions/schema.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { CSV_BOM, toIndianTime } from '#server/platform/lists/csv.ts';
import type { NumberedPosition } from '#server/platform/lists/cursor.ts';
import { openCsv } from '../transactions-csv.ts';
import { findPassbookRows } from './passbook.queries.ts';
import { passbookPosition } from './passbook.ts';

const BATCH_ROWS = 1000;
const { header, toLine } = openCsv('passbookCsv');

export async function* exportPassbook(
  deps: Deps,
  actor: Actor,
  filters: TransactionFilters,
): AsyncGenerator<string> {
  yield CSV_BOM + header;
  let after: NumberedPosition | undefined;
  for (;;) {
    const rows = await findPassbookRows(deps.db, actor, { filters, after, limit: BATCH_ROWS });
    yield rows.map(toLine).join('');
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = passbookPosition(last);
  }
}

export function passbookFileName(now: Date): string {
  return `passbook-${toIndianTime(now).slice(0, 10)}.csv`;
}
