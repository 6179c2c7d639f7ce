import { z } from 'zod';
import type { Query } from '#server/db/database.ts';
import { integer, selectValue } from '#server/db/selection.ts';
import { isSignedBy, parseCheckpoint } from '#server/platform/sealed-log/checkpoint.ts';
import { isConsistent, proveConsistency } from '#server/platform/sealed-log/merkle.ts';
import { storedSubtrees } from '#server/platform/sealed-log/sealed-log.queries.ts';
import type { VerifierKey } from '#server/platform/sealed-log/signing-key.ts';

/** Two signed heads, and the hashes that show that the later log begins with the earlier one. Hashes are base64. */
export const consistencyProof = z.object({
  from: z.string(),
  to: z.string(),
  path: z.array(z.string()).max(64),
});
export type ConsistencyProof = z.infer<typeof consistencyProof>;

/** Returns the proof for two heads of this log. Throws Error with a sentence for the operator. */
export async function proveHeads(
  query: Query,
  { from, to }: { from: string; to: string },
): Promise<ConsistencyProof> {
  const [earlier, later] = [parseCheckpoint(from), parseCheckpoint(to)];
  if (!earlier || !later)
    throw new Error('A head is malformed: it must be of "wallet audit head".');
  const size = await selectValue(query, integer('size'), 'FROM audit_tree');
  if (earlier.size < 1) throw new Error('The first head is of an empty log.');
  if (earlier.size > later.size) throw new Error('The second head is of fewer records.');
  if (later.size > (size ?? 0)) throw new Error('The log has fewer records than the head.');
  const hashes = await proveConsistency(
    { from: earlier.size, to: later.size },
    storedSubtrees(query),
  );
  const proof = { from, to, path: hashes.map((hash) => hash.toString('base64')) };
  const problem = findConsistencyProblem(proof);
  if (problem) throw new Error(`There is no proof: ${problem}. Run "wallet verify --head FILE".`);
  return proof;
}

/** Returns why a proof is wrong; undefined if it holds. With `keys`, also checks that they signed its heads. */
export function findConsistencyProblem(
  { from, to, path }: ConsistencyProof,
  keys?: readonly VerifierKey[],
): string | undefined {
  const [earlier, later] = [parseCheckpoint(from), parseCheckpoint(to)];
  if (!earlier || !later) return 'a head is malformed';
  if (earlier.origin !== later.origin) return 'the heads are of two logs';
  if (keys && ![earlier, later].every((head) => isSignedBy(head, keys))) {
    return 'the key did not sign both heads';
  }
  const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
  return isConsistent({ from: earlier, to: later, path: hashes })
    ? undefined
    : 'the later log does not begin with the records of the earlier one';
}
