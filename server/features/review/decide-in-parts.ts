import pLimit from 'p-limit';
import type { Command, DecisionResults } from './decisions.ts';

/** Larger parts take less processor time, but other requests wait longer: with 500, p99 was 2.5 to 5.2 times as long. */
const PART_SIZE = 100;
/** While the database executes one part, Node prepares the other. */
const PARALLEL_PARTS = 2;
/** Of all lists together: several long ones must not take the connections of other requests. */
const inTurn = pLimit(PARALLEL_PARTS);

type DecidePart = (part: Command) => Promise<DecisionResults>;

/**
 * Decides a list in parts, each in its own transaction, so that others wait for a part only. If a part fails as a whole,
 * no further part begins and the error is thrown. Repeating the list with the same key then continues it: what was
 * decided with the key counts as decided.
 */
export async function decideInParts(
  command: Command,
  decidePart: DecidePart,
  size = PART_SIZE,
): Promise<DecisionResults> {
  const [first, ...waiting] = partsOf(command, size);
  if (!first) return new Map();
  // Binds the key of the whole list. The others rely on it, because they would wait for its lock.
  const results = new Map(await inTurn(decidePart, first));
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      for (const [id, refusal] of await inTurn(decidePart, part)) results.set(id, refusal);
    }
  };
  const stop = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  const done = await Promise.allSettled(
    Array.from({ length: PARALLEL_PARTS }, () => work().catch(stop)),
  );
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return new Map(command.decision.ids.map((id) => [id, results.get(id)]));
}

/** In order of id, like the locks. */
function partsOf(command: Command, size: number): Command[] {
  const whole = command.decision;
  const ids = whole.ids.toSorted();
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ({
    ...command,
    decision: { ...whole, ids: ids.slice(n * size, (n + 1) * size) },
    part: { whole, isFirst: n === 0 },
  }));
}
