import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BenchServer } from './world.ts';

const run = promisify(execFile);

/** A caller's request: its user, and a JSON body, or a form with an image. */
export interface CallerRequest {
  cookie: string;
  /** Their address, if the server trusts this machine as a proxy. */
  from?: string;
  form?: object;
  body?: object;
}

/** Results of the callers. */
export interface Load {
  requests: number;
  rate: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Sends requests to a path, sequentially from each caller, until the time is over. The callers
 * run in wrk, one thread of which takes a few percent of a core; callers in Node would take
 * as much as the server. Throws if any request failed, or if the requests ran out.
 */
export async function callByWrk(
  { baseUrl }: BenchServer,
  load: {
    path: string;
    callers: number;
    seconds: number;
    requests: CallerRequest[];
    image?: string;
  },
): Promise<Load> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-wrk-'));
  try {
    const file = path.join(folder, 'requests');
    await writeFile(file, load.requests.map(toLine).join(''));
    const script = path.join(import.meta.dirname, 'callers.lua');
    const connections = String(load.callers);
    const { stdout } = await run(
      'wrk',
      ['-t', '1', '-c', connections, '-d', `${load.seconds}s`, '--timeout', '30s', '-s', script]
        .concat([baseUrl, '--', file, load.path])
        .concat(load.image ?? []),
    ).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new Error('wrk 4.1 or newer is needed, as from apt-get install wrk');
    });
    return read(stdout, load.requests.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toLine({ cookie, from = '', form, body }: CallerRequest): string {
  const header = form && Buffer.from(JSON.stringify(form)).toString('base64url');
  return `${cookie}\t${header ?? ''}\t${from}\t${body ? JSON.stringify({ json: body }) : ''}\n`;
}

function read(stdout: string, prepared: number): Load {
  const found = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (!found) throw new Error(`wrk failed:\n${stdout}`);
  const { requests, seconds, p50Ms, p99Ms, failed } = JSON.parse(found);
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`);
  if (requests >= prepared)
    throw new Error(`All ${prepared} requests were sent before the time was over`);
  return { requests, rate: requests / seconds, p50Ms, p99Ms };
}
