import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_STATEMENT_BYTES } from '#contract/statements/rules.ts';
import { INVENTED_PAYMENTS, inventedRows, toDelimited } from '../testing/statement-files.ts';
import { runCommandLine } from './command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-statement-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(content: string | Buffer, ...options: string[]) {
  const file = path.join(folder, 'statement.csv');
  await writeFile(file, content);
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const input = Readable.from([]);
  const code = await runCommandLine(['statement', file, ...options], {
    env: {},
    input,
    output,
    errors,
  });
  output.end();
  errors.end();
  return { code, printed: await text(output), complained: await text(errors) };
}

test('prints the lines of a statement, its gaps and its skipped rows', async () => {
  const [first, , ...others] = INVENTED_PAYMENTS;
  const rows = inventedRows('hdfc', first ? [first, ...others] : []);
  const broken = rows.map((row) => row.map((cell) => (cell === '13/08/26' ? '32/08/26' : cell)));
  const { code, printed } = await check(toDelimited(broken));
  expect(code).toBe(0);
  expect(printed).toContain('text of hdfc, account 50100000001234');
  expect(printed).toContain('4 lines from 2026-08-05 to 2026-08-14');
  expect(printed).toContain('received ₹1,19,500.00, paid ₹0.00');
  expect(printed).toContain('balances: 3 compared, 2 gaps');
  expect(printed).toContain('date: 32/08/26 NEFT/SBINN22026081311431836');
  expect(printed).toContain('2026-08-05 ₹1,18,000.00 621712345601 DEP-1785900000123 UPI/CR');
});

test('prints questions and refusals as errors', async () => {
  const dates = 'Date,Details,Debit,Credit\n05/08/2026,CASH,,5.00\n';
  expect(await check(dates)).toMatchObject({
    code: 1,
    printed: '',
    complained: expect.stringContaining('--dates dmy'),
  });
  expect((await check(dates, '--dates', 'mdy')).printed).toContain('2026-05-08');
  expect((await check('When,What,Out,In\n13/08/2026,CASH,,5.00\n')).complained).toContain(
    'When | What | Out | In',
  );
  expect((await check('=1')).complained).toBe('The file has no table of payments.\n');
  expect((await check(Buffer.alloc(MAX_STATEMENT_BYTES + 1))).complained).toMatch(/16 MB/);
  expect(JSON.parse((await check('%PDF-', '--json')).printed)).toMatchObject({ fault: 'pdf' });
});
