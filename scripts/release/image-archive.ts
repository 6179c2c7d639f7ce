import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';

interface ImageManifest {
  Config: string;
  RepoTags: string[];
  Layers: string[];
}

/**
 * Copies an archive for `docker load` without what differs between two builds of the same content: the random names of
 * the containers that built it, and the entries for Docker before 1.10, which have such names.
 */
export async function normalizeImage(from: string, to: string): Promise<void> {
  const files = await readSmallFiles(from);
  const [manifest]: ImageManifest[] = JSON.parse(files.get('manifest.json')?.toString() ?? '[]');
  if (!manifest) throw new Error(`${from} is no archive of an image`);
  const { container, ...config } = JSON.parse(files.get(manifest.Config)?.toString() ?? '{}');
  for (const part of [config.config, config.container_config]) delete part?.Hostname;
  const text = JSON.stringify(config);
  const Config = `${createHash('sha256').update(text).digest('hex')}.json`;
  const archive = pack();
  const written = pipeline(archive, createWriteStream(to));
  const mtime = new Date(0);
  archive.entry({ name: Config, mtime }, text);
  archive.entry({ name: 'manifest.json', mtime }, JSON.stringify([{ ...manifest, Config }]));
  for await (const entry of createReadStream(from).pipe(extract())) {
    const { name, size } = entry.header;
    if (manifest.Layers.includes(name)) await pipeline(entry, archive.entry({ name, size, mtime }));
    else entry.resume();
  }
  archive.finalize();
  await written;
}

/** Reads the descriptions: all files but layers. */
async function readSmallFiles(archive: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const entry of createReadStream(archive).pipe(extract())) {
    const { name } = entry.header;
    if (name.endsWith('.json')) files.set(name, await buffer(entry));
    else entry.resume();
  }
  return files;
}
