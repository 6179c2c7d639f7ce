import { describe, expect, it } from 'vitest';
import { profileProblems } from './profile-form.ts';

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  country: '',
};

describe('profileProblems', () => {
  it('allows empty fields', () => {
    expect(profileProblems(EMPTY)).toEqual({});
  });

  it('rejects an invalid e-mail address and phone number', () => {
    expect(profileProblems({ ...EMPTY, email: 'meera@', phone: 'call me' })).toEqual({
      email: 'INVALID_EMAIL',
      phone: 'INVALID_PHONE',
    });
  });
});
