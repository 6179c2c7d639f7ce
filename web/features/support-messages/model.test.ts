import { describe, expect, it } from 'vitest';
import { supportProblems } from './model.ts';

const FILLED = {
  name: 'Meera',
  email: 'meera@example.in',
  category: 'deposit' as const,
  subject: 'Receipt',
  message: 'Where is my money?',
};

describe('supportProblems', () => {
  it('requires a valid e-mail address', { tags: 'section-5' }, () => {
    expect(supportProblems({ ...FILLED, email: 'meera' })).toEqual({ email: 'notAnEmail' });
  });
});
