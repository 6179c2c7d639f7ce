import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Results by name, with the unit last. */
export type Figures = Record<string, number>;

/** Prints and saves the results of a benchmark. */
export async function report(name: string, title: string, figures: Figures): Promise<void> {
  console.log(`\n${name}: ${title}`);
  const width = Math.max(...Object.keys(figures).map((what) => what.length));
  for (const [what, value] of Object.entries(figures)) {
    console.log(`  ${what.padEnd(width)} ${value.toFixed(digitsOf(value)).padStart(10)}`);
  }
  await saveFigures(name, title, figures);
}

/** Writes the results as JSON, into BENCH_RESULTS or `test-results`. */
export async function saveFigures(name: string, title: string, figures: Figures): Promise<void> {
  const folder = process.env.BENCH_RESULTS ?? path.resolve(import.meta.dirname, '../test-results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, `bench-${name}.json`),
    `${JSON.stringify({ title, figures }, null, 2)}\n`,
  );
}

function digitsOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 1000) return 0;
  return size < 10 ? 2 : 1;
}
