import type { StatementLineView } from '#contract/statements/schema.ts';
import type { Query } from '#server/db/database.ts';
import {
  statementAccounts,
  statementImports,
  statementLines,
} from '#server/db/schema/statements.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  nullable,
  optional,
  renamed,
  type Selected,
  select,
  selectionOf,
  text,
  together,
} from '#server/db/selection.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';
import { containing } from '#server/platform/lists/search.ts';

const accountName = renamed(statementAccounts, 'a', { accountName: 'name' });
const importColumns = together(
  selectionOf(statementImports, 'i', [
    ...(['id', 'accountId', 'createdAt', 'fileName', 'sha256', 'format', 'newLines'] as const),
    ...(['knownLines', 'skippedRows', 'gapCount', 'problems', 'undoneAt'] as const),
  ]),
  accountName,
  optional(renamed(users, 'u', { importedBy: 'username' })),
  optional(renamed(users, 'b', { undoneBy: 'username' })),
  computed({ firstDay: nullable(text('i.first_day')), lastDay: nullable(text('i.last_day')) }),
);

export async function selectImports(
  query: Query,
  { after = NEWEST, limit }: { after: Position | undefined; limit: number },
): Promise<Selected<typeof importColumns>[]> {
  return select(
    query,
    importColumns,
    `FROM (SELECT * FROM statement_imports WHERE (created_at, id) < ($1::timestamptz, $2::uuid)
       ORDER BY created_at DESC, id DESC LIMIT $3) AS i
     JOIN statement_accounts a ON a.id = i.account_id
     LEFT JOIN users u ON u.id = i.imported_by LEFT JOIN users b ON b.id = i.undone_by
     ORDER BY i.created_at DESC, i.id DESC`,
    [after.at, after.id, limit],
  );
}

/** The columns of a `StatementLineView`, of the line `l` and its account `a`. */
export const lineColumns = together(
  selectionOf(statementLines, 'l', [
    ...([
      'id',
      'accountId',
      'importId',
      'paise',
      'narration',
      'reference',
      'transactionId',
    ] as const),
    ...(['balancePaise', 'rail', 'utr', 'ourReference', 'vpa', 'isReturn'] as const),
  ]),
  accountName,
  computed({ bookedOn: text('l.booked_on'), valueOn: nullable(text('l.value_on')) }),
);

export interface LineFilters {
  accountId?: string | undefined;
  importId?: string | undefined;
  direction?: 'received' | 'paid' | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  minPaise?: number | undefined;
  maxPaise?: number | undefined;
}

type Searched = 'search' | 'minPaise' | 'maxPaise';
type Filter = Exclude<keyof LineFilters, Searched>;

/** SQL of each filter; `?` is its value. */
const conditions: Record<Filter, string> = {
  accountId: 'l.account_id = ?::uuid',
  importId: 'l.import_id = ?::uuid',
  direction: `(l.paise > 0) = (?::text = 'received')`,
  from: 'l.booked_on >= ?::date',
  to: 'l.booked_on <= ?::date',
};

const inText = ['narration', 'reference', 'utrs', 'our_reference']
  .map((name) => `l.${name} ILIKE ?`)
  .join(' OR ');
/** A search by text or amount reads the newest lines of the other filters, so that its time does not grow with the history. */
const MAX_SEARCHED = 50_000;

/** Returns lines after a position, newest first. */
export async function selectLines(
  query: Query,
  {
    after = NEWEST,
    limit,
    search,
    minPaise,
    maxPaise,
    ...filters
  }: LineFilters & { after: Position | undefined; limit: number },
): Promise<StatementLineView[]> {
  const values: unknown[] = [after.at, after.id, limit];
  const add = (sql: string, value: string | number) =>
    sql.replaceAll('?', `$${values.push(value)}`);
  const given = Object.entries(filters).flatMap(
    ([name, value]) => (value ? [add(conditions[name as Filter], value)] : []), // cast: the rest has these names
  );
  const where = ['(l.booked_on, l.id) < ($1::date, $2::uuid)', ...given].join(' AND ');
  const searched = [
    ...(search ? [add(`(${inText})`, containing(search))] : []),
    ...(minPaise === undefined ? [] : [add('abs(l.paise) >= ?::bigint', minPaise)]),
    ...(maxPaise === undefined ? [] : [add('abs(l.paise) <= ?::bigint', maxPaise)]),
  ];
  return select(
    query,
    lineColumns,
    `FROM (SELECT * FROM statement_lines l WHERE ${where} ORDER BY l.booked_on DESC, l.id DESC
       LIMIT ${searched.length > 0 ? MAX_SEARCHED : '$3'}) AS l
     JOIN statement_accounts a ON a.id = l.account_id
     ${searched.length > 0 ? `WHERE ${searched.join(' AND ')}` : ''} ORDER BY l.booked_on DESC, l.id DESC LIMIT $3`,
    values,
  );
}
