import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import type { RuntimeUser } from '#server/embedded-postgres/runtime-user.ts';

export const repositoryDir = resolve(import.meta.dirname, '../..');

export async function makeTestDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'wallet-embedded-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Bundles `embedded-server.ts` into one file, for users who may not read this checkout. */
export async function bundleEmbeddedServer(outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: repositoryDir,
    logLevel: 'error',
    // Bundles the sources, because a fresh checkout has no build output.
    ssr: { noExternal: true },
    build: {
      ssr: 'server/testing/embedded-server.ts',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'embedded-server.mjs' } },
    },
  });
  await chmod(outDir, 0o755);
  return join(outDir, 'embedded-server.mjs');
}

export interface EmbeddedChild {
  process: ChildProcessByStdio<null, Readable, Readable>;
  nextLine(): Promise<string | undefined>;
  errors(): string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Runs the bundle in a separate process group, as a terminal's shell does. */
export function startEmbeddedChild(options: {
  bundle: string;
  projectDir: string;
  dataDir: string;
  mode?: 'load';
  user?: RuntimeUser;
}): EmbeddedChild {
  const args = [options.bundle, options.projectDir, options.dataDir, options.mode ?? ''];
  const child = spawn(process.execPath, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    uid: options.user?.uid,
    gid: options.user?.gid,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return {
    process: child,
    nextLine: lineReader(createInterface({ input: child.stdout })),
    errors: () => errors,
    exited: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  };
}

function lineReader(lines: Interface): () => Promise<string | undefined> {
  const iterator = lines[Symbol.asyncIterator]();
  return async () => {
    const next = await iterator.next();
    return next.done ? undefined : next.value;
  };
}
