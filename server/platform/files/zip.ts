import { finished, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  content: Readable;
  /** Images are already compressed. */
  compress: boolean;
}

const untilRead = promisify(finished);

/**
 * Returns a ZIP archive as a stream. An entry is requested only after the one before it was read, so that memory does
 * not grow with the archive. An error of an entry destroys the stream; destroying the stream ends the entries.
 */
export function openZip(entries: AsyncGenerator<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable; // A PassThrough; its type names only the interface.
  zip.on('error', (error: Error) => output.destroy(error));
  addEntries(zip, entries, { at, output }).catch((error: Error) => output.destroy(error));
  return output;
}

async function addEntries(
  zip: ZipFile,
  entries: AsyncGenerator<ZipEntry>,
  { at, output }: { at: Date; output: Readable },
): Promise<void> {
  for await (const { name, content, compress } of entries) {
    const stop = () => content.destroy();
    if (output.destroyed) return void stop();
    output.once('close', stop);
    zip.addReadStream(content, name, { mtime: at, compress });
    await untilRead(content);
    output.off('close', stop);
  }
  zip.end();
}
