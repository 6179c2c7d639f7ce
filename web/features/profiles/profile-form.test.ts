import { describe, expect, it } from 'vitest';
import { mergeNews, profileProblems, startDraft } from './profile-form.ts';

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  country: '',
};

describe('mergeNews', () => {
  const draft = startDraft({ ...EMPTY, firstName: 'Meera', city: 'Pune' });

  it('replaces the fields that nobody touched', () => {
    const { typed } = mergeNews(draft, { ...EMPTY, firstName: 'Meera', city: 'Nashik' });
    expect(typed.city).toBe('Nashik');
  });

  it('leaves what the person is typing', () => {
    const edited = { ...draft, typed: { ...draft.typed, firstName: 'Mira' } };
    const { typed, saved } = mergeNews(edited, { ...EMPTY, firstName: 'M.', city: 'Nashik' });
    expect(typed).toMatchObject({ firstName: 'Mira', city: 'Nashik' });
    expect(saved.firstName).toBe('M.');
  });

  it('takes a field for untouched again once it equals what is saved', () => {
    const edited = { ...draft, typed: { ...draft.typed, firstName: 'Mira' } };
    const agreed = mergeNews(edited, { ...EMPTY, firstName: 'Mira' });
    expect(mergeNews(agreed, { ...EMPTY, firstName: 'Anu' }).typed.firstName).toBe('Anu');
  });
});

describe('profileProblems', () => {
  it('allows empty fields', () => {
    expect(profileProblems(EMPTY)).toEqual({});
  });

  it('finds what is no address and no number', () => {
    expect(profileProblems({ ...EMPTY, email: 'meera@', phone: 'call me' })).toEqual({
      email: 'INVALID_EMAIL',
      phone: 'INVALID_PHONE',
    });
  });
});
