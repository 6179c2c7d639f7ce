import { describe, expect, it } from 'vitest';
import { findProblems, initialFields, toForm } from './api-key-form.ts';

describe('findProblems', () => {
  it('asks for a name and a permission', () => {
    expect(findProblems(initialFields())).toEqual({ name: true, scopes: true });
    expect(findProblems({ ...initialFields(), name: ' ', scopes: ['users:read'] })).toEqual({
      name: true,
    });
    expect(findProblems({ ...initialFields(), name: 'x', scopes: ['users:read'] })).toEqual({});
  });
});

describe('toForm', () => {
  it('says after how many days a key ends, if it does', () => {
    const fields = { ...initialFields(), name: 'Books' };
    expect(toForm(fields)).toEqual({ name: 'Books', scopes: [], days: 90 });
    expect(toForm({ ...fields, lifetime: '365' }).days).toBe(365);
    expect(toForm({ ...fields, lifetime: 'never' }).days).toBeNull();
  });
});
