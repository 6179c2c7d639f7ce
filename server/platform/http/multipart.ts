import { readFile, writeFile } from 'node:fs/promises';
import { appError } from '../../base/errors.ts';
import { diskWrites } from '../files/disk-writes.ts';

/** Room for the fields and the boundaries around the file. */
export const MULTIPART_EXTRA_BYTES = 64 * 1024;
const MAX_PARTS = 20;

export function isMultipart(contentType: string | undefined): contentType is string {
  return /^multipart\/form-data\s*;/i.test(contentType ?? '');
}

/**
 * Returns the fields of a multipart body in `source`, and the size of its only file, which it writes to `target`. Undefined
 * if it has no file. Throws INVALID_INPUT for a body that is not readable, or has more parts or a field twice.
 */
export async function readMultipart(
  { source, target }: { source: string; target: string },
  contentType: string,
): Promise<{ fields: Record<string, string>; byteSize: number | undefined }> {
  const parts = await parse(await readFile(source), contentType);
  const fields: Record<string, string> = {};
  let byteSize: number | undefined;
  for (const [name, value] of parts) {
    if (typeof value === 'string') {
      if (Object.hasOwn(fields, name)) throw malformed();
      fields[name] = value;
      continue;
    }
    if (byteSize !== undefined) throw malformed();
    byteSize = value.size;
    const bytes = Buffer.from(await value.arrayBuffer());
    await diskWrites.run(() => writeFile(target, bytes, { flag: 'wx', mode: 0o600 }));
  }
  return { fields, byteSize };
}

async function parse(bytes: Buffer, contentType: string): Promise<[string, string | File][]> {
  if (countParts(bytes, contentType) > MAX_PARTS) throw malformed();
  const response = new Response(new Uint8Array(bytes), {
    headers: { 'content-type': contentType },
  });
  try {
    return [...(await response.formData())];
  } catch (error) {
    throw malformed(error);
  }
}

/** Counts before the parser runs, whose work grows with the number of parts. */
function countParts(bytes: Buffer, contentType: string): number {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  let count = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + 1)) count++;
  return count;
}

function malformed(cause?: unknown): Error {
  return Object.assign(appError('INVALID_INPUT'), { cause });
}
