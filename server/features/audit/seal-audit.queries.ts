import type { Query } from '#server/db/database.ts';
import { auditLog, auditTree } from '#server/db/schema/audit.ts';
import { type Selected, select, selectionOf, selectValue, time } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import {
  type SealedPosition,
  type StoredHead,
  sealedOrder,
} from '#server/platform/sealed-log/sealed-log.queries.ts';
import type { Tile } from '#server/platform/sealed-log/tiles.ts';

const unsealed = selectionOf(auditLog, 'l', ['logSeq', 'chainId', 'seq', 'hash']);
export type UnsealedRecord = Selected<typeof unsealed>;

/** Returns the records after `last` that no later commit can precede. */
export async function selectUnsealed(
  query: Query,
  { last, horizon, limit }: { last: SealedPosition; horizon: number; limit: number },
): Promise<UnsealedRecord[]> {
  return select(
    query,
    unsealed,
    `FROM audit_log l
     WHERE (${sealedOrder}) > ($1::bigint, $2, $3::bigint) AND log_seq <= $4
     ORDER BY ${sealedOrder} LIMIT $5`,
    [last.logSeq, last.chainId, last.seq, horizon, limit],
  );
}

export async function saveTiles(query: Query, tiles: readonly Tile[]): Promise<void> {
  await query(
    `INSERT INTO audit_tiles (level, index, hashes) SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])
     ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes`,
    [
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ],
  );
}

export async function saveTree(
  query: Query,
  { size, last }: { size: number; last: SealedPosition },
): Promise<void> {
  await update(query, auditTree, {
    set: { size, lastLogSeq: last.logSeq, lastChainId: last.chainId, lastSeq: last.seq },
    where: { id: 1 },
  });
}

export async function insertHead(query: Query, head: StoredHead): Promise<void> {
  await query(
    `INSERT INTO audit_heads (number, tree_size, root, checkpoint, signed_at, last_log_seq)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [head.number, head.treeSize, head.root, head.checkpoint, head.signedAt, head.lastLogSeq],
  );
}

/** Returns when the oldest record that no signed head covers was written; undefined if all are covered. */
export async function findOldestUnsigned(query: Query): Promise<Date | undefined> {
  return selectValue(
    query,
    time('created_at'),
    `FROM audit_log
     WHERE log_seq > coalesce((SELECT last_log_seq FROM audit_heads ORDER BY number DESC LIMIT 1), -1)
     ORDER BY log_seq LIMIT 1`,
  );
}
