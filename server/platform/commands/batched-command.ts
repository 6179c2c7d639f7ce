import { Histogram } from 'prom-client';
import { type BatchedCall, batchCalls, RUN_INDIVIDUALLY } from '../../base/batch-calls.ts';
import { type AppError, isAppError } from '../../base/errors.ts';
import { isLockTimeout, isOutage } from '../../base/outages.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Actor } from '../auth/gate.ts';
import { runCommand, runCommands } from './command.ts';

const MAX_BATCH_SIZE = 64;
/** With fewer waiting commands, one shared transaction is cheaper than a second one in parallel. */
const PARALLEL_BATCH_THRESHOLD = 16;
/** After this time, a command that waits for a lock leaves its batch and waits in its own transaction. */
const LOCK_TIMEOUT_MS = 100;

export const batchSizes = new Histogram({
  name: 'wallet_command_batch_size',
  help: 'Number of commands in a transaction, by command',
  labelNames: ['command'],
  buckets: [1, 2, 4, 8, 16, 32, MAX_BATCH_SIZE],
  registers: [],
});

export interface BatchedCommand<Command extends { actor: Actor }, Answer> {
  name: string;
  /**
   * Returns for each command, in order, its result or a refusal that changed nothing. If it throws, the whole batch
   * rolls back and each command runs individually, so expected refusals should be returned.
   */
  work(tx: Tx, commands: readonly Command[]): Promise<(Answer | AppError)[]>;
  /** Conflict keys: of two commands that share a key, the later one runs in a separate transaction. */
  conflictKeys(command: Command): string[];
}

/**
 * Returns a function whose concurrent callers share transactions. Each caller gets the outcome that running the
 * commands one after the other would give, with the actor's rights locked in the same transaction.
 */
export function batchCommand<Command extends { actor: Actor }, Answer>(
  kind: BatchedCommand<Command, Answer>,
): (deps: { db: Database }, command: Command) => Promise<Answer> {
  const batchedCalls = new WeakMap<Database, BatchedCall<Command, Answer>>();
  return ({ db }, command) => {
    const call = batchedCalls.get(db) ?? batchedCallOf(db, kind);
    batchedCalls.set(db, call);
    return call(command);
  };
}

function batchedCallOf<Command extends { actor: Actor }, Answer>(
  db: Database,
  { name, work, conflictKeys }: BatchedCommand<Command, Answer>,
): BatchedCall<Command, Answer> {
  const runOne = async (command: Command): Promise<Answer> => {
    return runCommand({ db }, command.actor, async (tx) => {
      const [outcome] = await work(tx, [command]);
      if (isAppError(outcome)) throw outcome;
      return outcome as Answer; // `work` returns one outcome for each command.
    });
  };
  const runBatch = async (commands: readonly Command[]) => {
    const joined = withoutOverlap(commands, conflictKeys);
    const batch = { commands: joined, lockTimeoutMs: LOCK_TIMEOUT_MS };
    batchSizes.observe({ command: name }, joined.length);
    const outcomes = await runCommands({ db }, batch, work);
    return commands.map((command) => {
      const n = joined.indexOf(command);
      return n < 0 ? RUN_INDIVIDUALLY : (outcomes[n] as Answer | AppError); // `work` returns one outcome for each command.
    });
  };
  return batchCalls<Command, Answer>({
    runBatch,
    maxBatchSize: MAX_BATCH_SIZE,
    secondBatchThreshold: PARALLEL_BATCH_THRESHOLD,
    individualRetry: { shouldRetryIndividually, runOne },
  });
}

function withoutOverlap<Command>(
  commands: readonly Command[],
  conflictKeys: (command: Command) => string[],
): Command[] {
  const taken = new Set<string>();
  return commands.filter((command) => {
    const keys = conflictKeys(command);
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
}

function shouldRetryIndividually(error: unknown, count: number): boolean {
  return isLockTimeout(error) || (count > 1 && !isOutage(error));
}
