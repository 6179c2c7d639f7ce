import { describe, expect, it } from 'vitest';
import { createRequestKeys } from './request-key.ts';

function countingKeys() {
  let made = 0;
  return createRequestKeys(() => {
    made += 1;
    return `key-${made}`;
  });
}

describe('createRequestKeys', () => {
  it('reuses the key of an earlier intent with the same contents', () => {
    const before = countingKeys();
    before.keyFor(['100']);
    const keys = createRequestKeys(() => 'another', before.intent());
    expect(keys.keyFor(['100'])).toBe('key-1');
    expect(keys.keyFor(['101'])).toBe('another');
  });

  it('repeats the key for a retry of the same contents', () => {
    const keys = countingKeys();
    expect(keys.keyFor(['100', 'account'])).toBe('key-1');
    expect(keys.keyFor(['100', 'account'])).toBe('key-1');
  });

  it('creates a new key when the contents change', () => {
    const keys = countingKeys();
    keys.keyFor(['100', 'account']);
    expect(keys.keyFor(['101', 'account'])).toBe('key-2');
    expect(keys.keyFor(['101', 'account', undefined])).toBe('key-3');
  });

  it('creates different keys for two files with the same name', () => {
    const keys = countingKeys();
    keys.keyFor([{ name: 'receipt.png' }]);
    expect(keys.keyFor([{ name: 'receipt.png' }])).toBe('key-2');
  });

  it('creates a new key for the same contents after renew()', () => {
    const keys = countingKeys();
    keys.keyFor(['100']);
    keys.renew();
    expect(keys.keyFor(['100'])).toBe('key-2');
  });

  it('creates keys in the format that the contract requires', () => {
    expect(createRequestKeys().keyFor([])).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
