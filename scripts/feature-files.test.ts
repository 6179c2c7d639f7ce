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
  'web/features/users/UserForm.tsx',
  'web/features/users/UserPage.tsx',
  'web/features/users/use-user.ts',
  'server/platform/anything.ts',
])('accepts %s', (file) => expect(find(file)).toEqual([]));

test.each([
  'server/features/banks/helpers.ts',
  'server/features/banks/service.ts',
  'server/features/banks/queries.ts',
  'server/features/banks/banks.types.ts',
  'web/features/users/userForm.tsx',
  'web/features/users/forms/UserForm.tsx',
])('refuses %s', (file) => expect(find(file)).toHaveLength(1));

test('accepts folders of at least two files in the browser', () => {
  const folder = (...names: string[]) =>
    findUnexpectedFiles(new Map(names.map((name) => [`web/features/users/${name}`, ''])));
  expect(folder('components/UserForm.tsx', 'components/UserRow.tsx')).toEqual([]);
  expect(folder('pages/UserPage.tsx', 'pages/UsersPage.tsx')).toEqual([]);
  expect(folder('hooks/use-user.ts', 'hooks/use-role.ts')).toEqual([]);
  expect(folder('model/keys.ts', 'model/names.ts')).toEqual([]);
  expect(folder('removal/model.ts', 'removal/RemoveDialog.tsx')).toEqual([]);
  expect(folder('components/UserForm.tsx', 'components/use-user.ts')).toHaveLength(1);
  expect(folder('pages/UserPage.tsx', 'pages/User.tsx')).toHaveLength(1);
  expect(folder('model/keys.ts', 'model/keys.test.ts')).toEqual([
    'web/features/users/model: a folder of 1; its files belong to the feature',
  ]);
});

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
