import { OPEN, POSTED } from '#server/db/statuses.ts';
/** What projections read: tables with numbered rows that are only inserted, each with the time of its rows. */
export const LOGS = { transaction_changes: 'written_at', statement_entries: 'created_at' } as const;
export type Log = keyof typeof LOGS;

/** A table of sums that is derived from a log. */
export interface Projection {
  log: Log;
  kept: string;
  /** Each key of the table, with the column of the log that it is read from. */
  keys: Record<string, string>;
  sums: string[];
  /** SQL: the rows of the log that concern it. */
  concerned: string;
}

export const PROJECTIONS = {
  totals: {
    log: 'transaction_changes',
    kept: 'transaction_totals',
    keys: { type: 'type', status: 'status' },
    sums: ['count', 'amount_paise'],
    concerned: 'true',
  },
  'daily-flows': {
    log: 'transaction_changes',
    kept: 'daily_flows',
    keys: { day: 'approved_on', type: 'type', source_id: 'source_id' },
    sums: ['count', 'amount_paise'],
    concerned: 'approved_on IS NOT NULL',
  },
  'daily-decisions': {
    log: 'transaction_changes',
    kept: 'daily_decisions',
    keys: { day: 'decided_on', decided_by: 'decided_by', status: 'status', reason: 'reason' },
    sums: ['count'],
    concerned: 'decided_on IS NOT NULL',
  },
  /** The ledger of the operator's bank accounts. */
  'statement-balances': {
    log: 'statement_entries',
    kept: 'statement_balances',
    keys: { account_id: 'account_id', account: 'account' },
    sums: ['amount_paise'],
    concerned: 'true',
  },
} satisfies Record<string, Projection>;

export type ProjectionName = keyof typeof PROJECTIONS;

export const PROJECTION_NAMES = Object.keys(PROJECTIONS) as ProjectionName[];

export function projectionsOf(log: Log): ProjectionName[] {
  return PROJECTION_NAMES.filter((name) => PROJECTIONS[name].log === log);
}

/** SQL: the names of the projections of a log. */
export function namesOf(log: Log): string {
  return projectionsOf(log)
    .map((name) => `'${name}'`)
    .join(', ');
}

export function isProjection(name: string | undefined): name is ProjectionName {
  return name !== undefined && Object.hasOwn(PROJECTIONS, name);
}

/** SQL: the columns of the table, read from the log. */
function readFrom({ keys, sums }: Projection): string {
  return [...Object.entries(keys).map(([key, from]) => `${from} AS ${key}`), ...sums].join(', ');
}

/**
 * SQL: the rows of a projection, and the changes that it does not contain yet. In one statement their sums are those of all
 * committed transactions. Rows with the same keys have to be added up.
 */
export function projected(name: ProjectionName): string {
  const { log, kept, keys, sums, concerned }: Projection = PROJECTIONS[name];
  return `(SELECT ${[...Object.keys(keys), ...sums].join(', ')} FROM ${kept}
    UNION ALL
    SELECT ${readFrom(PROJECTIONS[name])} FROM ${log}
    WHERE id > (SELECT position FROM projections WHERE name = '${name}') AND ${concerned})`;
}

/** SQL: inserts the sums of rows with the columns of the log. Its rows are written in order of their keys. */
function insertSums(projection: Projection, rows: string): string {
  const { kept, sums, concerned } = projection;
  const keys = Object.keys(projection.keys).join(', ');
  return `INSERT INTO ${kept} AS kept (${keys}, ${sums.join(', ')})
    SELECT ${keys}, ${sums.map((sum) => `sum(${sum})`).join(', ')}
    FROM (SELECT ${readFrom(projection)} FROM ${rows} AS changes WHERE ${concerned}) AS read
    GROUP BY ${keys} HAVING ${sums.map((sum) => `sum(${sum}) <> 0`).join(' OR ')} ORDER BY ${keys}`;
}

/** SQL: adds the changes with an id above $1, up to $2, to the table. */
export function addChanges(name: ProjectionName): string {
  const { log, keys, sums }: Projection = PROJECTIONS[name];
  const read = `(SELECT * FROM ${log} WHERE id > $1 AND id <= $2)`;
  return `${insertSums(PROJECTIONS[name], read)}
    ON CONFLICT (${Object.keys(keys).join(', ')})
    DO UPDATE SET ${sums.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(', ')}`;
}

const dayOf = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Kolkata')::date`;
const isDecision = `NOT status ${OPEN} AND NOT is_adjustment AND NOT is_cancelled`;

/** SQL: every transaction as a change. The triggers of `transactions` write the same. */
const asChanges = `SELECT type, status, ${dayOf('approved_at')} AS approved_on,
    CASE WHEN status ${POSTED} THEN source_id END AS source_id,
    CASE WHEN ${isDecision} THEN ${dayOf('decided_at')} END AS decided_on,
    CASE WHEN ${isDecision} THEN decided_by END AS decided_by,
    CASE WHEN ${isDecision} THEN reason ->> 'en' END AS reason, 1 AS count, amount_paise FROM transactions`;

/**
 * SQL by log: its sums up to the position $1. Transactions have no position: changes after it are subtracted, because they are
 * added later. So writers may continue meanwhile.
 */
const upToPosition: Record<Log, string> = {
  transaction_changes: `(${asChanges}
      UNION ALL
      SELECT type, status, approved_on, source_id, decided_on, decided_by, reason, -count, -amount_paise
      FROM transaction_changes WHERE id > $1)`,
  statement_entries: '(SELECT * FROM statement_entries WHERE id <= $1)',
};

/** SQL: fills the empty table again. */
export function fillAgain(name: ProjectionName): string {
  return insertSums(PROJECTIONS[name], upToPosition[PROJECTIONS[name].log]);
}
