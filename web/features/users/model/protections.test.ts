import { expect, it } from 'vitest';
import type { UserId } from '#contract/shared/base.ts';
import { protectionOf } from './protections.ts';

const id = 'asha' as UserId; // cast: a plain string for a branded id

it('protectionOf protects default accounts and the own account', () => {
  expect(protectionOf({ id, isDefault: true }, 'someone')).toBe('default');
  expect(protectionOf({ id, isDefault: false }, id)).toBe('own');
  expect(protectionOf({ id, isDefault: false }, 'someone')).toBeUndefined();
});
