import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Key {
  keyId: string;
  secret: string;
}

/** A local stub of the service from which containers at Amazon get keys of limited life. */
export interface KeyService {
  /** The value of AWS_CONTAINER_CREDENTIALS_FULL_URI. */
  url: string;
  key: Key;
  lifeMs: number;
  mood: 'well' | 'failing' | 'silent';
  readonly issued: number;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

export async function startKeyService(key: Key): Promise<KeyService> {
  const server = createServer((_request, response) => {
    if (service.mood === 'silent') return;
    if (service.mood === 'failing') return void response.writeHead(500).end('{}');
    service.issued += 1;
    const { keyId: AccessKeyId, secret: SecretAccessKey } = service.key;
    const Expiration = new Date(Date.now() + service.lifeMs).toISOString();
    const body = { AccessKeyId, SecretAccessKey, Token: 'of the test', Expiration };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service = {
    url: `http://127.0.0.1:${port}/keys`,
    key,
    lifeMs: HOUR_MS,
    issued: 0,
    mood: 'well' as KeyService['mood'],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
