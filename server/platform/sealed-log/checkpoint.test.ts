import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy, parseCheckpoint, signHead } from './checkpoint.ts';
import { hashLeaf } from './merkle.ts';
import { isSigningKey, parseVerifierKey, toSigningKey } from './signing-key.ts';

const newPem = () =>
  String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const root = hashLeaf(Buffer.from('one'));
const origin = 'wallet/audit-log/test';

function buildKeys() {
  const key = toSigningKey(newPem(), origin);
  const verifier = parseVerifierKey(key.verifierKey);
  if (!verifier) throw new Error('The verifier key is malformed');
  return { key, verifier };
}

/** The example of https://pkg.go.dev/golang.org/x/mod/sumdb/note. */
test('accepts the verifier key and the signature of the reference implementation', () => {
  const key = parseVerifierKey(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
  const text =
    'If you think cryptography is the answer to your problem,\n' +
    "then you don't know what your problem is.\n";
  const signature = Buffer.from(
    'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
    'base64',
  );
  const signatures = [
    { name: 'PeterNeumann', keyId: 'c74f20a3', signature: signature.subarray(4) },
  ];
  expect(key && isSignedBy({ text, signatures }, [key])).toBe(true);
  expect(key && isSignedBy({ text: `${text} `, signatures }, [key])).toBe(false);
});

test('reads what it signed, and refuses it after any change', () => {
  const { key, verifier } = buildKeys();
  const note = signHead({ origin, size: 7, root }, key);
  const head = parseCheckpoint(note);
  expect(head).toMatchObject({ origin, size: 7, root });
  expect(head && isSignedBy(head, [verifier])).toBe(true);
  expect(head && isSignedBy(head, [buildKeys().verifier])).toBe(false);
  const changed = parseCheckpoint(note.replace('\n7\n', '\n8\n'));
  expect(changed && isSignedBy(changed, [verifier])).toBe(false);
});

test.each(['', 'no head', 'a\nb\nc\n\n', `${origin}\n-1\n${root.toString('base64')}\n\n`])(
  'refuses %o as a head',
  (note) => expect(parseCheckpoint(note)).toBeUndefined(),
);

test('refuses keys of another algorithm, and verifier keys with another name', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  expect(isSigningKey(String(rsa.export({ type: 'pkcs8', format: 'pem' })))).toBe(false);
  expect(isSigningKey('nothing')).toBe(false);
  expect(isSigningKey(newPem())).toBe(true);
  const { key } = buildKeys();
  expect(parseVerifierKey(key.verifierKey.replace('test', 'other'))).toBeUndefined();
});
