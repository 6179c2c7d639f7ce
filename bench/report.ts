import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Figures by what they are, units last. */
export type Figures = Record<string, number>;

/** Prints a bench's figures and saves them. */
export async function report(name: string, title: string, figures: Figures): Promise<void> {
  console.log(`\n${name}: ${title}`);
  for (const [what, value] of Object.entries(figures)) {
    const digits = Math.abs(value) < 10 ? 2 : 0;
    console.log(`  ${what.padEnd(52)} ${value.toFixed(digits).padStart(8)}`);
  }
  await saveFigures(name, title, figures);
}

/** Writes them as JSON, into BENCH_RESULTS or `test-results`. */
export async function saveFigures(name: string, title: string, figures: Figures): Promise<void> {
  const folder = process.env.BENCH_RESULTS ?? path.resolve(import.meta.dirname, '../test-results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, `bench-${name}.json`),
    `${JSON.stringify({ title, figures }, null, 2)}\n`,
  );
}
