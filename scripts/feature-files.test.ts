import { expect, test } from 'vitest';
import { findUnexpectedFiles } from './feature-files.ts';

const find = (file: string, text = '') => findUnexpectedFiles(new Map([[file, text]]));

test.each([
  'server/features/banks/routes.ts',
  'server/features/banks/banks.test.ts',
  'server/features/users/remove-user.ts',
  'server/features/banks/banks.queries.ts',
  'server/features/users/users.events.ts',
  'server/features/users/users.jobs.ts',
  'server/features/webhooks/webhook-signature.ts',
  'web/features/users/queries.ts',
  'web/features/users/components/UserForm.tsx',
  'web/features/users/pages/UserPage.tsx',
  'web/features/users/hooks/use-user.ts',
  'web/features/review/desk/model/keys.ts',
  'server/platform/anything.ts',
])('accepts %s', (file) => expect(find(file)).toEqual([]));

test.each([
  'server/features/banks/helpers.ts',
  'server/features/banks/service.ts',
  'server/features/banks/queries.ts',
  'server/features/banks/banks.types.ts',
  'web/features/users/UserForm.tsx',
  'web/features/users/components/userForm.tsx',
  'web/features/users/components/use-user.ts',
  'web/features/users/pages/User.tsx',
  'web/features/users/forms/UserForm.tsx',
])('refuses %s', (file) => expect(find(file)).toHaveLength(1));

test.each(['await tx.query<Row>(text)', 'await tx.orm.insert(banks)', 'deps.db.query(text)'])(
  'a verb does not say `%s` itself',
  (text) => {
    expect(find('server/features/banks/banks.ts', text)).toEqual([
      'server/features/banks/banks.ts: SQL stands in .queries.ts',
    ]);
    expect(find('server/features/banks/banks.queries.ts', text)).toEqual([]);
  },
);

test('refuses a folder of fewer than three files in a feature', () => {
  const folder = (names: string[]) =>
    findUnexpectedFiles(
      new Map(names.map((name) => [`server/features/users/removal/${name}`, ''])),
    );
  expect(folder(['remove-user.ts', 'remove-user.queries.ts', 'remove-user.test.ts'])).toEqual([
    'server/features/users/removal: a folder of 2; its files belong to the feature',
  ]);
  expect(folder(['remove-user.ts', 'remove-user.queries.ts', 'removal-text.ts'])).toEqual([]);
});
