import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps/deps.ts';
import { watchStatements } from './failing-batches.ts';

/**
 * Returns deps whose connection to the database ends before the given statement of all their transactions, as after
 * SIGKILL of a server. `isCut` returns whether they sent that statement.
 */
export function killedAt<Parts extends Pick<Deps, 'db'>>(deps: Parts, at: number) {
  const { db } = deps;
  let statement = 0;
  const kill = async (tx: Tx) => {
    statement += 1;
    if (statement !== at) return;
    const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await db.query('SELECT pg_terminate_backend($1, 1000)', [backend?.pid]);
  };
  const transaction: Deps['db']['transaction'] = (work, options) =>
    db.transaction((tx) => work(watchStatements(tx, () => kill(tx))), options);
  return { deps: { ...deps, db: { ...db, transaction } }, isCut: () => statement >= at };
}
