import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser that can receive messages (RFC 8291). */
export interface PushBrowser {
  keys: { p256dh: string; auth: string };
  /** Returns the text of a message's body. Throws Error if it is not for this browser. */
  decrypt(body: Buffer): string;
}

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushService {
  url: URL;
  received: ReceivedPush[];
  /** Responds to the next messages. Undefined: 201. */
  respond: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** Starts a push service (RFC 8030) on this machine that keeps the messages it receives. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ path: request.url ?? '', headers: request.headers, body });
    if (service.respond) service.respond(response);
    else response.writeHead(201).end();
  });
  const service: PushService = {
    url: new URL('http://127.0.0.1'),
    received,
    respond: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url.port = String((server.address() as AddressInfo).port);
  return service;
}

const [SALT_BYTES, RECORD_SIZE_BYTES, TAG_BYTES] = [16, 4, 16];
/** Marks the end of the last record's text. */
const LAST_RECORD = 2;

export function createPushBrowser(): PushBrowser {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, SALT_BYTES);
      const keyLength = body[SALT_BYTES + RECORD_SIZE_BYTES] ?? 0;
      const keyStart = SALT_BYTES + RECORD_SIZE_BYTES + 1;
      const senderKey = body.subarray(keyStart, keyStart + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const secret = hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32);
      const derive = (name: string, length: number) =>
        Buffer.from(
          hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length),
        );
      const sealed = body.subarray(keyStart + keyLength);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive('aes128gcm', 16),
        derive('nonce', 12),
      );
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(sealed.subarray(0, -TAG_BYTES)),
        decipher.final(),
      ]);
      return text.subarray(0, text.lastIndexOf(LAST_RECORD)).toString('utf8');
    },
  };
}

/** Returns the claims of a message's signature (RFC 8292). Throws Error if the key has not signed them. */
export function readVapid({ authorization = '' }: IncomingHttpHeaders, publicKey: string) {
  const [, header = '', claims = '', signature = '', key] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('Signed with another key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature is wrong');
  const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return read as { aud: string; exp: number; sub: string };
}
