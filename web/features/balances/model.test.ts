import { describe, expect, it } from 'vitest';
import { changeBetween } from './model.ts';

describe('changeBetween', () => {
  it('returns the direction of a change', { tags: 'section-2.5' }, () => {
    expect(changeBetween(100, 101)).toBe('up');
    expect(changeBetween(101, 100)).toBe('down');
  });

  it('returns undefined if nothing changed', () => {
    expect(changeBetween(100, 100)).toBeUndefined();
  });

  it('returns undefined for the first reading and after a failed one', () => {
    expect(changeBetween(undefined, 100)).toBeUndefined();
    expect(changeBetween(100, undefined)).toBeUndefined();
  });
});
