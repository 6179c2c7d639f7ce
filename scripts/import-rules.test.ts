import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findViolations, readSources } from './import-rules.ts';

function violationsOf(sources: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(sources)));
}

function importing(file: string, statement: string): string[] {
  return violationsOf({ [file]: statement });
}

describe('import rules', () => {
  it.each([
    ['contract/a.ts', "import pg from 'pg'"],
    ['contract/a.ts', "import type { Deps } from '#server/deps/deps.ts'"],
    ['web/lib/a.ts', "import type { Deps } from '#server/deps/deps.ts'"],
    ['server/platform/a.ts', "import { theme } from '#web/theme.ts'"],
    ['web/lib/a.ts', "import { z } from 'zod'"],
    ['web/lib/a.ts', "import path from 'node:path'"],
    ['web/lib/a.ts', "import { users } from '#contract/users/schema.ts'"],
    ['web/lib/a.ts', "export { users } from '#contract/users/schema.ts'"],
    ['web/lib/a.ts', "const users = await import('#contract/users/schema.ts')"],
    ['server/platform/a.ts', "import { post } from '../ledger/post.ts'"],
    ['server/ledger/post.ts', "import type { X } from '../features/users/users.ts'"],
    ['server/features/users/users.ts', "import { buildApp } from '../../app/app.ts'"],
    ['server/app/app.ts', "import '../start/main.ts'"],
    ['server/platform/a.ts', "import type { Deps } from '../deps/deps.ts'"],
    ['server/deps/a.ts', "import { post } from '../ledger/post.ts'"],
    ['server/db/a.ts', "import type { Config } from '../platform/config/config.ts'"],
    ['server/base/a.ts', "import type { Tx } from '../db/database.ts'"],
    ['server/new-folder/a.ts', ''],
    ['web/new-folder/a.ts', ''],
    ['server/platform/a.ts', "import { startTestApp } from '#server/testing/harness.ts'"],
    ['server/features/users/users.ts', "import { list } from '../banks/banks.queries.ts'"],
    ['server/features/users/users.ts', "import { routes } from '../banks/routes.ts'"],
    ['web/ui/A.tsx', "import { Page } from '#web/features/users/Page.tsx'"],
    ['web/features/users/A.tsx', "import { Route } from '#web/routes/login.tsx'"],
    ['web/features/users/A.tsx', "import { banksKey } from '../banks/queries.ts'"],
    ['e2e/a.spec.ts', "import { x } from '#server/base/ids.ts'"],
    ['server/platform/index.ts', "export { a } from './a.ts'"],
  ])('refuses in %s: %s', (file, statement) => {
    expect(importing(file, statement)).toHaveLength(1);
  });

  it.each([
    ['contract/a.ts', "import { z } from 'zod'; import { oc } from '@orpc/contract'"],
    ['web/lib/a.ts', "import type { Client } from '#contract/contract.ts'"],
    ['web/lib/a.ts', "import { parseRupees } from '#contract/shared/money.ts'"],
    ['server/features/users/users.ts', "import { find } from '../banks/banks.ts'"],
    ['server/features/users/users.test.ts', "import { buildApp } from '../../app/app.ts'"],
    ['web/features/users/A.tsx', "import { useBanks, type Bank } from '../banks/queries.ts'"],
    ['web/features/users/A.tsx', "import { BankCard } from '../banks/BankCard.tsx'"],
    ['web/features/users/A.tsx', "import { Page } from '#web/ui/Page.tsx'"],
    [
      'e2e/a.spec.ts',
      "import { startTranslationService } from '../server/testing/translation-service.ts'",
    ],
  ])('allows in %s: %s', (file, statement) => {
    expect(importing(file, statement)).toEqual([]);
  });

  it('reports a cycle through aliases once', () => {
    const cycle = violationsOf({
      'server/platform/a.ts': "import { b } from '#server/platform/b.ts'",
      'server/platform/b.ts': "import { c } from './c.ts'",
      'server/platform/c.ts': "import { a } from './a.ts'",
    });
    expect(cycle).toEqual([
      'cycle: server/platform/a.ts -> server/platform/b.ts -> server/platform/c.ts -> server/platform/a.ts',
    ]);
  });

  it('refuses a feature that opens a user’s transaction without runCommand', () => {
    const statement = 'await deps.db.transaction(async (tx) => work(tx))';
    expect(importing('server/features/banks/banks.ts', statement)).toHaveLength(1);
    expect(importing('server/features/banks/banks.test.ts', statement)).toEqual([]);
    expect(importing('server/features/users/seed-users.ts', statement)).toEqual([]);
  });

  it('reports a cycle that type imports close', () => {
    const sources = {
      'server/platform/a.ts': "import { b } from './b.ts'",
      'server/platform/b.ts': "import type { A } from './a.ts'",
    };
    expect(violationsOf(sources)).toEqual([
      'cycle: server/platform/a.ts -> server/platform/b.ts -> server/platform/a.ts',
    ]);
  });

  it.each([
    ['features', 'server/features/banks', 'server/features/users'],
    ['folders of the platform', 'server/platform/auth', 'server/platform/http'],
    ['a folder and its subfolder', 'server/ledger', 'server/ledger/verify'],
  ])('reports a cycle between %s that type imports close', (_, one, other) => {
    const sources = {
      [`${one}/a.ts`]: `import { b } from '#${other}/b.ts'`,
      [`${one}/c.ts`]: '',
      [`${other}/b.ts`]: '',
      [`${other}/d.ts`]: `import type { C } from '#${one}/c.ts'`,
    };
    expect(violationsOf(sources)).toEqual([`cycle: ${one} -> ${other} -> ${one}`]);
  });

  it('reports a cycle between features of the browser', () => {
    const sources = {
      'web/features/banks/components/A.tsx':
        "import { Bank } from '../../sources/components/B.tsx'",
      'web/features/sources/components/B.tsx': '',
      'web/features/sources/components/C.tsx': "import { Dot } from '../../banks/components/D.tsx'",
      'web/features/banks/components/D.tsx': '',
    };
    expect(violationsOf(sources)).toEqual([
      'cycle: web/features/banks -> web/features/sources -> web/features/banks',
    ]);
  });

  it('reads the sources of this project', () => {
    const sources = readSources(path.resolve(import.meta.dirname, '..'));
    expect([...sources.keys()]).toEqual(
      expect.arrayContaining(['server/start/main.ts', 'web/main.ts']),
    );
  });
});
