import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { auditDetails } from '#contract/audit-details.ts';
import { profileForm } from '#contract/profiles/schema.ts';
import { actionLabel, entityLabel, fieldLabel } from './labels.ts';

const translate = ((text: string) => `translated: ${text}`) as unknown as TFunction;

it.each(Object.entries(auditDetails))(
  'translates the action %s, its entity and its details',
  (action, details) => {
    const labels = [
      actionLabel(translate, action),
      entityLabel(translate, action.split('.')[0] ?? ''),
      ...Object.keys(details.shape).map((field) => fieldLabel(translate, field)),
    ];
    for (const label of labels) expect(label).toMatch(/^translated: /);
  },
);

// Details of `profile.update` are names of these fields.
it.each([...Object.keys(profileForm.shape), 'avatarUrl', 'language'])(
  'translates the profile field %s',
  (field) => {
    expect(fieldLabel(translate, field)).toMatch(/^translated: /);
  },
);

it('falls back to the code for unknown actions and fields', () => {
  expect(actionLabel(translate, 'constructor')).toBe('constructor');
  expect(fieldLabel(translate, 'unheardOf')).toBe('unheardOf');
});
