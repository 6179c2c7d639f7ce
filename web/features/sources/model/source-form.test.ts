import { describe, expect, it } from 'vitest';
import { findProblems, initialForm } from './source-form.ts';

describe('findProblems', () => {
  it.each(['', ' ', ' a ', '🎪'])('rejects the name %j', (name) => {
    expect(findProblems({ name, isActive: true })).toEqual({ name: 'tooShort' });
  });

  it.each(['ab', ' Fair ', '🎪🎪'])('accepts the name %j', (name) => {
    expect(findProblems({ name, isActive: false })).toEqual({});
  });
});

describe('initialForm', () => {
  it('starts a new source empty and active', () => {
    expect(initialForm(undefined)).toEqual({ name: '', isActive: true });
  });
});
