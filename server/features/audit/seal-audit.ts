import type { Tx } from '#server/db/database.ts';
import { readHorizon } from '#server/db/open-writers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { originOf, signHead } from '#server/platform/sealed-log/checkpoint.ts';
import { hashLeaf, rootOf } from '#server/platform/sealed-log/merkle.ts';
import {
  findNewestHead,
  findTree,
  type StoredHead,
  selectOpenTiles,
  storedSubtrees,
  type TreeState,
} from '#server/platform/sealed-log/sealed-log.queries.ts';
import type { SigningKey } from '#server/platform/sealed-log/signing-key.ts';
import { appendToTiles } from '#server/platform/sealed-log/tiles.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { insertHead, saveTiles, saveTree, selectUnsealed } from './seal-audit.queries.ts';

const BATCH = 2000;
/** Bounds a run, so that a server with a long history stops in time. */
const MAX_BATCHES = 50;
/** With a run every 5 s, a record is covered by a signed head within a minute. */
const SIGN_AFTER_MS = 50_000;

interface Sealer {
  key: SigningKey | undefined;
  batch?: number;
  /** Signs a head without waiting for `SIGN_AFTER_MS`. */
  isEager?: boolean;
}

/**
 * Appends new records of the audit log to its Merkle tree, in an order that no later commit changes, and signs a head when
 * it is due. Does nothing while another server does. Each batch is one transaction.
 */
export async function sealAuditLog(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { batch = BATCH, ...sealer }: Sealer,
): Promise<void> {
  for (let n = 0; n < MAX_BATCHES; n += 1) {
    const { head, isFull } = await db.transaction((tx) => sealBatch(tx, { ...sealer, batch }));
    if (head) {
      log.info({ treeSize: head.treeSize, checkpoint: head.checkpoint }, 'audit log: signed head');
    }
    if (!isFull) return;
  }
}

async function sealBatch(
  tx: Tx,
  { key, batch, isEager = false }: Sealer & { batch: number },
): Promise<{ head: StoredHead | undefined; isFull: boolean }> {
  const tree = await findTree(tx.query, { lock: true });
  if (!tree) return { head: undefined, isFull: false };
  const { grown, isFull } = await append(tx, { tree, batch });
  const head = key && (await signWhenDue(tx, { tree: grown, key, isDue: isEager && !isFull }));
  return { head, isFull };
}

async function append(
  tx: Tx,
  { tree, batch }: { tree: TreeState; batch: number },
): Promise<{ grown: TreeState; isFull: boolean }> {
  const horizon = await readHorizon(tx.query, 'audit_log');
  const records = await selectUnsealed(tx.query, { last: tree.last, horizon, limit: batch });
  const newest = records.at(-1);
  if (!newest) return { grown: tree, isFull: false };
  const open = await selectOpenTiles(tx.query, tree.size);
  const leafHashes = records.map(({ hash }) => hashLeaf(hash));
  await saveTiles(tx.query, appendToTiles({ size: tree.size, open }, leafHashes));
  const grown = { ...tree, size: tree.size + records.length, last: newest };
  await saveTree(tx.query, grown);
  return { grown, isFull: records.length === batch };
}

async function signWhenDue(
  tx: Tx,
  { tree, key, isDue }: { tree: TreeState; key: SigningKey; isDue: boolean },
): Promise<StoredHead | undefined> {
  const previous = await findNewestHead(tx.query);
  if (tree.size === (previous?.treeSize ?? 0)) return undefined;
  if (previous && !isDue && isRecent(previous.signedAt, tx.at)) return undefined;
  const origin = originOf(tree.logId);
  const root = await rootOf(tree.size, storedSubtrees(tx.query));
  const head: StoredHead = {
    number: (previous?.number ?? 0) + 1,
    treeSize: tree.size,
    root,
    checkpoint: signHead({ origin, size: tree.size, root }, key),
    signedAt: tx.at,
    lastLogSeq: tree.last.logSeq,
  };
  await insertHead(tx.query, head);
  const { treeSize, checkpoint } = head;
  const data = { treeSize, rootHash: root.toString('base64'), checkpoint };
  enqueueWebhookEvents(tx, [{ type: 'audit.head', data }]);
  return head;
}

/** A time in the future was written by a wrong clock that has been corrected. */
function isRecent(signedAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - signedAt.getTime();
  return ageMs >= 0 && ageMs < SIGN_AFTER_MS;
}
