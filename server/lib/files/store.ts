import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { syncFolder } from './sync-folder.ts';

/** Where uploaded images are kept; keys are made by the server. */
export interface FileStore {
  /** The folder that holds the objects, for the routes that send them. */
  readonly root: string;
  /** Stores an object whole or not at all; once it resolves, a power cut does not lose it. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Reads an object. Throws when there is none. */
  get(key: string): Promise<Buffer>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** The keys in one folder, in no order. */
  list(folder: string): Promise<string[]>;
}

/** Opens the store on a folder of this machine, made on the first write. */
export function createFileStore(root: string): FileStore {
  const disk = new Disk(new DurableDriver({ location: root, visibility: 'private' }));
  return {
    root,
    put: (key, bytes) => disk.put(key, bytes),
    get: async (key) => Buffer.from(await disk.getBytes(key)),
    remove: (key) => disk.delete(key),
    list: async (folder) => {
      const { objects } = await disk.listAll(folder);
      return Array.from(objects).flatMap((object) => (object.isFile ? [object.key] : []));
    },
  };
}

/** flydrive's own `put` can leave half a file behind and does not wait for the disk. */
class DurableDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const target = path.join(String(this.options.location), key);
    const folder = path.dirname(target);
    const draft = path.join(folder, `.${randomUUID()}.tmp`);
    await mkdir(folder, { recursive: true });
    try {
      await writeAndSync(draft, contents);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }
}

async function writeAndSync(file: string, contents: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
