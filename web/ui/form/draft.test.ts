import { describe, expect, it } from 'vitest';
import { hasConflict, mergeServerChanges } from './draft.ts';

describe('mergeServerChanges', () => {
  const saved = { firstName: 'Meera', city: 'Pune' };
  const draft = { saved, typed: saved };

  it('replaces fields that were not edited', () => {
    const { typed } = mergeServerChanges(draft, { firstName: 'Meera', city: 'Nashik' });
    expect(typed.city).toBe('Nashik');
  });

  it('keeps fields that the user is editing', () => {
    const edited = { ...draft, typed: { ...draft.typed, firstName: 'Mira' } };
    const { typed, saved } = mergeServerChanges(edited, { firstName: 'M.', city: 'Nashik' });
    expect(typed).toMatchObject({ firstName: 'Mira', city: 'Nashik' });
    expect(saved.firstName).toBe('M.');
  });

  it('treats a field as unedited once it equals the saved value', () => {
    const edited = { ...draft, typed: { ...draft.typed, firstName: 'Mira' } };
    const agreed = mergeServerChanges(edited, { firstName: 'Mira', city: '' });
    expect(mergeServerChanges(agreed, { firstName: 'Anu', city: '' }).typed.firstName).toBe('Anu');
  });
});

describe('hasConflict', () => {
  const saved = { firstName: 'Meera', city: 'Pune' };
  const draft = { saved, typed: { ...saved, firstName: 'Mira' } };

  it.each([
    ['a field that is being edited was saved with another value', { firstName: 'M.' }, true],
    ['the typed value was saved elsewhere', { firstName: 'Mira' }, false],
    ['only other fields were saved', { city: 'Nashik' }, false],
  ])('if %s: %j gives %s', (_, change, expected) => {
    expect(hasConflict(draft, { ...saved, ...change })).toBe(expected);
  });
});
