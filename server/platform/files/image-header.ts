import { type FileHandle, open } from 'node:fs/promises';

export type ImageFormat = 'jpeg' | 'png' | 'webp';

export interface ImageHeader {
  format: ImageFormat;
  width: number;
  height: number;
  isLayered: boolean;
}

/** A camera's file has a few dozen segments before its frame, including the colour profile. */
const MAX_JPEG_SEGMENTS = 500;
/** Enough for the headers of PNG (ISO 15948) and WebP (RFC 9649). */
const HEAD_BYTES = 32;

export function sniffFormat(head: Buffer): ImageFormat | undefined {
  const hex = head.subarray(0, 12).toString('hex');
  if (hex.startsWith('ffd8ff')) return 'jpeg';
  if (hex.startsWith('89504e470d0a1a0a')) return 'png';
  if (/^52494646.{8}57454250$/.test(hex)) return 'webp';
  return undefined;
}

/** Uses a bounded number of small reads. An unreadable header gives the format alone. */
export async function readImageHeader(
  file: string,
): Promise<{ format: ImageFormat; header: ImageHeader | undefined } | undefined> {
  const handle = await open(file, 'r');
  try {
    const head = await readAt(handle, 0, HEAD_BYTES);
    const format = sniffFormat(head);
    if (!format) return undefined;
    const size = format === 'jpeg' ? await readJpeg(handle) : readers[format](head);
    const header = size && size.width > 0 && size.height > 0 ? { format, ...size } : undefined;
    return { format, header };
  } finally {
    await handle.close();
  }
}

type Size = Omit<ImageHeader, 'format'>;

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const readers = { png: readPng, webp: readWebp };

function readPng(head: Buffer): Size | undefined {
  if (head.length < 29 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return {
    width: head.readUInt32BE(16),
    height: head.readUInt32BE(20),
    isLayered: head[28] !== 0,
  };
}

function readWebp(head: Buffer): Size | undefined {
  if (head.length < 30) return undefined;
  const chunk = head.toString('latin1', 12, 16);
  if (chunk === 'VP8X') {
    return size(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1);
  }
  if (chunk === 'VP8L') {
    const bits = head.readUInt32LE(21);
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (chunk === 'VP8 ') return size(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
  return undefined;
}

function size(width: number, height: number): Size {
  return { width, height, isLayered: false };
}

/** Walks the segments up to the frame's header (ITU T.81, B.1 and B.2.2). */
async function readJpeg(handle: FileHandle): Promise<Size | undefined> {
  let position = 2;
  for (let segment = 0; segment < MAX_JPEG_SEGMENTS; segment++) {
    const bytes = await readAt(handle, position, 9);
    const marker = bytes[1];
    if (bytes.length < 9 || bytes[0] !== 0xff || marker === undefined) return undefined;
    if (marker === 0xff) {
      position += 1; // Fill byte.
    } else if (isFrame(marker)) {
      return {
        width: bytes.readUInt16BE(7),
        height: bytes.readUInt16BE(5),
        isLayered: marker === 0xc2 || marker === 0xc6 || marker === 0xca || marker === 0xce,
      };
    } else {
      position += 2 + bytes.readUInt16BE(2);
    }
  }
  return undefined;
}

/** SOF0 to SOF15, except C4, C8 and CC, which are tables and an extension. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
