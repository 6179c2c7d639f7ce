import type { Query, Tx } from '#server/db/database.ts';
import { insertStatement, type NewRow } from '#server/db/insert-many.ts';
import { statementLineKeys, statementLines } from '#server/db/schema/statements.ts';
import {
  computed,
  nullable,
  select,
  selectionOf,
  text,
  texts,
  together,
} from '#server/db/selection.ts';
import { MAX_DAYS_APART, type StoredLine } from '#server/statement-files/known-lines.ts';

const keyColumns = selectionOf(statementLines, 'l', ['lineKey', 'id']);

/** Returns the ids of the lines with these keys, those that they have in other layouts included. */
export async function selectByKeys(
  query: Query,
  { accountId, keys }: { accountId: string; keys: string[] },
): Promise<Map<string, string>> {
  const rows = await select(
    query,
    keyColumns,
    `FROM statement_lines l WHERE account_id = $1 AND line_key = ANY ($2::text[])
     UNION ALL
     SELECT line_key, line_id FROM statement_line_keys WHERE account_id = $1 AND line_key = ANY ($2::text[])`,
    [accountId, keys],
  );
  return new Map(rows.map(({ lineKey, id }) => [lineKey, id]));
}

interface OtherLayouts {
  accountId: string;
  layout: string | null;
  firstDay: string;
  lastDay: string;
}

/** SQL: lines of the account $1 near the days $3 to $4 that were imported in another layout than $2. */
const OF_OTHER_LAYOUTS = `statement_lines l JOIN statement_imports i ON i.id = l.import_id
  WHERE l.account_id = $1 AND l.booked_on BETWEEN $3::date - ${MAX_DAYS_APART} AND $4::date + ${MAX_DAYS_APART}
    AND NOT coalesce(i.layout = $2, false)`;

export async function hasOtherLayouts(
  query: Query,
  { accountId, layout, firstDay, lastDay }: OtherLayouts,
): Promise<boolean> {
  const found = await query(`SELECT FROM ${OF_OTHER_LAYOUTS} LIMIT 1`, [
    ...[accountId, layout, firstDay, lastDay],
  ]);
  return found.length > 0;
}

const storedColumns = together(
  selectionOf(statementLines, 'l', [
    ...(['id', 'paise', 'narration', 'reference', 'utr', 'transactionId', 'balancePaise'] as const),
  ]),
  computed({
    bookedOn: text('l.booked_on'),
    valueOn: nullable(text('l.value_on')),
    utrs: texts(`string_to_array(l.utrs, ' ')`),
  }),
);

/** Returns the lines of an account with one of these amounts that were imported in another layout, near these days. */
export async function selectOfOtherLayouts(
  query: Query,
  { amounts, ...others }: OtherLayouts & { amounts: number[] },
): Promise<StoredLine[]> {
  return select(
    query,
    storedColumns,
    `FROM ${OF_OTHER_LAYOUTS} AND l.paise = ANY ($5::bigint[])
     ORDER BY l.booked_on, i.created_at, l.row, l.id`,
    [others.accountId, others.layout, others.firstDay, others.lastDay, amounts],
  );
}

/** Stores the keys that lines have in another layout. */
export async function insertLineKeys(
  tx: Tx,
  rows: NewRow<typeof statementLineKeys>[],
): Promise<void> {
  const { text, values } = insertStatement(statementLineKeys, rows);
  await tx.query(text, values);
}
