import type { Query } from '#server/db/database.ts';
import { selectValues, text } from '#server/db/selection.ts';
import type { AuditedRow } from '#server/platform/commands/audit.ts';
import { hashAuditRow } from '#server/platform/commands/audit-hash.ts';
import { isSignedBy, originOf, parseCheckpoint } from '#server/platform/sealed-log/checkpoint.ts';
import { CompactRange, HASH_BYTES, hashLeaf } from '#server/platform/sealed-log/merkle.ts';
import {
  BEFORE_ALL,
  findTree,
  isHeadStored,
  type SealedPosition,
  type StoredHead,
  sealedOrder,
  selectHeads,
  selectTiles,
} from '#server/platform/sealed-log/sealed-log.queries.ts';
import { parseVerifierKey, type VerifierKey } from '#server/platform/sealed-log/signing-key.ts';
import { rootOfTile, TILE_WIDTH } from '#server/platform/sealed-log/tiles.ts';

/** Bounds memory: a record may have 40 KB. */
const RECORDS = 250;
const HEADS = 500;

/** Names the record, head or tile that is not as it was sealed. */
export interface SealProblem {
  problem: string;
  position?: number;
  id?: string;
  head?: number;
  tile?: string;
}

interface Leaf {
  position: number;
  id: string;
  leafHash: Buffer;
}

type SealedRecord = AuditedRow & SealedPosition & { previousHash: Buffer; hash: Buffer };

const hashed = 'id, log_seq AS "logSeq", chain_id AS "chainId", seq, hash';
const whole = `${hashed}, previous_hash AS "previousHash", actor_id AS "actorId", action, entity,
  entity_id AS "entityId", before, after, ip, created_at AS "createdAt"`;

/** Yields the leaves of the first `size` records in batches. Leaf hashes are of the records' content if `ofContent`. */
export async function* readLeaves(
  query: Query,
  { size, ofContent }: { size: number; ofContent: boolean },
): AsyncGenerator<Leaf[]> {
  let [last, count]: [SealedPosition, number] = [BEFORE_ALL, 0];
  while (count < size) {
    const rows = await query<SealedRecord>(
      `SELECT ${ofContent ? whole : hashed} FROM audit_log
       WHERE (${sealedOrder}) > ($1::bigint, $2, $3::bigint) ORDER BY ${sealedOrder} LIMIT $4`,
      [last.logSeq, last.chainId, last.seq, Math.min(RECORDS, size - count)],
    );
    const newest = rows.at(-1);
    if (!newest) return;
    const first = count;
    yield rows.map((row, n) => ({
      position: first + n,
      id: row.id,
      leafHash: hashLeaf(ofContent ? hashAuditRow(row.previousHash, row) : row.hash),
    }));
    last = newest;
    count += rows.length;
  }
}

/**
 * Yields what differs between the audit log, its stored Merkle tree and its signed heads. Checks only what was sealed
 * when it starts, so it needs no snapshot.
 */
export async function* findSealProblems(
  query: Query,
  { ofContent }: { ofContent: boolean },
): AsyncGenerator<SealProblem> {
  const tree = await findTree(query);
  if (!tree) {
    yield { problem: 'the row of audit_tree is missing' };
    return;
  }
  yield* checkTiles(query, tree.size);
  const signers = { origin: originOf(tree.logId), keys: await readKeys(query) };
  const heads = readHeads(query);
  let head = (await heads.next()).value;
  let [count, number] = [0, 0];
  const range = new CompactRange();
  const sealed = readSealed(query);
  for await (const leaves of readLeaves(query, { size: tree.size, ofContent })) {
    for (const { position, id, leafHash } of leaves) {
      if (!leafHash.equals(await sealed(position))) {
        yield { position, id, problem: 'it is not the record that was sealed at its position' };
        return;
      }
      range.append(leafHash);
      count += 1;
      if (head?.treeSize !== count) continue;
      number += 1;
      if (head.number !== number) yield { head: number, problem: 'the head is missing' };
      number = head.number;
      const problem = problemOf(head, { ...signers, root: range.root() });
      if (problem) yield { head: number, problem };
      head = (await heads.next()).value;
    }
  }
  if (count < tree.size) {
    yield { position: count, problem: `${tree.size - count} sealed records are missing` };
  }
  // A head of more records was signed after this check had begun, or the tree was cut.
  const newestSize = (await findTree(query))?.size ?? 0;
  if (head && (head.treeSize <= tree.size || head.treeSize > newestSize)) {
    yield { head: head.number, problem: 'the log does not have the records that it covers' };
  }
}

/** Returns a reader of the sealed leaf hashes, in order of position. */
function readSealed(query: Query) {
  let [index, hashes]: [number, Buffer] = [-1, Buffer.alloc(0)];
  return async (position: number) => {
    const wanted = Math.floor(position / TILE_WIDTH);
    if (wanted !== index) {
      const [tile] = await selectTiles(query, { level: 0, first: wanted, count: 1 });
      [index, hashes] = [wanted, tile?.hashes ?? Buffer.alloc(0)];
    }
    const start = (position % TILE_WIDTH) * HASH_BYTES;
    return hashes.subarray(start, start + HASH_BYTES);
  };
}

/** Checks that each hash above the leaves is the root of its tile below. */
async function* checkTiles(query: Query, size: number): AsyncGenerator<SealProblem> {
  let [level, nodes] = [1, Math.floor(size / TILE_WIDTH)];
  while (nodes > 0) {
    for (let first = 0; first < nodes; first += TILE_WIDTH) {
      const count = Math.min(TILE_WIDTH, nodes - first);
      const above = await selectTiles(query, { level, first: first / TILE_WIDTH, count: 1 });
      const below = await selectTiles(query, { level: level - 1, first, count });
      const roots = below.flatMap(({ hashes }) => rootOfTile(hashes) ?? []);
      const stored = above[0]?.hashes.subarray(0, count * HASH_BYTES);
      if (roots.length === count && stored?.equals(Buffer.concat(roots))) continue;
      yield { tile: `${level}/${first / TILE_WIDTH}`, problem: 'it is not over the tiles below' };
    }
    [level, nodes] = [level + 1, Math.floor(nodes / TILE_WIDTH)];
  }
}

async function* readHeads(query: Query): AsyncGenerator<StoredHead, undefined> {
  let after = 0;
  for (;;) {
    const heads = await selectHeads(query, { after, limit: HEADS });
    yield* heads;
    const last = heads.at(-1);
    if (!last) return undefined;
    after = last.number;
  }
}

interface Signers {
  origin: string;
  keys: VerifierKey[];
}

function problemOf(
  { checkpoint, treeSize, root: storedRoot }: StoredHead,
  { origin, keys, root }: Signers & { root: Buffer },
): string | undefined {
  const parsed = parseCheckpoint(checkpoint);
  const isSame = parsed?.origin === origin && parsed.size === treeSize;
  if (!isSame || !parsed.root.equals(storedRoot)) return 'its checkpoint is of another head';
  if (!isSignedBy(parsed, keys)) return 'no known key signed it';
  return storedRoot.equals(root) ? undefined : 'the log had other records when it was signed';
}

/** Returns the keys that are registered in the database. */
export async function readKeys(query: Query): Promise<VerifierKey[]> {
  const stored = await selectValues(query, text('verifier_key'), 'FROM audit_keys');
  return stored.flatMap((key) => parseVerifierKey(key) ?? []);
}

/**
 * Yields what contradicts a signed head that was stored outside the database. `keys` are the trusted public keys,
 * one of which must have signed each later head, too. Reads the content of every record that the head covers.
 */
export async function* findHeadProblems(
  query: Query,
  { note, keys }: { note: string; keys: readonly VerifierKey[] },
): AsyncGenerator<SealProblem> {
  const tree = await findTree(query);
  const head = parseCheckpoint(note);
  if (!head) {
    yield { problem: 'the file has no signed head' };
    return;
  }
  if (!isSignedBy(head, keys)) yield { problem: 'no trusted key signed the head' };
  if (!tree || head.origin !== originOf(tree.logId)) {
    yield { problem: `the head is of another log, ${head.origin}` };
    return;
  }
  const range = new CompactRange();
  let count = 0;
  for await (const leaves of readLeaves(query, { size: head.size, ofContent: true })) {
    for (const { leafHash } of leaves) range.append(leafHash);
    count += leaves.length;
  }
  if (count < head.size) {
    yield { problem: `the head covers ${head.size} records, but the log has ${count}` };
  } else if (!range.root().equals(head.root)) {
    yield { problem: `the first ${head.size} records are not those that the head covers` };
  }
  const isStored = await isHeadStored(query, head);
  if (!isStored) yield { problem: 'the head was removed from the stored heads' };
  for await (const { number, treeSize, checkpoint } of readHeads(query)) {
    if (treeSize <= head.size) continue;
    const later = parseCheckpoint(checkpoint);
    if (!later || !isSignedBy(later, keys)) {
      yield { head: number, problem: 'no trusted key signed this later head' };
    }
  }
}
