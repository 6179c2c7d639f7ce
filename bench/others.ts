import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { callOthers } from './calls.ts';

const [, script, baseUrl = '', cookies = ''] = process.argv;
const file = fileURLToPath(import.meta.url);

/** Like `callOthers`, in a process that does nothing else. Returns the latencies when it is stopped. */
export async function startOthers(url: string, cookie: string): Promise<() => Promise<number[]>> {
  const others = fork(file, [url, cookie]);
  await once(others, 'message');
  return async () => {
    const answer = once(others, 'message');
    others.send('stop');
    const [times] = (await answer) as [number[]];
    others.disconnect();
    return times;
  };
}

if (script === file) {
  const stop = new AbortController();
  process.once('message', () => stop.abort());
  process.send?.('started');
  process.send?.(await callOthers(baseUrl, { cookies, signal: stop.signal }));
}
