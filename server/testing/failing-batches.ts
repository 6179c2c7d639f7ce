import type { Database, Tx } from '../db/database.ts';
import type { Deps } from '../deps/deps.ts';

export const STATEMENT_FAILS = 'this statement fails';

/**
 * Wraps a transaction so that `before` runs ahead of each statement. A statement sent by `write` waits for its
 * `before`, and later statements wait for it.
 */
export function watchStatements(tx: Tx, before: (text: string) => Promise<void> | void): Tx {
  let written: Promise<unknown> = Promise.resolve();
  const query: Tx['query'] = async (...sent) => {
    await written;
    await before(sent[0]);
    return tx.query(...sent);
  };
  const lock: Tx['lock'] = async (...sent) => {
    await written;
    await before(sent[0]);
    return tx.lock(...sent);
  };
  const write: Tx['write'] = (...sent) => {
    written = written.then(() => before(sent[0])).then(() => tx.query(...sent));
    written.catch(() => undefined); // Later statements throw the error.
  };
  const beforeCommit: Tx['beforeCommit'] = (work) =>
    tx.beforeCommit(async () => {
      await work();
      await written;
    });
  // Waits for the writes even if no other work precedes the commit.
  beforeCommit(() => Promise.resolve());
  return { ...tx, query, lock, write, beforeCommit };
}

type Failure = (tx: Tx) => Promise<void> | void;

/** Returns deps whose database counts batch transactions and makes one of them fail once, before a statement. */
export function failingAt(
  deps: Deps,
  statement: number,
  fail: Failure = () => {
    throw new Error(STATEMENT_FAILS);
  },
) {
  const seen = { together: 0, individually: 0, failures: 0 };
  const watch = (tx: Tx): Tx => {
    let statements = 0;
    const count = () => {
      statements += 1;
      if (statements !== statement || seen.failures > 0) return;
      seen.failures += 1;
      return fail(tx);
    };
    const orm = new Proxy(tx.orm, {
      get(target, name, receiver) {
        if (name === 'select') void count();
        return Reflect.get(target, name, receiver);
      },
    });
    return { ...watchStatements(tx, count), orm };
  };
  const { db } = deps;
  const transaction: Database['transaction'] = (work, options) => {
    if (options?.lockTimeoutMs === undefined) {
      seen.individually += 1;
      return db.transaction(work, options);
    }
    seen.together += 1;
    return db.transaction((tx) => work(watch(tx)), options);
  };
  return { seen, deps: { ...deps, db: { ...db, transaction } } };
}
