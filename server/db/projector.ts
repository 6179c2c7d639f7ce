import type { Database, Query, Tx } from './database.ts';
import { readHorizon } from './open-writers.ts';
import {
  addChanges,
  fillAgain,
  LOGS,
  type Log,
  namesOf,
  PROJECTION_NAMES,
  PROJECTIONS,
  type ProjectionName,
  projectionsOf,
} from './projections.ts';
import { projections } from './schema/dashboards.ts';
import {
  computed,
  countOf,
  integer,
  nullable,
  select,
  selectFirst,
  selectionOf,
  selectValue,
} from './selection.ts';
import { update } from './update.ts';

const BATCH = 5000;
const ALL_LOGS = Object.keys(LOGS) as Log[];
/** Bounds a run, so that a server that is far behind stops in time. */
const MAX_BATCHES = 50;

const nameColumn = selectionOf(projections, 'p', ['name']);
const batchRead = computed({ count: integer('count(*)'), last: nullable(integer('max(id)')) });

/**
 * Adds new changes to every projection, in order of their numbers and below those of open writers. Each batch is one
 * transaction with its position. A projection that another server holds is skipped.
 */
export async function project(
  { query, transaction }: Pick<Database, 'query' | 'transaction'>,
  { batch = BATCH }: { batch?: number } = {},
): Promise<void> {
  const behind = await select(
    query,
    nameColumn,
    ALL_LOGS.map(
      (log) => `SELECT ${nameColumn.sql} FROM projections p WHERE name IN (${namesOf(log)})
        AND position < (SELECT max(id) FROM ${log})`,
    ).join(' UNION ALL '),
  );
  for (const name of PROJECTION_NAMES) {
    if (!behind.some((one) => one.name === name)) continue;
    for (let n = 0; n < MAX_BATCHES; n += 1) {
      if (!(await transaction((tx) => projectBatch(tx, { name, batch })))) break;
    }
  }
  const ofChanges: readonly string[] = projectionsOf('transaction_changes');
  if (behind.some(({ name }) => ofChanges.includes(name))) await pruneChanges(query);
}

/** Returns whether more changes may follow. */
async function projectBatch(
  tx: Tx,
  { name, batch }: { name: ProjectionName; batch: number },
): Promise<boolean> {
  const position = await lockPosition(tx.query, name, 'SKIP LOCKED');
  if (position === undefined) return false;
  const horizon = await readHorizon(tx.query, PROJECTIONS[name].log);
  const statement = `SELECT ${batchRead.sql} FROM (
      SELECT id FROM ${PROJECTIONS[name].log} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) AS batch`;
  const read = await selectFirst(tx.query, batchRead, statement, [position, horizon, batch]);
  if (!read || read.last === null) return false;
  await tx.query(addChanges(name), [position, read.last]);
  await update(tx.query, projections, { set: { position: read.last }, where: { name } });
  return read.count === batch;
}

async function lockPosition(
  query: Query,
  name: ProjectionName,
  wait: '' | 'SKIP LOCKED',
): Promise<number | undefined> {
  const row = `FROM projections WHERE name = $1 FOR UPDATE ${wait}`;
  return selectValue(query, integer('position'), row, [name]);
}

/** SQL: up to which change all projections have been made. */
const FIRST_POSITION = `SELECT min(position) FROM projections WHERE name IN (${namesOf('transaction_changes')})`;

/** Keeps the newest change that was read: a restored database continues its numbers after those of its rows. */
async function pruneChanges(query: Query): Promise<void> {
  await query(
    `DELETE FROM transaction_changes WHERE id IN (
       SELECT id FROM transaction_changes WHERE id < (${FIRST_POSITION}) ORDER BY id LIMIT $1)`,
    [BATCH * MAX_BATCHES],
  );
}

/** Makes a projection again from all rows, while servers run. Returns the number of its rows. */
export async function rebuildProjection(
  { transaction }: Pick<Database, 'transaction'>,
  name: ProjectionName,
): Promise<number> {
  return transaction(async (tx) => {
    const position = await lockPosition(tx.query, name, '');
    if (position === undefined) throw new Error(`The position of ${name} is missing.`);
    await tx.query(`DELETE FROM ${PROJECTIONS[name].kept}`);
    const rows = await tx.query(`${fillAgain(name)} RETURNING 1`, [position]);
    return rows.length;
  });
}

/** Returns the age of the oldest change that each projection does not contain yet, in seconds. */
export async function readLags(query: Query): Promise<{ name: string; seconds: number }[]> {
  return query(
    ALL_LOGS.map(
      (log) => `SELECT name, coalesce(greatest(0, extract(epoch FROM clock_timestamp() - (
          SELECT ${LOGS[log]} FROM ${log} WHERE id > position ORDER BY id LIMIT 1))), 0)::float8 AS seconds
        FROM projections WHERE name IN (${namesOf(log)})`,
    ).join(' UNION ALL '),
  );
}

/** Counts the changes of transactions that a projection does not contain yet, up to a limit. */
export async function countUnprojected(query: Query, limit: number): Promise<number> {
  return countOf(
    query,
    `(SELECT FROM transaction_changes WHERE id > (${FIRST_POSITION}) LIMIT $1) AS changes`,
    [limit],
  );
}
