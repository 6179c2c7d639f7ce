import { createHash } from 'node:crypto';
import { MAX_LISTED } from '#contract/statements/rules.ts';
import type { StatementForm, StatementReading } from '#contract/statements/schema.ts';
import type { Query, Tx } from '#server/db/database.ts';
import {
  type KnownLine,
  KnownLines,
  type UnclearLine,
} from '#server/statement-files/known-lines.ts';
import {
  type PackedLine,
  type PackedStatement,
  unpack,
} from '#server/statement-files/packed-lines.ts';
import type { StatementLine } from '#server/statement-files/reading.ts';
import { toReadLine } from './import-views.ts';
import {
  hasOtherLayouts,
  insertLineKeys,
  selectByKeys,
  selectOfOtherLayouts,
} from './recognize-lines.queries.ts';

const KEYS_PER_INSERT = 1000;

type OverlapQuestion = Extract<StatementReading, { kind: 'overlap' }>;

interface Compared {
  newLines: number;
  /** Lines that were imported in another layout. */
  recognized: KnownLine[];
}

interface Compare {
  form: Pick<StatementForm, 'accountId' | 'overlap'>;
  reading: PackedStatement;
}

/**
 * Returns how many lines of a file are new. Lines of the same layout have equal keys. Lines of another layout are recognized
 * by UTR, number of the bank or balance; returns a question if some of the others can be stored lines.
 */
export async function compareLines(
  query: Query,
  { form, reading }: Compare,
): Promise<Compared | OverlapQuestion> {
  const { accountId, overlap } = form;
  const byKey = await findByKeys(query, { accountId, reading });
  const withoutKey = reading.lineCount - byKey.size;
  const { layout, firstDay, lastDay } = reading;
  const none = { newLines: withoutKey, recognized: [] };
  if (withoutKey === 0 || firstDay === null || lastDay === null) return none;
  const others = { accountId, layout, firstDay, lastDay };
  if (!(await hasOtherLayouts(query, others))) return none;
  const rest = await linesWithout(query, { reading, byKey });
  const amounts = [...new Set(rest.map(({ paise }) => paise))];
  const stored = await selectOfOtherLayouts(query, { ...others, amounts });
  const explained = new Set(byKey.values());
  const found = await KnownLines.find(rest, {
    stored: stored.filter(({ id }) => !explained.has(id)),
    pause: () => query('SELECT'),
  });
  const digest = digestOf(found.unclear);
  if (found.unclear.length > 0 && overlap?.digest !== digest) {
    return toQuestion(found.unclear, digest);
  }
  const recognized = [...found.known, ...found.assign(sameLines(found.unclear, overlap))];
  return { newLines: withoutKey - recognized.length, recognized };
}

/** Returns the ids of stored lines by the keys of the file. Other requests run between its parts. */
async function findByKeys(
  query: Query,
  { accountId, reading }: { accountId: string; reading: PackedStatement },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const part of reading.parts) {
    const keys = unpack(part).map(({ key }) => key);
    for (const [key, id] of await selectByKeys(query, { accountId, keys })) found.set(key, id);
  }
  return found;
}

/** An empty query between the parts lets other requests run, and the transaction is not idle for long. */
async function linesWithout(
  query: Query,
  { reading, byKey }: { reading: PackedStatement; byKey: ReadonlyMap<string, string> },
): Promise<PackedLine[]> {
  const lines: PackedLine[] = [];
  for (const part of reading.parts) {
    lines.push(...unpack(part).filter(({ key }) => !byKey.has(key)));
    await query('SELECT');
  }
  return lines;
}

function sameLines(
  unclear: readonly UnclearLine[],
  overlap: StatementForm['overlap'],
): StatementLine[] {
  const isSame = (pair: number) =>
    (overlap?.answer === 'same') !== overlap?.exceptPairs.includes(pair);
  return unclear.filter((_, pair) => isSame(pair)).map(({ line }) => line);
}

function digestOf(unclear: readonly UnclearLine[]): string {
  const pairs = unclear.map(({ line, stored }) => [line.key, stored.id]);
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex');
}

function toQuestion(unclear: readonly UnclearLine[], digest: string): OverlapQuestion {
  const pairs = unclear.slice(0, MAX_LISTED).map(({ line, stored }) => ({
    row: line.row,
    line: toReadLine(line),
    stored: toReadLine(stored),
  }));
  return { kind: 'overlap', digest, count: unclear.length, pairs };
}

/** Stores the keys of recognized lines, so that another file of the layout has known lines. */
export async function saveKeys(
  tx: Tx,
  {
    recognized,
    accountId,
    importId,
  }: { recognized: readonly KnownLine[]; accountId: string; importId: string },
): Promise<void> {
  for (let at = 0; at < recognized.length; at += KEYS_PER_INSERT) {
    await insertLineKeys(
      tx,
      recognized.slice(at, at + KEYS_PER_INSERT).map(({ line, stored }) => ({
        accountId,
        lineKey: line.key,
        lineId: stored.id,
        importId,
      })),
    );
  }
}
