import { HASH_BYTES, hashNode, type SubtreeHash } from './merkle.ts';

/** The tree is stored in tiles of 8 levels: 32 bytes a leaf, plus 1/255 for the levels above. */
export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 2 ** TILE_HEIGHT;

/** A tile has up to 256 hashes of neighbouring subtrees of `256 ** level` leaves. */
export interface Tile {
  level: number;
  index: number;
  hashes: Buffer;
}

/** Returns the tiles that are not full in a tree of this size: at most one a level. */
export function openTilesOf(size: number): { level: number; index: number; count: number }[] {
  const tiles = [];
  for (let [level, nodes] = [0, size]; nodes > 0; level += 1) {
    const count = nodes % TILE_WIDTH;
    if (count > 0) tiles.push({ level, index: Math.floor(nodes / TILE_WIDTH), count });
    nodes = Math.floor(nodes / TILE_WIDTH);
  }
  return tiles;
}

/** Appends leaf hashes to a tree of `size` leaves, of which `open` has the tiles that are not full. Returns the changed tiles. */
export function appendToTiles(
  { size, open }: { size: number; open: readonly Tile[] },
  leafHashes: readonly Buffer[],
): Tile[] {
  const changed: Tile[] = [];
  let [level, nodes, added] = [0, size, leafHashes];
  while (added.length > 0) {
    const grown = grow(level, { nodes, added, last: open.find((tile) => tile.level === level) });
    changed.push(...grown);
    added = grown.flatMap(({ hashes }) => rootOfTile(hashes) ?? []);
    nodes = Math.floor(nodes / TILE_WIDTH);
    level += 1;
  }
  return changed;
}

interface Growth {
  nodes: number;
  added: readonly Buffer[];
  last: Tile | undefined;
}

function grow(level: number, { nodes, added, last }: Growth): Tile[] {
  const start = nodes % TILE_WIDTH;
  if (start * HASH_BYTES !== (last?.hashes.length ?? 0)) {
    throw new Error(`Tile of level ${level} of the audit log does not have ${start} hashes`);
  }
  const hashes = [...(last ? split(last.hashes) : []), ...added];
  const first = Math.floor(nodes / TILE_WIDTH);
  const count = Math.ceil(hashes.length / TILE_WIDTH);
  return Array.from({ length: count }, (_, n) => ({
    level,
    index: first + n,
    hashes: Buffer.concat(hashes.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
  }));
}

function split(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, n) => hashAt(hashes, n));
}

/** Returns the root of a full tile; undefined if it is not full. */
export function rootOfTile(hashes: Buffer): Buffer | undefined {
  return isFull(hashes) ? foldHashes(split(hashes)) : undefined;
}

function isFull(hashes: Buffer): boolean {
  return hashes.length === TILE_WIDTH * HASH_BYTES;
}

function hashAt(hashes: Buffer, n: number): Buffer {
  const hash = hashes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES);
  if (hash.length !== HASH_BYTES) throw new Error('A hash of the audit log is missing');
  return hash;
}

/** Returns the root of a perfect tree whose leaves have these hashes. */
function foldHashes(hashes: readonly Buffer[]): Buffer {
  const [left, right] = hashes;
  if (!left) throw new Error('A tile of the audit log is missing');
  if (!right) return left;
  const half = hashes.length / 2;
  return hashNode(foldHashes(hashes.slice(0, half)), foldHashes(hashes.slice(half)));
}

/** Returns a reader of subtree hashes that reads each tile once. */
export function readSubtrees(
  readTile: (level: number, index: number) => Promise<Buffer>,
): SubtreeHash {
  const known = new Map<string, Promise<Buffer>>();
  return async (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const width = 2 ** (level % TILE_HEIGHT);
    const tileIndex = Math.floor((index * width) / TILE_WIDTH);
    const name = `${tileLevel}/${tileIndex}`;
    const tile = known.get(name) ?? readTile(tileLevel, tileIndex);
    known.set(name, tile);
    const first = (index * width) % TILE_WIDTH;
    const hashes = await tile;
    return foldHashes(Array.from({ length: width }, (_, n) => hashAt(hashes, first + n)));
  };
}
