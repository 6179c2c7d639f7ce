import type { Query } from '../../db/database.ts';
import { auditHeads, auditTiles, auditTree } from '../../db/schema/audit.ts';
import {
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  together,
} from '../../db/selection.ts';
import { openTilesOf, readSubtrees, type Tile } from './tiles.ts';

/** The position of a record in the tree's order. `seq` orders the records of a chain. */
export interface SealedPosition {
  logSeq: number;
  chainId: string;
  seq: number;
}

export const BEFORE_ALL: SealedPosition = { logSeq: -1, chainId: '', seq: 0 };

/** SQL of the order of the tree's leaves. */
export const sealedOrder = 'log_seq, chain_id COLLATE "C", seq';

const treeColumns = together(
  selectionOf(auditTree, 't', ['logId', 'size']),
  renamed(auditTree, 't', { logSeq: 'lastLogSeq', chainId: 'lastChainId', seq: 'lastSeq' }),
);
const tileColumns = selectionOf(auditTiles, 't');
const headColumns = selectionOf(auditHeads, 'h');

export interface TreeState {
  logId: string;
  size: number;
  last: SealedPosition;
}

/** Returns the state of the tree. With `lock`, holds its lock; undefined while another server holds it. */
export async function findTree(
  query: Query,
  { lock = false } = {},
): Promise<TreeState | undefined> {
  const row = await selectFirst(
    query,
    treeColumns,
    `FROM audit_tree t ${lock ? 'FOR UPDATE SKIP LOCKED' : ''}`,
  );
  if (!row) return undefined;
  const { logId, size, ...last } = row;
  return { logId, size, last };
}

export type StoredHead = Selected<typeof headColumns>;

export async function findNewestHead(query: Query): Promise<StoredHead | undefined> {
  return selectFirst(query, headColumns, 'FROM audit_heads h ORDER BY number DESC LIMIT 1');
}

export async function selectHeads(
  query: Query,
  { after, limit }: { after: number; limit: number },
): Promise<StoredHead[]> {
  return select(
    query,
    headColumns,
    'FROM audit_heads h WHERE number > $1 ORDER BY number LIMIT $2',
    [after, limit],
  );
}

/** Returns the tiles of a level from `first` on. Missing tiles are left out. */
export async function selectTiles(
  query: Query,
  { level, first, count }: { level: number; first: number; count: number },
): Promise<Tile[]> {
  return select(
    query,
    tileColumns,
    'FROM audit_tiles t WHERE level = $1 AND index >= $2 AND index < $3 ORDER BY index',
    [level, first, first + count],
  );
}

/** Returns the tiles that are not full in a tree of this size. */
export async function selectOpenTiles(query: Query, size: number): Promise<Tile[]> {
  const wanted = openTilesOf(size);
  return select(
    query,
    tileColumns,
    `FROM audit_tiles t
     JOIN unnest($1::int[], $2::bigint[]) AS wanted (level, index) USING (level, index)`,
    [wanted.map(({ level }) => level), wanted.map(({ index }) => index)],
  );
}

/** Returns a reader of the subtree hashes that are stored in tiles. */
export function storedSubtrees(query: Query) {
  return readSubtrees(async (level, index) => {
    const [tile] = await selectTiles(query, { level, first: index, count: 1 });
    if (!tile) throw new Error(`Tile ${index} of level ${level} of the audit log is missing`);
    return tile.hashes;
  });
}

/** Returns whether a head is among the stored ones. */
export async function isHeadStored(
  query: Query,
  { size, root }: { size: number; root: Buffer },
): Promise<boolean> {
  const rows = await query('SELECT 1 FROM audit_heads WHERE tree_size = $1 AND root = $2', [
    size,
    root,
  ]);
  return rows.length > 0;
}
