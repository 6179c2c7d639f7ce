import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { newId } from '../server/base/ids.ts';
import type { Database } from '../server/db/database.ts';
import type { MatchLine, MatchRequest } from '../server/matching/matching.ts';
import { buildDay, type StatementDay } from '../server/testing/statement-days.ts';
import type { Figures } from './report.ts';
import { openBenchWorld } from './world.ts';

const LINES_PER_INSERT = 5000;

interface Size {
  lines: number;
  pending: number;
  seed: number;
}

/**
 * Imports the lines of a generated day into a database with its pending requests, and matches them as the server does, in a
 * process that does nothing else. Returns time, memory, and how many proposals are right. Payers are known by their names.
 */
export async function measureDatabase(
  name: string,
  { lines, pending, seed }: Size,
): Promise<Figures> {
  const day = buildDay({ seed, paid: pending, others: lines - pending });
  const world = await openBenchWorld();
  try {
    await world.createDatabase(name);
    const { db } = await world.open(name);
    const idOf = idsOf();
    await insertRequests(db, day.requests, idOf);
    const imported = day.lines.slice(0, lines);
    await insertLines(db, imported, idOf);
    await db.query('ANALYZE');
    const run = path.join(import.meta.dirname, 'matching-database-run.ts');
    const args = [...process.execArgv, run, world.urlOf(name)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const figures = {
      ...JSON.parse(stdout),
      ...(await compare(db, { ...day, lines: imported }, idOf)),
    };
    await db.close();
    return figures;
  } finally {
    await world.close();
  }
}

type IdOf = (name: string) => string;

function idsOf(): IdOf {
  const ids = new Map<string, string>();
  return (name) => {
    const id = ids.get(name) ?? newId();
    ids.set(name, id);
    return id;
  };
}

async function insertRequests(
  db: Database,
  requests: readonly MatchRequest[],
  idOf: IdOf,
): Promise<void> {
  const users = [
    ...new Map(requests.map((one) => [one.userId, one.payerNames[0] ?? ''])).entries(),
  ];
  const ids = users.map(([name]) => idOf(name));
  await db.query(
    `INSERT INTO users (id, username, password_hash, role, status, created_at)
     SELECT id, 'person.' || n, 'none', 'user', 'active', now() FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, n)`,
    [ids],
  );
  await db.query(
    `INSERT INTO user_profiles (user_id, first_name, last_name, updated_at)
     SELECT id, split_part(name, ' ', 1), split_part(name, ' ', 2), now() FROM unnest($1::uuid[], $2::text[]) AS u (id, name)`,
    [ids, users.map(([, name]) => name)],
  );
  await db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, payment_method, utr, reference_id, permanent_receipt_url,
       request_key, request_fingerprint, created_at, updated_at)
     SELECT user_id, id, 'deposit', paise, 'UPI', utr, reference, '/files/receipts/' || id, gen_random_uuid(), '\\x00', at, at
     FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
       AS r (user_id, id, paise, utr, reference, at)`,
    [
      ...[requests.map(({ userId }) => idOf(userId)), requests.map(({ id }) => idOf(id))],
      ...[requests.map(({ paise }) => paise), requests.map(({ utr }) => utr)],
      requests.map(({ reference }) => reference),
      requests.map(({ createdOn }) => `${createdOn}T12:00:00+05:30`),
    ],
  );
}

async function insertLines(db: Database, lines: readonly MatchLine[], idOf: IdOf): Promise<void> {
  const [accountId, importId] = [newId(), newId()];
  await db.query(
    `INSERT INTO statement_accounts (id, name, created_at) VALUES ($1, 'Current account', now())`,
    [accountId],
  );
  await db.query(
    `INSERT INTO statement_imports (id, account_id, imported_by, created_at, file_name, sha256, format, new_lines, known_lines,
       skipped_rows, gap_count, problems)
     VALUES ($1, $2, (SELECT id FROM users WHERE username = 'admin'), now(), 'a.csv', 'a', 'text', $3, 0, 0, 0, '{}')`,
    [importId, accountId, lines.length],
  );
  for (let at = 0; at < lines.length; at += LINES_PER_INSERT) {
    const part = lines.slice(at, at + LINES_PER_INSERT);
    await db.query(
      `INSERT INTO statement_lines (id, account_id, import_id, line_key, row, booked_on, paise, narration, reference, utr, utrs,
         our_reference, vpa, is_return)
       SELECT id, $1, $2, id::text, $3::int + n, day, paise, narration, '', split_part(utrs, ' ', 1), utrs, ours, vpa, is_return
       FROM unnest($4::uuid[], $5::date[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::boolean[])
         WITH ORDINALITY AS l (id, day, paise, narration, utrs, ours, vpa, is_return, n)`,
      [
        ...[accountId, importId, at],
        ...[part.map(({ id }) => idOf(id)), part.map(({ bookedOn }) => bookedOn)],
        ...[part.map(({ paise }) => paise), part.map(({ narration }) => narration)],
        part.map(({ utrs }) => utrs.join(' ')),
        part.map(({ ourReference }) => ourReference),
        ...[part.map(({ vpa }) => vpa), part.map(({ isReturn }) => isReturn)],
      ],
    );
  }
}

async function compare(db: Database, { lines, truth }: StatementDay, idOf: IdOf): Promise<Figures> {
  const pairs = new Set(
    lines.flatMap(({ id }) => (truth.get(id) ?? []).map((one) => `${idOf(id)} ${idOf(one)}`)),
  );
  const rows = await db.query<{ pair: string; grade: string }>(
    `SELECT line_id || ' ' || request_id AS pair, grade FROM statement_matches WHERE state = 'proposed'`,
  );
  const of = (isTrue: boolean, ...grades: string[]) =>
    rows.filter(({ pair, grade }) => pairs.has(pair) === isTrue && grades.includes(grade)).length;
  return {
    'true pairs': pairs.size,
    'true pairs found as certain, %': (100 * of(true, 'certain')) / pairs.size,
    'true pairs found as certain or likely, %': (100 * of(true, 'certain', 'likely')) / pairs.size,
    'wrong certain matches': of(false, 'certain'),
  };
}
