import { describe, expect, it } from 'vitest';
import { EMPTY_PASSWORD, findPasswordProblem } from './password-form.ts';
import { EMPTY_USER, findUserProblems, isBlank, problemsOf } from './user-form.ts';

describe('findUserProblems', () => {
  it('requires a username of three characters, ignoring surrounding spaces', () => {
    const user = { ...EMPTY_USER, username: ' ab ', password: 'secret' };
    expect(findUserProblems(user)).toEqual({ username: 'USERNAME_TOO_SHORT' });
    expect(findUserProblems({ ...user, username: 'abc' })).toEqual({});
  });

  it('requires a password of six characters', () => {
    const user = { ...EMPTY_USER, username: 'asha', password: '12345' };
    expect(findUserProblems(user)).toEqual({ password: 'NEW_PASSWORD_TOO_SHORT' });
    expect(findUserProblems({ ...user, password: '123456' })).toEqual({});
  });
});

describe('isBlank', () => {
  it.each([
    [{ username: '', password: 'secret' }, true],
    [{ username: '  ', password: 'secret' }, true],
    [{ username: 'asha', password: '' }, true],
    [{ username: 'asha', password: ' ' }, false],
  ])('isBlank(%o) is %s', (fields, expected) => {
    expect(isBlank({ ...EMPTY_USER, ...fields })).toBe(expected);
  });
});

describe('problemsOf', () => {
  it('assigns a server error to its field', () => {
    expect(problemsOf('USERNAME_TAKEN')).toEqual({ username: 'USERNAME_TAKEN' });
    expect(problemsOf('NEW_PASSWORD_TOO_SHORT')).toEqual({ password: 'NEW_PASSWORD_TOO_SHORT' });
    expect(problemsOf('ADMIN_REQUIRED')).toEqual({});
    expect(problemsOf(undefined)).toEqual({});
  });
});

describe('findPasswordProblem', () => {
  it.each([
    ['missing', EMPTY_PASSWORD],
    ['missing', { password: 'a', confirmation: '' }],
    ['different', { password: 'a', confirmation: 'b' }],
    ['short', { password: '12345', confirmation: '12345' }],
    [undefined, { password: '123456', confirmation: '123456' }],
  ])('returns %s for %o', (problem, form) => {
    expect(findPasswordProblem(form)).toBe(problem);
  });
});
