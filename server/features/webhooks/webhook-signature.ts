import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
  secrets: string[];
}

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). */
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
