import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where to find images that the former database references but does not contain. */
export interface ImagePlaces {
  /** A copy of the former storage: one folder per bucket. */
  folder: string | undefined;
  /** The only origin that images may be fetched from, because any URL could be written into the former database. */
  origin: string | undefined;
}

const FETCH_MS = 20_000;
const DATA_URL = /^data:image\/[a-z.+-]+;base64,/i;
const IN_BUCKET = /(?:^|\/)((?:receipts|qr-codes|banner-images|avatars)\/[^?#]+)/;

/** Thrown if an image can't be read; the message is part of the report. */
export class ImageMissing extends Error {}

/** Reads the image that a former column references or contains. Throws ImageMissing. */
export async function readOldImage(
  value: string,
  { folder, origin }: ImagePlaces,
  maxBytes: number,
): Promise<Buffer> {
  const [prefix] = DATA_URL.exec(value) ?? [];
  if (prefix !== undefined)
    return bounded(Buffer.from(value.slice(prefix.length), 'base64'), maxBytes);
  const [, name] = IN_BUCKET.exec(value) ?? [];
  const file = folder !== undefined && name && (await findIn(folder, name));
  if (file) {
    if ((await stat(file)).size > maxBytes) throw new ImageMissing('too large');
    return readFile(file);
  }
  const isWeb = /^https?:/i.test(value) && URL.canParse(value);
  if (!isWeb)
    throw new ImageMissing(
      folder === undefined ? 'no --files folder' : 'not in the --files folder',
    );
  if (origin === undefined || new URL(value).origin !== origin)
    throw new ImageMissing('its address is not below --images-from');
  return fetchImage(value, maxBytes);
}

function bounded(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length === 0) throw new ImageMissing('empty');
  if (bytes.length > maxBytes) throw new ImageMissing('too large');
  return bytes;
}

/** Returns the path if the file exists inside the folder; `name` is untrusted. */
async function findIn(folder: string, name: string): Promise<string | undefined> {
  const [root, file] = await Promise.all([
    realpath(folder),
    realpath(path.join(folder, decoded(name))).catch(() => undefined),
  ]);
  return file?.startsWith(root + path.sep) && (await stat(file)).isFile() ? file : undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('\0', '');
  } catch {
    return name;
  }
}

async function fetchImage(url: string, maxBytes: number): Promise<Buffer> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok) throw new ImageMissing(`status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) throw new ImageMissing('too large');
      chunks.push(chunk);
    }
    return bounded(Buffer.concat(chunks), maxBytes);
  } catch (error) {
    throw error instanceof ImageMissing ? error : new ImageMissing('it could not be fetched');
  }
}
