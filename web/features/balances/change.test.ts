import { describe, expect, it } from 'vitest';
import { changeBetween } from './change.ts';

describe('changeBetween', () => {
  it('tells up from down', { tags: 'section-2.5' }, () => {
    expect(changeBetween(100, 101)).toBe('up');
    expect(changeBetween(101, 100)).toBe('down');
  });

  it('is silent when nothing changed', () => {
    expect(changeBetween(100, 100)).toBeUndefined();
  });

  it('is silent about the first reading and about a failed one', () => {
    expect(changeBetween(undefined, 100)).toBeUndefined();
    expect(changeBetween(100, undefined)).toBeUndefined();
  });
});
