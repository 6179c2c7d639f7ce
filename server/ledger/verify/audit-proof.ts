import { z } from 'zod';
import type { Query } from '#server/db/database.ts';
import { countOf } from '#server/db/selection.ts';
import { hashAuditRow } from '#server/platform/commands/audit-hash.ts';
import { isSignedBy, parseCheckpoint } from '#server/platform/sealed-log/checkpoint.ts';
import { hashLeaf, proveInclusion, rootOfProof } from '#server/platform/sealed-log/merkle.ts';
import {
  findNewestHead,
  type SealedPosition,
  sealedOrder,
  storedSubtrees,
} from '#server/platform/sealed-log/sealed-log.queries.ts';
import type { VerifierKey } from '#server/platform/sealed-log/signing-key.ts';

const details = z.record(z.string(), z.unknown()).nullable();

/** A record with everything that its hash covers. Hashes are base64. */
export const auditProof = z.object({
  record: z.object({
    id: z.string(),
    chainId: z.string(),
    seq: z.int(),
    actorId: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    entityId: z.string(),
    before: details,
    after: details,
    ip: z.string().nullable(),
    createdAt: z.iso.datetime(),
    previousHash: z.string(),
  }),
  /** The number of records before it in the log. */
  index: z.int().nonnegative(),
  /** The sibling hashes from the leaf to the root (RFC 9162, 2.1.3). */
  path: z.array(z.string()).max(64),
  /** The signed head that the proof leads to. */
  checkpoint: z.string(),
});
export type AuditProof = z.infer<typeof auditProof>;

type FoundRecord = Omit<AuditProof['record'], 'createdAt'> & SealedPosition & { createdAt: Date };

const fields = `id, log_seq AS "logSeq", chain_id AS "chainId", seq, actor_id AS "actorId", action, entity,
  entity_id AS "entityId", before, after, ip, created_at AS "createdAt",
  encode(previous_hash, 'base64') AS "previousHash"`;

/** Returns the proof that the newest signed head covers a record. Throws Error with a sentence for the operator. */
export async function proveRecord(query: Query, id: string): Promise<AuditProof> {
  const [found] = await query<FoundRecord>(`SELECT ${fields} FROM audit_log WHERE id = $1`, [id]);
  if (!found) throw new Error(`The audit log has no record ${id}.`);
  const head = await findNewestHead(query);
  const index = await countBefore(query, found);
  if (!head || index >= head.treeSize) {
    throw new Error(
      'No signed head covers the record yet: a running server signs one each minute.',
    );
  }
  const path = await proveInclusion({ index, size: head.treeSize }, storedSubtrees(query));
  const { logSeq: _, ...record } = found;
  const proof: AuditProof = {
    record: { ...record, createdAt: record.createdAt.toISOString() },
    index,
    path: path.map((hash) => hash.toString('base64')),
    checkpoint: head.checkpoint,
  };
  if (findProofProblem(proof) === undefined) return proof;
  throw new Error('The record is not as it was sealed: run "wallet verify".');
}

function countBefore(query: Query, { logSeq, chainId, seq }: SealedPosition): Promise<number> {
  const earlier = `audit_log WHERE (${sealedOrder}) < ($1::bigint, $2, $3::bigint)`;
  return countOf(query, earlier, [logSeq, chainId, seq]);
}

/** Returns why a proof is wrong; undefined if it holds. With `keys`, also checks that one of them signed its head. */
export function findProofProblem(
  { record, index, path, checkpoint }: AuditProof,
  keys?: readonly VerifierKey[],
): string | undefined {
  const head = parseCheckpoint(checkpoint);
  if (!head) return 'its head is malformed';
  if (keys && !isSignedBy(head, keys)) return 'the key did not sign its head';
  const row = { ...record, createdAt: new Date(record.createdAt) };
  const leafHash = hashLeaf(hashAuditRow(Buffer.from(record.previousHash, 'base64'), row));
  const siblings = path.map((hash) => Buffer.from(hash, 'base64'));
  const root = rootOfProof({ leafHash, index, size: head.size, path: siblings });
  return root?.equals(head.root) ? undefined : 'the record is not in the log that its head covers';
}
