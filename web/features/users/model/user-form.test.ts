import { describe, expect, it } from 'vitest';
import { problemsOf } from './user-form.ts';

describe('problemsOf', () => {
  it('assigns a server error to its field', () => {
    expect(problemsOf('USERNAME_TAKEN')).toEqual({ username: 'USERNAME_TAKEN' });
    expect(problemsOf('NEW_PASSWORD_TOO_SHORT')).toEqual({ password: 'NEW_PASSWORD_TOO_SHORT' });
    expect(problemsOf('WEAK_PASSWORD')).toEqual({ password: 'WEAK_PASSWORD' });
    expect(problemsOf('ADMIN_REQUIRED')).toEqual({});
    expect(problemsOf(undefined)).toEqual({});
  });
});
