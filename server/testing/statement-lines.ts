import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MatchGrade, MatchReason } from '#contract/reconciliation/rules.ts';
import { toDecimal } from '#contract/shared/money.ts';
import type { StatementForm, StatementReading } from '#contract/statements/schema.ts';
import { newId } from '../base/ids.ts';
import type { Deps } from '../deps/deps.ts';
import { importStatement, undoImport } from '../features/statements/import-statement.ts';
import { createAccount } from '../features/statements/statement-accounts.ts';
import type { Actor } from '../platform/auth/gate.ts';
import type { MoneyWorld } from './money-world.ts';

/** Imports a statement of these rows, with the columns date, details, debit and credit. */
export async function importRows(
  deps: Deps,
  by: Actor,
  {
    rows,
    ...form
  }: Pick<StatementForm, 'accountId' | 'requestKey' | 'dateOrder'> & { rows: string[] },
): Promise<StatementReading> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-statement-'));
  const file = path.join(folder, 'invented.csv');
  try {
    await writeFile(file, ['Date,Details,Debit,Credit', ...rows, ''].join('\n'));
    const how = { fileName: 'invented.csv', isImport: true, remember: false, useSaved: false };
    return await importStatement(deps, by, { form: { ...how, ...form }, file });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Imports an invented statement with these amounts, negative for paid ones. Returns its lines in this order. */
export async function importAmounts(
  world: MoneyWorld,
  amounts: number[],
  { by: admin = world.admin, details = 'PAYMENT' }: { by?: Actor; details?: string } = {},
) {
  const { deps, db } = world;
  const account = await createAccount(deps, admin, {
    ...{ name: `Account ${randomUUID().slice(0, 8)}`, lastFour: null, isActive: true },
  });
  const rows = amounts.map((paise, n) => {
    const amount = toDecimal(Math.abs(paise));
    return `2026-10-${10 + n},${details} ${n},${paise < 0 ? `${amount},` : `,${amount}`}`;
  });
  const reading = await importRows(deps, admin, { accountId: account.id, rows });
  const importId = 'importId' in reading ? reading.importId : null;
  if (importId === null) throw new Error(`Not imported: ${JSON.stringify(reading)}`);
  const lines = await db.query<{ id: string }>(
    'SELECT id FROM statement_lines WHERE import_id = $1 ORDER BY booked_on',
    [importId],
  );
  return {
    accountId: account.id,
    lineIds: lines.map(({ id }) => id),
    undo: () => undoImport(deps, admin, importId),
  };
}

/** Proposes a match, as matching does. */
export async function propose(
  { db }: Pick<MoneyWorld, 'db'>,
  { lineId, requestId, grade = 'certain', reason = 'utr_amount', paise, at }: Proposal,
): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO statement_matches (id, line_id, account_id, request_id, kind, paise, grade, reason, state, created_at)
     SELECT $1, l.id, l.account_id, $3, 'deposit', coalesce($5::bigint, l.paise), $4, $6, 'proposed', coalesce($7::timestamptz, now())
     FROM statement_lines l WHERE l.id = $2`,
    [id, lineId, requestId, grade, paise ?? null, reason, at ?? null],
  );
  return id;
}

interface Proposal {
  lineId: string;
  requestId: string;
  grade?: MatchGrade;
  reason?: MatchReason;
  paise?: number;
  at?: Date;
}
