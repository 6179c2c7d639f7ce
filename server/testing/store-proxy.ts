import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Failures that the proxy in front of the store simulates, also on open connections. */
export interface Weather {
  isDead: boolean;
  /** Delays all that the store sends. */
  delayMs: number;
  /** Sends nothing more on a connection after this many bytes. */
  silentAfterBytes: number;
  /** Closes a connection after this many response bytes, for the next `breaks` connections. */
  breakAfterBytes: number;
  breaks: number;
}

const FAIR: Weather = {
  isDead: false,
  delayMs: 0,
  silentAfterBytes: Number.POSITIVE_INFINITY,
  breakAfterBytes: 0,
  breaks: 0,
};

/** Starts a TCP proxy to a port of 127.0.0.1. */
export async function openStoreProxy(to: number) {
  let weather = FAIR;
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    if (weather.isDead) return void near.destroy();
    const far = connect(to, '127.0.0.1');
    const end = () => [near, far].map((socket) => socket.destroy());
    let sent = 0;
    for (const socket of [near, far]) {
      open.add(socket.on('error', end).on('close', end));
      socket.on('close', () => open.delete(socket));
    }
    const pass = (bytes: Buffer) => {
      sent += bytes.length;
      if (sent > weather.silentAfterBytes) return;
      const isBroken = weather.breaks > 0 && sent > weather.breakAfterBytes;
      const rest = sent - weather.breakAfterBytes;
      near.write(isBroken ? bytes.subarray(0, Math.max(0, bytes.length - rest)) : bytes);
      if (!isBroken) return;
      weather = { ...weather, breaks: weather.breaks - 1 };
      near.end(end);
    };
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (weather.delayMs === 0) pass(bytes);
      else setTimeout(pass, weather.delayMs, bytes);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port, // The proxy listens on TCP.
    change(changes: Partial<Weather>) {
      weather = { ...FAIR, ...changes };
      // Open connections keep the old settings, so they are closed.
      cut();
    },
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      cut();
      await closed;
    },
  };
}
