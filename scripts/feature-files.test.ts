import { expect, test } from 'vitest';
import { findStrangers } from './feature-files.ts';

const find = (file: string, text = '') => findStrangers(new Map([[file, text]]));

test.each([
  'server/features/banks/routes.ts',
  'server/features/banks/service.test.ts',
  'server/features/users/removal/service.ts',
  'server/features/sessions/throttle/queries.ts',
  'web/features/banks/BankForm.tsx',
  'web/features/banks/use-bank.ts',
  'web/features/review/desk/pages/DeskPage.tsx',
  'server/lib/anything.ts',
])('accepts %s', (file) => expect(find(file)).toEqual([]));

test.each([
  'server/features/banks/helpers.ts',
  'server/features/banks/removal.ts',
  'server/features/banks/parts/service.ts',
  'web/features/banks/bankForm.tsx',
  'web/features/banks/parts/BankForm.tsx',
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
