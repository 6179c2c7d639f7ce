import { describe, expect, it } from 'vitest';
import { readHintChange } from './hints.ts';

describe('readHintChange', () => {
  it('treats a removed login flag or a cleared storage as signed out', () => {
    expect(readHintChange({ key: 'isLoggedIn', oldValue: 'true', newValue: null })).toBe(
      'signedOut',
    );
    expect(readHintChange({ key: null, oldValue: null, newValue: null })).toBe('signedOut');
  });

  it('distinguishes a logout from an expired session', () => {
    const change = { key: 'logged-out-at', oldValue: '1', newValue: '2' };
    expect(readHintChange(change)).toBe('loggedOut');
  });

  it('detects that another user signed in', () => {
    expect(readHintChange({ key: 'userId', oldValue: 'a', newValue: 'b' })).toBe('otherUser');
  });

  it.each([
    { key: 'userId', oldValue: 'a', newValue: 'a' },
    { key: 'userId', oldValue: null, newValue: 'a' },
    { key: 'preferred_language', oldValue: 'en', newValue: 'hi' },
    { key: 'isLoggedIn', oldValue: null, newValue: 'true' },
  ])('ignores a change of $key from $oldValue to $newValue', (change) => {
    expect(readHintChange(change)).toBeUndefined();
  });
});
