import { type Figures, saveFigures } from './report.ts';

/** Results of a benchmark at several sizes, the smallest first. */
interface BySize {
  title: string;
  sizes: readonly number[];
  /** Milliseconds by name, one for each size. */
  medians: ReadonlyMap<string, readonly number[]>;
  /** Limits: the maximum time, and the maximum ratio to the smallest size. */
  limits: { ms: number; ratio?: number };
}

const NAME_WIDTH = 42;
const CELL_WIDTH = 13;
/** Below this time, a ratio depends on the clock and the machine instead of the query. */
const TELLING_MS = 1;

/** Prints each median and its ratio to the smallest size, and writes them as JSON. Returns whether all are within the limits. */
export async function reportBySize(name: string, results: BySize): Promise<boolean> {
  const { title, sizes, medians, limits } = results;
  const { ratio: mostTimes = Number.POSITIVE_INFINITY } = limits;
  const [smallest = 0, ...larger] = sizes;
  const figures: Figures = {};
  const heads = [...sizes, ...larger].map((size, n) => (n < sizes.length ? '' : '× ') + text(size));
  console.log(`\n${name}: ${title}; in milliseconds, then as many times that of ${text(smallest)}`);
  console.log(`  ${''.padEnd(NAME_WIDTH)}${heads.map(toCell).join('')}`);
  let isKept = true;
  for (const [what, times] of medians) {
    const ratios = times.slice(1).map((ms) => ms / (times[0] ?? 0));
    const isSlow = times.some((ms, n) => {
      return ms > limits.ms || (ms > TELLING_MS && (ratios[n - 1] ?? 0) > mostTimes);
    });
    isKept &&= !isSlow;
    const cells = [...times, ...ratios].map((value) => toCell(value.toFixed(2)));
    console.log(`  ${what.padEnd(NAME_WIDTH)}${cells.join('')}${isSlow ? '  *' : ''}`);
    for (const [n, ms] of times.entries()) figures[`${what}, ${sizes[n]}: ms`] = ms;
    for (const [n, ratio] of ratios.entries()) {
      figures[`${what}: ratio ${larger[n]} / ${smallest}`] = ratio;
    }
  }
  const orTimes =
    limits.ratio === undefined ? '' : `, or over ${limits.ratio} times the smallest's`;
  console.log(`  * over ${limits.ms} ms${orTimes}`);
  await saveFigures(name, title, figures);
  return isKept;
}

const text = (size: number) => size.toLocaleString('en-IN');
const toCell = (value: string) => value.padStart(CELL_WIDTH);
