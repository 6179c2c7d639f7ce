import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHazards } from './migration-hazards.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'wallet-hazards-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const hazards = {
  'ban-drop-column': 'ALTER TABLE users DROP COLUMN status;',
  'ban-drop-table': 'DROP TABLE users;',
  'renaming-column': 'ALTER TABLE users RENAME COLUMN status TO state;',
  'adding-required-field': 'ALTER TABLE users ADD COLUMN nick text NOT NULL;',
  'adding-not-nullable-field': 'ALTER TABLE users ALTER COLUMN status SET NOT NULL;',
  'changing-column-type': 'ALTER TABLE users ALTER COLUMN status TYPE citext;',
  'constraint-missing-not-valid': 'ALTER TABLE users ADD CONSTRAINT c CHECK (id IS NOT NULL);',
  'require-concurrent-index-creation': 'CREATE INDEX users_x ON users (status);',
};

function check(statements: string[]): Promise<string> {
  const file = path.join(dir, 'migration.sql');
  writeFileSync(file, statements.join('--> statement-breakpoint\n'));
  return findHazards([file]);
}

test('reports each unsafe migration with its rule', async () => {
  const found = await check(Object.values(hazards));
  for (const rule of Object.keys(hazards)) expect(found).toContain(` ${rule} `);
});

test('accepts safe migrations, and unsafe ones with a reason', async () => {
  const found = await check([
    'CREATE TABLE places (id uuid PRIMARY KEY, name text NOT NULL);\n',
    'CREATE INDEX places_name ON places (name);\n',
    'ALTER TABLE users ADD COLUMN nick text;\n',
    'ALTER TABLE users ADD COLUMN score bigint NOT NULL DEFAULT 0;\n',
    '-- squawk-ignore ban-drop-column -- no server has read it for a version\nALTER TABLE users DROP COLUMN status;\n',
  ]);
  expect(found).toBe('');
});
