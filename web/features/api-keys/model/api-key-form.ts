import { API_KEY_DAYS } from '#contract/api-keys/rules.ts';
import type { ApiKeyForm } from '#contract/api-keys/schema.ts';
import type { ApiScope } from '#contract/shared/enums.ts';

/** Lifetime in days, as an option of the form. */
export type Lifetime = `${(typeof API_KEY_DAYS)[number]}` | 'never';

export type ApiKeyFields = { name: string; scopes: ApiScope[]; lifetime: Lifetime };
export type ApiKeyProblems = { name: true; scopes: true };

export function initialFields(): ApiKeyFields {
  return { name: '', scopes: [], lifetime: '90' };
}

export function findProblems({ name, scopes }: ApiKeyFields): Partial<ApiKeyProblems> {
  return {
    ...(name.trim() === '' && { name: true }),
    ...(scopes.length === 0 && { scopes: true }),
  };
}

/** Converts the form fields to the procedure's input. */
export function toForm({ name, scopes, lifetime }: ApiKeyFields): ApiKeyForm {
  const days = API_KEY_DAYS.find((each) => String(each) === lifetime) ?? null;
  return { name, scopes, days };
}
