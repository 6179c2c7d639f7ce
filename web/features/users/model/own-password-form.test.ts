import { expect, it } from 'vitest';
import { findOwnPasswordProblem } from './own-password-form.ts';

it.each([
  ['', 'secret1', 'secret1', 'missing'],
  ['old', '', 'secret1', 'missing'],
  ['old', 'abc', 'abd', 'different'],
  ['old', 'abc', 'abc', 'short'],
  ['old', 'secret1', 'secret1', undefined],
])('findOwnPasswordProblem(%j, %j, %j) returns %s', (current, password, confirmation, problem) => {
  expect(findOwnPasswordProblem({ current, password, confirmation })).toBe(problem);
});
