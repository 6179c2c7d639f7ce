import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wallet } from './wallet.ts';

export interface Gateway {
  url: string;
  /** Serves the application as another build from now on: its page and its service worker differ. */
  release: () => void;
  /** How many pages were requested from the server so far. */
  countPages: () => number;
  close: () => Promise<void>;
}

/** Another address of the same server that can serve a new version. */
export async function openGateway({ baseUrl }: Wallet): Promise<Gateway> {
  let isReleased = false;
  let pages = 0;
  const gateway = http.createServer((request, response) => {
    // The inner server would return 304 for the tag of the build that it still has.
    const { 'if-none-match': _, ...conditionless } = request.headers;
    const headers = { ...conditionless, 'accept-encoding': 'identity' };
    const { url = '/', method } = request;
    const inner = http.request(new URL(url, baseUrl), { method, headers }, (answer) => {
      if (isPage(answer)) pages += 1;
      const change = isReleased ? changeOf(url, answer) : undefined;
      if (!change) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        return;
      }
      void answer.toArray().then((parts) => {
        const { 'content-length': __, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, kept);
        response.end(change(Buffer.concat(parts).toString()));
      });
    });
    // If one end disconnects, close the other.
    inner.on('error', () => response.destroy());
    response.on('close', () => inner.destroy());
    request.pipe(inner);
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  // A server that listens on a port has an address with a port.
  const { port } = gateway.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => {
      isReleased = true;
    },
    countPages: () => pages,
    close: async () => {
      gateway.closeAllConnections();
      gateway.close();
      await once(gateway, 'close');
    },
  };
}

/** The differences of a new build: the page names another script (the same file), and the worker has other bytes. */
function changeOf(url: string, answer: http.IncomingMessage) {
  if (url === '/sw.js') return (script: string) => `${script}\n// Another build.`;
  if (!isPage(answer)) return undefined;
  return (page: string) => page.replaceAll('"/assets/', '"/assets/./');
}

function isPage({ headers }: http.IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/html') === true;
}
