import { describe, expect, it } from 'vitest';
import { initialFields, toForm } from './api-key-form.ts';

describe('toForm', () => {
  it('converts the lifetime to days, or to null for no expiry', () => {
    const fields = { ...initialFields(), name: 'Books' };
    expect(toForm(fields)).toEqual({ name: 'Books', scopes: [], days: 90 });
    expect(toForm({ ...fields, lifetime: '365' }).days).toBe(365);
    expect(toForm({ ...fields, lifetime: 'never' }).days).toBeNull();
  });
});
