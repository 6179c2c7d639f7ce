import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** The content of a file of an archive. */
export type Source = { file: string } | { text: string };

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

/**
 * Writes an npm archive whose bytes depend only on names, contents and `mtime`: sorted, without owners, and with one
 * time and two modes.
 */
export async function writeTarball(
  output: NodeJS.WritableStream,
  entries: ReadonlyMap<string, Source>,
  mtime: Date,
): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 9 }), output);
  const names = [...entries.keys()].sort();
  for (const name of names) {
    const source = entries.get(name);
    if (source) await add(archive, { name, source, mtime });
  }
  archive.finalize();
  await written;
}

async function add(
  archive: ReturnType<typeof pack>,
  { name, source, mtime }: { name: string; source: Source; mtime: Date },
): Promise<void> {
  const mode = name.startsWith('bin/') ? EXECUTABLE : PLAIN;
  const header = { name: `package/${name}`, mode, mtime, uid: 0, gid: 0 };
  if ('text' in source) {
    await new Promise<void>((resolve, reject) => {
      archive.entry(header, source.text, (error) => (error ? reject(error) : resolve()));
    });
    return;
  }
  const { size } = await stat(source.file);
  await pipeline(createReadStream(source.file), archive.entry({ ...header, size }));
}
