import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as an operator's own system gets it. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An operator's own system on this machine. */
export interface WebhookReceiver {
  url: string;
  /** What it got, the oldest first. */
  readonly received: Received[];
  /** How it answers: with 204 unless told otherwise. Whoever never ends the response keeps the sender waiting. */
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
