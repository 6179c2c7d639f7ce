import { describe, expect, it } from 'vitest';
import { createRequestKeys } from './request-key.ts';

function countingKeys() {
  let made = 0;
  return createRequestKeys(() => {
    made += 1;
    return `key-${made}`;
  });
}

describe('request keys', () => {
  it('go on with an intent from before', () => {
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

  it('makes a new key when any of the contents change', () => {
    const keys = countingKeys();
    keys.keyFor(['100', 'account']);
    expect(keys.keyFor(['101', 'account'])).toBe('key-2');
    expect(keys.keyFor(['101', 'account', undefined])).toBe('key-3');
  });

  it('tells two files of the same name apart', () => {
    const keys = countingKeys();
    keys.keyFor([{ name: 'receipt.png' }]);
    expect(keys.keyFor([{ name: 'receipt.png' }])).toBe('key-2');
  });

  it('starts a new intent after a success, even with the same contents', () => {
    const keys = countingKeys();
    keys.keyFor(['100']);
    keys.renew();
    expect(keys.keyFor(['100'])).toBe('key-2');
  });

  it('makes keys that the contract accepts', () => {
    expect(createRequestKeys().keyFor([])).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
