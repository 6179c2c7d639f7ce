import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** A new secret, written as Standard Webhooks has it: `whsec_` and the key in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

/** What a message is signed with: its id, when it is sent, its body, and a signature for each secret. */
export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
  secrets: string[];
}

/**
 * The headers of a message by Standard Webhooks (https://www.standardwebhooks.com): `webhook-id`,
 * `webhook-timestamp` in seconds, and `webhook-signature`, HMAC-SHA256 of `id.timestamp.body`.
 */
export function signedHeaders({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signed.join(' '),
  };
}
