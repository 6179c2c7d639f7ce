import { createPrivateKey } from 'node:crypto';
import { parseSecretKeys } from '../platform/secrets/keys.ts';
import { createSecrets, type Secrets } from '../platform/secrets/secrets.ts';

/** The key of every test database. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 'test').toString('base64');

/** What precedes the 32 bytes of an Ed25519 private key in DER. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key that signs heads of the audit log on test servers, which share databases but no folders. */
export const TEST_AUDIT_KEY = String(
  createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, Buffer.alloc(32, 'test')]),
    format: 'der',
    type: 'pkcs8',
  }).export({ format: 'pem', type: 'pkcs8' }),
);

/** Returns secrets that seal new values from now on. */
export function testSecrets(...keys: string[]): Secrets {
  const texts = keys.length > 0 ? keys : [TEST_SECRET_KEY];
  const secrets = createSecrets(parseSecretKeys(texts.join()) ?? []);
  secrets.sealFrom(new Date(0));
  return secrets;
}
