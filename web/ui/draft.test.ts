import { describe, expect, it } from 'vitest';
import { mergeNews } from './draft.ts';

describe('mergeNews', () => {
  const saved = { firstName: 'Meera', city: 'Pune' };
  const draft = { saved, typed: saved };

  it('replaces the fields that nobody touched', () => {
    const { typed } = mergeNews(draft, { firstName: 'Meera', city: 'Nashik' });
    expect(typed.city).toBe('Nashik');
  });

  it('leaves what the person is typing', () => {
    const edited = { ...draft, typed: { ...draft.typed, firstName: 'Mira' } };
    const { typed, saved } = mergeNews(edited, { firstName: 'M.', city: 'Nashik' });
    expect(typed).toMatchObject({ firstName: 'Mira', city: 'Nashik' });
    expect(saved.firstName).toBe('M.');
  });

  it('takes a field for untouched again once it equals what is saved', () => {
    const edited = { ...draft, typed: { ...draft.typed, firstName: 'Mira' } };
    const agreed = mergeNews(edited, { firstName: 'Mira', city: '' });
    expect(mergeNews(agreed, { firstName: 'Anu', city: '' }).typed.firstName).toBe('Anu');
  });
});
