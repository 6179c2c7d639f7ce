import { expect, test } from 'vitest';
import {
  CompactRange,
  EMPTY_ROOT,
  HASH_BYTES,
  hashLeaf,
  hashNode,
  isConsistent,
  proveConsistency,
  proveInclusion,
  rootOf,
  rootOfProof,
} from './merkle.ts';
import { appendToTiles, openTilesOf, readSubtrees, type Tile } from './tiles.ts';

/** The vectors of Certificate Transparency (google/certificate-transparency, merkle_tree_test.cc). */
const leaves = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657'],
  '606162636465666768696a6b6c6d6e6f',
].map((data) => hashLeaf(Buffer.from(data, 'hex')));
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const proofs: [{ index: number; size: number }, string[]][] = [
  [{ index: 0, size: 1 }, []],
  [
    { index: 0, size: 8 },
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    { index: 5, size: 8 },
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    { index: 1, size: 5 },
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

/** Stores hashes in tiles, appended in parts of these sizes. */
function store(hashes: Buffer[], parts: number[]) {
  const tiles = new Map<string, Tile>();
  const nameOf = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`;
  let size = 0;
  for (const part of parts) {
    const open = openTilesOf(size).flatMap((tile) => tiles.get(nameOf(tile)) ?? []);
    const added = hashes.slice(size, size + part);
    for (const tile of appendToTiles({ size, open }, added)) tiles.set(nameOf(tile), tile);
    size += part;
  }
  return readSubtrees(async (level, index) => {
    const tile = tiles.get(nameOf({ level, index }));
    if (!tile) throw new Error(`No tile ${level}/${index}`);
    return tile.hashes;
  });
}

test('a compact range and tiles have the roots of the test vectors', async () => {
  const range = new CompactRange();
  expect(range.root()).toEqual(EMPTY_ROOT);
  for (const [n, leaf] of leaves.entries()) {
    range.append(leaf);
    expect(range.root().toString('hex')).toBe(roots[n]);
    const root = await rootOf(n + 1, store(leaves, [n + 1]));
    expect(root.toString('hex')).toBe(roots[n]);
  }
});

test.each(proofs)('proves inclusion of %o as the test vectors do', async (leaf, expected) => {
  const path = await proveInclusion(leaf, store(leaves, [8]));
  expect(path.map((hash) => hash.toString('hex'))).toEqual(expected);
});

test('every proof of every small tree leads to its root, and a changed one does not', async () => {
  for (let size = 1; size <= leaves.length; size += 1) {
    for (const [index, leafHash] of leaves.slice(0, size).entries()) {
      const path = await proveInclusion({ index, size }, store(leaves, [8]));
      const proof = { leafHash, index, size, path };
      const root = rootOfProof(proof)?.toString('hex');
      expect(root).toBe(roots[size - 1]);
      const wrong = [
        { ...proof, leafHash: hashNode(leafHash, leafHash) },
        { ...proof, path: [...path, leafHash] },
        ...(size > 1
          ? [
              { ...proof, path: path.slice(1) },
              { ...proof, index: index ^ 1 },
            ]
          : []),
      ];
      for (const one of wrong) expect(rootOfProof(one)?.toString('hex')).not.toBe(root);
    }
  }
});

test.each([
  [{ from: 1, to: 1 }, []],
  [
    { from: 1, to: 8 },
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    { from: 6, to: 8 },
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    { from: 2, to: 5 },
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
])('proves consistency of %o as the test vectors do', async (sizes, expected) => {
  const path = await proveConsistency(sizes, store(leaves, [8]));
  expect(path.map((hash) => hash.toString('hex'))).toEqual(expected);
});

test('every pair of trees of up to 64 leaves is consistent, and no changed proof or head is', async () => {
  const many = Array.from({ length: 64 }, (_, n) => hashLeaf(Buffer.from(String(n))));
  const stored = store(many, [64]);
  const heads = await Promise.all(
    many.map(async (_, n) => ({ size: n + 1, root: await rootOf(n + 1, stored) })),
  );
  const other = hashLeaf(Buffer.from('other'));
  for (const to of heads) {
    for (const from of heads.slice(0, to.size)) {
      const path = await proveConsistency({ from: from.size, to: to.size }, stored);
      expect(isConsistent({ from, to, path })).toBe(true);
      const wrong = [
        { from: { ...from, root: other }, to, path },
        { from, to: { ...to, root: hashNode(to.root, to.root) }, path },
        { from, to, path: [...path, other] },
        ...path.map((_, n) => ({ from, to, path: path.with(n, hashNode(other, other)) })),
        ...(path.length > 0
          ? [
              { from, to, path: path.slice(1) },
              { from, to, path: path.slice(0, -1) },
              { from: to, to: from, path },
            ]
          : []),
      ];
      for (const one of wrong) expect(isConsistent(one)).toBe(false);
    }
  }
});

test('tiles have the same root and proofs however the leaves were appended', async () => {
  const many = Array.from({ length: 66_100 }, (_, n) => hashLeaf(Buffer.from(String(n))));
  const range = new CompactRange();
  for (const leaf of many) range.append(leaf);
  for (const parts of [[66_100], [1, 254, 1, 256, 300, 65_000, 288], [65_536, 564]]) {
    const stored = store(many, parts);
    expect(await rootOf(many.length, stored)).toEqual(range.root());
    for (const index of [0, 255, 256, 65_535, 65_536, 66_099]) {
      const leafHash = many[index] ?? Buffer.alloc(HASH_BYTES);
      const path = await proveInclusion({ index, size: many.length }, stored);
      expect(rootOfProof({ leafHash, index, size: many.length, path })).toEqual(range.root());
    }
  }
});
