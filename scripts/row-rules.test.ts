import { expect, it } from 'vitest';
import { findAssertedRows } from './row-rules.ts';

const schema = ['server/db/schema/banks.ts', `export const banks = pgTable('banks', {});`] as const;
const of = (text: string, file = 'server/features/banks/banks.queries.ts') =>
  findAssertedRows(new Map([schema, [file, text]])).filter((fault) => fault.startsWith(file));

it('finds an asserted type of rows, and a handwritten UPDATE of a table', () => {
  expect(of('const rows = await tx.query<{ id: string }>(`SELECT id FROM banks`);')).toHaveLength(
    1,
  );
  expect(of('await lock<BankRow>(text);')).toHaveLength(1);
  expect(of('await tx.query(`UPDATE banks SET name = $1`);')).toHaveLength(1);
});

it('accepts rows by name, statements without rows, temporary tables and tests', () => {
  expect(of('const rows = await select(tx.query, columns, `FROM banks b`);')).toEqual([]);
  expect(of('await tx.query(`SELECT FROM banks FOR UPDATE`);')).toEqual([]);
  expect(of('await tx.query(`UPDATE old_banks SET name = $1`);')).toEqual([]);
  expect(of('await query<{}>(``)', 'server/features/banks/banks.test.ts')).toEqual([]);
});

it('reports an allowed file that has fewer than it may have', () => {
  expect(of('', 'server/imports/staging.ts')).toHaveLength(1);
});
