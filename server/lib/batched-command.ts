import { Histogram } from 'prom-client';
import type { Database, Tx } from '../db/database.ts';
import { isLockTimeout, isOutage } from '../db/outages.ts';
import { runCommand, runCommands } from './command.ts';
import type { Deps } from './deps.ts';
import { type AppError, isAppError } from './errors.ts';
import type { Actor } from './gate.ts';
import { APART, type Ask, gather } from './gather.ts';

/** How many commands one transaction takes. */
const MOST_TOGETHER = 64;
/**
 * From how many that wait a second transaction begins beside the first: with fewer, sharing one is cheaper; with
 * more, the database works while this process does.
 */
const MANY = 16;
/** Whoever holds a lock for longer keeps waiting the command that needs it, and not its neighbours. */
const LOCK_TIMEOUT_MS = 100;

/** Of this process, whoever collects it. */
export const batchSizes = new Histogram({
  name: 'wallet_command_batch_size',
  help: 'How many commands shared a transaction, by command',
  labelNames: ['command'],
  buckets: [1, 2, 4, 8, 16, 32, MOST_TOGETHER],
  registers: [],
});

/** A kind of command that many people give at the same time. */
export interface BatchedCommand<Command extends { actor: Actor }, Answer> {
  /** What the metrics call it. */
  name: string;
  /**
   * Does commands, in order, in one transaction: an answer for each, or why it was refused and changed
   * nothing. An expected refusal is such a result. Anything thrown rolls all of them back, and each is then run
   * individually: every caller of the batch pays for it.
   */
  work(tx: Tx, commands: readonly Command[]): Promise<(Answer | AppError)[]>;
  /** What two commands of one transaction may not have in common: the later one is done by itself. */
  keysOf(command: Command): string[];
}

/**
 * A command whose callers share transactions: what arrives while one runs is done by the next (see
 * `gather`). Each caller's outcome is what it would be if the commands came one after the other: the
 * outcome `work` gives it, or what that throws when the command is done by itself, with the rights of its actor
 * locked in the same transaction either way.
 */
export function batchCommand<Command extends { actor: Actor }, Answer>(
  kind: BatchedCommand<Command, Answer>,
): (deps: Pick<Deps, 'db'>, command: Command) => Promise<Answer> {
  const asks = new WeakMap<Database, Ask<Command, Answer>>();
  return ({ db }, command) => {
    const ask = asks.get(db) ?? askOf(db, kind);
    asks.set(db, ask);
    return ask(command);
  };
}

function askOf<Command extends { actor: Actor }, Answer>(
  db: Database,
  { name, work, keysOf }: BatchedCommand<Command, Answer>,
): Ask<Command, Answer> {
  const alone = async (command: Command): Promise<Answer> => {
    return runCommand({ db }, command.actor, async (tx) => {
      const [outcome] = await work(tx, [command]);
      if (isAppError(outcome)) throw outcome;
      return outcome as Answer; // one for each command
    });
  };
  const together = async (commands: readonly Command[]) => {
    const joined = withoutOverlap(commands, keysOf);
    const batch = { commands: joined, lockTimeoutMs: LOCK_TIMEOUT_MS };
    batchSizes.observe({ command: name }, joined.length);
    const outcomes = await runCommands({ db }, batch, work);
    return commands.map((command) => {
      const n = joined.indexOf(command);
      return n < 0 ? APART : (outcomes[n] as Answer | AppError); // one for each command
    });
  };
  return gather<Command, Answer>({
    together,
    most: MOST_TOGETHER,
    beside: MANY,
    apart: { isOfOne, alone },
  });
}

/** The first of all commands that have something in common. */
function withoutOverlap<Command>(
  commands: readonly Command[],
  keysOf: (command: Command) => string[],
): Command[] {
  const taken = new Set<string>();
  return commands.filter((command) => {
    const keys = keysOf(command);
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
}

/** An outage is everyone's, but for a lock in the way; what one alone was refused is only refused again. */
function isOfOne(error: unknown, count: number): boolean {
  return isLockTimeout(error) || (count > 1 && !isOutage(error));
}
