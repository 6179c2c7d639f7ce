import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Columns and rows of the grid of mean brightness that pictures are compared by. */
const COLUMNS = 40;
const ROWS = 80;
const CELLS = COLUMNS * ROWS;
/** Rows of a screenshot that show the phone's clock and battery. They differ between two screenshots of one receipt. */
const STATUS_ROWS = 4;
const SCREEN_RATIO = 1.6;

/** Pictures with less contrast between cells, such as a blank page, have no hash: they would all be equal. */
const MIN_CONTRAST = 4;
const CONTRAST = 50;
const HASH_BITS = 64;
/**
 * The width of a step of the hash. A copy changes a projection by a small part of a step, and so few bits; another amount
 * changes it by several steps, and so half of the bits.
 */
const STEP = 560;

/** Limits of what a copy may change: the contrast, and the cells in levels of brightness. */
const CONTRAST_CHANGE = { min: 0.7, max: 1.4 };
/** Measured: at most 8.7 for copies, at least 14 for payments of one day with the same amount and payer. */
const MAX_CHANGE = 11.5;
/** The usual change is that of the cell at the 95th of a hundred. Measured: at most 2.8 for copies, at least 5 for others. */
const LARGEST_TO_USUAL = 4;
const UNUSUAL_PART = 0.05;

/** What near duplicates of a picture are found by. */
export interface PictureHash {
  /** 64 bits as a signed decimal number. Copies differ in few bits. */
  hash: string;
  /** The mean brightness of each cell, as `readGrid` reads it. */
  grid: Buffer;
}

/** Returns undefined for a picture without contrast. `pixels` has one byte of brightness for each pixel. */
export function hashPicture(picture: {
  pixels: Uint8Array;
  width: number;
  height: number;
}): PictureHash | undefined {
  const cells = toCells(picture);
  if (picture.height >= SCREEN_RATIO * picture.width) hideStatus(cells);
  const { mean, deviation } = spreadOf(cells);
  if (deviation < MIN_CONTRAST) return undefined;
  const normal = cells.map((level) => ((level - mean) * CONTRAST) / deviation);
  return { hash: project(normal), grid: packGrid(Uint8Array.from(cells, Math.round)) };
}

/** Compressed grids are shorter than others, so that they need no mark: 465 bytes on average, and 720 as PostgreSQL compresses. */
function packGrid(grid: Uint8Array): Buffer {
  const packed = deflateRawSync(grid, { level: 9 });
  return packed.length < CELLS ? packed : Buffer.from(grid);
}

/** Returns the brightness of each cell, one byte each. Also reads grids that earlier versions stored without compression. */
export function readGrid(stored: Uint8Array): Uint8Array {
  return stored.length < CELLS ? inflateRawSync(stored, { maxOutputLength: CELLS }) : stored;
}

/** Returns the mean brightness of each cell. Borders of cells may lie inside a pixel. */
function toCells({
  pixels,
  width,
  height,
}: {
  pixels: Uint8Array;
  width: number;
  height: number;
}): Float64Array {
  const across = partsOf(width, COLUMNS);
  const down = partsOf(height, ROWS);
  const cells = new Float64Array(CELLS);
  for (const [row, lines] of down.entries()) {
    for (const line of lines) {
      for (const [column, points] of across.entries()) {
        let sum = 0;
        for (const { at, share } of points) {
          sum += (pixels[line.at * width + at] ?? 0) * share;
        }
        const cell = row * COLUMNS + column;
        cells[cell] = (cells[cell] ?? 0) + sum * line.share;
      }
    }
  }
  return cells;
}

/** Divides `length` pixels into `count` equal parts. The shares of a part sum up to 1. */
function partsOf(length: number, count: number): { at: number; share: number }[][] {
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [(part * length) / count, ((part + 1) * length) / count];
    const pixels = Array.from({ length: Math.ceil(to) - Math.floor(from) }, (_, n) => n);
    return pixels.map((n) => {
      const at = Math.floor(from) + n;
      return { at, share: (Math.min(at + 1, to) - Math.max(at, from)) / (to - from) };
    });
  });
}

function hideStatus(cells: Float64Array): void {
  const hidden = STATUS_ROWS * COLUMNS;
  cells.fill(spreadOf(cells.subarray(hidden)).mean, 0, hidden);
}

function spreadOf(cells: Float64Array): { mean: number; deviation: number } {
  const mean = cells.reduce((sum, level) => sum + level, 0) / cells.length;
  const squares = cells.reduce((sum, level) => sum + (level - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / cells.length) };
}

/**
 * Each bit is the parity of a random projection of the cells, divided by the step and rounded down. Bits by the sign of
 * frequencies (pHash) are equal for most receipts of one application, because their layout outweighs the text.
 * See Boufounos and Rane, "Efficient coding of signal distances using universal quantized embeddings", DCC 2013.
 */
function project(normal: Float64Array): string {
  const random = createRandom();
  let bits = 0n;
  for (let bit = 0; bit < HASH_BITS; bit += 1) {
    let sum = (random() / 2 ** 32) * 2 * STEP;
    for (const level of normal) sum += random() % 2 === 0 ? level : -level;
    bits = (bits << 1n) | BigInt(Math.floor(sum / STEP) & 1);
  }
  return BigInt.asIntN(HASH_BITS, bits).toString();
}

/** The mulberry32 generator. Its numbers are part of the hash, so they must never change. */
function createRandom(): () => number {
  let state = 36;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/**
 * Returns whether two grids, as `readGrid` returns them, are of the same picture, scaled, compressed again or with another contrast. Compression changes
 * many cells a little; other digits change few cells much. So the largest change is compared with the usual one.
 */
export function isSamePicture(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== CELLS || other.length !== CELLS) return false;
  const changes = changesOf(one, other);
  if (!changes) return false;
  const largest = changes.reduce((max, change) => Math.max(max, change), 0);
  const usual = largest / LARGEST_TO_USUAL - 1;
  const changed = changes.filter((change) => change >= usual).length;
  return largest <= MAX_CHANGE && changed >= CELLS * UNUSUAL_PART;
}

/** Returns by how much each cell differs after adapting brightness and contrast; undefined if they can't be adapted. */
function changesOf(one: Uint8Array, other: Uint8Array): Float64Array | undefined {
  const [mean, otherMean] = [meanOf(one), meanOf(other)];
  let common = 0;
  let square = 0;
  for (let n = 0; n < CELLS; n += 1) {
    const level = (one[n] ?? 0) - mean;
    common += level * ((other[n] ?? 0) - otherMean);
    square += level * level;
  }
  const scale = square === 0 ? 0 : common / square;
  if (scale < CONTRAST_CHANGE.min || scale > CONTRAST_CHANGE.max) return undefined;
  const changes = new Float64Array(CELLS);
  for (let n = 0; n < CELLS; n += 1) {
    changes[n] = Math.abs((other[n] ?? 0) - otherMean - scale * ((one[n] ?? 0) - mean));
  }
  return changes;
}

function meanOf(grid: Uint8Array): number {
  return grid.reduce((sum, level) => sum + level, 0) / grid.length;
}
