import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A slow 4G line, as Lighthouse simulates it. */
const LATENCY_MS = 150;
const DOWN_BYTES_PER_MS = (1638.4 * 1024) / 8 / 1000;
const UP_BYTES_PER_MS = (675 * 1024) / 8 / 1000;

export interface SlowProxy {
  baseUrl: string;
  /** Passes on at full speed until it is slow. */
  setSlow(isSlow: boolean): void;
  close(): Promise<void>;
}

/** A line to a server that also slows down service workers: Chromium's emulation reaches pages alone. */
export async function openSlowProxy(serverUrl: string): Promise<SlowProxy> {
  const target = Number(new URL(serverUrl).port);
  const open = new Set<Socket>();
  let isSlow = false;
  const down = buildLine(DOWN_BYTES_PER_MS, () => isSlow);
  const up = buildLine(UP_BYTES_PER_MS, () => isSlow);
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const [from, to, line] of [
      [client, server, up] as const,
      [server, client, down] as const,
    ]) {
      open.add(from);
      from.on('data', (bytes) => line(bytes.length, () => void to.write(bytes)));
      from.on('end', () => line(0, () => void to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        line(0, () => void to.destroy());
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, // Listens on TCP.
    setSlow: (slow) => {
      isSlow = slow;
    },
    async close() {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** All connections share the rate of one line. */
function buildLine(bytesPerMs: number, isSlow: () => boolean) {
  let freeAt = 0;
  return (bytes: number, deliver: () => void) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (isSlow() ? bytes / bytesPerMs : 0);
    setTimeout(deliver, freeAt - now + (isSlow() ? LATENCY_MS / 2 : 0));
  };
}
