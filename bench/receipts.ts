import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../server/db/database.ts';
import { findSameReceipts } from '../server/features/transactions/service.ts';
import { createImageWork, type ImageWork } from '../server/platform/files/image-work.ts';
import type { ImageHashes } from '../server/platform/files/image-worker.ts';
import { insertHashes } from '../server/platform/files/stored-images.ts';
import { createRandom } from '../server/testing/random.ts';
import {
  buildPayment,
  buildTwin,
  drawReceipt,
  RECEIPT_COPIES,
  RECEIPT_LAYOUTS,
} from '../server/testing/receipt-images.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { openBenchWorld } from './world.ts';

const STORED = 1_000_000;
/** One of this many stored receipts is like a drawn one: of the same application, amount and payer. */
const ONE_LIKE_OTHERS_IN = 5;
const ROWS_PER_INSERT = 50_000;
/** Drawn receipts of each application. */
const DRAWN = 20;
const TWINS = 3;

/** Measures the search for near duplicates among a million receipts, and how often it finds copies and confuses payments. */
export async function benchReceipts(): Promise<void> {
  const world = await openBenchWorld();
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-receipts-'));
  const work = createImageWork();
  try {
    await world.createDatabase('receipts');
    const { db } = await world.open('receipts');
    const hash = hasher(work, folder);
    const drawn = await drawAll(hash);
    await fillStored(db, drawn);
    const { waits, rates } = await searchAll(db, drawn, hash);
    await db.close();
    await report('receipts', `search of a copy among ${STORED.toLocaleString('en')} receipts`, {
      'one search, middle, ms': quantile(waits, 0.5),
      'and at the 99th of a hundred, ms': quantile(waits, 0.99),
      ...rates,
    });
  } finally {
    work.close();
    await rm(folder, { recursive: true, force: true });
    await world.close();
  }
}

type Hash = (image: Buffer) => Promise<ImageHashes>;

function hasher(work: ImageWork, folder: string): Hash {
  return async (image) => {
    const file = path.join(folder, randomUUID());
    await writeFile(file, image);
    const hashes = await work.hash(file, new AbortController().signal);
    await rm(file);
    return hashes;
  };
}

interface Drawn {
  fileId: string;
  image: Buffer;
  hashes: ImageHashes;
  /** Other payments of the same payer, day and amount. */
  twins: Buffer[];
}

/** Draws receipts of all applications and returns the grids of their hashes. */
export async function drawGrids(count: number): Promise<Buffer[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-receipts-'));
  const work = createImageWork();
  const hash = hasher(work, folder);
  const random = createRandom(2);
  try {
    const grids: Buffer[] = [];
    for (let n = 0; n < count; n += 1) {
      const { picture } = await hash(await drawReceipt(n, buildPayment(random)));
      grids.push(Buffer.from(picture?.grid ?? '', 'base64'));
    }
    return grids;
  } finally {
    work.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawAll(hash: Hash): Promise<Drawn[]> {
  const random = createRandom(1);
  const drawn: Drawn[] = [];
  for (let n = 0; n < DRAWN * RECEIPT_LAYOUTS; n += 1) {
    const payment = buildPayment(random);
    const image = await drawReceipt(n, payment);
    const twins = [];
    for (let twin = 0; twin < TWINS; twin += 1) {
      twins.push(await drawReceipt(n, buildTwin(random, payment)));
    }
    drawn.push({ fileId: randomUUID(), image, hashes: await hash(image), twins });
  }
  return drawn;
}

/** SQL: 64 bits that depend on the row and on `part`. */
const bitsOf = (part: string) => `('x' || substr(md5('${part}' || n), 1, 16))::bit(64)::bigint`;

/**
 * Rows that are like a drawn receipt have its hash with 6 to 37 % of the bits changed, as measured for twins. The grids are
 * drawn ones. The rows are made in the database.
 */
async function fillStored(db: Database, drawn: Drawn[]): Promise<void> {
  const grids = drawn.map(({ hashes }) => Buffer.from(hashes.picture?.grid ?? '', 'base64'));
  const centres = drawn.map(({ hashes }) => (hashes.picture?.hash ?? 0).toString());
  const changes = [
    `${bitsOf('a')} & ${bitsOf('b')} & ${bitsOf('c')} & ${bitsOf('d')}`,
    `${bitsOf('a')} & ${bitsOf('b')} & ${bitsOf('c')}`,
    `${bitsOf('a')} & ${bitsOf('b')}`,
    `${bitsOf('a')} & (${bitsOf('b')} | ${bitsOf('c')})`,
  ];
  const cases = changes.map((change, k) => `WHEN ${k} THEN ${change}`).join(' ');
  for (let from = 0; from < STORED; from += ROWS_PER_INSERT) {
    await db.background.query(
      `WITH numbered AS (
         SELECT md5('id' || n)::uuid AS id, n, CASE WHEN n % ${ONE_LIKE_OTHERS_IN} <> 0 THEN ${bitsOf('hash')}
           ELSE ($1::bigint[])[1 + n / ${ONE_LIKE_OTHERS_IN} % ${centres.length}] # (CASE n / 7 % ${changes.length} ${cases} END) END AS hash
         FROM generate_series($3::int, $4::int) AS n),
       stored AS (
         INSERT INTO files (id, kind, storage_key, content_type, byte_size, width, height, sha256, is_hashed, created_at)
         SELECT id, 'receipts', id, 'image/jpeg', 1, 1, 1, id, true, now() FROM numbered)
       INSERT INTO receipt_hashes (file_id, upload_sha256, hash, grid)
       SELECT id, sha256(id::text::bytea), hash, ($2::bytea[])[1 + n % ${grids.length}] FROM numbered`,
      [centres, grids, from, from + ROWS_PER_INSERT - 1],
    );
  }
  await insertDrawn(db, drawn);
  await db.background.query('VACUUM ANALYZE');
}

async function insertDrawn(
  db: Database,
  rows: { fileId: string; hashes: ImageHashes }[],
): Promise<void> {
  await db.query(
    `INSERT INTO files (id, kind, storage_key, content_type, byte_size, width, height, sha256, is_hashed, created_at)
     SELECT id, 'receipts', id, 'image/jpeg', 1, 1, 1, id, true, now() FROM unnest($1::uuid[]) AS id`,
    [rows.map(({ fileId }) => fileId)],
  );
  const hashed = rows.map(({ fileId, hashes }) => ({ id: fileId, hashes }));
  await db.transaction(async (tx) => insertHashes(tx, hashed));
}

async function searchAll(db: Database, drawn: Drawn[], hash: Hash) {
  const waits: number[] = [];
  const known = new Set(drawn.map(({ fileId }) => fileId));
  /** Stores a picture, and returns which of the drawn receipts are found as the same. */
  const search = async (image: Buffer): Promise<string[]> => {
    const fileId = randomUUID();
    await insertDrawn(db, [{ fileId, hashes: await hash(image) }]);
    const startedAt = performance.now();
    const found = await findSameReceipts(db.query, fileId);
    waits.push(performance.now() - startedAt);
    await db.query('DELETE FROM files WHERE id = $1', [fileId]);
    return found.filter((id) => known.has(id));
  };
  const rates: Record<string, number> = {};
  let confused = 0;
  let searched = 0;
  for (const [name, copy] of Object.entries(RECEIPT_COPIES)) {
    let found = 0;
    for (const { image, fileId } of drawn) {
      const same = await search(await copy(image));
      if (same.includes(fileId)) found += 1;
      confused += same.filter((id) => id !== fileId).length;
      searched += 1;
    }
    rates[`copies found: ${name}, %`] = (100 * found) / drawn.length;
  }
  rates['copies confused with another receipt, %'] = (100 * confused) / searched;
  rates['other payments of the day, payer and amount confused, %'] = await confusedTwins(
    drawn,
    search,
  );
  return { waits: waits.sort((one, other) => one - other), rates };
}

async function confusedTwins(
  drawn: Drawn[],
  search: (image: Buffer) => Promise<string[]>,
): Promise<number> {
  const copies = [RECEIPT_COPIES['690 px, JPEG q70'], undefined];
  let confused = 0;
  let searched = 0;
  for (const { twins } of drawn) {
    for (const twin of twins) {
      for (const copy of copies) {
        const same = await search(copy ? await copy(twin) : twin);
        if (same.length > 0) confused += 1;
        searched += 1;
      }
    }
  }
  return (100 * confused) / searched;
}
