import { TRANSACTION_TYPES } from '#contract/transactions/rules.ts';
import { REQUEST_STATES, TRANSACTION_STATUSES } from '#contract/transactions/states.ts';
import type { Database, Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';
import {
  computed,
  integer,
  nullable,
  type Selected,
  select,
  text,
  time,
  word,
} from '#server/db/selection.ts';

interface TabCounts {
  pending: number;
  history: number;
}

const type = word(TRANSACTION_TYPES, 'type');
const status = word(TRANSACTION_STATUSES, 'status');
const counted = computed({ type, status, count: integer('sum(count)') });
/** As text: a sum may exceed 2^53. */
const amounts = computed({ type, status, amountPaise: text('sum(amount_paise)') });
const oldest = computed({
  type,
  createdAt: nullable(
    time(`SELECT created_at FROM pending_requests AS waiting WHERE waiting.type = types.type
      ORDER BY created_at, id LIMIT 1`),
  ),
});

const grouped = `FROM ${projected('totals')} AS parts GROUP BY 1, 2`;

/** Counts transactions by type and status. */
export async function countByTypeAndStatus(query: Query): Promise<Selected<typeof counted>[]> {
  return select(query, counted, `SELECT ${counted.sql} ${grouped}`);
}

export async function selectAmounts(query: Query): Promise<Selected<typeof amounts>[]> {
  return select(query, amounts, `SELECT ${amounts.sql} ${grouped}`);
}

export async function selectOldestPending(query: Query): Promise<Selected<typeof oldest>[]> {
  const statement = `SELECT ${oldest.sql} FROM unnest(ARRAY['deposit', 'withdrawal']) AS types(type)`;
  return select(query, oldest, statement);
}

export async function countTransactions(
  db: Database,
): Promise<{ deposit: TabCounts; withdrawal: TabCounts }> {
  const counts = { deposit: { pending: 0, history: 0 }, withdrawal: { pending: 0, history: 0 } };
  for (const { type, status, count } of await countByTypeAndStatus(db.query)) {
    counts[type][REQUEST_STATES[status].tab] += count;
  }
  return counts;
}
