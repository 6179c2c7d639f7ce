import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { generateSecretKey, parseSecretKeys, type SecretKey } from './keys.ts';
import { createSecrets, keyIdOf } from './secrets.ts';

const newKeys = (): SecretKey[] => parseSecretKeys(generateSecretKey()) ?? [];

describe('a sealed value', () => {
  const keys = newKeys();
  const secrets = createSecrets(keys);
  const sealed = secrets.seal('123456789012', 'here');

  test('is opened in its place, contains its key id and differs each time', () => {
    expect(secrets.open(sealed, 'here')).toBe('123456789012');
    expect(keyIdOf(sealed)).toBe(secrets.currentKeyId);
    expect(sealed).not.toContain('123456789012');
    expect(secrets.seal('123456789012', 'here')).not.toBe(sealed);
    expect(secrets.open(secrets.seal('', 'here'), 'here')).toBe('');
    expect(secrets.open(secrets.seal('खाता १२३', 'here'), 'here')).toBe('खाता १२३');
  });

  test('is not opened in another place', () => {
    expect(secrets.open(sealed, 'there')).toBeUndefined();
  });

  test('is not opened after a change of any byte, or of its length', () => {
    const [version = '', id = '', payload = ''] = sealed.split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const text = [version, id, changed.toString('base64url')].join('.');
      expect(secrets.open(text, 'here'), `byte ${at}`).toBeUndefined();
    }
    for (const length of [bytes.length - 1, 28, 12, 0]) {
      const text = [version, id, bytes.subarray(0, length).toString('base64url')].join('.');
      expect(secrets.open(text, 'here'), `${length} bytes`).toBeUndefined();
    }
  });

  test('is opened by an older key of several, and by no other key', () => {
    const rotated = createSecrets([...newKeys(), ...keys]);
    expect(rotated.open(sealed, 'here')).toBe('123456789012');
    expect(keyIdOf(rotated.seal('1', 'here'))).not.toBe(keyIdOf(sealed));
    expect(createSecrets(newKeys()).open(sealed, 'here')).toBeUndefined();
    expect(createSecrets([]).open(sealed, 'here')).toBeUndefined();
  });

  test('that cannot be opened is logged once for each key, without the value', () => {
    const lines: string[] = [];
    const log = { error: (about: object, message: string) => lines.push(message, String(about)) };
    const other = createSecrets(newKeys(), log as unknown as Parameters<typeof createSecrets>[1]);
    other.open(sealed, 'here');
    other.open(sealed, 'here');
    expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
    expect(lines.join()).not.toContain(sealed);
  });
});

test('fingerprints are equal for equal texts and keys only, the first by the current key', () => {
  const [older, newer] = [newKeys(), newKeys()];
  const before = createSecrets(older).fingerprints('123456789012');
  const both = createSecrets([...newer, ...older]).fingerprints('123456789012');
  expect(both[1]).toEqual(before[0]);
  expect(both[0]).not.toEqual(before[0]);
  expect(createSecrets(older).fingerprints('123456789013')).not.toEqual(before);
  expect(createSecrets([]).fingerprints('123456789012')).toEqual([]);
});

test('seals nothing without a key, or before the date from which values are sealed', () => {
  const secrets = createSecrets(newKeys());
  expect(secrets.isSealing).toBe(false);
  secrets.sealAfter(60_000);
  expect(secrets.isSealing).toBe(false);
  secrets.sealAfter(0);
  expect(secrets.isSealing).toBe(true);
  secrets.use([]);
  expect(secrets.isSealing).toBe(false);
  expect(() => secrets.seal('1', 'here')).toThrow('There is no SECRET_KEY');
});

test('a clock of the machine that is set back neither stops the sealing nor prolongs a lease', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const secrets = createSecrets(newKeys());
  secrets.sealAfter(0);
  secrets.sealFor(60_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(secrets.isSealing).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(secrets.isLocked).toBe(true);
});

test('parses keys of 32 bytes in base64, separated by commas or lines, and nothing else', () => {
  const [one, other] = [generateSecretKey(), generateSecretKey()];
  expect(parseSecretKeys(`${one}, ${other}\n`)).toHaveLength(2);
  const wrong = ['', ' ', 'secret', one.slice(1), randomBytes(31).toString('base64'), `${one}=`];
  for (const text of wrong) expect(parseSecretKeys(text), text).toBeUndefined();
  expect(parseSecretKeys(`${one},secret`)).toBeUndefined();
});
