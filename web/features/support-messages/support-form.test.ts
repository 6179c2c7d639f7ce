import { describe, expect, it } from 'vitest';
import { supportProblems } from './support-form.ts';

const FILLED = {
  name: 'Meera',
  email: 'meera@example.in',
  category: 'deposit' as const,
  subject: 'Receipt',
  message: 'Where is my money?',
};

describe('supportProblems', () => {
  it('finds nothing in a filled form', () => {
    expect(supportProblems(FILLED)).toEqual({});
  });

  it('asks for every field, spaces being nothing', () => {
    const fields = { name: ' ', email: '', category: null, subject: '', message: '\n' };
    expect(Object.keys(supportProblems(fields))).toEqual(Object.keys(FILLED));
  });

  it('wants an address to answer to', { tags: 'section-5' }, () => {
    expect(supportProblems({ ...FILLED, email: 'meera' })).toEqual({ email: 'notAnEmail' });
  });
});
