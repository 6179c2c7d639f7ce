import { inflateRawSync } from 'node:zlib';
import { MAX_UNZIPPED_BYTES } from '../../contract/statements/rules.ts';
import { FileFault } from './fault.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const MAX_FILES = 500;
const STORED = 0;
const DEFLATED = 8;

export interface ZipFile {
  name: string;
  content: Buffer;
}

/**
 * Unpacks the files of a ZIP archive within MAX_UNZIPPED_BYTES. Sizes that the archive declares are not trusted.
 * Throws FileFault for a damaged, encrypted or too large archive, and for XML entities in a file.
 */
export function unzip(bytes: Buffer): ZipFile[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_FILES) throw new FileFault('unzippedTooLarge');
  const files: ZipFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  let left = MAX_UNZIPPED_BYTES;
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) {
      throw new FileFault('damaged');
    }
    const content = unpack(bytes, at, left);
    left -= content.length;
    if (content.includes('<!ENTITY') || content.includes('<!DOCTYPE')) {
      throw new FileFault('xmlEntities');
    }
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    files.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + name),
      content,
    });
    at += ENTRY_BYTES + name + extra + comment;
  }
  return files;
}

function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw new FileFault('damaged');
}

function unpack(bytes: Buffer, entry: number, limit: number): Buffer {
  if ((bytes.readUInt16LE(entry + 8) & 1) === 1) throw new FileFault('password');
  const method = bytes.readUInt16LE(entry + 10);
  const packed = bytes.readUInt32LE(entry + 20);
  const local = bytes.readUInt32LE(entry + 42);
  if (local + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(local) !== LOCAL)
    throw new FileFault('damaged');
  const names = bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const start = local + LOCAL_BYTES + names;
  const content = bytes.subarray(start, start + packed);
  if (content.length !== packed) throw new FileFault('damaged');
  if (method === STORED) return ensureBelow(content, limit);
  if (method !== DEFLATED) throw new FileFault('damaged');
  return inflate(content, limit);
}

function ensureBelow(content: Buffer, limit: number): Buffer {
  if (content.length > limit) throw new FileFault('unzippedTooLarge');
  return content;
}

function inflate(content: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new FileFault(code === 'ERR_BUFFER_TOO_LARGE' ? 'unzippedTooLarge' : 'damaged');
  }
}
