import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG image of one-bit pixels that declares a size, with these rows and further chunks before them. */
export function pngOf(
  { width, height }: { width: number; height: number },
  { rows = Buffer.alloc(0), chunks = [] }: { rows?: Buffer; chunks?: Buffer[] } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    ...[SIGNATURE, pngChunk('IHDR', header), ...chunks],
    ...[pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))],
  ]);
}

/** Builds a valid PNG of black pixels: a few kilobytes, whatever its dimensions. */
export function pngBomb(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return pngOf({ width, height }, { rows });
}
