import { parseSecretKeys } from '../base/keys.ts';
import { createSecrets, type Secrets } from '../base/secrets.ts';

/** The key of every test database. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 'test').toString('base64');

/** Returns secrets that seal new values from now on. */
export function testSecrets(...keys: string[]): Secrets {
  const texts = keys.length > 0 ? keys : [TEST_SECRET_KEY];
  const secrets = createSecrets(parseSecretKeys(texts.join()) ?? []);
  secrets.sealAfter(0);
  return secrets;
}
