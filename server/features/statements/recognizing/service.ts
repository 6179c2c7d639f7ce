import { createHash } from 'node:crypto';
import { MAX_LISTED } from '#contract/statements/rules.ts';
import type { StatementForm, StatementReading } from '#contract/statements/schema.ts';
import type { Query, Tx } from '#server/db/database.ts';
import {
  type KnownLine,
  KnownLines,
  type UnclearLine,
} from '#server/statement-files/known-lines.ts';
import type { Statement, StatementLine } from '#server/statement-files/reading.ts';
import { daysOf, toReadLine } from '../importing/views.ts';
import { insertLineKeys, selectByKeys, selectOfOtherLayouts } from './queries.ts';

const KEYS_PER_INSERT = 1000;

type OverlapQuestion = Extract<StatementReading, { kind: 'overlap' }>;

interface Compared {
  /** The new lines. */
  lines: StatementLine[];
  /** Lines that were imported in another layout. */
  recognized: KnownLine[];
}

interface Compare {
  form: Pick<StatementForm, 'accountId' | 'overlap'>;
  reading: Statement;
}

/**
 * Returns which lines of a file are new. Lines of the same layout have equal keys. Lines of another layout are recognized by
 * UTR, number of the bank or balance; returns a question if some of the others can be stored lines.
 */
export async function compareLines(
  query: Query,
  { form, reading }: Compare,
): Promise<Compared | OverlapQuestion> {
  const { accountId, overlap } = form;
  const keys = reading.lines.map(({ key }) => key);
  const byKey = await selectByKeys(query, { accountId, keys });
  const rest = reading.lines.filter(({ key }) => !byKey.has(key));
  const { firstDay, lastDay } = daysOf({ lines: rest });
  if (firstDay === null || lastDay === null) return { lines: [], recognized: [] };
  const amounts = [...new Set(rest.map(({ paise }) => paise))];
  const stored = await selectOfOtherLayouts(query, {
    ...{ accountId, layout: reading.layout, firstDay, lastDay, amounts },
  });
  const explained = new Set(byKey.values());
  const found = new KnownLines(
    rest,
    stored.filter(({ id }) => !explained.has(id)),
  );
  const digest = digestOf(found.unclear);
  if (found.unclear.length > 0 && overlap?.digest !== digest) {
    return toQuestion(found.unclear, digest);
  }
  const recognized = [...found.known, ...found.assign(sameLines(found.unclear, overlap))];
  const known = new Set(recognized.map(({ line }) => line));
  return { lines: rest.filter((line) => !known.has(line)), recognized };
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
    ...{ row: line.row, line: toReadLine(line), stored: toReadLine(stored) },
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
        ...{ accountId, lineKey: line.key, lineId: stored.id, importId },
      })),
    );
  }
}
