import type { PassbookRow } from '#contract/transactions/schema.ts';

/** Maximum number of printed rows: about 40 sheets of paper and ten requests. */
export const MOST_PRINTED_ROWS = 1000;
/** Maximum number of rows in one response. */
const PAGE_ROWS = 100;

export type PrintRows = { rows: PassbookRow[]; total: number };

type Page = { rows: PassbookRow[]; nextCursor?: string | undefined; total?: number | undefined };
type LoadPage = (page: { cursor: string | undefined; limit: number }) => Promise<Page>;

/** Fetches the newest `MOST_PRINTED_ROWS` rows, page by page. Rejects if a page fails. */
export async function fetchPrintRows(load: LoadPage): Promise<PrintRows> {
  const rows: PassbookRow[] = [];
  let total = 0;
  let cursor: string | undefined;
  do {
    const page = await load({ cursor, limit: PAGE_ROWS });
    rows.push(...page.rows);
    total = page.total ?? total;
    cursor = page.nextCursor;
  } while (cursor && rows.length < MOST_PRINTED_ROWS);
  return { rows, total: Math.max(total, rows.length) };
}
