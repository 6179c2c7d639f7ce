import { expect, test } from 'vitest';
import { findUnexpectedFiles } from './feature-files.ts';

const find = (file: string, text = '') => findUnexpectedFiles(new Map([[file, text]]));

test.each([
  'server/features/banks/routes.ts',
  'server/features/banks/service.test.ts',
  'server/features/users/removal/service.ts',
  'server/features/sessions/throttle/queries.ts',
  'server/features/users/events.ts',
  'server/features/webhooks/sending/signature.ts',
  'web/features/users/queries.ts',
  'web/features/users/components/UserForm.tsx',
  'web/features/users/pages/UserPage.tsx',
  'web/features/users/hooks/use-user.ts',
  'web/features/review/desk/model/keys.ts',
  'server/platform/anything.ts',
])('accepts %s', (file) => expect(find(file)).toEqual([]));

test.each([
  'server/features/banks/helpers.ts',
  'server/features/banks/removal.ts',
  'server/features/banks/a/b/service.ts',
  'server/features/webhooks/signature.ts',
  'web/features/users/UserForm.tsx',
  'web/features/users/components/userForm.tsx',
  'web/features/users/components/use-user.ts',
  'web/features/users/pages/User.tsx',
  'web/features/users/forms/UserForm.tsx',
])('refuses %s', (file) => expect(find(file)).toHaveLength(1));

test.each(['await tx.query<Row>(text)', 'await tx.orm.insert(banks)', 'deps.db.query(text)'])(
  'a service does not say `%s` itself',
  (text) => {
    expect(find('server/features/banks/service.ts', text)).toEqual([
      'server/features/banks/service.ts: SQL stands in queries.ts',
    ]);
    expect(find('server/features/banks/queries.ts', text)).toEqual([]);
  },
);
