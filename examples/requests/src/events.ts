import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Receives events at a free port of this machine. */
export async function receiveEvents() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(204).end();
    server.emit('event');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits for events and returns their types, sorted. Throws WebhookVerificationError if one has a wrong signature. */
    async verified(secret: string, count: number): Promise<string[]> {
      while (received.length < count) await once(server, 'event');
      const verifier = new Webhook(secret);
      const events = received.map(({ headers, body }) => verifier.verify(body, headers));
      return events.map((event) => (event as { type: string }).type).sort();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
