import type { Health } from '#contract/dashboards.ts';
import type { Deps } from '#server/lib/deps.ts';
import { describeError } from '#server/lib/errors.ts';
import { acceptsPasswords } from '#server/lib/password.ts';

/** So many unfolded deltas are minutes of work: whoever folds them has stopped. */
const MAX_UNFOLDED = 20_000;

type Checked = Pick<Deps, 'db' | 'log'>;

/** Asks each part of the product whether it works now. A part that can't answer does not. */
export async function checkHealth(deps: Checked): Promise<Health> {
  const [database, authentication, isFolding] = await Promise.all([
    answers(deps, 'database', () => isWritable(deps)),
    answers(deps, 'authentication', () => canSignIn(deps)),
    answers(deps, 'transactions', () => isKeepingUp(deps)),
  ]);
  return { database, authentication, transactions: database && isFolding };
}

async function answers(
  { log }: Checked,
  part: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  return check().catch((error: unknown) => {
    log.warn({ error: describeError(error), part }, 'a health check failed');
    return false;
  });
}

async function isWritable({ db }: Checked): Promise<boolean> {
  const [state] = await db.query<{ isWritable: boolean }>(
    `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS "isWritable"`,
  );
  return state?.isWritable ?? false;
}

/** Sessions can be read, and passwords are not refused for a flood of them. */
async function canSignIn({ db }: Checked): Promise<boolean> {
  await db.query('SELECT 1 FROM sessions LIMIT 1');
  return acceptsPasswords();
}

async function isKeepingUp({ db }: Checked): Promise<boolean> {
  const [unfolded] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       (SELECT FROM transaction_total_deltas LIMIT $1) UNION ALL
       (SELECT FROM daily_flow_deltas LIMIT $1)) AS deltas`,
    [MAX_UNFOLDED],
  );
  return (unfolded?.count ?? 0) < MAX_UNFOLDED;
}
