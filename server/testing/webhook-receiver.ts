import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A local server in the role of an operator's system. */
export interface WebhookReceiver {
  url: string;
  readonly received: Received[];
  /** Writes the response; the default is 204. A handler that never ends the response makes the sender time out. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const got = { path: request.url ?? '', headers: request.headers, body };
      receiver.received.push(got);
      receiver.answer(response, got);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
