import { createPrivateKey } from 'node:crypto';

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
