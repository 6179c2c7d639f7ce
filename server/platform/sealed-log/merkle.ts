import { createHash } from 'node:crypto';

/*
 * The Merkle tree hash of RFC 9162, section 2.1. npm has no maintained library for it; the test vectors are those of
 * Certificate Transparency.
 */

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const HASH_BYTES = 32;
export const EMPTY_ROOT = createHash('sha256').digest();

export function hashLeaf(data: Buffer): Buffer {
  return createHash('sha256').update(LEAF).update(data).digest();
}

export function hashNode(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}

/** Returns the hash of the perfect subtree that starts at leaf `index * 2 ** level` and has `2 ** level` leaves. */
export type SubtreeHash = (level: number, index: number) => Buffer | Promise<Buffer>;

/** Returns the root of neighbouring subtrees, the largest first. */
export function joinSubtrees(hashes: readonly Buffer[]): Buffer {
  const [last, ...rest] = hashes.toReversed();
  return rest.reduce((right, left) => hashNode(left, right), last ?? EMPTY_ROOT);
}

/** The root of a growing tree, held as the hashes of its perfect subtrees. */
export class CompactRange {
  /** The perfect subtrees, the largest first. `#levels` has their heights. */
  readonly #hashes: Buffer[] = [];
  readonly #levels: number[] = [];

  append(leafHash: Buffer): void {
    this.#hashes.push(leafHash);
    this.#levels.push(0);
    while (this.#levels.at(-1) === this.#levels.at(-2)) {
      const [left, right] = this.#hashes.splice(-2);
      const [level = 0] = this.#levels.splice(-2);
      if (!left || !right) throw new Error('A tree without hashes');
      this.#hashes.push(hashNode(left, right));
      this.#levels.push(level + 1);
    }
  }

  root(): Buffer {
    return joinSubtrees(this.#hashes);
  }
}

/** Returns the root of the first `size` leaves. */
export async function rootOf(size: number, hashOf: SubtreeHash): Promise<Buffer> {
  return rangeRoot({ start: 0, end: size }, hashOf);
}

interface Range {
  start: number;
  end: number;
}

/** `start` is a multiple of the largest power of two that is at most the number of leaves. */
async function rangeRoot({ start, end }: Range, hashOf: SubtreeHash): Promise<Buffer> {
  const hashes: Buffer[] = [];
  let at = start;
  while (at < end) {
    const level = Math.floor(Math.log2(end - at));
    hashes.push(await hashOf(level, at / 2 ** level));
    at += 2 ** level;
  }
  return joinSubtrees(hashes);
}

/** Returns the inclusion proof of a leaf: the sibling hashes from the leaf to the root (RFC 9162, 2.1.3.1). */
export async function proveInclusion(
  { index, size }: { index: number; size: number },
  hashOf: SubtreeHash,
): Promise<Buffer[]> {
  const path: Buffer[] = [];
  let range: Range = { start: 0, end: size };
  while (range.end - range.start > 1) {
    const { start, end } = range;
    const middle = start + 2 ** (Math.ceil(Math.log2(end - start)) - 1);
    const isLeft = index < middle;
    path.unshift(await rangeRoot(isLeft ? { start: middle, end } : { start, end: middle }, hashOf));
    range = isLeft ? { start, end: middle } : { start: middle, end };
  }
  return path;
}

interface Inclusion {
  leafHash: Buffer;
  index: number;
  size: number;
  path: readonly Buffer[];
}

/** Returns the root that an inclusion proof leads to; undefined for a malformed proof (RFC 9162, 2.1.3.2). */
export function rootOfProof({ leafHash, index, size, path }: Inclusion): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  let [fn, sn, root] = [index, size - 1, leafHash];
  for (const sibling of path) {
    if (sn === 0) return undefined;
    if (fn % 2 === 1 || fn === sn) {
      root = hashNode(sibling, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else {
      root = hashNode(root, sibling);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 ? root : undefined;
}

/**
 * Returns the proof that a tree of `to` leaves begins with the one of the first `from` leaves (RFC 9162, 2.1.4.1). Both
 * trees have leaves.
 */
export async function proveConsistency(
  { from, to }: { from: number; to: number },
  hashOf: SubtreeHash,
): Promise<Buffer[]> {
  const path: Buffer[] = [];
  let range: Range = { start: 0, end: to };
  while (from < range.end) {
    const { start, end } = range;
    const middle = start + 2 ** (Math.ceil(Math.log2(end - start)) - 1);
    const isLeft = from <= middle;
    path.unshift(await rangeRoot(isLeft ? { start: middle, end } : { start, end: middle }, hashOf));
    range = isLeft ? { start, end: middle } : { start: middle, end };
  }
  // The root of the earlier tree itself is known to the verifier.
  if (range.start > 0) path.unshift(await rangeRoot(range, hashOf));
  return path;
}

interface Head {
  size: number;
  root: Buffer;
}

/** Returns whether a proof shows that the tree `to` begins with the tree `from` (RFC 9162, 2.1.4.2). */
export function isConsistent({
  from,
  to,
  path,
}: {
  from: Head;
  to: Head;
  path: readonly Buffer[];
}): boolean {
  if (from.size === to.size) return path.length === 0 && from.root.equals(to.root);
  if (from.size < 1 || from.size > to.size || path.length === 0) return false;
  const isPerfect = Number.isInteger(Math.log2(from.size));
  const [first, ...others] = isPerfect ? [from.root, ...path] : path;
  if (!first) return false;
  let [fn, sn] = [from.size - 1, to.size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fromRoot, toRoot] = [first, first];
  for (const hash of others) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fromRoot, toRoot] = [hashNode(hash, fromRoot), hashNode(hash, toRoot)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else {
      toRoot = hashNode(toRoot, hash);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && fromRoot.equals(from.root) && toRoot.equals(to.root);
}
