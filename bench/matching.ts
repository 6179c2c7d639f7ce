import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { matchLines } from '../server/matching/match-lines.ts';
import { buildDay, type StatementDay } from '../server/testing/statement-days.ts';
import { measureDatabase } from './matching-database.ts';
import { type Figures, report } from './report.ts';

const LINES = 100_000;
const PENDING = 10_000;
const PAID_A_DAY = 10_000;
const DAYS = 11;
const SEED = 1;
const MAX_SECONDS = 10;
const MAX_MB = 300;
/** Limits of the process, so that its garbage does not grow beyond them. */
const HEAP = ['--max-old-space-size=160', '--max-semi-space-size=8'];
const MIN_FOUND = 95;

/**
 * Measures time and memory of one run over all lines, in a process that does nothing else, and
 * how many matches of generated days are right. Fails above the limits.
 */
export async function benchMatching(): Promise<void> {
  const day = path.join(import.meta.dirname, 'matching-run.ts');
  const args = [...HEAP, ...process.execArgv, day, String(LINES), String(PENDING), String(SEED)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const size: Figures = JSON.parse(stdout);
  const quality = measureDays();
  const title = `${LINES} lines against ${PENDING} pending; ${DAYS} days of ${PAID_A_DAY} payments, seed ${SEED}`;
  await report('matching', title, { ...size, ...quality });
  requireLimits({ ...size, ...quality });
  const imported = await measureDatabase('matching', {
    lines: LINES,
    pending: PENDING,
    seed: SEED,
  });
  await report('matching-database', `${LINES} imported lines against ${PENDING} pending`, imported);
  requireQuality(imported);
}

function measureDays(): Figures {
  const sums: Record<string, number> = {};
  for (let n = 0; n < DAYS; n += 1) {
    const day = buildDay({ seed: SEED + n, paid: PAID_A_DAY, others: PAID_A_DAY / 5 });
    for (const [what, count] of Object.entries(compare(day))) {
      sums[what] = (sums[what] ?? 0) + count;
    }
  }
  const { pairs = 0, certain = 0, likely = 0, possible = 0 } = sums;
  return {
    'true pairs': pairs,
    'true pairs found as certain, %': (100 * certain) / pairs,
    'true pairs found as certain or likely, %': (100 * (certain + likely)) / pairs,
    'true pairs found with any grade, %': (100 * (certain + likely + possible)) / pairs,
    'wrong certain matches': sums['wrong certain'] ?? 0,
    'wrong likely matches': sums['wrong likely'] ?? 0,
  };
}

function compare({ lines, requests, truth }: StatementDay): Record<string, number> {
  const counts: Record<string, number> = { pairs: [...truth.values()].flat().length };
  for (const { lineId, requestId, grade } of matchLines(lines, requests).matches) {
    const name = truth.get(lineId)?.includes(requestId) ? grade : `wrong ${grade}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Half of the lines of the large import have the amounts of many others, so fewer pairs are found by name. */
function requireQuality(figures: Figures): void {
  if (figures['wrong certain matches'] !== 0) throw new Error('a certain match is wrong');
}

function requireLimits(figures: Figures): void {
  requireQuality(figures);
  const failures = [
    [(figures['true pairs found as certain or likely, %'] ?? 0) < MIN_FOUND, 'too few pairs found'],
    [(figures['one run, processor seconds'] ?? Infinity) > MAX_SECONDS, 'too slow'],
    [(figures['most memory of the process, MB'] ?? Infinity) > MAX_MB, 'too much memory'],
  ].filter(([isBroken]) => isBroken);
  if (failures.length > 0) throw new Error(failures.map(([, text]) => text).join('; '));
}
